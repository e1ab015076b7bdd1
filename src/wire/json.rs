//! A pull reader of JSON with the rules of Kubernetes' decoder.

use std::borrow::Cow;

use super::pull::Pull;
use super::raw::{Raw, RawKind};

mod error;
mod number;
mod position;
mod string;
#[cfg(test)]
mod tests;
mod whole;

pub(crate) use self::error::SyntaxError;
use self::error::quoted;
use self::position::position;

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

type Result<T> = std::result::Result<T, SyntaxError>;

impl<'a> Reader<'a> {
    /// A reader at the start of `text`.
    #[must_use]
    pub(crate) fn new(text: &'a str) -> Self {
        Reader { text, at: 0 }
    }

    /// Takes one value whole, of any kind and depth, and checks its syntax.
    pub(crate) fn raw(&mut self) -> Result<Raw<'a>> {
        self.whole(MAX_DEPTH)
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

    /// The `,` between two members or items, or the closing `end`: true if one more follows.
    #[inline]
    fn more(&mut self, end: u8) -> Result<bool> {
        let byte = self.next();
        if byte == b',' || byte == end {
            self.at += 1;
            return Ok(byte == b',');
        }
        Err(self.unexpected(if end == b'}' { "after object key:value pair" } else { "after array element" }))
    }

    fn unexpected(&self, context: &str) -> SyntaxError {
        match self.text[self.at..].chars().next() {
            None => self.error(UNEXPECTED_END.into()),
            Some(c) => self.error(format!("invalid character {} {context}", quoted(c)).into()),
        }
    }
}

/// Places are byte offsets in the text.
impl<'a> Pull<'a> for Reader<'a> {
    #[inline]
    fn peek(&mut self) -> RawKind {
        RawKind::of(self.next())
    }

    #[inline]
    fn offset(&self) -> usize {
        self.at
    }

    fn position(&self, offset: usize) -> (usize, usize) {
        position(self.text, offset)
    }

    #[inline]
    fn begin_list(&mut self) -> Result<bool> {
        self.expect(b'[', "looking for beginning of value")?;
        Ok(!self.eat_byte(b']'))
    }

    #[inline]
    fn more_items(&mut self) -> Result<bool> {
        self.more(b']')
    }

    #[inline]
    fn begin_object(&mut self) -> Result<bool> {
        self.expect(b'{', "looking for beginning of value")?;
        Ok(!self.eat_byte(b'}'))
    }

    #[inline]
    fn more_members(&mut self) -> Result<bool> {
        self.more(b'}')
    }

    fn name(&mut self) -> Result<Cow<'a, str>> {
        if self.next() != b'"' {
            return Err(self.unexpected("looking for beginning of object key string"));
        }
        let name = self.string()?;
        self.expect(b':', "after object key")?;
        Ok(name)
    }

    fn literal(&mut self) -> Result<&'static str> {
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

    #[inline]
    fn number(&mut self) -> Result<&str> {
        self.number_text()
    }

    #[inline]
    fn plain_string(&mut self) -> Option<&'a str> {
        self.string_as_it_stands()
    }

    #[inline]
    fn string(&mut self) -> Result<Cow<'a, str>> {
        match self.plain_string() {
            Some(text) => Ok(Cow::Borrowed(text)),
            None => {
                let mut text = String::new();
                self.string_into(&mut text)?;
                Ok(Cow::Owned(text))
            }
        }
    }

    fn raw_within(&mut self, levels: usize) -> Result<Raw<'_>> {
        self.whole(levels)
    }

    fn end(&mut self) -> Result<()> {
        self.next();
        if self.at == self.text.len() { Ok(()) } else { Err(self.unexpected("after top-level value")) }
    }

    fn error(&self, message: Cow<'static, str>) -> SyntaxError {
        SyntaxError::new(self.at, message)
    }

    #[inline]
    fn rest(&mut self) -> &'a [u8] {
        self.next();
        &self.text.as_bytes()[self.at..]
    }

    #[inline]
    fn advance(&mut self, bytes: usize) {
        self.at += bytes;
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
