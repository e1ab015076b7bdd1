//! A pull reader of JSON with the rules of Kubernetes' decoder.

use std::borrow::Cow;
use std::fmt;

use super::raw::{Raw, RawKind};
use super::words::{ONES, below, zeros};

/// Levels of nesting that any JSON text may have, as Go's scanner.
pub(crate) const MAX_DEPTH: usize = 10_000;

/// What is wrong with a text that ends too early.
pub(crate) const UNEXPECTED_END: &str = "unexpected end of JSON input";

/// Reads JSON token by token from text.
///
/// White space is space, tab, line feed and carriage return; strings may hold lone surrogates
/// (each becomes U+FFFD) and no raw control characters; numbers follow the JSON grammar.
#[derive(Debug)]
pub(crate) struct Reader<'a> {
    text: &'a str,
    at: usize,
}

/// What is wrong with a JSON text, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SyntaxError(Box<Mistake>);

/// Boxed, so that results of the reader fit registers.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Mistake {
    offset: usize,
    message: Cow<'static, str>,
}

impl SyntaxError {
    /// The byte offset of the mistake.
    #[must_use]
    pub(crate) fn offset(&self) -> usize {
        self.0.offset
    }

    /// The message without position.
    #[must_use]
    pub(crate) fn message(&self) -> &str {
        &self.0.message
    }
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.message())
    }
}

impl std::error::Error for SyntaxError {}

type Result<T> = std::result::Result<T, SyntaxError>;

impl<'a> Reader<'a> {
    /// A reader at the start of `text`.
    #[must_use]
    pub(crate) fn new(text: &'a str) -> Self {
        Reader { text, at: 0 }
    }

    /// The byte offset of the next token or of the white space before it.
    pub(crate) fn offset(&self) -> usize {
        self.at
    }

    /// The byte at the cursor, 0 at the end.
    #[inline]
    fn byte(&self) -> u8 {
        self.text.as_bytes().get(self.at).copied().unwrap_or(0)
    }

    /// Skips white space and returns the byte behind it, 0 at the end.
    #[inline]
    fn next(&mut self) -> u8 {
        let mut byte = self.byte();
        while matches!(byte, b' ' | b'\t' | b'\n' | b'\r') {
            self.at += 1;
            byte = self.byte();
        }
        byte
    }

