//! Texts in quotes as Go's `%q` shows them: warnings carry upstream's words to the letter.

use std::fmt::Write;

/// `text` in double quotes; what cannot be printed is escaped.
pub(crate) fn quote(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for c in text.chars() {
        push(&mut quoted, c);
    }
    quoted.push('"');
    quoted
}

fn push(quoted: &mut String, c: char) {
    let short = match c {
        '"' => '"',
        '\\' => '\\',
        '\u{7}' => 'a',
        '\u{8}' => 'b',
        '\u{c}' => 'f',
        '\n' => 'n',
        '\r' => 'r',
        '\t' => 't',
        '\u{b}' => 'v',
        _ => return push_rune(quoted, c),
    };
    quoted.extend(['\\', short]);
}

fn push_rune(quoted: &mut String, c: char) {
    let code = c as u32;
    let written = match code {
        _ if is_printable(c) => quoted.write_char(c),
        ..0x20 | 0x7f => write!(quoted, "\\x{code:02x}"),
        ..0x10000 => write!(quoted, "\\u{code:04x}"),
        _ => write!(quoted, "\\U{code:08x}"),
    };
    written.expect("a String takes all text");
}

/// Letters, marks, numbers, punctuation, symbols, and of all spaces the common one.
fn is_printable(c: char) -> bool {
    // A mark alone would be escaped by Rust; behind a letter it is not.
    c == ' ' || c == '\'' || format!("x{c}").escape_debug().eq(['x', c])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        assert_eq!(quote(text), expected);
    }

    #[test]
    fn as_go_quotes() {
        check("a.b'c", r#""a.b'c""#);
        check("a\"\\\n\u{7}\u{1}\u{7f}", r#""a\"\\\n\a\x01\x7f""#);
        check("é\u{301}😀\u{a0}\u{200b}\u{e0001}", "\"é\u{301}😀\\u00a0\\u200b\\U000e0001\"");
    }
}
