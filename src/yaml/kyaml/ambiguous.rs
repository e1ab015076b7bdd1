//! Detection of keys that some YAML reader could read as something other than text.

use crate::wire::category::{is_letter, is_number};
use crate::yaml::timestamp::is_timestamp;

/// Returns true if a key must be quoted.
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
