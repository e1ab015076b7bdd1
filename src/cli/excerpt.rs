//! The line of a text that a message is about, with a mark under the place.

use std::iter;

use super::position::{Position, line};

/// So many characters of a long line are shown before and behind the place.
const MOST: usize = 60;

/// The line at `at` in a text that starts on line `first`, and a caret below; nothing if the line
/// is blank.
pub(super) fn excerpt(text: &[u8], at: Position, first: usize) -> Option<String> {
    let source = String::from_utf8_lossy(line(text, at.line));
    if source.trim().is_empty() {
        return None;
    }
    let before = at.column - 1;
    let skipped = before.saturating_sub(MOST);
    let shown: String = source.chars().skip(skipped).take(before - skipped + MOST).map(printable).collect();
    let cut = source.chars().count() > skipped + shown.chars().count();
    let [head, tail] = [skipped > 0, cut].map(|cut| if cut { "…" } else { "" });
    let number = (first + at.line - 1).to_string();
    let margin = " ".repeat(number.len());
    let indent: String = iter::repeat_n(' ', before - skipped + head.chars().count()).collect();
    Some(format!("{number} | {head}{shown}{tail}\n{margin} | {indent}^\n"))
}

/// One column for every character, and nothing that a terminal obeys.
fn printable(c: char) -> char {
    if c.is_control() { ' ' } else { c }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, line: usize, column: usize, expected: &str) {
        let shown = excerpt(text.as_bytes(), Position { line, column }, 9);
        assert_eq!(shown.as_deref(), Some(expected), "{text}");
    }

    #[test]
    fn shows_line_and_place() {
        check("a: 1\n\tb: [\n", 2, 5, "10 |  b: [\n   |     ^\n");
    }

    #[test]
    fn cuts_long_lines() {
        let (before, behind) = ("x".repeat(100), "z".repeat(100));
        let expected = format!("9 | …{}y{}…\n  |  {}^\n", "x".repeat(60), "z".repeat(59), " ".repeat(60));
        check(&format!("{before}y{behind}"), 1, 101, &expected);
    }

    #[test]
    fn says_nothing_of_blank_lines() {
        assert_eq!(excerpt(b"a\n  \n", Position { line: 2, column: 1 }, 1), None);
    }
}
