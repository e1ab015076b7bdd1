use super::{Reader, Result};
use crate::wire::words::{self, HIGH};

impl<'a> Reader<'a> {
    #[inline(always)]
    pub(super) fn string_as_it_stands(&mut self) -> Option<&'a str> {
        let quote = self.token(self.at);
        if self.byte_at(quote) != b'"' {
            return None;
        }
        let end = self.skip_plain(quote + 1);
        if self.byte_at(end) != b'"' {
            return None;
        }
        self.at = end + 1;
        Some(&self.text[quote + 1..end])
    }

    /// Appends a string, unescaped.
    pub(crate) fn string_into(&mut self, text: &mut String) -> Result<()> {
        self.expect(b'"', "looking for beginning of value")?;
        loop {
            match self.byte_at(self.at) {
                b'"' => {
                    self.at += 1;
                    return Ok(());
                }
                // One behind the other, as in foreign alphabets, they are not looked for.
                b'\\' => {
                    let (c, end) = self.escape(self.at)?;
                    text.push(c);
                    self.at = end;
                }
                _ => {
                    let end = self.skip_plain(self.at);
                    if end == self.at {
                        return Err(self.unexpected_at(end, "in string literal"));
                    }
                    text.push_str(&self.text[self.at..end]);
                    self.at = end;
                }
            }
        }
    }

    /// The place of the next quote, backslash or control character. Most are within sixteen bytes, where they are found
    /// without a branch.
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
        // Looked at all at once: the compiler makes vectors of it.
        let has_special = |sixteen: &[u8; 16]| sixteen.iter().fold(false, |any, &byte| any | is_special(byte));
        match sixteens.iter().position(has_special) {
            Some(index) => at + 16 * index + first_special(&sixteens[index]),
            None => at + 16 * sixteens.len() + rest.iter().position(|&byte| is_special(byte)).unwrap_or(rest.len()),
        }
    }

    /// One escape sequence: the place behind it.
    #[inline]
    pub(super) fn skip_escape(&self, at: usize) -> Result<usize> {
        match (self.byte_at(at), self.byte_at(at + 1)) {
            (b'\\', b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => Ok(at + 2),
            (b'\\', _) => Ok(self.escape(at)?.1),
            _ => Err(self.unexpected_at(at, "in string literal")),
        }
    }

    /// The character of the escape sequence at a backslash, and the place behind it.
    fn escape(&self, at: usize) -> Result<(char, usize)> {
        let c = match self.byte_at(at + 1) {
            byte @ (b'"' | b'\\' | b'/') => byte as char,
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => return self.unicode_escape(at + 2),
            _ => return Err(self.unexpected_at(at + 1, "in string escape code")),
        };
        Ok((c, at + 2))
    }

    /// `\uXXXX` from its digits on, or a pair of them; half a pair is U+FFFD.
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

    /// The four digits at a place.
    #[inline]
    fn hex(&self, at: usize) -> Result<u32> {
        let digits = self.text.as_bytes().get(at..at + 4).unwrap_or_default();
        let code = digits.iter().fold(0, |code, &digit| code << 4 | HEX[usize::from(digit)]);
        // What is no digit sets bits above those of four.
        if digits.len() == 4 && code >> 16 == 0 { Ok(code) } else { Err(self.broken_hex(at)) }
    }

    #[cold]
    fn broken_hex(&self, at: usize) -> super::SyntaxError {
        let same = (at..at + 4).take_while(|&at| self.byte_at(at).is_ascii_hexdigit()).count();
        self.unexpected_at(at + same, "in \\u hexadecimal character escape")
    }
}

/// The value of every hexadecimal digit; that of any other byte has a bit that no four digits have.
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
    // With one bit turned, the quote comes right behind the control characters.
    (byte ^ 0x02 < 0x21) | (byte == b'\\')
}

/// The place of the first byte that is special, 16 if none is.
#[inline]
fn first_special(sixteen: &[u8; 16]) -> usize {
    let special = |word: u64| {
        let controls_and_quote = (word ^ words::of(0x02)).wrapping_sub(words::of(0x21));
        let slash = (word ^ words::of(b'\\')).wrapping_sub(words::of(1));
        (controls_and_quote | slash) & !word & HIGH
    };
    words::position_in_sixteen(sixteen, special)
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
}
