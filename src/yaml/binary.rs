//! The text form of `!!binary` values.

use base64::Engine;
use base64::alphabet::STANDARD;
use base64::engine::{GeneralPurpose, GeneralPurposeConfig};

/// Standard base64 with padding. The unused bits of the last digit are ignored, as Go ignores them.
static BASE64: GeneralPurpose =
    GeneralPurpose::new(&STANDARD, GeneralPurposeConfig::new().with_decode_allow_trailing_bits(true));

pub(super) fn encode(bytes: &[u8]) -> String {
    BASE64.encode(bytes)
}

/// Decodes a text, in which line breaks may stand anywhere.
pub(super) fn decode(text: &str) -> Option<Vec<u8>> {
    let digits: Vec<u8> = text.bytes().filter(|byte| !matches!(byte, b'\n' | b'\r')).collect();
    BASE64.decode(digits).ok()
}

#[cfg(test)]
mod tests {
    use super::{decode, encode};

    #[test]
    fn texts() {
        for (text, expected) in [
            ("", Some(&b""[..])),
            ("aGVsbG8=", Some(b"hello")),
            ("aGVs\nbG8h\r\n", Some(b"hello!")),
            ("/+8=", Some(b"\xFF\xEF")),
            ("aR==", Some(b"i")),
            ("aQ=", None),
            ("aQ", None),
            ("====", None),
            ("a=Q=", None),
            ("aGV\u{e9}", None),
        ] {
            assert_eq!(decode(text).as_deref(), expected, "{text:?}");
        }
        assert_eq!(encode(b"\xFF\xEF"), "/+8=");
    }
}
