//! `application/x-www-form-urlencoded` as Go implements it. Go leaves `~` unescaped and escapes `*`; the URL standard
//! does the opposite, so crates that follow the standard cannot be used.

const HEX: &[u8; 16] = b"0123456789ABCDEF";

/// Appends `text` in escaped form. Letters, digits and `-_.~` are copied, a space becomes `+`.
pub(super) fn escape(out: &mut String, text: &str) {
    for byte in text.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => out.push(byte as char),
            b' ' => out.push('+'),
            _ => {
                out.push('%');
                out.push(HEX[usize::from(byte >> 4)] as char);
                out.push(HEX[usize::from(byte & 15)] as char);
            }
        }
    }
}

/// Returns the unescaped text; bytes that are not UTF-8 become U+FFFD.
///
/// # Errors
///
/// Returns the invalid escape sequence.
pub(super) fn unescape(text: &str) -> Result<String, String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [byte, behind @ ..] = rest {
        rest = behind;
        match byte {
            b'+' => bytes.push(b' '),
            b'%' => {
                let (digits, behind) = behind.split_at_checked(2).unwrap_or((behind, &[]));
                let value = hex(digits);
                bytes.push(value.ok_or_else(|| format!("%{}", String::from_utf8_lossy(digits)))?);
                rest = behind;
            }
            _ => bytes.push(*byte),
        }
    }
    Ok(String::from_utf8(bytes).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()))
}

fn hex(digits: &[u8]) -> Option<u8> {
    let [high, low] = digits else { return None };
    let digit = |byte: &u8| (*byte as char).to_digit(16);
    Some((digit(high)? << 4 | digit(low)?) as u8)
}
