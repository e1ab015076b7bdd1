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
}
