use super::{Reader, Result};
use crate::wire::words::{self, HIGH};

impl<'a> Reader<'a> {
    #[inline]
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
            let end = self.skip_plain(self.at);
            text.push_str(&self.text[self.at..end]);
            if self.byte_at(end) == b'"' {
                self.at = end + 1;
                return Ok(());
            }
            self.at = self.skip_escape(end, Some(text))?;
        }
    }

    /// The place of the next quote, backslash or control character, looked for in eight bytes at a time.
    #[inline]
    pub(super) fn skip_plain(&self, at: usize) -> usize {
        // With one bit turned, the quote comes right behind the control characters.
        let controls_and_quote = |word: u64| (word ^ words::of(0x02)).wrapping_sub(words::of(0x21));
        let slash = |word: u64| (word ^ words::of(b'\\')).wrapping_sub(words::of(1));
        let special = |word: u64| (controls_and_quote(word) | slash(word)) & !word & HIGH;
        at + words::position(&self.text.as_bytes()[at..], special, |byte| matches!(byte, b'"' | b'\\' | 0..=0x1f))
    }

    /// One escape sequence; its character goes into `text` if there is one.
    pub(super) fn skip_escape(&self, at: usize, text: Option<&mut String>) -> Result<usize> {
        if self.byte_at(at) != b'\\' {
            return Err(self.unexpected_at(at, "in string literal"));
        }
        let c = match self.byte_at(at + 1) {
            byte @ (b'"' | b'\\' | b'/') => byte as char,
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => return self.unicode_escape(at + 2, text),
            _ => return Err(self.unexpected_at(at + 1, "in string escape code")),
        };
        text.into_iter().for_each(|text| text.push(c));
        Ok(at + 2)
    }

    /// `\uXXXX` from its digits on, or a pair of them; half a pair is U+FFFD.
    fn unicode_escape(&self, at: usize, text: Option<&mut String>) -> Result<usize> {
        let (mut code, mut end) = (self.hex(at)?, at + 4);
        if (0xd800..0xdc00).contains(&code) && self.text.as_bytes()[end..].starts_with(b"\\u") {
            let second = self.hex(end + 2)?;
            if (0xdc00..0xe000).contains(&second) {
                code = 0x10000 + ((code - 0xd800) << 10) + (second - 0xdc00);
                end += 6;
            }
        }
        let c = char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER);
        text.into_iter().for_each(|text| text.push(c));
        Ok(end)
    }

    /// The four digits at a place.
    fn hex(&self, at: usize) -> Result<u32> {
        (at..at + 4).try_fold(0, |code, at| {
            let digit = (self.byte_at(at) as char).to_digit(16);
            Ok(code * 16 + digit.ok_or_else(|| self.unexpected_at(at, "in \\u hexadecimal character escape"))?)
        })
    }
}
