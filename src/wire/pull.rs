use std::borrow::Cow;

use super::json::SyntaxError;
use super::raw::{Raw, RawKind};

type Result<T> = std::result::Result<T, SyntaxError>;

/// A document of values as JSON knows them, which gives one part after the other to who asks.
///
/// Behind it is a JSON text or a YAML document; what is read from it is made by the same code. A
/// value is taken by the function for its kind. After an error the reader is in no state to go on.
pub(crate) trait Pull<'a> {
    /// What the next value is. The value may still turn out to be malformed.
    fn peek(&mut self) -> RawKind;

    /// The place of the next value, if [`Pull::peek`] was asked before, or of the next name; what
    /// the number means is the reader's own affair.
    fn offset(&self) -> usize;

    /// [`Pull::offset`] of the next value or name, whatever was asked before.
    #[inline]
    fn next_offset(&mut self) -> usize {
        self.peek();
        self.offset()
    }

    /// Line and column of a place, both from 1, the column in characters.
    fn position(&self, offset: usize) -> (usize, usize);

    /// Enters the list that is next: true if it has items.
    fn begin_list(&mut self) -> Result<bool>;

    /// Goes on after an item: true if another one follows, else the list is done.
    fn more_items(&mut self) -> Result<bool>;

    /// Enters the object that is next: true if it has members.
    fn begin_object(&mut self) -> Result<bool>;

    /// The same if an object is next; `None`, and nothing taken, if anything else is.
    #[inline]
    fn try_object(&mut self) -> Result<Option<bool>> {
        match self.peek() {
            RawKind::Object => self.begin_object().map(Some),
            _ => Ok(None),
        }
    }

    /// Goes on after a member: true if another one follows, else the object is done.
    fn more_members(&mut self) -> Result<bool>;

    /// The name of the next member, whose value comes next.
    fn name(&mut self) -> Result<Cow<'a, str>>;

    /// The same and its length: of one that stands in the document as it is, with what is behind it.
    #[inline]
    fn name_start(&mut self) -> Result<(Cow<'a, str>, usize)> {
        let name = self.name()?;
        let length = name.len();
        Ok((name, length))
    }

    /// `true`, `false` or `null`.
    fn literal(&mut self) -> Result<&'static str>;

    /// A number as JSON writes it.
    fn number(&mut self) -> Result<&str>;

    /// A string that stands as it is in the document; `None`, and nothing taken, for any other.
    fn plain_string(&mut self) -> Option<&'a str>;

    /// The same as the start of what is behind it in the document, and its length.
    #[inline(always)]
    fn plain_start(&mut self) -> Option<(&'a str, usize)> {
        self.plain_string().map(|text| (text, text.len()))
    }

    /// The same of a string of at most 24 bytes that is the very next. It is not taken: [`Pull::advance`] passes over it and its
    /// two quotes.
    #[inline(always)]
    fn short_start(&self) -> Option<(&'a str, usize)> {
        None
    }

    /// A string, unescaped.
    fn string(&mut self) -> Result<Cow<'a, str>>;

    /// A string, unescaped in this memory if it has none that is its own.
    fn string_in<'m>(&mut self, _memory: &'m mut Vec<u8>) -> Result<Cow<'m, str>>
    where
        'a: 'm,
    {
        self.string()
    }

    /// Takes one value whole, of any kind, with at most so many levels.
    fn raw_within(&mut self, levels: usize) -> Result<Raw<'_>>;

    /// Passes over one value, as [`Pull::raw_within`].
    fn skip(&mut self, levels: usize) -> Result<()> {
        self.raw_within(levels)?;
        Ok(())
    }

    /// Nothing may follow.
    fn end(&mut self) -> Result<()>;

    /// A mistake at the place where the reader stands.
    fn error(&self, message: Cow<'static, str>) -> SyntaxError;

    /// The JSON text from where the reader stands, to be compared with names in quotes; empty if there is no such text. White
    /// space is passed over by [`Pull::peek`] alone.
    #[inline]
    fn rest(&self) -> &'a [u8] {
        &[]
    }

    /// Passes over so many bytes of [`Pull::rest`].
    #[inline]
    fn advance(&mut self, _bytes: usize) {}
}
