//! Escapes untrusted text for printing.
//!
//! Names, kinds, keys and paths can contain any characters, and messages are shown in terminals and CI logs, which
//! execute escape sequences and workflow commands. All text that the program prints passes through [`line`].

use std::borrow::Cow;
use std::ffi::OsStr;
use std::fmt::Write;

use crate::wire::category::is_printable;

/// Escapes one line, without its line feed: every character of the result is printable, and CI systems recognize no
/// command in it.
///
/// Control characters, line separators, bidirectional marks and all other invisible characters become escapes such as
/// `\n`, `\x1b` and `\u202e`, which a shell decodes in `$'…'`. The second `#` of `##`, which starts commands of Azure
/// Pipelines and older GitHub commands, and `::` at the start of a line, which starts newer ones, are escaped too.
pub(super) fn line(text: &str) -> Cow<'_, str> {
    let escaped = inline(text);
    let indent = escaped.len() - escaped.trim_start().len();
    if escaped[indent..].starts_with("::") {
        return Cow::Owned(format!("{}\\x3a{}", &escaped[..indent], &escaped[indent + 1..]));
    }
    escaped
}

/// Escapes a part of a line by the rules of [`line`], except the rule for its start.
pub(super) fn inline(text: &str) -> Cow<'_, str> {
    if !text.contains("##") && text.chars().all(is_visible) {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if !is_visible(c) || c == '#' && escaped.ends_with('#') {
            push_escape(&mut escaped, c);
        } else {
            escaped.push(c);
        }
    }
    Cow::Owned(escaped)
}

/// Returns the text of a path or an argument. Bytes that are not UTF-8 become escapes such as `\xff`.
pub(super) fn os_text(text: &OsStr) -> Cow<'_, str> {
    match text.to_str() {
        Some(text) => Cow::Borrowed(text),
        None => Cow::Owned(escaped_bytes(text, str::to_string)),
    }
}

/// Escapes a path or an argument for use in `$'…'` in a shell.
pub(super) fn shell_text(text: &OsStr) -> String {
    escaped_bytes(text, |valid| inline(&valid.replace('\\', r"\\").replace('\'', r"\'")).into_owned())
}

/// Escapes each byte that is not UTF-8, and applies `escape` to the rest.
fn escaped_bytes(text: &OsStr, escape: impl Fn(&str) -> String) -> String {
    let mut escaped = String::new();
    for chunk in text.as_encoded_bytes().utf8_chunks() {
        escaped += &escape(chunk.valid());
        chunk.invalid().iter().for_each(|byte| push(&mut escaped, format_args!("\\x{byte:02x}")));
    }
    escaped
}

/// Escapes JSON so that every character is printable and CI systems recognize no command. Strings keep their values.
pub(super) fn json(json: &str) -> Cow<'_, str> {
    let is_safe = |c: char| c == '\n' || is_visible(c);
    if !json.contains("##") && json.chars().all(is_safe) {
        return Cow::Borrowed(json);
    }
    let mut escaped = String::with_capacity(json.len() + 16);
    for c in json.chars() {
        if is_safe(c) && !(c == '#' && escaped.ends_with('#')) {
            escaped.push(c);
        } else {
            let mut units = [0; 2];
            c.encode_utf16(&mut units).iter().for_each(|unit| push(&mut escaped, format_args!("\\u{unit:04x}")));
        }
    }
    Cow::Owned(escaped)
}

/// Returns a character of one column: the character itself, a space for a tab, or the replacement character.
pub(super) fn column(c: char) -> char {
    match c {
        '\t' => ' ',
        c if is_visible(c) => c,
        _ => char::REPLACEMENT_CHARACTER,
    }
}

/// Returns true if a character is printable and not a blank letter or symbol.
fn is_visible(c: char) -> bool {
    is_printable(c) && !matches!(c, '\u{34f}' | '\u{115f}' | '\u{1160}' | '\u{2800}' | '\u{3164}' | '\u{ffa0}')
}

fn push_escape(escaped: &mut String, c: char) {
    match c {
        '\n' => escaped.push_str("\\n"),
        '\r' => escaped.push_str("\\r"),
        '\t' => escaped.push_str("\\t"),
        _ => match u32::from(c) {
            code @ ..0x80 => push(escaped, format_args!("\\x{code:02x}")),
            code @ ..0x10000 => push(escaped, format_args!("\\u{code:04x}")),
            code => push(escaped, format_args!("\\U{code:08x}")),
        },
    }
}

fn push(text: &mut String, escape: std::fmt::Arguments<'_>) {
    text.write_fmt(escape).expect("writing to a String does not fail");
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        assert_eq!(line(text), expected, "{text:?}");
    }

    #[test]
    fn printable_text_stays() {
        check("deploy/wéb.yaml:3:4: 東京 — \"\\n\" # a:: b", "deploy/wéb.yaml:3:4: 東京 — \"\\n\" # a:: b");
    }

    #[test]
    fn what_a_terminal_obeys_is_escaped() {
        check("a\u{1b}[31m\r\n\t\u{7f}", "a\\x1b[31m\\r\\n\\t\\x7f");
        check("\u{85}\u{9b}\u{202e}\u{2066}\u{2028}", "\\u0085\\u009b\\u202e\\u2066\\u2028");
        check("\u{200b}\u{feff}\u{ad}\u{3164}\u{e0041}", "\\u200b\\ufeff\\u00ad\\u3164\\U000e0041");
    }

    #[test]
    fn no_line_is_a_command() {
        check("::error file=a::b", "\\x3a:error file=a::b");
        check("  ::error::", "  \\x3a:error::");
        check("\n::error::", "\\n::error::");
        check("a ##[error]##vso[x]###", "a #\\x23[error]#\\x23vso[x]#\\x23#");
    }

    #[test]
    fn json_keeps_its_values() {
        let text = "{\n  \"a\": \"\u{202e}##[x]\u{e0041}\u{7f}é\"\n}";
        let safe = json(text);
        assert_eq!(safe, "{\n  \"a\": \"\\u202e#\\u0023[x]\\udb40\\udc41\\u007fé\"\n}");
        let value = |json: &str| crate::serializer::json::from_str::<crate::field::Value>(json).ok();
        assert_eq!(value(&safe), value(text));
    }

    #[cfg(unix)]
    #[test]
    fn bytes_that_are_not_utf8_are_shown() {
        use std::os::unix::ffi::OsStrExt;
        assert_eq!(os_text(OsStr::from_bytes(b"a\xff\xc3\xa9\x1b")), "a\\xffé\u{1b}");
    }
}
