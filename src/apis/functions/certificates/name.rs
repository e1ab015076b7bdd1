//! Attribute values in the name of a subject.

use super::der::{
    BIT_STRING, BMP_STRING, BOOLEAN, IA5_STRING, INTEGER, NUMERIC_STRING, OBJECT_IDENTIFIER, PRINTABLE_STRING,
    T61_STRING, UTF8_STRING, bits, is_identifier, is_integer,
};

/// 2.5.4.3
pub(super) const COMMON_NAME: &[u8] = &[0x55, 0x04, 0x03];
/// 2.5.4.10
pub(super) const ORGANIZATION: &[u8] = &[0x55, 0x04, 0x0a];

/// Decodes a string value. Returns `Some(None)` for values that are not strings, and `None` for strings that are
/// invalid for their tag.
pub(super) fn text(tag: u8, value: &[u8]) -> Option<Option<Vec<u8>>> {
    let (is_text, sound) = match tag {
        PRINTABLE_STRING => (true, value.iter().all(is_printable)),
        NUMERIC_STRING => (true, value.iter().all(|byte| matches!(byte, b'0'..=b'9' | b' '))),
        IA5_STRING => (true, value.is_ascii()),
        UTF8_STRING => (true, std::str::from_utf8(value).is_ok()),
        T61_STRING => (true, true),
        BMP_STRING => return wide_text(value).map(Some),
        BOOLEAN => (false, matches!(value, [0] | [0xff])),
        INTEGER => (false, is_integer(value) && value.len() <= size_of::<i64>()),
        BIT_STRING => (false, bits(value).is_some()),
        OBJECT_IDENTIFIER => (false, is_identifier(value)),
        _ => (false, true),
    };
    sound.then(|| is_text.then(|| value.to_vec()))
}

/// Returns true for the characters of the standard, and for two others that are common in real certificates.
fn is_printable(byte: &u8) -> bool {
    byte.is_ascii_alphanumeric() || b" '()+,-./:=?*&".contains(byte)
}

/// Decodes UTF-16 without surrogates, removing a trailing zero.
fn wide_text(value: &[u8]) -> Option<Vec<u8>> {
    let (pairs, rest) = value.as_chunks::<2>();
    let pairs = pairs.strip_suffix(&[[0, 0]]).unwrap_or(pairs);
    let character = |pair: &[u8; 2]| match u16::from_be_bytes(*pair) {
        0xfdd0..=0xfdef | 0xfffe..=0xffff => None,
        point => char::from_u32(point.into()),
    };
    let text: Option<String> = pairs.iter().map(character).collect();
    text.filter(|_| rest.is_empty()).map(String::into_bytes)
}
