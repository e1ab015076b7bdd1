//! The text of printed scalars.

use super::numbers::Numbers;
use crate::go_yaml::{ScalarStyle, is_plain_text};
use crate::meta::Value;

/// The place at which a scalar is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    Block,
    Flow,
    /// Between the braces of JSON: every text has double quotes.
    Json,
}

/// Returns the text of a scalar or an empty collection. Text is quoted as in `style`, if possible.
pub(super) fn print(value: &Value, place: Place, numbers: &Numbers, style: Option<ScalarStyle>) -> String {
    match value {
        Value::Null => "null".to_string(),
        Value::Bool(value) => value.to_string(),
        Value::String(text) => print_text(text, place, style),
        Value::List(_) => "[]".to_string(),
        Value::Map(_) => "{}".to_string(),
        // YAML reads `-0` as the integer zero.
        Value::Float(value) if *value == 0.0 && value.is_sign_negative() => "-0.0".to_string(),
        number => numbers.json(number).unwrap_or_else(|_| "null".to_string()),
    }
}

/// Returns the text of a key.
pub(super) fn print_key(key: &str, place: Place) -> String {
    print_text(key, place, None)
}

fn print_text(text: &str, place: Place, style: Option<ScalarStyle>) -> String {
    let is_simple = text.chars().all(|character| !character.is_control() && !is_special(character));
    match style {
        _ if place == Place::Json || !is_simple => double_quoted(text),
        Some(ScalarStyle::DoubleQuoted) => double_quoted(text),
        Some(ScalarStyle::SingleQuoted) => single_quoted(text),
        _ if can_be_plain(text, place) => text.to_string(),
        _ if is_plain_text(text) && !is_base60(text) => single_quoted(text),
        _ => double_quoted(text),
    }
}

/// Returns true for characters that not every reader accepts outside double quotes.
fn is_special(character: char) -> bool {
    matches!(character, '\u{85}' | '\u{2028}' | '\u{2029}' | '\u{FEFF}' | '\u{FFFE}' | '\u{FFFF}' | '\u{10000}'..)
}

/// Returns true if the text is the same text without quotes.
fn can_be_plain(text: &str, place: Place) -> bool {
    let first = text.chars().next();
    let starts_well = first.is_some_and(|first| first.is_alphanumeric() || "/._$()+^~<=;\\".contains(first));
    let starts_with_dash = text.strip_prefix('-').is_some_and(|rest| rest.starts_with(char::is_alphanumeric));
    (starts_well || starts_with_dash)
        && is_plain_text(text)
        && !is_base60(text)
        && !text.ends_with([' ', ':'])
        && !text.starts_with("...")
        && !text.contains(": ")
        && !text.contains(" #")
        && text != "<<"
        && (place == Place::Block || !text.contains(['[', ']', '{', '}', ',', ':', '?']))
}

/// Returns true if readers of YAML 1.1 take the text for a number in base 60, such as `12:30`.
fn is_base60(text: &str) -> bool {
    text.contains(':')
        && text.chars().all(|character| character.is_ascii_digit() || ":._+-".contains(character))
        && text.starts_with(|first: char| first.is_ascii_digit() || "+-".contains(first))
}

fn single_quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

/// Returns the text in double quotes, with escapes that JSON has as well.
fn double_quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for character in text.chars() {
        match character {
            '"' => quoted += "\\\"",
            '\\' => quoted += "\\\\",
            '\n' => quoted += "\\n",
            '\r' => quoted += "\\r",
            '\t' => quoted += "\\t",
            _ if character.is_control() || is_special(character) && (character as u32) < 0x1_0000 => {
                quoted += &format!("\\u{:04x}", character as u32);
            }
            _ => quoted.push(character),
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, place: Place, expected: &str) {
        assert_eq!(print_text(text, place, None), expected, "{text:?}");
    }

    #[test]
    fn text_is_quoted_where_yaml_reads_another_value() {
        for text in ["web", "a b", "/var/lib", "-1a", "1.2.3", "$(POD)", "a:b", "80%"] {
            check(text, Place::Block, text);
        }
        for text in ["", "y", "n", "on", "0644", "1e3", "12:30:45", "1_000", "2001-01-01", "~", "null", "a\nb", "a\tb"]
        {
            check(text, Place::Block, &format!("{text:?}"));
        }
        for text in ["a: b", "a #b", "*a", "- a", "a:", " a", "#a", "%a", "@a"] {
            check(text, Place::Block, &format!("'{text}'"));
        }
        check("a:b", Place::Flow, "'a:b'");
        check("a, b", Place::Flow, "'a, b'");
        check("web", Place::Json, "\"web\"");
    }

    #[test]
    fn the_quotes_of_the_old_text_are_kept() {
        assert_eq!(print_text("a", Place::Block, Some(ScalarStyle::SingleQuoted)), "'a'");
        assert_eq!(print_text("it's", Place::Block, Some(ScalarStyle::SingleQuoted)), "'it''s'");
        assert_eq!(print_text("a\"b", Place::Flow, Some(ScalarStyle::DoubleQuoted)), r#""a\"b""#);
        assert_eq!(print_text("a\nb", Place::Block, Some(ScalarStyle::SingleQuoted)), "\"a\\nb\"");
    }
}
