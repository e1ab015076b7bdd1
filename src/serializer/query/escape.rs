//! `application/x-www-form-urlencoded` as Go writes it: `~` stands as it is and `*` does not, the other
//! way round than in the URL standard, so no crate does it.

const HEX: &[u8; 16] = b"0123456789ABCDEF";

/// Appends an escaped text: letters, digits and `-_.~` as they are, a space as `+`.
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

/// The text that was escaped; bytes that are not UTF-8 become U+FFFD.
///
/// # Errors
///
/// The escape that is none.
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
