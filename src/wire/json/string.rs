use super::{Reader, Result};
use crate::wire::words::{ONES, below, zeros};

impl<'a> Reader<'a> {
    #[inline]
    pub(super) fn string_as_it_stands(&mut self) -> Option<&'a str> {
        let before = self.at;
        if self.next() == b'"' {
            self.at += 1;
            let start = self.at;
            self.skip_plain();
            if self.byte() == b'"' {
                self.at += 1;
                return Some(&self.text[start..self.at - 1]);
            }
        }
        self.at = before;
        None
    }

    /// Appends a string, unescaped.
    pub(crate) fn string_into(&mut self, text: &mut String) -> Result<()> {
        self.expect(b'"', "looking for beginning of value")?;
        self.push_plain(text);
        while self.byte() != b'"' {
            self.escape(Some(text))?;
            self.push_plain(text);
        }
        self.at += 1;
        Ok(())
    }

    fn push_plain(&mut self, text: &mut String) {
        let start = self.at;
        self.skip_plain();
        text.push_str(&self.text[start..self.at]);
    }

    /// Goes to the next quote, backslash or control character, eight bytes at a time.
    #[inline]
    fn skip_plain(&mut self) {
        let bytes = self.text.as_bytes();
        while let Some(chunk) = bytes.get(self.at..self.at + 8) {
            let word = u64::from_le_bytes(chunk.try_into().expect("eight bytes"));
            let quote = zeros(word ^ (ONES * b'"' as u64));
            let slash = zeros(word ^ (ONES * b'\\' as u64));
            let special = quote | slash | below(word, 0x20);
            if special != 0 {
                self.at += (special.trailing_zeros() / 8) as usize;
                return;
            }
            self.at += 8;
        }
        while self.at < bytes.len() && !matches!(bytes[self.at], b'"' | b'\\' | 0..=0x1f) {
            self.at += 1;
        }
    }

    /// One escape sequence; its character goes into `text` if there is one.
    fn escape(&mut self, text: Option<&mut String>) -> Result<()> {
        if self.byte() != b'\\' {
            return Err(self.unexpected("in string literal"));
        }
        self.at += 1;
        let c = match self.byte() {
            byte @ (b'"' | b'\\' | b'/') => byte as char,
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => return self.unicode_escape(text),
            _ => return Err(self.unexpected("in string escape code")),
        };
        self.at += 1;
        text.into_iter().for_each(|text| text.push(c));
        Ok(())
    }

    /// `\uXXXX`, or a pair of them; half a pair is U+FFFD.
    fn unicode_escape(&mut self, text: Option<&mut String>) -> Result<()> {
        let first = self.hex()?;
        let mut code = first;
        if (0xd800..0xdc00).contains(&first) && self.text.as_bytes()[self.at..].starts_with(b"\\u") {
            let back = self.at;
            self.at += 1;
            let second = self.hex()?;
            if (0xdc00..0xe000).contains(&second) {
                code = 0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00);
            } else {
                self.at = back;
            }
        }
        let c = char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER);
        text.into_iter().for_each(|text| text.push(c));
        Ok(())
    }

    /// The four digits behind the `u` at the cursor.
    fn hex(&mut self) -> Result<u32> {
        let mut code = 0;
        for _ in 0..4 {
            self.at += 1;
            let digit = (self.byte() as char).to_digit(16);
            code = code * 16 + digit.ok_or_else(|| self.unexpected("in \\u hexadecimal character escape"))?;
        }
        self.at += 1;
        Ok(code)
    }

    /// The rest of a string behind its opening quote.
    pub(super) fn skip_string(&mut self) -> Result<()> {
        loop {
            self.skip_plain();
            if self.byte() == b'"' {
                self.at += 1;
                return Ok(());
            }
            self.escape(None)?;
        }
    }
}
