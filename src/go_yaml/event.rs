use std::borrow::Cow;
use std::ops::Range;

use crate::wire::mark::Mark;

/// An element in the structure of a YAML text, such as a scalar or the start of a mapping, with its position. Returned
/// by [`Events`](super::Events).
///
/// Events do not overlap: each one starts at or after the end of the previous one. A node extends from the start of its
/// event to the end of that event or, for a collection, to the end of the event that closes it.
///
/// * A node starts with its anchor or tag, if it has one; see [`content`](Self::content).
/// * A quoted scalar ends after its closing quote, and a plain scalar after its last word. A block scalar ends at the
///   start of the line after its last line, which may be empty, or at the end of the text.
/// * A flow collection ends after its closing bracket. A block collection ends where its last node ends, so comments
///   and empty lines after it are not part of it; the event that closes it is empty.
/// * A node without text is empty. In block style it is located after its `-`, `?` or `:`. In brackets, or if it has no
///   indicator (the value of `? a`), it is located before the text that follows it.
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
/// edited.replace_range(start.unwrap().span().start..end.unwrap().span().end, "- 4");
/// assert_eq!(edited, "a: 1 # one\nb:\n- 4\n# end\n");
/// # Ok::<(), apimachinery::yaml::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Event<'a> {
    /// The kind of the event, such as a scalar, with its data.
    pub kind: EventKind<'a>,
    pub(super) start: Location,
    pub(super) end: Location,
}

/// A position in a text with its byte offset.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Location {
    /// The byte offset, from 0.
    pub(crate) offset: usize,
    /// The line, counted from 1. CR, LF, CRLF, NEL, LS and PS all end lines.
    pub(crate) line: usize,
    /// The column in characters, counted from 1.
    pub(crate) column: usize,
}

impl Location {
    pub(super) const START: Location = Location { offset: 0, line: 1, column: 1 };

    #[inline]
    pub(super) fn mark(self) -> Mark {
        Mark::new(self.line, self.column)
    }
}

impl<'a> Event<'a> {
    /// Returns the position at which the text of the event starts. CR, LF, CRLF, NEL, LS and PS all end lines.
    ///
    /// ```
    /// use apimachinery::yaml::{Mark, Text};
    ///
    /// let text = Text::decode("größe: 3".as_bytes())?;
    /// let value = text.events().nth(3).expect("the value")?;
    /// assert_eq!((value.start(), value.span()), (Mark::new(1, 8), 9..10));
    /// # Ok::<(), apimachinery::yaml::Error>(())
    /// ```
    #[must_use]
    pub fn start(&self) -> Mark {
        self.start.mark()
    }

    /// Returns the position after the text of the event.
    ///
    /// ```
    /// use apimachinery::yaml::{Mark, Text};
    ///
    /// let text = Text::decode(b"a: |\n  b\n")?;
    /// let value = text.events().nth(3).expect("the value")?;
    /// assert_eq!((value.start(), value.end()), (Mark::new(1, 4), Mark::new(3, 1)));
    /// # Ok::<(), apimachinery::yaml::Error>(())
    /// ```
    #[must_use]
    pub fn end(&self) -> Mark {
        self.end.mark()
    }

    /// Returns the byte range of the event in the text.
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

    /// Returns the byte range of the event without its anchor and tag. Replace this range to keep both.
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

    /// Returns the anchor and tag of a scalar, or of the sequence or mapping that the event starts. Returns `None` for
    /// other events.
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

/// The kind of an [`Event`].
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
    /// The start of a document. Its text is the directives and `---`, or empty if the document has neither.
    DocumentStart,
    /// The end of a document. Its text is `...`, or empty if the document has no such line.
    DocumentEnd,
    /// The end of the text. No event follows.
    StreamEnd,
    /// An alias, `*name` in the text: a reference to the node with the anchor `name`. The value is the name.
    Alias(&'a str),
    /// A scalar node: a text, number, boolean or null. The kind of value is not determined yet.
    Scalar {
        /// The anchor and tag of the node, which are both usually absent.
        properties: Properties<'a>,
        /// The text of the scalar, after processing escapes, quotes, folding and indentation.
        text: Cow<'a, str>,
        /// The style in which the node is written.
        style: ScalarStyle,
    },
    /// The start of a sequence. Its entries follow, up to the matching end.
    SequenceStart {
        /// The anchor and tag of the node, which are both usually absent.
        properties: Properties<'a>,
        /// The style in which the node is written.
        style: CollectionStyle,
    },
    /// The end of the innermost sequence that has started.
    SequenceEnd,
    /// The start of a mapping. Its keys and values follow alternately, up to the matching end.
    MappingStart {
        /// The anchor and tag of the node, which are both usually absent.
        properties: Properties<'a>,
        /// The style in which the node is written.
        style: CollectionStyle,
    },
    /// The end of the innermost mapping that has started.
    MappingEnd,
}

/// The properties that may precede the content of a node: an anchor, a tag, both or neither.
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
    // Few nodes have properties; boxing them keeps events small.
    Option<Box<Given<'a>>>,
);

#[derive(Debug, Clone, PartialEq, Eq)]
struct Given<'a> {
    anchor: Option<&'a str>,
    tag: Option<Cow<'a, str>>,
    /// The offset of the next token after the properties.
    content: usize,
}

impl<'a> Properties<'a> {
    /// Creates properties that are followed by a token at the offset `content`.
    pub(super) fn new(anchor: Option<&'a str>, tag: Option<Cow<'a, str>>, content: usize) -> Self {
        Self((anchor.is_some() || tag.is_some()).then(|| Box::new(Given { anchor, tag, content })))
    }

    /// Returns the name of the anchor, without `&`, or `None` if the node has none.
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

    /// Returns the full tag, such as `tag:yaml.org,2002:str` for `!!str`, or `!` for the non-specific tag. Returns
    /// `None` if the node has no tag.
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

/// The style in which a scalar is written.
///
/// ```
/// use apimachinery::yaml::{EventKind, ScalarStyle, Text};
///
/// let text = Text::decode(b"'a': |\n  b\n")?;
/// let mut styles = Vec::new();
/// for event in text.events() {
///     if let EventKind::Scalar { style, .. } = event?.kind {
///         styles.push(style);
///     }
/// }
/// assert_eq!(styles, [ScalarStyle::SingleQuoted, ScalarStyle::Literal]);
/// # Ok::<(), apimachinery::yaml::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ScalarStyle {
    /// Without quotes, as in `text`, or an empty scalar without text.
    Plain,
    /// In single quotes, as in `'text'`.
    SingleQuoted,
    /// In double quotes, as in `"text"`, with escapes.
    DoubleQuoted,
    /// A block of lines after `|`, whose line breaks are preserved.
    Literal,
    /// A block of lines after `>`, which are joined by spaces.
    Folded,
}

/// The style in which a sequence or mapping is written.
///
/// ```
/// use apimachinery::yaml::{CollectionStyle, EventKind, Text};
///
/// let text = Text::decode(b"- {a: 1}\n")?;
/// let mut styles = Vec::new();
/// for event in text.events() {
///     if let EventKind::SequenceStart { style, .. } | EventKind::MappingStart { style, .. } = event?.kind {
///         styles.push(style);
///     }
/// }
/// assert_eq!(styles, [CollectionStyle::Block, CollectionStyle::Flow]);
/// # Ok::<(), apimachinery::yaml::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CollectionStyle {
    /// In several lines, structured by indentation.
    Block,
    /// Enclosed in brackets or braces. Also used for a single-pair mapping in a flow sequence, as in `[a: b]`, which
    /// has no braces.
    Flow,
}
