//! Lines and columns.

/// A position in a text: line and column, both from 1; columns count characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Position {
    pub(super) line: usize,
    pub(super) column: usize,
}

impl Position {
    pub(super) const START: Position = Position { line: 1, column: 1 };

    /// Returns the position after `text`, which starts at this position.
    pub(super) fn behind(self, text: &[u8]) -> Position {
        let last = text.iter().rposition(|&byte| byte == b'\n');
        let characters = characters(&text[last.map_or(0, |feed| feed + 1)..]);
        match last {
            None => Position { line: self.line, column: self.column + characters },
            Some(last) => Position { line: self.line + feeds(&text[..=last]), column: characters + 1 },
        }
    }

    /// Converts a position in a part to a position in the whole, where the part starts at `start`.
    pub(super) fn within(self, start: Position) -> Position {
        let column = if self.line == 1 { start.column + self.column - 1 } else { self.column };
        Position { line: start.line + self.line - 1, column }
    }

    /// Returns the position of the first character on a line that is not white space.
    pub(super) fn on_line(text: &[u8], line: usize) -> Position {
        let indent = self::line(text, line).iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        Position { line, column: indent + 1 }
    }
}

impl From<(usize, usize)> for Position {
    fn from((line, column): (usize, usize)) -> Self {
        Position { line, column }
    }
}

/// Returns a line of a text, counted from 1, without its line ending.
pub(super) fn line(text: &[u8], line: usize) -> &[u8] {
    let line = text.split(|&byte| byte == b'\n').nth(line - 1).unwrap_or_default();
    line.strip_suffix(b"\r").unwrap_or(line)
}

fn feeds(text: &[u8]) -> usize {
    memchr::memchr_iter(b'\n', text).count()
}

/// Counts characters: all bytes except UTF-8 continuation bytes, which start with the bits 10.
fn characters(text: &[u8]) -> usize {
    text.iter().filter(|&&byte| byte & 0xc0 != 0x80).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(line: usize, column: usize) -> Position {
        Position { line, column }
    }

    #[test]
    fn counts_lines_and_characters() {
        assert_eq!(Position::START.behind("é€".as_bytes()), at(1, 3));
        assert_eq!(at(4, 7).behind(b"ab"), at(4, 9));
        assert_eq!(at(4, 7).behind(b"a\n\nbc"), at(6, 3));
    }

    #[test]
    fn parts_lie_within_wholes() {
        assert_eq!(at(1, 3).within(at(5, 10)), at(5, 12));
        assert_eq!(at(2, 3).within(at(5, 10)), at(6, 3));
    }

    #[test]
    fn finds_lines() {
        assert_eq!(line(b"a\r\nb\n", 1), b"a");
        assert_eq!(line(b"a\nb", 2), b"b");
        assert_eq!(line(b"a", 9), b"");
        assert_eq!(Position::on_line(b"a:\n  b", 2), at(2, 3));
    }
}
