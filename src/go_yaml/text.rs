use std::borrow::Cow;
use std::fmt;
use std::ops::{Deref, Range};

use super::error::Error;
use super::event::{Event, EventKind};
use super::input::{self, Encoding};
use super::parser::Parser;

/// A YAML text, decoded to UTF-8, that contains no characters forbidden by YAML. Use it to find the positions of
/// values, for example to edit a text and keep its comments.
///
/// Dereferences to `str`; the ranges of events are byte offsets in it. They equal the offsets in the input if that is
/// UTF-8 without a byte order mark. A byte order mark is not part of the text, and UTF-16 is converted to UTF-8; in these
/// cases, [`input_range`](Self::input_range) converts ranges. Line breaks are unchanged.
///
/// ```
/// use apimachinery::yaml::Text;
///
/// assert_eq!(&*Text::decode(b"\xEF\xBB\xBFa: 1")?, "a: 1");
/// assert_eq!(&*Text::decode(b"\xFF\xFEa\0:\0 \01\0")?, "a: 1");
/// # Ok::<(), apimachinery::yaml::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Text<'a> {
    text: Cow<'a, str>,
    encoding: Encoding,
}

impl<'a> Text<'a> {
    /// Decodes a text from UTF-8, or from UTF-16 with a byte order mark. UTF-8 is borrowed, not copied. The syntax of
    /// YAML is not checked.
    ///
    /// # Errors
    ///
    /// Returns an error if the bytes are not valid in their encoding, or contain U+FFFE, U+FFFF or control characters
    /// other than tab, line feed, carriage return and NEL.
    ///
    /// ```
    /// let error = apimachinery::yaml::Text::decode(b"a: \x07").unwrap_err();
    /// assert_eq!(error.to_string(), "yaml: control characters are not allowed");
    /// ```
    pub fn decode(input: &'a [u8]) -> Result<Self, Error> {
        Ok(Text { text: input::decode(input)?, encoding: Encoding::of(input) })
    }

    /// Converts a byte range of the text, such as [`Event::span`] or [`Event::content`], to the byte range of the same
    /// characters in the input, including its byte order mark. For UTF-16, this takes time proportional to the offset.
    ///
    /// ```
    /// use apimachinery::yaml::Text;
    ///
    /// let input = b"\xEF\xBB\xBFa: 'b'\r\n";
    /// let text = Text::decode(input)?;
    /// let value = text.events().nth(3).expect("the value")?;
    /// assert_eq!((value.span(), text.input_range(value.span())), (3..6, 6..9));
    /// assert_eq!(&input[6..9], b"'b'");
    /// # Ok::<(), apimachinery::yaml::Error>(())
    /// ```
    #[must_use]
    pub fn input_range(&self, range: Range<usize>) -> Range<usize> {
        let offset = |offset| self.encoding.input_offset(&self.text, offset);
        offset(range.start)..offset(range.end)
    }

    /// Returns the text with the lifetime of the input if it is borrowed, or an empty string.
    #[cfg(feature = "serde")]
    pub(super) fn borrowed(&self) -> &'a str {
        match self.text {
            Cow::Borrowed(text) => text,
            Cow::Owned(_) => "",
        }
    }

    /// Returns an iterator over the structure of the text, from its start. See [`Events`].
    ///
    /// ```
    /// let text = apimachinery::yaml::Text::decode(b"a: 1")?;
    /// assert_eq!(text.events().count(), 7);
    /// # Ok::<(), apimachinery::yaml::Error>(())
    /// ```
    pub fn events(&self) -> Events<'_> {
        Events::new(self)
    }
}

impl Deref for Text<'_> {
    type Target = str;

    fn deref(&self) -> &str {
        &self.text
    }
}

/// An iterator over the events of a text, created by [`Text::events`].
///
/// Events represent only the structure of the text: nothing is resolved, merged or checked for duplicates, and aliases
/// may refer to undefined anchors. The text is parsed lazily, and memory use grows with the depth of the text, not with
/// its length.
///
/// Kubernetes reads the first document of a text, up to its [`EventKind::DocumentEnd`], and ignores the rest. This
/// iterator continues with the other documents; stop after the first one to get what Kubernetes reads. Documents are
/// separated by the rules of YAML itself: for example, `...` ends a document. In contrast,
/// [`documents`](super::documents) splits the stream at lines that begin with `---`, as Go's apimachinery does.
///
/// The last item is [`EventKind::StreamEnd`], or the first error.
///
/// ```
/// use apimachinery::yaml::{EventKind, Text};
///
/// let text = Text::decode(b"a\n---\n'b")?;
/// let mut events = text.events();
/// assert_eq!(events.nth(1).unwrap()?.span(), 0..1);
/// assert_eq!(events.next().unwrap()?.kind, EventKind::DocumentEnd);
/// assert_eq!(events.next().unwrap()?.kind, EventKind::DocumentStart);
/// let error = events.next().unwrap().unwrap_err();
/// assert_eq!(error.to_string(), "yaml: line 3: found unexpected end of stream");
/// assert!(events.next().is_none());
/// # Ok::<(), apimachinery::yaml::Error>(())
/// ```
pub struct Events<'a> {
    parser: Parser<'a>,
    is_over: bool,
}

impl<'a> Events<'a> {
    /// Creates an iterator over the events of a checked text.
    pub(super) fn new(text: &'a str) -> Self {
        Self { parser: Parser::new(text), is_over: false }
    }
}

impl<'a> Iterator for Events<'a> {
    type Item = Result<Event<'a>, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_over {
            return None;
        }
        let event = self.parser.next();
        self.is_over = matches!(event, Err(_) | Ok(Event { kind: EventKind::StreamEnd, .. }));
        Some(event)
    }
}

impl fmt::Debug for Events<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Events").finish_non_exhaustive()
    }
}
