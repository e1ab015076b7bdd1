//! Excerpts of a text: the line of a message, with a caret below the position.

use std::ops::Range;

use super::redact::shown_ranges;
use crate::cli::escape;
use crate::wire::mark::Mark;

/// The number of characters of a long line that are shown before and after the position.
const MAX_CONTEXT: usize = 60;

/// The replacement for masked values.
const MASK: char = '…';

/// Returns the lines at `places` in a text that starts on line `first`, each with a caret below. Only keys and
/// punctuation are shown; a line without any has no excerpt.
pub(super) fn excerpts(text: &[u8], places: &[Mark], first: u32) -> Vec<Option<[String; 2]>> {
    if places.is_empty() {
        return Vec::new();
    }
    let lines = line_spans(text, places);
    let mut ascending = lines.clone();
    ascending.sort_by_key(|line| line.start);
    let keys = shown_ranges(text, &ascending);
    places
        .iter()
        .zip(lines)
        .map(|(at, line)| excerpt(text, line, &keys, *at, first.saturating_add(at.line - 1)))
        .collect()
}

/// Returns the range of the line at each position, without the line feed; empty after the last line.
fn line_spans(text: &[u8], places: &[Mark]) -> Vec<Range<usize>> {
    let mut order: Vec<usize> = (0..places.len()).collect();
    order.sort_by_key(|&index| places[index].line);
    let mut spans = vec![text.len()..text.len(); places.len()];
    let (mut line, mut start) = (1, 0);
    for index in order {
        while line < places[index].line
            && let Some(length) = memchr::memchr(b'\n', &text[start..])
        {
            (line, start) = (line + 1, start + length + 1);
        }
        if line == places[index].line {
            let length = memchr::memchr(b'\n', &text[start..]).unwrap_or(text.len() - start);
            spans[index] = start..start + length;
        }
    }
    spans
}

fn excerpt(text: &[u8], line: Range<usize>, keys: &[Range<usize>], at: Mark, number: u32) -> Option<[String; 2]> {
    let (shown, caret) = masked(text, line, keys, at.column as usize)?;
    let skipped = caret.saturating_sub(MAX_CONTEXT);
    let end = shown.len().min(caret + MAX_CONTEXT);
    let [head, tail] = [skipped > 0, end < shown.len()].map(|is_cut| if is_cut { "…" } else { "" });
    let number = number.to_string();
    let margin = " ".repeat(number.len());
    let indent = " ".repeat(caret - skipped + head.chars().count());
    let shown: String = shown[skipped.min(end)..end].iter().collect();
    Some([format!("{number} | {head}{shown}{tail}"), format!("{margin} | {indent}^")])
}

/// Returns the characters of a line with every value masked, and the index of the character at `column`; `None` if no
/// key remains.
fn masked(text: &[u8], line: Range<usize>, keys: &[Range<usize>], column: usize) -> Option<(Vec<char>, usize)> {
    let (mut shown, mut caret, mut has_key) = (Vec::new(), None, false);
    let source = String::from_utf8_lossy(&text[line.clone()]);
    // The offsets of the keys are valid only if no invalid bytes were replaced.
    let is_whole = source.len() == line.len();
    for (index, (offset, c)) in source.char_indices().enumerate() {
        let at = line.start + offset;
        let next = keys.partition_point(|key| key.end <= at);
        let is_shown = is_whole && keys.get(next).is_some_and(|key| key.contains(&at))
            || c == ' ' && shown.iter().all(|c| *c == ' ');
        if is_shown {
            shown.push(escape::column(c));
            has_key |= c.is_alphanumeric();
        } else if shown.last() != Some(&MASK) {
            shown.push(MASK);
        }
        if index + 1 == column {
            caret = Some(shown.len() - 1);
        }
    }
    while shown.last() == Some(&' ') {
        shown.pop();
    }
    let caret = caret.unwrap_or(shown.len());
    has_key.then_some((shown, caret))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, line: u32, column: u32, expected: Option<[&str; 2]>) {
        let shown = excerpts(text.as_bytes(), &[Mark { line, column }], 9).remove(0);
        assert_eq!(shown.as_ref().map(|lines| lines.each_ref().map(String::as_str)), expected, "{text}");
    }

    #[test]
    fn shows_keys_and_the_place() {
        check("a: 1\nb:\n\u{20}\u{20}- c: d e\n", 3, 8, Some(["11 |   - c: …", "   |        ^"]));
        check("{\"a\": 1, \"b\": \"secret: x\"}", 1, 10, Some(["9 | {\"a\": …, \"b\": …}", "  |          ^"]));
        check("a: secret # secret\n", 1, 30, Some(["9 | a: …", "  |     ^"]));
    }

    #[test]
    fn masks_all_after_an_error() {
        check("a: 1\nb: [secret\nc: secret\n", 2, 4, Some(["10 | b: […", "   |    ^"]));
        check("a: 1\nb: [secret\nc: secret\n", 3, 1, None);
    }

    #[test]
    fn cuts_long_lines() {
        let (before, after) = ("x".repeat(100), "z".repeat(100));
        let line = format!("{before}: {{y: 1, {after}: 2}}");
        let expected =
            [format!("9 | …{}: {{y: …, {}…", "x".repeat(57), "z".repeat(54)), format!("  |  {}^", " ".repeat(60))];
        check(&line, 1, 104, Some(expected.each_ref().map(String::as_str)));
    }

    #[test]
    fn shows_nothing_of_blank_lines_and_lone_values() {
        check("a: |\n  \n", 2, 1, None);
        check("secret", 1, 1, None);
        check("a: 1\n", 7, 1, None);
    }
}
