//! A pull reader for JSON with the rules of Kubernetes' decoder.

use std::borrow::Cow;

use super::mark::Mark;
use super::pull::Pull;
use super::raw::{Raw, RawKind};

mod error;
mod field_set;
mod skip;
mod string;
#[cfg(test)]
mod tests;

pub(crate) use self::error::SyntaxError;
use self::error::quoted;

/// The maximum nesting depth of any JSON text, the same as in Go's scanner.
pub(crate) const MAX_DEPTH: usize = 10_000;

/// The message for a text that ends too early.
pub(crate) const UNEXPECTED_END: &str = "unexpected end of JSON input";

/// A reader that returns JSON token by token.
///
/// White space is space, tab, line feed and carriage return. Strings may contain unpaired surrogates, each of which
/// becomes U+FFFD, but no raw control characters. Numbers follow the JSON grammar.
#[derive(Debug)]
pub(crate) struct Reader<'a> {
    text: &'a str,
    at: usize,
}

type Result<T> = std::result::Result<T, SyntaxError>;

impl<'a> Reader<'a> {
    /// Creates a reader at the start of `text`.
    #[must_use]
    pub(crate) fn new(text: &'a str) -> Self {
        Reader { text, at: 0 }
    }

    /// Reads one whole value of any kind and depth, and checks its syntax.
    pub(crate) fn raw(&mut self) -> Result<Raw<'a>> {
        self.whole(MAX_DEPTH)
    }

    #[inline]
    fn whole(&mut self, levels: usize) -> Result<Raw<'a>> {
        // Most leaves are times, quantities or port names, which are short strings.
        if let Some((_, length)) = self.short_as_it_stands() {
            let start = self.at;
            self.at += length + "\"\"".len();
            return Ok(Raw::plain_string(&self.text[start..self.at]));
        }
        self.any_whole(levels)
    }

    #[inline(never)]
    fn any_whole(&mut self, levels: usize) -> Result<Raw<'a>> {
        let (start, _) = self.token(self.at);
        self.at = self.skip_value(start, levels)?;
        Ok(Raw::checked(&self.text[start..self.at]))
    }

    /// Reads the text of a number.
    #[inline]
    pub(crate) fn number_text(&mut self) -> Result<&'a str> {
        let (start, _) = self.token(self.at);
        self.at = self.skip_number(start)?;
        Ok(&self.text[start..self.at])
    }

    /// Returns the byte at an offset, or 0 at the end.
    #[inline]
    fn byte_at(&self, at: usize) -> u8 {
        self.text.as_bytes().get(at).copied().unwrap_or(0)
    }

    /// Returns the offset of the next token after any white space, and its first byte, which is 0 at the end.
    #[inline]
    fn token(&self, at: usize) -> (usize, u8) {
        // Text written by programs usually contains no white space.
        match self.byte_at(at) {
            byte @ b'!'.. => (at, byte),
            _ => self.token_behind_space(at),
        }
    }

    #[inline(never)]
    fn token_behind_space(&self, mut at: usize) -> (usize, u8) {
        while matches!(self.byte_at(at), b' ' | b'\t' | b'\n' | b'\r') {
            at += 1;
        }
        (at, self.byte_at(at))
    }

    /// Skips white space and returns the byte after it, or 0 at the end.
    #[inline]
    fn next(&mut self) -> u8 {
        match self.byte_at(self.at) {
            byte @ b'!'.. => byte,
            _ => {
                let (at, byte) = self.token_behind_space(self.at);
                self.at = at;
                byte
            }
        }
    }

    /// Consumes `byte` if it is the next token.
    #[inline]
    pub(crate) fn eat_byte(&mut self, byte: u8) -> bool {
        let found = self.next() == byte;
        if found {
            self.at += 1;
        }
        found
    }

    /// Consumes `byte`, which must be the next token.
    #[inline]
    pub(crate) fn expect(&mut self, byte: u8, context: &'static str) -> Result<()> {
        self.at = self.skip_token(self.at, byte, context)?;
        Ok(())
    }

    /// Moves to the next name, which is required here.
    #[inline]
    pub(crate) fn expect_name(&mut self) -> Result<()> {
        match self.next() {
            b'"' => Ok(()),
            _ => Err(self.unexpected_at(self.at, "looking for beginning of object key string")),
        }
    }

    /// Reads the `,` between two members or items, or the closing bracket. Returns true if another one follows.
    #[inline]
    fn more(&mut self, object: bool) -> Result<bool> {
        let (at, more) = self.skip_separator(self.at, object)?;
        self.at = at;
        Ok(more)
    }

    #[cold]
    fn unexpected_at(&self, at: usize, context: &str) -> SyntaxError {
        match self.text[at..].chars().next() {
            None => SyntaxError::new(at, UNEXPECTED_END),
            Some(c) => SyntaxError::new(at, format!("invalid character {} {context}", quoted(c))),
        }
    }
}

