//! Losses other than duplicate keys: parts of a text that its values do not preserve.

use std::borrow::Cow;

use super::event::Location;
#[cfg(feature = "cli")]
use super::resolve::resolve_plain;
use super::value::Scalar;
use crate::wire::decimal::{is_same_number, may_change};
use crate::wire::float::{write_json_float, write_yaml_float};
use crate::wire::mark::Mark;
use crate::wire::quote::quote;

/// Returns the value that replaces the number with this text, if that is not the same number. `found` is the value that
/// the text was resolved to.
pub(super) fn changed(text: &str, found: &Scalar<'_>) -> Option<Scalar<'static>> {
    match found {
        Scalar::Float(value) if is_changed(text, *value) => Some(Scalar::Float(*value)),
        Scalar::Text(found) if is_too_large(found) => Some(Scalar::Text(Cow::Owned(found.to_string()))),
        _ => None,
    }
}

/// Returns the YAML form of a JSON number with this text, if that is not the same number.
#[cfg(feature = "cli")]
pub(crate) fn changed_number(text: &str) -> Option<String> {
    if !may_change(text) {
        return None;
    }
    changed(text, &resolve_plain(text)).map(|result| yaml_text(&result))
}

/// Returns the JSON form of a number. Text is shown in quotes.
pub(super) fn json_text(scalar: &Scalar<'_>) -> String {
    shown(scalar, write_json_float)
}

/// Returns the YAML form of a number. Text is shown in quotes.
pub(super) fn yaml_text(scalar: &Scalar<'_>) -> String {
    shown(scalar, write_yaml_float)
}

fn shown(scalar: &Scalar<'_>, write: fn(&mut Vec<u8>, f64)) -> String {
    match scalar {
        Scalar::Float(value) if *value == 0.0 && value.is_sign_negative() => "-0, which is the integer 0".to_string(),
        Scalar::Float(value) => written(*value, write),
        Scalar::Text(text) => format!("the text {}", quote(text)),
        _ => String::new(),
    }
}

fn written(value: f64, write: fn(&mut Vec<u8>, f64)) -> String {
    let mut out = Vec::new();
    write(&mut out, value);
    String::from_utf8(out).unwrap_or_default()
}

fn is_changed(text: &str, value: f64) -> bool {
    if !value.is_finite() {
        return false;
    }
    let text = text.replace('_', "");
    if is_octal(&text) {
        return true;
    }
    may_change(&text) && !is_same_number(&text, &written(value, write_json_float))
}

/// Returns true for an octal number. Among floats, only octal numbers of more than 64 bits match.
fn is_octal(text: &str) -> bool {
    let digits = text.trim_start_matches(['-', '+']);
    digits.len() > 1 && digits.starts_with('0') && digits.bytes().all(|digit| matches!(digit, b'0'..=b'7'))
}

/// Returns true for text that would be a number if its magnitude were smaller or larger.
fn is_too_large(text: &str) -> bool {
    let text = text.replace('_', "");
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(&text);
    let is_all = |digits: &str, radix| !digits.is_empty() && digits.chars().all(|digit| digit.is_digit(radix));
    let of_base = |prefix: &str, radix| unsigned.strip_prefix(prefix).is_some_and(|digits| is_all(digits, radix));
    if of_base("0x", 16) || of_base("0X", 16) || of_base("0o", 8) || of_base("0b", 2) || of_base("0B", 2) {
        return true;
    }
    let is_number = unsigned.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'.' | b'e' | b'E' | b'+' | b'-'));
    is_number && unsigned.contains(['e', 'E']) && unsigned.parse().is_ok_and(|value: f64| value.is_infinite())
}

/// Returns the position of the first text after the end of a document (at `end`) that no `---` separator makes a
/// document. White space, comments, further `...` and directives are not text.
pub(super) fn unread(text: &str, end: Location) -> Option<Mark> {
    let mut column = end.column;
    for (index, line) in text[end.offset..].split('\n').enumerate() {
        let content = line.trim_start();
        let is_marker = |marker: &str| {
            let rest = line.strip_prefix(marker).filter(|_| column == 1);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\t', '\r', '#']))
        };
        if is_marker("---") {
            return None;
        }
        let content = if is_marker("...") { line[3..].trim_start() } else { content };
        let is_directive = column == 1 && (line.starts_with("%YAML") || line.starts_with("%TAG"));
        if !content.is_empty() && !content.starts_with('#') && !is_directive {
            let before = line.len() - content.len();
            let column = column + line[..before].chars().count();
            return Some(Mark::new(end.line + index, column));
        }
        column = 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go_yaml::resolve::resolve_plain;

    /// Checks the JSON form of a number, or that it does not change.
    fn check(text: &str, expected: Option<&str>) {
        let changed = changed(text, &resolve_plain(text));
        assert_eq!(changed.as_ref().map(json_text).as_deref(), expected, "{text}");
    }

    #[test]
    fn numbers_change_that_fit_into_no_64_bits() {
        for text in
            ["1.50", "0644", "1_000.5", "1e3", "08", "0x1F", "18446744073709551615", "0.30000000000000004", "-0"]
        {
            check(text, None);
        }
        check("18446744073709551616", Some("18446744073709552000"));
        check("-9223372036854775809", Some("-9223372036854776000"));
        check("9007199254740993.0", Some("9007199254740992"));
        check("9_007_199_254_740_993.0", Some("9007199254740992"));
        check("0.300000000000000004999", Some("0.3"));
        check("1e-400", Some("0"));
        check("-0.0", Some("-0, which is the integer 0"));
        // Digits after the leading zero are read as a decimal number, as upstream does for octal numbers that overflow.
        check("02000000000000000000000", Some("2e+21"));
    }

    #[test]
    fn numbers_become_text_that_no_float_can_hold() {
        for text in ["0x1FFFFFFFFFFFFFFFFF", "1e400", "-2.5E+999", "1_0e400"] {
            check(text, Some(&format!("the text \"{text}\"")));
        }
        for text in ["0xG", "0x", "1.2.3", "10Gi", "1e", "12e400x", "+", "127.0.0.1", "2001-01-01"] {
            check(text, None);
        }
    }

    #[test]
    fn text_behind_the_document_is_found() {
        for (text, expected) in [
            ("a: 1\n...\n# c\n\n...\n", None),
            ("a: 1\n... # c\n---\nb: 2\n", None),
            ("a: 1\n...\n%YAML 1.1\n%TAG !e! x\n---\nb: 2\n", None),
            ("a: 1\n---\nb: 2\n...\nc: 3\n", None),
            ("a: 1\n...\n\n  b: 2\n", Some((4, 3))),
            ("a: 1\n... b\n", Some((2, 5))),
            ("a: 1\n...\n{{ }}\n---\nb: 2\n", Some((3, 1))),
            ("a: 1\n...\n ---\n", Some((3, 2))),
            ("a: 1\n...\n---b\n", Some((3, 1))),
            ("{a: 1} b", Some((1, 8))),
            ("[1]\nb: 2", Some((2, 1))),
            ("", None),
        ] {
            let values = crate::go_yaml::read(text).expect("the test's text is valid YAML");
            assert_eq!(values.unread.map(|mark| (mark.line, mark.column)), expected, "{text:?}");
        }
    }
}
