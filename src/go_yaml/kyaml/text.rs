//! Texts in double quotes, and the keys that require them.

use std::fmt::Write;

use crate::go_yaml::timestamp::is_timestamp;
use crate::wire::category::{is_letter, is_number, is_printable};

/// The number of spaces for each level.
const STEP: usize = 2;

/// The end of an output line that is not a line break of the text.
const FOLD: &str = "\\\n";

pub(super) fn indent(out: &mut String, level: usize) {
    out.extend(std::iter::repeat_n(' ', STEP * level));
}

/// Writes a text. If it has several lines, each one is written on its own line, indented by `level` levels.
pub(super) fn write(out: &mut String, text: &str, level: usize) {
    out.push('"');
    if text.contains('\n') {
        out.push_str(FOLD);
        for line in text.split_inclusive('\n') {
            write_line(out, line, level);
        }
        indent(out, level);
    } else {
        text.chars().for_each(|character| write_character(out, character));
    }
    out.push('"');
}

pub(super) fn write_on_one_line(out: &mut String, text: &str) {
    out.push('"');
    for character in text.chars() {
        match character {
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            _ => write_character(out, character),
        }
    }
    out.push('"');
}

/// Writes a line of a text. A backslash keeps white space at the start of the line from being read as indentation;
/// other lines have a space in its place.
fn write_line(out: &mut String, line: &str, level: usize) {
    indent(out, level);
    out.push(if line.starts_with([' ', '\t']) { '\\' } else { ' ' });
    let content = line.strip_suffix('\n');
    content.unwrap_or(line).chars().for_each(|character| write_character(out, character));
    if content.is_some() {
        out.push_str("\\n");
    }
    out.push_str(FOLD);
}

fn write_character(out: &mut String, character: char) {
    let short = match character {
        '"' | '\\' => character,
        '\t' => return out.push('\t'),
        _ if is_printable(character) => return out.push(character),
        '\0' => '0',
        '\u{7}' => 'a',
        '\u{8}' => 'b',
        '\u{B}' => 'v',
        '\u{C}' => 'f',
        '\r' => 'r',
        '\u{1B}' => 'e',
        '\u{85}' => 'N',
        '\u{A0}' => '_',
        '\u{2028}' => 'L',
        '\u{2029}' => 'P',
        _ => return write_code(out, u32::from(character)),
    };
    out.extend(['\\', short]);
}

fn write_code(out: &mut String, code: u32) {
    let written = match code {
        ..0x20 | 0x7F => write!(out, "\\x{code:02x}"),
        ..0x10000 => write!(out, "\\u{code:04x}"),
        _ => write!(out, "\\U{code:08x}"),
    };
    written.expect("writing to a String cannot fail");
}

/// Returns true if a key must be quoted, because some YAML reader could read it as something other than text.
pub(super) fn needs_quotes(key: &str) -> bool {
    !has_plain_characters(key) || is_word(key) || is_number_like(&key.replace('_', "")) || is_timestamp(key)
}

/// Letters, digits and `_`, plus `-`, `.` and `/` except at the ends.
fn has_plain_characters(key: &str) -> bool {
    let is_plain = |character| is_letter(character) || is_number(character) || character == '_';
    key.starts_with(is_plain)
        && key.ends_with(is_plain)
        && key.chars().all(|character| is_plain(character) || matches!(character, '-' | '.' | '/'))
}

/// Returns true for a word that means null or a bool in some version of YAML, or in Go.
fn is_word(key: &str) -> bool {
    const WORDS: [&str; 11] = ["null", "true", "y", "yes", "on", "false", "n", "no", "off", "t", "f"];
    WORDS.iter().any(|word| key.eq_ignore_ascii_case(word))
}

/// Returns true for a number in any base that Go supports.
fn is_number_like(key: &str) -> bool {
    is_integer(key) || is_decimal(key) || is_hexadecimal_float(key)
}

fn is_integer(key: &str) -> bool {
    let (digits, radix) = match key.as_bytes() {
        [b'0', b'x' | b'X', ..] => (&key[2..], 16),
        [b'0', b'b' | b'B', ..] => (&key[2..], 2),
        [b'0', b'o' | b'O', ..] => (&key[2..], 8),
        [b'0', _, ..] => (&key[1..], 8),
        _ => (key, 10),
    };
    i64::from_str_radix(digits, radix).is_ok()
}

/// Returns true for a decimal number, including Go's words for infinity and NaN. Numbers too large for a float do not
/// count.
fn is_decimal(key: &str) -> bool {
    let is_named = key.starts_with(|first: char| first.is_ascii_alphabetic());
    key.parse::<f64>().is_ok_and(|number| number.is_finite() || is_named)
}

/// Returns true for a hexadecimal float, such as `0x1.8p-2`.
fn is_hexadecimal_float(key: &str) -> bool {
    let Some(text) = key.strip_prefix("0x").or_else(|| key.strip_prefix("0X")) else { return false };
    let Some((mantissa, exponent)) = text.split_once(['p', 'P']) else { return false };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let exponent = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
    let is_hexadecimal = |digits: &str| digits.chars().all(|digit| digit.is_ascii_hexdigit());
    whole.len() + fraction.len() > 0
        && is_hexadecimal(whole)
        && is_hexadecimal(fraction)
        && !exponent.is_empty()
        && exponent.chars().all(|digit| digit.is_ascii_digit())
}
