//! Text from bytes.

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
