use std::borrow::Cow;
use std::ops::Range;

use super::mark::Mark;
use super::style::{CollectionStyle, ScalarStyle};

/// One step through the structure of a text, with the place where it stands.
///
/// The events of a text stand side by side: each starts where the one before ends, or behind it.
/// A node is the text from the start of its event to its end, for a collection to the end of the
/// event that closes it.
///
/// * A node starts with its anchor or tag, if it has one; see [`content`](Self::content).
/// * A quoted scalar ends behind its quote, a plain one behind its last word, a block scalar at
///   the start of the line behind its last (also empty) line, or at the end of the text.
/// * A collection in brackets ends behind its bracket; one without where its last node ends, so
///   that comments and empty lines behind it are not part of it. The event that closes it is
///   empty then.
/// * A node without text is empty. It stands behind its `-`, `?` or `:` in block style, and before
///   what follows it in brackets or if it has no indicator (the value of `? a`).
///
/// ```
/// use apimachinery::yaml::{EventKind, Text};
///
/// // Replaces the first list of a text.
/// let text = Text::decode(b"a: 1 # one\nb:\n- 2\n- 3\n# end\n")?;
/// let events = text.events().collect::<Result<Vec<_>, _>>()?;
/// let start = events.iter().find(|event| matches!(event.kind, EventKind::SequenceStart { .. }));
/// let end = events.iter().find(|event| matches!(event.kind, EventKind::SequenceEnd));
/// let mut edited = text.to_string();
/// edited.replace_range(start.unwrap().start.offset..end.unwrap().end.offset, "- 4");
/// assert_eq!(edited, "a: 1 # one\nb:\n- 4\n# end\n");
/// # Ok::<(), apimachinery::yaml::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event<'a> {
    /// What it is.
    pub kind: EventKind<'a>,
    /// Where its text starts.
    pub start: Mark,
    /// Where its text ends: the place behind its last character.
    pub end: Mark,
}

impl<'a> Event<'a> {
    /// The bytes of the text that the event stands for.
    ///
    /// ```
    /// let text = apimachinery::yaml::Text::decode(b"a: &x 'b'\n")?;
    /// let value = text.events().nth(3).expect("the value")?;
    /// assert_eq!(&text[value.span()], "&x 'b'");
    /// # Ok::<(), apimachinery::yaml::Error>(())
    /// ```
    #[must_use]
    pub fn span(&self) -> Range<usize> {
        self.start.offset..self.end.offset
    }

    /// The bytes of the text without anchor and tag: what to replace in order to keep both.
    ///
    /// ```
    /// let text = apimachinery::yaml::Text::decode(b"a: &x 'b'\n")?;
    /// let value = text.events().nth(3).expect("the value")?;
    /// assert_eq!(&text[value.content()], "'b'");
    /// # Ok::<(), apimachinery::yaml::Error>(())
    /// ```
    #[must_use]
    pub fn content(&self) -> Range<usize> {
        let given = self.properties().and_then(|properties| properties.0.as_deref());
        given.map_or(self.start.offset, |given| given.content.min(self.end.offset))..self.end.offset
    }

    /// The anchor and tag of the node that the event is, or starts.
    ///
    /// ```
    /// let text = apimachinery::yaml::Text::decode(b"&x a")?;
    /// let node = text.events().nth(1).expect("the scalar")?;
    /// assert_eq!(node.properties().and_then(|properties| properties.anchor()), Some("x"));
    /// # Ok::<(), apimachinery::yaml::Error>(())
    /// ```
    #[must_use]
    pub fn properties(&self) -> Option<&Properties<'a>> {
        match &self.kind {
            EventKind::Scalar { properties, .. }
            | EventKind::SequenceStart { properties, .. }
            | EventKind::MappingStart { properties, .. } => Some(properties),
            _ => None,
        }
    }
}

