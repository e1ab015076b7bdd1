//! Positions in parts of texts.

use crate::wire::mark::Mark;

/// Methods for positions in a text that is part of another text.
pub(super) trait MarkExt {
    /// Returns the position after `text`, which starts at this position.
    fn after(self, text: &[u8]) -> Mark;

    /// Converts a position in a part to a position in the whole, where the part starts at `start`.
    fn within(self, start: Mark) -> Mark;
}

impl MarkExt for Mark {
    fn after(self, text: &[u8]) -> Mark {
        let last = text.iter().rposition(|&byte| byte == b'\n');
        let characters = characters(&text[last.map_or(0, |feed| feed + 1)..]);
        match last {
            None => Mark::new(self.line as usize, self.column as usize + characters),
            Some(last) => Mark::new(self.line as usize + feeds(&text[..=last]), characters + 1),
        }
    }

    fn within(self, start: Mark) -> Mark {
        let column = if self.line == 1 { start.column.saturating_add(self.column - 1) } else { self.column };
        Mark { line: start.line.saturating_add(self.line - 1), column }
    }
}

/// Returns the position of the first character on a line that is not white space.
pub(super) fn on_line(text: &[u8], line: u32) -> Mark {
    let indent = self::line(text, line).iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    Mark::new(line as usize, indent + 1)
}

/// Returns a line of a text, counted from 1, without its line ending.
pub(super) fn line(text: &[u8], line: u32) -> &[u8] {
    let line = text.split(|&byte| byte == b'\n').nth(line as usize - 1).unwrap_or_default();
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

    fn at(line: u32, column: u32) -> Mark {
        Mark { line, column }
    }

    #[test]
    fn counts_lines_and_characters() {
        assert_eq!(Mark::START.after("é€".as_bytes()), at(1, 3));
        assert_eq!(at(4, 7).after(b"ab"), at(4, 9));
        assert_eq!(at(4, 7).after(b"a\n\nbc"), at(6, 3));
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
        assert_eq!(on_line(b"a:\n  b", 2), at(2, 3));
    }
}
