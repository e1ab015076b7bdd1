//! Creation of strings from bytes.

use std::mem::ManuallyDrop;

use compact_str::CompactString;

use super::PORTABLE;
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

/// The capacity of an inline string in bytes.
const INLINE: usize = 24;

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

/// Creates an inline string of the first `length` bytes.
///
/// # Safety
///
/// The bytes are UTF-8, `length` is less than [`INLINE`], and [`CAN_MAKE`] is true.
#[inline(always)]
unsafe fn inline(bytes: &[u8; INLINE], length: usize) -> CompactString {
    // Stored as words: loading single stored bytes as one word would wait for the stores.
    let (eights, _) = bytes.as_chunks();
    let word = |at: usize| u64::from_le_bytes(eights[at]);
    let last = word(2) & u64::MAX >> 8 | u64::from(length as u8 | LENGTH) << 56;
    let words = [word(0), word(1), last].map(u64::to_le_bytes);
    // SAFETY: `CAN_MAKE` says that these are the bytes of such a string; those between its end and its length are not
    // part of it.
    unsafe { std::mem::transmute_copy(&words) }
}

/// True if [`inline`] can make a string: the layout is the expected one, in the size of 64-bit targets.
const CAN_MAKE: bool = FITS && OWN == INLINE;

/// True if compact_str stores short strings as this module reads them: the bytes first, and in the last byte [`LENGTH`]
/// and the length. The layout is private and any release can change it, so it is probed at compile time. If it differs,
/// strings are read and made by public functions alone.
///
/// The probe cannot make strings on the heap. Their last byte must differ from that of every inline string, since
/// nothing else distinguishes them.
pub(super) const FITS: bool = !PORTABLE && are_inline() && !is_length(byte(CompactString::const_new(LONG), OWN - 1));

/// The number that is added to the length in the last byte of an inline string.
pub(super) const LENGTH: u8 = 0xc0;

/// A string that is longer than any inline string.
const LONG: &str = "a text that is longer than any inline text";

/// Returns true if strings of every length that fits the last byte are inline.
const fn are_inline() -> bool {
    let mut length = 0;
    while length < OWN && is_inline(length) {
        length += 1;
    }
    length == OWN
}

const fn is_inline(length: usize) -> bool {
    let text = CompactString::const_new(LONG.split_at(length).0);
    if text.as_static_str().is_some() {
        std::mem::forget(text);
        return false;
    }
    let text = ManuallyDrop::new(text);
    // SAFETY: a string has as many bytes. The compiler refuses this if one has no value or is part of a pointer.
    let bytes: [u8; OWN] = unsafe { std::mem::transmute_copy(&text) };
    let mut at = 0;
    while at < length && bytes[at] == LONG.as_bytes()[at] {
        at += 1;
    }
    at == length && bytes[OWN - 1] == length as u8 | LENGTH
}

/// Returns true for the last byte of an inline string.
const fn is_length(last: u8) -> bool {
    (last.wrapping_sub(LENGTH) as usize) < OWN
}

/// The size of a string, without memory on the heap.
pub(crate) const OWN: usize = size_of::<Str>();

/// Returns the bytes of an inline string, including the unused ones at the end, and its length. `None` for a string on
/// the heap, a static string, a string that fills all bytes, and for every string if the layout differs.
#[inline(always)]
pub(crate) fn own_bytes(text: &Str) -> Option<(&[u8; OWN], usize)> {
    if !FITS {
        return None;
    }
    let own: *const Str = text;
    // SAFETY: a string is as large as the array, and all bytes of an inline string are initialized, because the
    // evaluation of `FITS` reads them. Of a string on the heap or a static one only the last byte is read, which is
    // initialized because it shows that the string is not inline.
    let bytes: &[u8; OWN] = unsafe { &*own.cast() };
    let length = bytes[OWN - 1].wrapping_sub(LENGTH);
    (usize::from(length) < OWN).then_some((bytes, length.into()))
}

/// Returns a byte of a value. At compile time the byte must be initialized and not part of a pointer; otherwise the
/// compiler reports an error.
pub(super) const fn byte<T>(value: T, at: usize) -> u8 {
    let value = ManuallyDrop::new(value);
    assert!(at < size_of::<T>());
    // SAFETY: it is in the value. Called in constants alone, where the compiler checks that it has a value.
    unsafe { (&raw const value).cast::<u8>().add(at).read() }
}

/// The number of bytes that stay in the nearest cache between validation and copy.
const BLOCK: usize = 16 << 10;

/// Copies a long string if the bytes are UTF-8. Each block is copied right after its validation, so that memory is read
/// once.
pub(crate) fn copied_utf8(bytes: &[u8]) -> Option<String> {
    let mut text = String::with_capacity(bytes.len());
    let mut rest = bytes;
    while !rest.is_empty() {
        let block = &rest[..rest.len().min(BLOCK)];
        let valid = match simdutf8::compat::from_utf8(block) {
            Ok(valid) => valid,
            // The last character of the block continues in the next one.
            Err(error) if error.error_len().is_none() && block.len() < rest.len() => {
                // SAFETY: up to there the bytes are UTF-8.
                unsafe { std::str::from_utf8_unchecked(&block[..error.valid_up_to()]) }
            }
            Err(_) => return None,
        };
        text.push_str(valid);
        rest = &rest[valid.len()..];
    }
    Some(text)
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