    /// What is left behind white space.
    #[inline]
    pub(crate) fn rest(&mut self) -> &'a [u8] {
        self.next();
        &self.text.as_bytes()[self.at..]
    }

    /// What the next value is, by its first byte.
    #[inline]
    pub(crate) fn peek(&mut self) -> RawKind {
        RawKind::of(self.next())
    }

    /// Passes over so many bytes, which the caller has seen.
    #[inline]
    pub(crate) fn advance(&mut self, bytes: usize) {
        self.at += bytes;
    }

    /// Takes `byte` if it is the next token.
    #[inline]
    pub(crate) fn eat_byte(&mut self, byte: u8) -> bool {
        let found = self.next() == byte;
        if found {
            self.at += 1;
        }
        found
    }

    /// Takes `byte`, which must be the next token.
    #[inline]
    pub(crate) fn expect(&mut self, byte: u8, context: &'static str) -> Result<()> {
        if self.eat_byte(byte) { Ok(()) } else { Err(self.unexpected(context)) }
    }

    /// Nothing but white space may follow.
    pub(crate) fn end(&mut self) -> Result<()> {
        self.next();
        if self.at == self.text.len() { Ok(()) } else { Err(self.unexpected("after top-level value")) }
    }

    /// The `,` between two members or items, or the closing `end`: true if one more follows.
    #[inline]
    pub(crate) fn more(&mut self, end: u8) -> Result<bool> {
        let byte = self.next();
        if byte == b',' || byte == end {
            self.at += 1;
            return Ok(byte == b',');
        }
        Err(self.unexpected(if end == b'}' { "after object key:value pair" } else { "after array element" }))
    }

    /// The name of a member and the colon behind it.
    pub(crate) fn name(&mut self) -> Result<Cow<'a, str>> {
        if self.next() != b'"' {
            return Err(self.unexpected("looking for beginning of object key string"));
        }
        let name = self.string()?;
        self.expect(b':', "after object key")?;
        Ok(name)
    }

    /// A string that stands as it is in the document; `None`, and nothing taken, for any other.
    #[inline]
    pub(crate) fn plain_string(&mut self) -> Option<&'a str> {
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

    /// A string, unescaped.
    pub(crate) fn string(&mut self) -> Result<Cow<'a, str>> {
        match self.plain_string() {
            Some(text) => Ok(Cow::Borrowed(text)),
            None => {
                let mut text = String::new();
                self.string_into(&mut text)?;
                Ok(Cow::Owned(text))
            }
        }
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

    /// The text of a number.
    #[inline]
    pub(crate) fn number(&mut self) -> Result<&'a str> {
        self.next();
        let start = self.at;
        if self.byte() == b'-' {
            self.at += 1;
        }
        match self.byte() {
            b'0' => self.at += 1,
            b'1'..=b'9' => self.digits(),
            _ if self.at == start => return Err(self.unexpected("looking for beginning of value")),
            _ => return Err(self.unexpected("in numeric literal")),
        }
        if self.byte() == b'.' {
            self.at += 1;
            self.some_digits("after decimal point in numeric literal")?;
        }
        if matches!(self.byte(), b'e' | b'E') {
            self.at += 1;
            if matches!(self.byte(), b'+' | b'-') {
                self.at += 1;
            }
            self.some_digits("in exponent of numeric literal")?;
        }
        Ok(&self.text[start..self.at])
    }

    fn digits(&mut self) {
        while self.byte().is_ascii_digit() {
            self.at += 1;
        }
    }

    fn some_digits(&mut self, context: &'static str) -> Result<()> {
        if !self.byte().is_ascii_digit() {
            return Err(self.unexpected(context));
        }
        self.digits();
        Ok(())
    }

    /// `true`, `false` or `null`.
    pub(crate) fn literal(&mut self) -> Result<&'static str> {
        let word = match self.next() {
            b't' => "true",
            b'f' => "false",
            b'n' => "null",
            _ => return Err(self.unexpected("looking for beginning of value")),
        };
        for expected in word.bytes() {
            if self.byte() != expected {
                let expected = char::from(expected);
                return Err(self.unexpected(&format!("in literal {word} (expecting '{expected}')")));
            }
            self.at += 1;
        }
        Ok(word)
    }

    /// Takes one value whole, of any kind and depth, and checks its syntax.
    pub(crate) fn raw(&mut self) -> Result<Raw<'a>> {
        self.raw_within(MAX_DEPTH)
    }

    /// [`Reader::raw`] with at most `levels` levels.
    pub(crate) fn raw_within(&mut self, levels: usize) -> Result<Raw<'a>> {
        self.next();
        let start = self.at;
        // One bit a level: set for an object.
        let mut open: Vec<bool> = Vec::new();
        loop {
            let goes_on = self.value_or_opening(&mut open, levels)? || self.close_levels(&mut open)?;
            if !goes_on {
                return Ok(Raw::checked(&self.text[start..self.at]));
            }
        }
    }

    /// A scalar, an empty collection, or the opening of one with its first name: true if a
    /// value must follow.
    fn value_or_opening(&mut self, open: &mut Vec<bool>, levels: usize) -> Result<bool> {
        match self.next() {
            b'{' => return self.opening(open, levels, true),
            b'[' => return self.opening(open, levels, false),
            b'"' => {
                self.at += 1;
                self.skip_string()?;
            }
            b't' | b'f' | b'n' => drop(self.literal()?),
            _ => drop(self.number()?),
        }
        Ok(false)
    }

    fn opening(&mut self, open: &mut Vec<bool>, levels: usize, object: bool) -> Result<bool> {
        if open.len() == levels {
            return Err(self.error("exceeded max depth"));
        }
        self.at += 1;
        if self.eat_byte(if object { b'}' } else { b']' }) {
            return Ok(false);
        }
        open.push(object);
        if object {
            self.skip_name()?;
        }
        Ok(true)
    }

    /// After a value: closes what ends here; true if another value follows.
    fn close_levels(&mut self, open: &mut Vec<bool>) -> Result<bool> {
        while let Some(&object) = open.last() {
            if self.more(if object { b'}' } else { b']' })? {
                if object {
                    self.skip_name()?;
                }
                return Ok(true);
            }
            open.pop();
        }
        Ok(false)
    }

    fn skip_name(&mut self) -> Result<()> {
        self.expect(b'"', "looking for beginning of object key string")?;
        self.skip_string()?;
        self.expect(b':', "after object key")
    }

    /// The rest of a string behind its opening quote.
    fn skip_string(&mut self) -> Result<()> {
        loop {
            self.skip_plain();
            if self.byte() == b'"' {
                self.at += 1;
                return Ok(());
            }
            self.escape(None)?;
        }
    }

    /// An error at the cursor.
    pub(crate) fn error(&self, message: impl Into<Cow<'static, str>>) -> SyntaxError {
        SyntaxError(Box::new(Mistake { offset: self.at, message: message.into() }))
    }

    fn unexpected(&self, context: &str) -> SyntaxError {
        match self.text[self.at..].chars().next() {
            None => self.error(UNEXPECTED_END),
            Some(c) => self.error(format!("invalid character {} {context}", quoted(c))),
        }
    }
}

/// A character in quotes, as Go's messages show it.
fn quoted(c: char) -> String {
    match c {
        '\'' => r"'\''".to_string(),
        '"' => "'\"'".to_string(),
        '\x07' => r"'\a'".to_string(),
        '\x08' => r"'\b'".to_string(),
        '\x0b' => r"'\v'".to_string(),
        '\x0c' => r"'\f'".to_string(),
        '\n' | '\r' | '\t' => format!("'{}'", c.escape_default()),
        c if c.is_control() => format!("'\\x{:02x}'", u32::from(c)),
        c => format!("'{c}'"),
    }
}

/// The text of `bytes`; each byte that is not UTF-8 becomes U+FFFD, as in Go.
pub(crate) fn decode_utf8(bytes: &[u8]) -> Cow<'_, str> {
    match simdutf8::basic::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => {
            let mut text = String::with_capacity(bytes.len());
            for chunk in bytes.utf8_chunks() {
                text.push_str(chunk.valid());
                text.extend(chunk.invalid().iter().map(|_| char::REPLACEMENT_CHARACTER));
            }
            Cow::Owned(text)
        }
    }
}

#[cfg(test)]
mod tests;