/// Offsets are byte offsets in the text.
impl<'a> Pull<'a> for Reader<'a> {
    #[inline]
    fn peek(&mut self) -> RawKind {
        RawKind::of(self.next())
    }

    #[inline]
    fn offset(&self) -> usize {
        self.at
    }

    fn position(&self, offset: usize) -> Mark {
        Mark::of(self.text, offset)
    }

    #[inline]
    fn begin_list(&mut self) -> Result<bool> {
        self.expect(b'[', "looking for beginning of value")?;
        Ok(!self.eat_byte(b']'))
    }

    #[inline]
    fn more_items(&mut self) -> Result<bool> {
        self.more(false)
    }

    #[inline]
    fn begin_object(&mut self) -> Result<bool> {
        self.expect(b'{', "looking for beginning of value")?;
        Ok(!self.eat_byte(b'}'))
    }

    #[inline]
    fn try_object(&mut self) -> Result<Option<bool>> {
        Ok(self.eat_byte(b'{').then(|| !self.eat_byte(b'}')))
    }

    #[inline]
    fn more_members(&mut self) -> Result<bool> {
        self.more(true)
    }

    fn name(&mut self) -> Result<Cow<'a, str>> {
        Ok(match self.name_start()? {
            (Cow::Borrowed(start), length) => Cow::Borrowed(&start[..length]),
            (name, _) => name,
        })
    }

    #[inline]
    fn name_start(&mut self) -> Result<(Cow<'a, str>, usize)> {
        self.expect_name()?;
        let (name, length) = match self.string_as_it_stands() {
            Some((start, length)) => (Cow::Borrowed(start), length),
            None => {
                let name = self.unescaped()?;
                let length = name.len();
                (Cow::Owned(name), length)
            }
        };
        self.expect(b':', "after object key")?;
        Ok((name, length))
    }

    #[inline]
    fn literal(&mut self) -> Result<&'static str> {
        let (at, _) = self.token(self.at);
        let word = self.literal_at(at)?;
        self.at = at + word.len();
        Ok(word)
    }

    #[inline]
    fn number(&mut self) -> Result<&str> {
        self.number_text()
    }

    #[inline(always)]
    fn plain_string(&mut self) -> Option<&'a str> {
        self.string_as_it_stands().map(|(start, length)| &start[..length])
    }

    #[inline(always)]
    fn plain_start(&mut self) -> Option<(&'a str, usize)> {
        self.string_as_it_stands()
    }

    #[inline(always)]
    fn short_start(&self) -> Option<(&'a str, usize)> {
        self.short_as_it_stands()
    }

    #[inline]
    fn string(&mut self) -> Result<Cow<'a, str>> {
        match self.plain_string() {
            Some(text) => Ok(Cow::Borrowed(text)),
            None => Ok(Cow::Owned(self.unescaped()?)),
        }
    }

    fn string_in<'m>(&mut self, memory: &'m mut Vec<u8>) -> Result<Cow<'m, str>>
    where
        'a: 'm,
    {
        Reader::string_in(self, memory)
    }

    fn raw_within(&mut self, levels: usize) -> Result<Raw<'_>> {
        self.whole(levels)
    }

    fn end(&mut self) -> Result<()> {
        self.next();
        if self.at == self.text.len() { Ok(()) } else { Err(self.unexpected_at(self.at, "after top-level value")) }
    }

    fn error(&self, message: Cow<'static, str>) -> SyntaxError {
        SyntaxError::new(self.at, message)
    }

    #[inline]
    fn rest(&self) -> &'a [u8] {
        &self.text.as_bytes()[self.at..]
    }

    #[inline]
    fn advance(&mut self, bytes: usize) {
        self.at += bytes;
    }
}

/// Decodes bytes as UTF-8. Each invalid byte becomes U+FFFD, as in Go.
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
