//! Creation of strings from bytes.

use super::layout::{CAN_MAKE, INLINE, inline, own_bytes};
use crate::field::Str;
use crate::wire::sixteen::starts_ascii;
use crate::wire::words::{self, HIGH};

/// Returns the bytes as text if they are UTF-8. Most strings are short and ASCII, for which the setup of the standard
/// library's check takes too long.
#[inline]
pub(crate) fn utf8(bytes: &[u8]) -> Option<&str> {
    if bytes.len() < 64 && is_ascii(bytes) {
        // SAFETY: ASCII is UTF-8.
        return Some(unsafe { std::str::from_utf8_unchecked(bytes) });
    }
    simdutf8::basic::from_utf8(bytes).ok()
}

/// Sets a string to the first `length` bytes of a slice. Returns false and does nothing unless these bytes are a short
/// ASCII string and the slice is long enough: as many bytes as an inline string has are copied, without a call and
/// without a branch that depends on the length.
#[inline(always)]
pub(crate) fn set_ascii(target: &mut Str, bytes: &[u8], length: usize) -> bool {
    match bytes.first_chunk() {
        Some(bytes) if length < INLINE && CAN_MAKE && starts_ascii(bytes, length) => {
            // SAFETY: ASCII is UTF-8.
            target.replace(unsafe { inline(bytes, length) });
            true
        }
        _ => false,
    }
}

/// Sets a string to the first `length` bytes of the rest of a document.
#[inline]
pub(crate) fn set_text(target: &mut Str, start: &str, length: usize) {
    if !set_short(target, start, length) {
        target.set(&start[..length]);
    }
}

/// Replaces an inline string by a short string, without a call. Returns false and does nothing in all other cases.
#[inline(always)]
pub(crate) fn set_short(target: &mut Str, start: &str, length: usize) -> bool {
    let bytes = match start.as_bytes().first_chunk() {
        Some(bytes) if length < INLINE && CAN_MAKE && start.is_char_boundary(length) => bytes,
        _ => return false,
    };
    let owns_nothing = own_bytes(target).is_some();
    if owns_nothing {
        // SAFETY: whole characters of a string are UTF-8.
        target.replace(unsafe { inline(bytes, length) });
    }
    owns_nothing
}

/// The number of bytes that stay in the nearest cache between validation and copy.
const BLOCK: usize = 16 << 10;

/// Copies a long string if the bytes are UTF-8. Each block is copied right after its validation, so that memory is read
/// once.
pub(crate) fn copied_utf8(bytes: &[u8]) -> Option<String> {
    let mut text = String::with_capacity(bytes.len());
    let mut rest = bytes;
    while !rest.is_empty() {
        let (block, behind) = rest.split_at(block_length(rest));
        text.push_str(simdutf8::basic::from_utf8(block).ok()?);
        rest = behind;
    }
    Some(text)
}

/// Returns the length of the next block, which ends before the start of a character if the bytes are UTF-8.
fn block_length(bytes: &[u8]) -> usize {
    const LONGEST: usize = 4;
    let is_start = |end: &usize| bytes.get(*end).is_none_or(|byte| byte & 0xc0 != 0x80);
    (BLOCK - LONGEST..=BLOCK.min(bytes.len())).rev().find(is_start).unwrap_or(bytes.len().min(BLOCK))
}

/// Returns true if a few bytes are ASCII.
#[inline]
fn is_ascii(bytes: &[u8]) -> bool {
    words::all(bytes, |word| word & HIGH == 0, |byte| byte.is_ascii())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_place_of_a_foreign_byte_is_seen() {
        for length in 0..100 {
            let text = vec![b'a'; length];
            assert_eq!(utf8(&text).map(str::len), Some(length));
            for at in 0..length {
                let mut text = text.clone();
                text[at] = 0xff;
                assert_eq!(utf8(&text), None, "byte {at} of {length}");
            }
        }
        assert_eq!(utf8("Größe".as_bytes()), Some("Größe"));
    }

    #[test]
    fn characters_may_lie_across_blocks() {
        for lead in ["", "a", "ab", "abc"] {
            let text = format!("{lead}{}", "😀ß€".repeat(BLOCK / 4));
            assert_eq!(copied_utf8(text.as_bytes()), Some(text.clone()));
            assert_eq!(copied_utf8(&text.as_bytes()[..text.len() - 1]), None);
            for at in [0, BLOCK - 1, BLOCK, text.len() / 2, text.len() - 1] {
                let mut broken = text.clone().into_bytes();
                broken[at] = 0xff;
                assert_eq!(copied_utf8(&broken), None, "byte {at}");
            }
        }
    }
}
