//! The probable place of a syntax error in YAML. A parser notices a missing bracket or colon only in the next line.

use crate::codegen::files::Span;

/// Returns the place in the preceding line that probably causes a syntax error, and the reason.
pub(super) fn suspect(text: &str, found: Span) -> Option<(Span, &'static str)> {
    let before = text.lines().take(found.line.saturating_sub(1)).enumerate().collect::<Vec<_>>();
    let is_content = |line: &str| !line.trim().is_empty() && !line.trim_start().starts_with('#');
    let (index, line) = before.into_iter().rev().find(|(_, line)| is_content(line))?;
    let place = |column: usize, length: usize| Span { file: found.file, line: index + 1, column, length };
    if let Some(column) = open_bracket(line) {
        return Some((place(column, 1), "this bracket is not closed in its line"));
    }
    let indent = line.chars().take_while(|c| *c == ' ').count();
    let is_entry = line.contains(':') || line.trim_start().starts_with("- ");
    let length = line.trim_end().chars().count() - indent;
    (!is_entry).then(|| (place(indent + 1, length), "this line is not a key with a value: it has no `:`"))
}

/// Returns the column of the last bracket of a line that is not closed in it.
fn open_bracket(line: &str) -> Option<usize> {
    let (mut open, mut quote, mut last) = (Vec::new(), None, ' ');
    for (at, c) in line.chars().enumerate() {
        match (quote, c) {
            (Some(mark), c) if c == mark => quote = None,
            (Some(_), _) => {}
            // Within a plain text, a quote is an ordinary character.
            (None, '"' | '\'') if !last.is_alphanumeric() => quote = Some(c),
            (None, '#') if last == ' ' => break,
            (None, '{' | '[') => open.push(at + 1),
            (None, '}' | ']') => {
                open.pop();
            }
            _ => {}
        }
        last = c;
    }
    open.pop()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, line: usize, expected: Option<(usize, usize)>) {
        let found = Span { line, column: 1, length: 1, ..Span::default() };
        let place = suspect(text, found).map(|(span, _)| (span.line, span.column));
        assert_eq!(place, expected, "{text}");
    }

    #[test]
    fn the_line_before_is_to_blame() {
        check("a: { b: 1\nc: 2", 2, Some((1, 4)));
        check("a: { b: [1, '}' }\n\n# }\nc: 2", 4, Some((1, 4)));
        check("a: isn't { # {\n  d: 1", 2, Some((1, 10)));
        check("a:\n  b c\n  d: 1", 3, Some((2, 3)));
    }

    #[test]
    fn complete_lines_are_not() {
        check("a: { b: \"}\" }\nc: 2", 2, None);
        check("- a\nb: 1", 2, None);
        check("b: 1", 1, None);
    }
}
