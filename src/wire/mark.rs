/// A position in a text, as contained in errors and warnings: line and column, both counted from 1. Columns are counted
/// in characters.
///
/// ```
/// use apimachinery::yaml::{self, Mark};
///
/// let error = yaml::to_json("größe: 3\nb: c: d\n".as_bytes()).unwrap_err();
/// assert_eq!(error.position(), Some(Mark { line: 2, column: 5 }));
/// assert!(Mark::new(1, 80) < Mark::new(2, 1));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Mark {
    /// The line, counted from 1.
    pub line: u32,
    /// The column in characters, counted from 1.
    pub column: u32,
}

impl Mark {
    /// The start of a text.
    pub(crate) const START: Mark = Mark { line: 1, column: 1 };

    /// Creates a position from a line and a column, both counted from 1. Numbers that do not fit into 32 bits are
    /// reduced to the largest one that does.
    ///
    /// ```
    /// use apimachinery::yaml::Mark;
    ///
    /// assert_eq!(Mark::new(2, 7), Mark { line: 2, column: 7 });
    /// ```
    #[inline]
    #[must_use]
    pub fn new(line: usize, column: usize) -> Mark {
        let limited = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        Mark { line: limited(line), column: limited(column) }
    }

    /// Returns the position of the character at a byte offset, or after the text. Only line feeds end lines.
    pub(crate) fn of(text: &str, offset: usize) -> Mark {
        // `str::floor_char_boundary` requires a newer version of Rust.
        let offset = (0..=offset.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
        let before = &text[..offset];
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        Mark::new(before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
    }
}
