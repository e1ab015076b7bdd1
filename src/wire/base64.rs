//! Base64, the encoding of bytes in text formats.

use base64::alphabet::STANDARD;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use base64::engine::{GeneralPurpose, GeneralPurposeConfig};
use base64::{DecodeError, Engine};

/// Standard base64 with padding. Unused bits of the last digit are ignored, as in Go.
const BASE64: GeneralPurpose =
    GeneralPurpose::new(&STANDARD, GeneralPurposeConfig::new().with_decode_allow_trailing_bits(true));

pub(crate) fn encode(bytes: &[u8]) -> String {
    BASE64.encode(bytes)
}

/// Encodes bytes in the alphabet for URLs, without padding.
pub(crate) fn encode_url(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

/// Decodes a text that may contain line breaks at any position.
///
/// # Errors
///
/// Returns a message if the text is not valid base64.
pub(crate) fn decode(text: &str) -> Result<Vec<u8>, String> {
    decode_bytes(text.as_bytes())
}

/// Decodes bytes like [`decode`]. They need not be valid UTF-8.
///
/// # Errors
///
/// Returns a message if the text is not valid base64.
pub(crate) fn decode_bytes(text: &[u8]) -> Result<Vec<u8>, String> {
    let mut digits = Vec::with_capacity(text.len());
    for &byte in text {
        if !matches!(byte, b'\r' | b'\n') {
            digits.push(byte);
        }
    }
    BASE64.decode(digits).map_err(|error| message(&error))
}

/// Returns Go's error message. It does not contain the invalid digit, which may be part of a Secret.
fn message(error: &DecodeError) -> String {
    match error {
        DecodeError::InvalidByte(offset, _) | DecodeError::InvalidLastSymbol(offset, _) => {
            format!("illegal base64 data at input byte {offset}")
        }
        DecodeError::InvalidLength(_) | DecodeError::InvalidPadding => {
            "illegal base64 data: the padding at the end is missing or wrong".to_owned()
        }
    }
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
            assert_eq!(decode(text).ok().as_deref(), expected, "{text:?}");
        }
        assert_eq!(encode(b"\xFF\xEF"), "/+8=");
    }

    #[test]
    fn says_what_is_wrong() {
        assert_eq!(decode("a*=="), Err("illegal base64 data at input byte 1".to_owned()));
    }
}
