//! Quoting of texts like Go's `%q`, so that messages are identical to upstream's.

use std::fmt::Write;

use super::category::is_printable;

/// Returns `text` in double quotes, with escapes for characters that are not printable.
pub(crate) fn quote(text: &str) -> String {
    quote_bytes(text.as_bytes())
}

/// Quotes bytes like [`quote`]. Bytes that are not UTF-8 are escaped individually.
pub(crate) fn quote_bytes(bytes: &[u8]) -> String {
    let mut quoted = String::with_capacity(bytes.len() + 2);
    quoted.push('"');
    for chunk in bytes.utf8_chunks() {
        chunk.valid().chars().for_each(|c| push(&mut quoted, c));
        chunk.invalid().iter().for_each(|byte| push_escape(&mut quoted, format_args!("x{byte:02x}")));
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
    match c as u32 {
        _ if is_printable(c) => quoted.push(c),
        code @ (..0x20 | 0x7f) => push_escape(quoted, format_args!("x{code:02x}")),
        code @ ..0x10000 => push_escape(quoted, format_args!("u{code:04x}")),
        code => push_escape(quoted, format_args!("U{code:08x}")),
    }
}

fn push_escape(quoted: &mut String, escape: std::fmt::Arguments<'_>) {
    write!(quoted, "\\{escape}").expect("writing to a String cannot fail");
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
        check("\u{1f6d8}", "\"\\U0001f6d8\"");
        assert_eq!(quote_bytes(b"a\xff\xc3\xa9\xe2\x82"), "\"a\\xffé\\xe2\\x82\"");
    }
}
