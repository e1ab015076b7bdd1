//! Decoding of bytes to checked text: byte order marks, UTF-16, and the characters that YAML allows.

use std::borrow::Cow;
use std::ops::Range;

use super::error::Error;
use crate::wire::mark::Mark;

const UTF8_MARK: &[u8] = b"\xEF\xBB\xBF";
const UTF16_LE_MARK: &[u8] = b"\xFF\xFE";
const UTF16_BE_MARK: &[u8] = b"\xFE\xFF";

/// The encoding of an input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Encoding {
    Utf8,
    /// UTF-8 after a byte order mark.
    Utf8WithMark,
    Utf16Le,
    Utf16Be,
}

impl Encoding {
    pub(super) fn of(input: &[u8]) -> Self {
        match input {
            _ if input.starts_with(UTF8_MARK) => Encoding::Utf8WithMark,
            _ if input.starts_with(UTF16_LE_MARK) => Encoding::Utf16Le,
            _ if input.starts_with(UTF16_BE_MARK) => Encoding::Utf16Be,
            _ => Encoding::Utf8,
        }
    }

    /// Returns the offset in the input of the character at `offset` in its decoded text.
    pub(super) fn input_offset(self, text: &str, offset: usize) -> usize {
        match self {
            Encoding::Utf8 => offset,
            Encoding::Utf8WithMark => UTF8_MARK.len() + offset,
            Encoding::Utf16Le | Encoding::Utf16Be => {
                let before = text.char_indices().take_while(|(at, _)| *at < offset);
                UTF16_LE_MARK.len() + 2 * before.map(|(_, character)| character.len_utf16()).sum::<usize>()
            }
        }
    }
}

/// Decodes `input` and rejects characters that YAML forbids.
///
/// The whole input is checked before anything is read. Go's reader decodes the input in chunks and may never see
/// invalid bytes after the first document.
pub(crate) fn decode(input: &[u8]) -> Result<Cow<'_, str>, Error> {
    let text = match Encoding::of(input) {
        Encoding::Utf8 => Cow::Borrowed(decode_utf8(input)?),
        Encoding::Utf8WithMark => Cow::Borrowed(decode_utf8(&input[UTF8_MARK.len()..])?),
        Encoding::Utf16Le => Cow::Owned(decode_utf16(&input[UTF16_LE_MARK.len()..], u16::from_le_bytes)?),
        Encoding::Utf16Be => Cow::Owned(decode_utf16(&input[UTF16_BE_MARK.len()..], u16::from_be_bytes)?),
    };
    check_characters(&text)?;
    Ok(text)
}

fn decode_utf8(bytes: &[u8]) -> Result<&str, Error> {
    std::str::from_utf8(bytes).or_else(|error| {
        let (good, bad) = bytes.split_at(error.valid_up_to());
        let good = std::str::from_utf8(good).expect("the bytes before `valid_up_to` are valid UTF-8");
        check_characters(good)?;
        Err(Error::yaml(utf8_problem(bad), Mark::of(good, good.len())))
    })
}

/// Returns the problem with the invalid sequence at the start of `bytes`.
fn utf8_problem(bytes: &[u8]) -> &'static str {
    let width = match bytes[0] {
        0xC0..=0xDF => 2,
        0xE0..=0xEF => 3,
        0xF0..=0xF7 => 4,
        _ => return "invalid leading UTF-8 octet",
    };
    let Some(trailing) = bytes.get(1..width) else {
        return "incomplete UTF-8 octet sequence";
    };
    if trailing.iter().any(|byte| byte & 0xC0 != 0x80) {
        return "invalid trailing UTF-8 octet";
    }
    let lead = u32::from(bytes[0]) & (0x7F >> width);
    let value = trailing.iter().fold(lead, |value, byte| value << 6 | u32::from(byte & 0x3F));
    match (width, value) {
        (2, ..0x80) | (3, ..0x800) | (4, ..0x1_0000) => "invalid length of a UTF-8 sequence",
        _ => "invalid Unicode character",
    }
}

fn decode_utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Result<String, Error> {
    let pairs = bytes.chunks_exact(2);
    let odd = !pairs.remainder().is_empty();
    let units = pairs.map(|pair| unit([pair[0], pair[1]]));
    let mut text = String::with_capacity(bytes.len() / 2);
    for decoded in char::decode_utf16(units) {
        match decoded {
            Ok(character) => text.push(character),
            Err(error) => {
                let before: usize = text.chars().map(char::len_utf16).sum();
                let last = before + 1 == bytes.len() / 2;
                let problem = surrogate_problem(error.unpaired_surrogate(), last);
                return Err(Error::yaml(problem, Mark::of(&text, text.len())));
            }
        }
    }
    if odd {
        return Err(Error::yaml("incomplete UTF-16 character", Mark::of(&text, text.len())));
    }
    Ok(text)
}

