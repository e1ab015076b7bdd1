//! Resolution of scalar text to values, by the rules of go-yaml v2 for YAML 1.1.

use std::borrow::Cow;

use super::timestamp::is_timestamp;
use super::value::Scalar;
use crate::wire::base64;

/// The tags that affect how a scalar is resolved.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tag {
    None,
    Text,
    Bool,
    Int,
    Float,
    Null,
    Timestamp,
    Binary,
    Merge,
    /// Any other tag. The value stays text.
    Other,
}

impl Tag {
    pub(crate) fn named(tag: &str) -> Self {
        match tag.strip_prefix("tag:yaml.org,2002:") {
            Some("str") => Self::Text,
            Some("bool") => Self::Bool,
            Some("int") => Self::Int,
            Some("float") => Self::Float,
            Some("null") => Self::Null,
            Some("timestamp") => Self::Timestamp,
            Some("binary") => Self::Binary,
            Some("merge") => Self::Merge,
            _ if tag.is_empty() => Self::None,
            _ => Self::Other,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Text => "!!str",
            Self::Bool => "!!bool",
            Self::Int => "!!int",
            Self::Float => "!!float",
            Self::Null => "!!null",
            Self::Timestamp => "!!timestamp",
            Self::Binary => "!!binary",
            Self::Merge => "!!merge",
            Self::None | Self::Other => "",
        }
    }
}

/// Resolves a scalar that has a tag, or that is unquoted.
///
/// # Errors
///
/// Returns an error if the text does not match the tag.
#[inline]
pub(crate) fn resolve(tag: Tag, text: Cow<'_, str>) -> Result<Scalar<'_>, String> {
    match tag {
        Tag::None => Ok(not_text(&text).unwrap_or(Scalar::Text(text))),
        Tag::Text | Tag::Merge | Tag::Other => Ok(Scalar::Text(text)),
        Tag::Binary => decode_binary(&text).ok_or_else(|| "!!binary value contains invalid base64 data".to_owned()),
        Tag::Timestamp if is_timestamp(&text) => Ok(Scalar::Text(text)),
        _ => resolve_as(tag, &text),
    }
}

/// Returns the value of an untagged plain scalar. Timestamps stay text.
pub(crate) fn resolve_plain(text: &str) -> Scalar<'_> {
    not_text(text).unwrap_or(Scalar::Text(Cow::Borrowed(text)))
}

/// Returns the value of an untagged plain scalar, if it is not text.
#[inline]
fn not_text(text: &str) -> Option<Scalar<'static>> {
    match text.as_bytes().first() {
        None => Some(Scalar::Null),
        Some(b'0'..=b'9' | b'+' | b'-') => special_float(text).or_else(|| number(text)),
        Some(b'.') => special_float(text).or_else(|| dotted_float(text).map(Scalar::Float)),
        Some(b'y' | b'Y' | b'n' | b'N' | b't' | b'T' | b'f' | b'F' | b'o' | b'O' | b'~') => word(text),
        Some(_) => None,
    }
}

/// Returns true if an untagged plain scalar with this text is text: neither another value nor a timestamp.
pub(crate) fn is_plain_text(text: &str) -> bool {
    !is_timestamp(text) && not_text(text).is_none()
}

fn resolve_as(tag: Tag, text: &str) -> Result<Scalar<'static>, String> {
    let value = not_text(text);
    let found = match &value {
        Some(Scalar::Null) => Tag::Null,
        Some(Scalar::Bool(_)) => Tag::Bool,
        Some(Scalar::Int(_) | Scalar::Uint(_)) => Tag::Int,
        Some(Scalar::Float(_)) => Tag::Float,
        Some(Scalar::Text(_) | Scalar::Bytes(_)) | None => Tag::Text,
    };
    match value {
        Some(Scalar::Int(value)) if tag == Tag::Float => Ok(Scalar::Float(value as f64)),
        Some(value) if found == tag => Ok(value),
        _ => Err(format!("cannot decode {} `{text}` as a {}", found.name(), tag.name())),
    }
}

fn decode_binary(text: &str) -> Option<Scalar<'static>> {
    let bytes = base64::decode(text).ok()?;
    Some(match String::from_utf8(bytes) {
        Ok(text) => Scalar::Text(Cow::Owned(text)),
        Err(error) => Scalar::Bytes(error.into_bytes().into()),
    })
}

