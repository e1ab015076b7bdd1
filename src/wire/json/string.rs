use std::borrow::Cow;

use super::{Reader, Result};
use crate::wire::json::decode_utf8;
use crate::wire::sixteen::first_special;
use crate::wire::words::{leading, write_start};

/// Longer runs without special characters are scanned first and then copied.
const USUAL_RUN: usize = 64;

impl<'a> Reader<'a> {
    #[inline(always)]
    pub(super) fn string_as_it_stands(&mut self) -> Option<(&'a str, usize)> {
        let (quote, byte) = self.token(self.at);
        if byte != b'"' {
            return None;
        }
        let end = self.skip_plain(quote + 1);
        if self.byte_at(end) != b'"' {
            return None;
        }
        self.at = end + 1;
        Some((&self.text[quote + 1..], end - (quote + 1)))
    }

    /// Returns the next string like [`Reader::string_as_it_stands`] if it has at most 24 bytes and no white space
    /// before it. The string is not consumed. No functions are called, so that callers can keep their state in
    /// registers.
    #[inline(always)]
    pub(super) fn short_as_it_stands(&self) -> Option<(&'a str, usize)> {
        let whole: &[u8; 26] = self.text.as_bytes().get(self.at..)?.first_chunk()?;
        let [b'"', bytes @ .., _] = whole else { return None };
        let length = match first_special(bytes.first_chunk()?) {
            16 => 8 + first_special(bytes.last_chunk()?),
            length => length,
        };
        (whole[1 + length] == b'"').then(|| (&self.text[self.at + 1..], length))
    }

    /// Reads a string, unescaped into `memory`.
    pub(crate) fn string_in<'m>(&mut self, memory: &'m mut Vec<u8>) -> Result<Cow<'m, str>> {
        memory.clear();
        self.unescape(memory)?;
        // Checking the whole text once is faster than checking it in parts.
        Ok(decode_utf8(memory))
    }

    /// Reads a string, unescaped into a new allocation.
    pub(super) fn unescaped(&mut self) -> Result<String> {
        let mut text = Vec::new();
        self.unescape(&mut text)?;
        Ok(String::from_utf8(text).expect("only whole characters are copied"))
    }

    /// Appends a string, unescaped.
    fn unescape(&mut self, out: &mut Vec<u8>) -> Result<()> {
        self.expect(b'"', "looking for beginning of value")?;
        loop {
            self.at = self.copy_plain(self.at, out);
            // Consecutive escapes, as in non-Latin text, are handled without searching for the next one.
            while self.byte_at(self.at) == b'\\' {
                self.at = self.copy_escape(self.at, out)?;
            }
            match self.byte_at(self.at) {
                b'"' => {
                    self.at += 1;
                    return Ok(());
                }
                byte if is_special(byte) => return Err(self.unexpected_at(self.at, "in string literal")),
                _ => {}
            }
        }
    }

    /// Appends the text before the next quote, backslash or control character, and returns its offset.
    #[inline]
    fn copy_plain(&self, start: usize, out: &mut Vec<u8>) -> usize {
        let bytes = self.text.as_bytes();
        let mut at = start;
        while let Some(piece) = bytes[at..].first_chunk()
            && at < start + USUAL_RUN
        {
            // A branch can be predicted. With a branch-free copy, the next piece would have to wait for the length of
            // this one.
            let plain = first_special(piece);
            if plain < piece.len() {
                write_start(out, piece, plain);
                return at + plain;
            }
            out.extend_from_slice(piece);
            at += piece.len();
        }
        let end = self.skip_long(at);
        out.extend_from_slice(&bytes[at..end]);
        end
    }

    /// Appends the character of the escape sequence at a backslash, and returns the offset after it.
    #[inline]
    fn copy_escape(&self, at: usize, out: &mut Vec<u8>) -> Result<usize> {
        match SHORT[usize::from(self.byte_at(at + 1))] {
            0 => self.copy_long_escape(at, out),
            byte => {
                out.push(byte);
                Ok(at + 2)
            }
        }
    }

    fn copy_long_escape(&self, at: usize, out: &mut Vec<u8>) -> Result<usize> {
        let (c, end) = self.long_escape(at)?;
        out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
        Ok(end)
    }

    /// Returns the offset of the next quote, backslash or control character. Most are within sixteen bytes, where they
    /// are found without a branch.
    #[inline]
    pub(super) fn skip_plain(&self, at: usize) -> usize {
        match self.text.as_bytes()[at..].first_chunk() {
            Some(sixteen) => match first_special(sixteen) {
                16 => self.skip_long(at + 16),
                place => at + place,
            },
            None => self.skip_long(at),
        }
    }

    #[inline(never)]
    fn skip_long(&self, at: usize) -> usize {
        let (sixteens, rest) = self.text.as_bytes()[at..].as_chunks();
        for (index, sixteen) in sixteens.iter().enumerate() {
            let plain = first_special(sixteen);
            if plain < sixteen.len() {
                return at + 16 * index + plain;
            }
        }
        at + 16 * sixteens.len() + rest.iter().position(|&byte| is_special(byte)).unwrap_or(rest.len())
    }

    /// Skips one escape sequence and returns the offset after it.
    #[inline]
    pub(super) fn skip_escape(&self, at: usize) -> Result<usize> {
        match (self.byte_at(at), SHORT[usize::from(self.byte_at(at + 1))]) {
            (b'\\', 1..) => Ok(at + 2),
            (b'\\', 0) => Ok(self.long_escape(at)?.1),
            _ => Err(self.unexpected_at(at, "in string literal")),
        }
    }

    /// Returns the character of an escape sequence that is not in [`SHORT`], starting at its backslash, and the offset
    /// after it.
    fn long_escape(&self, at: usize) -> Result<(char, usize)> {
        match self.byte_at(at + 1) {
            b'u' => self.unicode_escape(at + 2),
            _ => Err(self.unexpected_at(at + 1, "in string escape code")),
        }
    }

    /// Decodes `\uXXXX` from its digits on, or a pair of such escapes. An unpaired surrogate becomes U+FFFD.
    fn unicode_escape(&self, at: usize) -> Result<(char, usize)> {
        let (mut code, mut end) = (self.hex(at)?, at + 4);
        if (0xd800..0xdc00).contains(&code) && self.text.as_bytes()[end..].starts_with(b"\\u") {
            let second = self.hex(end + 2)?;
            if (0xdc00..0xe000).contains(&second) {
                code = 0x10000 + ((code - 0xd800) << 10) + (second - 0xdc00);
                end += 6;
            }
        }
        Ok((char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER), end))
    }

    /// Returns the value of the four digits at an offset.
    #[inline]
    fn hex(&self, at: usize) -> Result<u32> {
        let digits = self.text.as_bytes().get(at..at + 4).unwrap_or_default();
        let code = digits.iter().fold(0, |code, &digit| code << 4 | HEX[usize::from(digit)]);
        // Bytes other than digits set bits that no four digits can set.
        if digits.len() == 4 && code >> 16 == 0 { Ok(code) } else { Err(self.broken_hex(at)) }
    }

    #[cold]
    fn broken_hex(&self, at: usize) -> super::SyntaxError {
        let digits = leading(&self.text.as_bytes()[at..], |byte| byte.is_ascii_hexdigit());
        self.unexpected_at(at + digits.min(4), "in \\u hexadecimal character escape")
    }
}

