//! The text form of `!!binary` values.

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Encodes as standard base64, with padding.
pub(super) fn encode(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let byte = |index| u32::from(group.get(index).copied().unwrap_or(0));
        let value = byte(0) << 16 | byte(1) << 8 | byte(2);
        for digit in 0..4 {
            match digit <= group.len() {
                true => text.push(char::from(DIGITS[(value >> (18 - 6 * digit) & 0x3F) as usize])),
                false => text.push('='),
            }
        }
    }
    text
}

/// Decodes standard base64 with its padding. Line breaks may stand anywhere; the unused bits of
/// the last digit are ignored, as Go ignores them.
pub(super) fn decode(text: &str) -> Option<Vec<u8>> {
    let digits: Vec<u8> = text.bytes().filter(|byte| !matches!(byte, b'\n' | b'\r')).collect();
    if digits.len() % 4 != 0 {
        return None;
    }
    let padding = digits.iter().rev().take_while(|byte| **byte == b'=').count();
    let mut bytes = Vec::with_capacity(digits.len() / 4 * 3);
    let digits = &digits[..digits.len() - padding];
    for group in digits.chunks(4) {
        let value = group.iter().try_fold(0, |value: u32, byte| Some(value << 6 | sextet(*byte)?))?;
        let aligned = value << (6 * (4 - group.len()));
        bytes.extend_from_slice(&aligned.to_be_bytes()[1..group.len()]);
    }
    (padding < 3).then_some(bytes)
}

fn sextet(byte: u8) -> Option<u32> {
    let value = match byte {
        b'A'..=b'Z' => byte - b'A',
        b'a'..=b'z' => byte - b'a' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'+' => 62,
        b'/' => 63,
        _ => return None,
    };
    Some(value.into())
}

#[cfg(test)]
mod tests {
    use super::{decode, encode};

    #[test]
    fn bytes() {
        for (bytes, expected) in [(&b""[..], ""), (b"i", "aQ=="), (b"\xFF\xEF", "/+8="), (b"hello!", "aGVsbG8h")] {
            assert_eq!(encode(bytes), expected);
        }
    }

    #[test]
    fn texts() {
        for (text, expected) in [
            ("", Some(&b""[..])),
            ("aGVsbG8=", Some(b"hello")),
            ("aGVs\nbG8h\r\n", Some(b"hello!")),
            ("/+8=", Some(b"\xFF\xEF")),
            ("aQ==", Some(b"i")),
            ("aR==", Some(b"i")),
            ("aQ=", None),
            ("a===", None),
            ("====", None),
            ("a=Q=", None),
            ("aGV$", None),
            ("aGV\u{e9}", None),
        ] {
            assert_eq!(decode(text).as_deref(), expected, "{text:?}");
        }
    }
}