fn surrogate_problem(unit: u16, last: bool) -> &'static str {
    match unit {
        0xDC00.. => "unexpected low surrogate area",
        _ if last => "incomplete UTF-16 surrogate pair",
        _ => "expected low surrogate area",
    }
}

/// The number of bytes checked at once, without a branch for each: most texts contain no suspicious bytes.
const BLOCK: usize = 64;

fn check_characters(text: &str) -> Result<(), Error> {
    let bytes = text.as_bytes();
    let (blocks, rest) = bytes.as_chunks::<BLOCK>();
    let is_worth_a_look = |block: &[u8; BLOCK]| block.iter().fold(false, |found, byte| found | is_suspicious(*byte));
    for (index, block) in blocks.iter().enumerate() {
        if is_worth_a_look(block) {
            check_each(text, index * BLOCK..(index + 1) * BLOCK)?;
        }
    }
    check_each(text, bytes.len() - rest.len()..bytes.len())
}

fn check_each(text: &str, places: Range<usize>) -> Result<(), Error> {
    let bytes = text.as_bytes();
    for at in places {
        if is_suspicious(bytes[at]) && is_forbidden(&bytes[at..]) {
            return Err(Error::yaml("control characters are not allowed", Mark::of(text, at)));
        }
    }
    Ok(())
}

/// Returns true if a character that starts with this byte may be one that YAML forbids.
fn is_suspicious(byte: u8) -> bool {
    let is_control = (byte < 0x20) & (byte != b'\t') & (byte != b'\n') & (byte != b'\r');
    is_control | (byte == 0x7F) | (byte == 0xC2) | (byte == 0xEF)
}

/// Returns true if the character at the start of `bytes` is a control character or a noncharacter.
fn is_forbidden(bytes: &[u8]) -> bool {
    match bytes {
        [0xC2, next, ..] => *next < 0xA0 && *next != 0x85,
        [0xEF, 0xBF, last, ..] => *last >= 0xBE,
        [0xEF, ..] => false,
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(input: &[u8], expected: Result<&str, &str>) {
        let result = decode(input).map_err(|error| error.to_string());
        assert_eq!(result.as_deref().map_err(|error| &error[..]), expected, "{input:x?}");
    }

    #[test]
    fn encodings_by_byte_order_mark() {
        check(b"a: \xC3\xA9", Ok("a: é"));
        check(b"\xEF\xBB\xBFa", Ok("a"));
        check(b"\xEF\xBB\xBF\xEF\xBB\xBFa", Ok("\u{FEFF}a"));
        check(b"\xFF\xFEa\0\x3D\xD8\x00\xDE", Ok("a😀"));
        check(b"\xFE\xFF\0a\0\n", Ok("a\n"));
    }

    #[test]
    fn broken_encodings() {
        for (input, problem) in [
            (&b"a\x80"[..], "invalid leading UTF-8 octet"),
            (b"a\xF8", "invalid leading UTF-8 octet"),
            (b"a\xE2\x82", "incomplete UTF-8 octet sequence"),
            (b"a\xE2\x82-", "invalid trailing UTF-8 octet"),
            (b"a\xC0\x80", "invalid length of a UTF-8 sequence"),
            (b"a\xE0\x80\x80", "invalid length of a UTF-8 sequence"),
            (b"a\xED\xA0\x80", "invalid Unicode character"),
            (b"a\xF4\x90\x80\x80", "invalid Unicode character"),
            (b"\xFF\xFEa", "incomplete UTF-16 character"),
            (b"\xFF\xFE\x00\xDCa\0", "unexpected low surrogate area"),
            (b"\xFF\xFEa\0\x00\xD8", "incomplete UTF-16 surrogate pair"),
            (b"\xFF\xFE\x00\xD8a\0", "expected low surrogate area"),
        ] {
            check(input, Err(&format!("yaml: {problem}")));
        }
    }

    #[test]
    fn forbidden_characters() {
        for bad in ["\0", "\x01", "\x0B", "\x1B", "\x7F", "\u{80}", "\u{9F}", "\u{FFFE}", "\u{FFFF}"] {
            check(format!("é\n{bad}").as_bytes(), Err("yaml: control characters are not allowed"));
        }
        for good in ["\t", "\r", "\u{85}", "\u{A0}", "\u{2028}", "\u{FEFF}", "\u{FFFD}", "\u{10FFFF}"] {
            check(good.as_bytes(), if good == "\u{FEFF}" { Ok("") } else { Ok(good) });
        }
        assert_eq!(
            decode(b"a\nb\n\x01").expect_err("control characters are rejected").position(),
            Some(Mark::new(3, 1))
        );
    }
}
