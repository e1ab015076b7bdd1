/// A place in a text.
///
/// The text is the decoded one, as [`Text`](super::Text) holds it.
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
    /// The bytes of the text before this place.
    pub offset: usize,
    /// The line, from 1. CR, LF, CRLF, NEL, LS and PS all end lines.
    pub line: usize,
    /// The column, from 1, in characters.
    pub column: usize,
}
