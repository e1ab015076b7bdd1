//! The text form of `!!binary` values.

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
    use super::decode;

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
