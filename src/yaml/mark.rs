/// A position in a text.
///
/// Refers to the decoded text, as stored in [`Text`](super::Text).
///
/// ```
/// use apimachinery::yaml::{EventKind, Text};
///
/// let text = Text::decode("größe: 3".as_bytes())?;
/// let event = text.events().nth(3).expect("the value")?;
/// assert_eq!(event.start.offset, 9);
/// assert_eq!((event.start.line, event.start.column), (1, 8));
/// # Ok::<(), apimachinery::yaml::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mark {
    /// The byte offset in the text, from 0.
    pub offset: usize,
    /// The line, counted from 1. CR, LF, CRLF, NEL, LS and PS all end lines.
    pub line: usize,
    /// The column in characters, counted from 1.
    pub column: usize,
}
