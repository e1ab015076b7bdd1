//! Text from bytes.

use compact_str::CompactString;

use crate::field::Str;
use crate::wire::sixteen::starts_ascii;
use crate::wire::words::{self, HIGH};

/// The bytes as text, if they are UTF-8. Most are short and ASCII, for which the standard library's check has a start
/// that is too slow.
#[inline]
pub(crate) fn utf8(bytes: &[u8]) -> Option<&str> {
    if bytes.len() < 64 && is_ascii(bytes) {
        // SAFETY: ASCII is UTF-8.
        return Some(unsafe { std::str::from_utf8_unchecked(bytes) });
    }
    simdutf8::basic::from_utf8(bytes).ok()
}

/// As many bytes as a text has that stands inline.
const INLINE: usize = 24;

/// Sets a text to the first `length` of some bytes; false, and nothing happens, unless these are ASCII and a short text, and some
/// are behind them: as many as stand inline are copied, which takes no call and no branch that depends on the length.
#[inline(always)]
pub(crate) fn set_ascii(target: &mut Str, bytes: &[u8], length: usize) -> bool {
    match bytes.first_chunk() {
        Some(bytes) if length < INLINE && FITS && starts_ascii(bytes, length) => {
            // SAFETY: ASCII is UTF-8.
            target.replace(unsafe { inline(bytes, length) });
            true
        }
        _ => false,
    }
}

/// Sets a text to the first `length` bytes of what is behind its start in a document.
#[inline]
pub(crate) fn set_text(target: &mut Str, start: &str, length: usize) {
    if !set_short(target, start, length) {
        target.set(&start[..length]);
    }
}

/// The same of a short text in place of one that stands inline, for which nothing is called; false, and nothing happens, for any other.
#[inline(always)]
pub(crate) fn set_short(target: &mut Str, start: &str, length: usize) -> bool {
    let bytes = match start.as_bytes().first_chunk() {
        Some(bytes) if length < INLINE && FITS && start.is_char_boundary(length) => bytes,
        _ => return false,
    };
    let owns_nothing = own_bytes(target).is_some();
    if owns_nothing {
        // SAFETY: whole characters of a text are UTF-8.
        target.replace(unsafe { inline(bytes, length) });
    }
    owns_nothing
}

/// A text of the first `length` bytes.
///
/// # Safety
///
/// These are UTF-8 and fewer than stand inline, and texts lie so.
#[inline(always)]
unsafe fn inline(bytes: &[u8; INLINE], length: usize) -> CompactString {
    // By words: bytes that were just written are read as one only after a wait.
    let (eights, _) = bytes.as_chunks();
    let word = |at: usize| u64::from_le_bytes(eights[at]);
    let last = word(2) & u64::MAX >> 8 | u64::from(length as u8 | LENGTH) << 56;
    let words = [word(0), word(1), last].map(u64::to_le_bytes);
    // SAFETY: as the caller says. What is between the end and the length is no part of a text.
    unsafe { std::mem::transmute_copy(&words) }
}

/// Whether texts lie as on machines of 64 bits.
const FITS: bool = OWN == INLINE;

/// In the last byte of a text that stands inline, beside its length.
const LENGTH: u8 = 0xc0;

/// Texts of every length that [`inline`] makes were looked at when this was compiled: their bytes, and their length in the last
/// one. What makes them by itself calls a function to copy the bytes.
const _: () = {
    let mut length = 0;
    while FITS && length < INLINE {
        assert!(lies_so(length), "texts that stand inline lie otherwise");
        length += 1;
    }
};

const fn lies_so(length: usize) -> bool {
    const LETTERS: &str = "abcdefghijklmnopqrstuvwxyz";
    let text = CompactString::const_new(LETTERS.split_at(length).0);
    // SAFETY: bytes without a pointer among them are moved, as many as there are.
    let bytes: [u8; INLINE] = unsafe { std::mem::transmute_copy(&std::mem::ManuallyDrop::new(text)) };
    let mut at = 0;
    while at < length && bytes[at] == LETTERS.as_bytes()[at] {
        at += 1;
    }
    at == length && bytes[INLINE - 1] == length as u8 | LENGTH
}

/// The size of a text's own bytes.
pub(super) const OWN: usize = size_of::<Str>();

/// The bytes of a text that stands inline, with whatever is behind its end, and how long it is; None of one on the heap, and
/// perhaps of one that fills its place.
#[inline(always)]
pub(super) fn own_bytes(text: &Str) -> Option<(&[u8; OWN], usize)> {
    let own: *const Str = text;
    if FITS {
        // SAFETY: a text is an array of bytes that were all set when it was made, of which the last one is no part of a pointer.
        // If it says a length, all others are no pointer either.
        let bytes: &[u8; OWN] = unsafe { &*own.cast() };
        let length = bytes[OWN - 1].wrapping_sub(LENGTH);
        return (usize::from(length) < OWN).then_some((bytes, length.into()));
    }
    let bytes = text.as_bytes();
    // SAFETY: a text that begins where its `Str` does lies in it, in an array of bytes that were all set when it was made.
    (bytes.as_ptr() == own.cast()).then(|| (unsafe { &*own.cast() }, bytes.len()))
}

/// So many bytes stay in the nearest cache between two looks at them.
const BLOCK: usize = 16 << 10;

/// A long text of its own, if the bytes are UTF-8: each block is copied as soon as it is checked, so that memory is read
/// once.
pub(crate) fn copied_utf8(bytes: &[u8]) -> Option<String> {
    let mut text = String::with_capacity(bytes.len());
    let mut rest = bytes;
    while !rest.is_empty() {
        let block = &rest[..rest.len().min(BLOCK)];
        let valid = match simdutf8::compat::from_utf8(block) {
            Ok(valid) => valid,
            // Its last character goes on in the next block.
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

/// Whether no byte has its highest bit, of few bytes.
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