/// The value of each byte after a backslash, or 0 for an invalid byte and for escapes longer than two bytes.
static SHORT: [u8; 256] = {
    let mut bytes = [0; 256];
    bytes[b'"' as usize] = b'"';
    bytes[b'\\' as usize] = b'\\';
    bytes[b'/' as usize] = b'/';
    bytes[b'b' as usize] = 0x08;
    bytes[b'f' as usize] = 0x0c;
    bytes[b'n' as usize] = b'\n';
    bytes[b'r' as usize] = b'\r';
    bytes[b't' as usize] = b'\t';
    bytes
};

/// The value of each hexadecimal digit. Other bytes have a bit set that no four digits can set.
static HEX: [u32; 256] = {
    let mut values = [1 << 16; 256];
    let mut value = 0;
    while value < 16 {
        let digit = b"0123456789abcdef"[value as usize];
        values[digit as usize] = value;
        values[digit.to_ascii_uppercase() as usize] = value;
        value += 1;
    }
    values
};

#[inline]
fn is_special(byte: u8) -> bool {
    // With one bit flipped, the quote directly follows the control characters.
    (byte ^ 0x02 < 0x21) | (byte == b'\\')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_special_byte_is_found_where_it_stands() {
        for length in 0..70 {
            for byte in (0..=0x7f_u8).filter(|&byte| is_special(byte)) {
                assert!(byte < 0x20 || byte == b'"' || byte == b'\\');
                let mut text = "é".repeat(length / 2) + if length % 2 == 1 { "~" } else { "" };
                assert_eq!(Reader::new(&text).skip_plain(0), length);
                text.push(byte as char);
                text.push_str(" !#[]\u{7f}\"rest of the text, which is long enough");
                assert_eq!(Reader::new(&text).skip_plain(0), length, "{byte}");
            }
        }
        assert_eq!((0..=0xff).filter(|&byte| is_special(byte)).count(), 0x20 + 2);
    }

    #[test]
    fn short_strings_are_found_where_24_bytes_follow() {
        let mut found = 0;
        for length in 0..40 {
            for rest in ["", ",", ",\"and the rest of the document\":[]}"] {
                for at in 0..=length {
                    for special in ["", "\"", "\\n", "\n", "é", "\u{7f}"] {
                        let text = format!("\"{}{special}{}\"{rest}", "x".repeat(at), "y".repeat(length - at));
                        let short = Reader::new(&text).short_as_it_stands();
                        let any = Reader::new(&text).string_as_it_stands();
                        assert_eq!(short, any.filter(|any| any.1 <= 24 && text.len() > 25), "{text}");
                        found += usize::from(short.is_some());
                    }
                }
            }
        }
        assert!(found > 1_000, "{found}");
    }
}