/// What an [`Event`] is.
///
/// ```
/// use apimachinery::yaml::{EventKind, Text};
///
/// let text = Text::decode(b"a: 0644")?;
/// let events = text.events().collect::<Result<Vec<_>, _>>()?;
/// let scalars = events.iter().filter_map(|event| match &event.kind {
///     EventKind::Scalar { text, .. } => Some(&**text),
///     _ => None,
/// });
/// assert_eq!(scalars.collect::<Vec<_>>(), ["a", "0644"]);
/// # Ok::<(), apimachinery::yaml::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EventKind<'a> {
    /// The start of a document: its directives and `---`, or nothing.
    DocumentStart,
    /// The end of a document: `...`, or nothing.
    DocumentEnd,
    /// The end of the text; no event follows.
    StreamEnd,
    /// A node that stands for the one with this anchor, `*name`.
    Alias(&'a str),
    /// A node of text: also numbers, null and so on, which nobody resolved yet.
    Scalar {
        /// Its anchor and tag.
        properties: Properties<'a>,
        /// Its value, with escapes, quotes, folding and indentation gone.
        text: Cow<'a, str>,
        /// How it is written.
        style: ScalarStyle,
    },
    /// The start of a sequence. Its entries follow up to the matching end.
    SequenceStart {
        /// Its anchor and tag.
        properties: Properties<'a>,
        /// How it is written.
        style: CollectionStyle,
    },
    /// The end of a sequence.
    SequenceEnd,
    /// The start of a mapping. Its keys and values follow in turn up to the matching end.
    MappingStart {
        /// Its anchor and tag.
        properties: Properties<'a>,
        /// How it is written.
        style: CollectionStyle,
    },
    /// The end of a mapping.
    MappingEnd,
}

/// What may stand before the content of a node: an anchor, a tag, both or none.
///
/// ```
/// let text = apimachinery::yaml::Text::decode(b"&x !!str 1")?;
/// let node = text.events().nth(1).expect("the scalar")?;
/// let properties = node.properties().expect("it is a node");
/// assert_eq!((properties.anchor(), properties.tag()), (Some("x"), Some("tag:yaml.org,2002:str")));
/// # Ok::<(), apimachinery::yaml::Error>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Properties<'a>(
    // Few nodes have any: events stay small.
    Option<Box<Given<'a>>>,
);

#[derive(Debug, Clone, PartialEq, Eq)]
struct Given<'a> {
    anchor: Option<&'a str>,
    tag: Option<Cow<'a, str>>,
    /// Where the next token behind them starts.
    content: usize,
}

impl<'a> Properties<'a> {
    /// Those behind which the next token starts at the offset `content`.
    pub(super) fn new(anchor: Option<&'a str>, tag: Option<Cow<'a, str>>, content: usize) -> Self {
        Self((anchor.is_some() || tag.is_some()).then(|| Box::new(Given { anchor, tag, content })))
    }

    /// The name behind `&`.
    ///
    /// ```
    /// let text = apimachinery::yaml::Text::decode(b"&x a")?;
    /// let node = text.events().nth(1).expect("the scalar")?;
    /// assert_eq!(node.properties().and_then(|properties| properties.anchor()), Some("x"));
    /// # Ok::<(), apimachinery::yaml::Error>(())
    /// ```
    #[must_use]
    pub fn anchor(&self) -> Option<&'a str> {
        self.0.as_ref()?.anchor
    }

    /// The tag in full, such as `tag:yaml.org,2002:str` for `!!str`; `!` if there is only that.
    ///
    /// ```
    /// let text = apimachinery::yaml::Text::decode(b"!!int '1'")?;
    /// let node = text.events().nth(1).expect("the scalar")?;
    /// assert_eq!(node.properties().and_then(|properties| properties.tag()), Some("tag:yaml.org,2002:int"));
    /// # Ok::<(), apimachinery::yaml::Error>(())
    /// ```
    #[must_use]
    pub fn tag(&self) -> Option<&str> {
        self.0.as_ref()?.tag.as_deref()
    }
}