fn word(text: &str) -> Option<Scalar<'static>> {
    match text {
        _ if text.len() > "false".len() => None,
        "y" | "Y" | "yes" | "Yes" | "YES" | "true" | "True" | "TRUE" | "on" | "On" | "ON" => Some(Scalar::Bool(true)),
        "n" | "N" | "no" | "No" | "NO" | "false" | "False" | "FALSE" | "off" | "Off" | "OFF" => {
            Some(Scalar::Bool(false))
        }
        "~" | "null" | "Null" | "NULL" => Some(Scalar::Null),
        _ => None,
    }
}

fn special_float(text: &str) -> Option<Scalar<'static>> {
    let value = match text {
        ".nan" | ".NaN" | ".NAN" => f64::NAN,
        ".inf" | ".Inf" | ".INF" | "+.inf" | "+.Inf" | "+.INF" => f64::INFINITY,
        "-.inf" | "-.Inf" | "-.INF" => f64::NEG_INFINITY,
        _ => return None,
    };
    Some(Scalar::Float(value))
}

/// Parses a number that starts with a digit or sign. Underscores are ignored.
fn number(text: &str) -> Option<Scalar<'static>> {
    if !text.bytes().all(is_of_number) {
        return None;
    }
    let plain: Cow<'_, str> = match text.contains('_') {
        true => Cow::Owned(text.replace('_', "")),
        false => Cow::Borrowed(text),
    };
    integer(&plain).or_else(|| float(&plain).map(Scalar::Float)).or_else(|| odd_binary(&plain))
}

/// Returns true if the byte can occur in a number. Rejects nearly all other text quickly.
fn is_of_number(byte: u8) -> bool {
    matches!(byte, b'0'..=b'9' | b'a'..=b'f' | b'A'..=b'F' | b'x' | b'X' | b'o' | b'O' | b'_' | b'.' | b'+' | b'-')
}

/// Parses an integer with an optional base prefix, as in Go: `0x`, `0b`, `0o` or just `0`. Only integers without a sign
/// may exceed 63 bits.
fn integer(text: &str) -> Option<Scalar<'static>> {
    let (sign, magnitude) = match text.as_bytes().first()? {
        b'-' => ("-", &text[1..]),
        b'+' => ("+", &text[1..]),
        _ => ("", text),
    };
    let (digits, radix) = split_base(magnitude);
    let value = digits.bytes().next()?.is_ascii_alphanumeric().then(|| u64::from_str_radix(digits, radix).ok())??;
    match (sign, i64::try_from(value)) {
        ("-", _) => 0i64.checked_sub_unsigned(value).map(Scalar::Int),
        (_, Ok(value)) => Some(Scalar::Int(value)),
        ("", Err(_)) => Some(Scalar::Uint(value)),
        (_, Err(_)) => None,
    }
}

fn split_base(magnitude: &str) -> (&str, u32) {
    match magnitude.as_bytes() {
        [b'0', b'x' | b'X', ..] => (&magnitude[2..], 16),
        [b'0', b'b' | b'B', ..] => (&magnitude[2..], 2),
        [b'0', b'o' | b'O', ..] => (&magnitude[2..], 8),
        [b'0', _, ..] => (&magnitude[1..], 8),
        _ => (magnitude, 10),
    }
}

/// Parses a decimal float with digits before or after the point. Returns `None` if it is out of range.
fn float(text: &str) -> Option<f64> {
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent.strip_prefix(['-', '+']).unwrap_or(exponent))),
        None => (unsigned, None),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let fits = is_digits(whole)
        && is_digits(fraction)
        && !(whole.is_empty() && fraction.is_empty())
        && exponent.is_none_or(|exponent| !exponent.is_empty() && is_digits(exponent));
    fits.then(|| parse_finite(text)).flatten()
}

/// Parses a float that starts with its point. Here underscores are allowed only between digits.
fn dotted_float(text: &str) -> Option<f64> {
    let bytes = text.as_bytes();
    let digit_at = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    if !digit_at(1) {
        return None;
    }
    let underscores = (1..bytes.len()).filter(|at| bytes[*at] == b'_');
    let mut misplaced = underscores.filter(|at| !digit_at(at - 1) || !digit_at(at + 1));
    match misplaced.next() {
        Some(_) => None,
        None => float(&text.replace('_', "")),
    }
}

/// Parses a leftover of an old notation, in which the digits after `0b` have a sign.
fn odd_binary(text: &str) -> Option<Scalar<'static>> {
    let digits = text.strip_prefix("0b")?;
    i64::from_str_radix(digits, 2).ok().map(Scalar::Int)
}

fn is_digits(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

fn parse_finite(text: &str) -> Option<f64> {
    text.parse().ok().filter(|value: &f64| value.is_finite())
}
