use std::borrow::Cow;

use super::json::SyntaxError;
use super::mark::Mark;
use super::raw::{Raw, RawKind};

type Result<T> = std::result::Result<T, SyntaxError>;

/// A reader that returns the parts of a document one by one. All documents have JSON's data model.
///
/// It is implemented for JSON text and YAML documents, so that both are decoded by the same code. A value must be read
/// by the function for its kind. After an error, the state of the reader is undefined.
pub(crate) trait Pull<'a> {
    /// Returns the kind of the next value, which may still be malformed.
    fn peek(&mut self) -> RawKind;

    /// Returns the position of the next value, if [`Pull::peek`] was called before, or of the next name. The unit is
    /// defined by the reader.
    fn offset(&self) -> usize;

    /// Returns [`Pull::offset`] of the next value or name, without a previous call to [`Pull::peek`].
    #[inline]
    fn next_offset(&mut self) -> usize {
        self.peek();
        self.offset()
    }

    /// Returns the line and column of a position.
    fn position(&self, offset: usize) -> Mark;

    /// Enters the list that is next. Returns true if it has items.
    fn begin_list(&mut self) -> Result<bool>;

    /// Continues after an item. Returns true if another one follows; otherwise the list is complete.
    fn more_items(&mut self) -> Result<bool>;

    /// Enters the object that is next. Returns true if it has members.
    fn begin_object(&mut self) -> Result<bool>;

    /// Enters an object like [`Pull::begin_object`], or returns `None` and reads nothing if the next value is not an
    /// object.
    #[inline]
    fn try_object(&mut self) -> Result<Option<bool>> {
        match self.peek() {
            RawKind::Object => self.begin_object().map(Some),
            _ => Ok(None),
        }
    }

    /// Continues after a member. Returns true if another one follows; otherwise the object is complete.
    fn more_members(&mut self) -> Result<bool>;

    /// Returns the name of the next member. Its value must be read next.
    fn name(&mut self) -> Result<Cow<'a, str>>;

    /// Returns the name of the next member and its length. If the document contains the name unescaped, the text may
    /// continue after the name.
    #[inline]
    fn name_start(&mut self) -> Result<(Cow<'a, str>, usize)> {
        let name = self.name()?;
        let length = name.len();
        Ok((name, length))
    }

    /// Returns `true`, `false` or `null`.
    fn literal(&mut self) -> Result<&'static str>;

    /// Returns a number in JSON format.
    fn number(&mut self) -> Result<&str>;

    /// Returns a string that the document contains unescaped. Otherwise returns `None` and reads nothing.
    fn plain_string(&mut self) -> Option<&'a str>;

    /// Returns a string like [`Pull::plain_string`], with its length. The text may continue after the string.
    #[inline(always)]
    fn plain_start(&mut self) -> Option<(&'a str, usize)> {
        self.plain_string().map(|text| (text, text.len()))
    }

    /// Returns a string like [`Pull::plain_start`] if it has at most 24 bytes and follows without white space. It is
    /// not consumed: use [`Pull::advance`] to skip it with its two quotes.
    #[inline(always)]
    fn short_start(&self) -> Option<(&'a str, usize)> {
        None
    }

    /// Returns a string, unescaped.
    fn string(&mut self) -> Result<Cow<'a, str>>;

    /// Returns a string, unescaped into `memory` unless it can be borrowed from the document.
    fn string_in<'m>(&mut self, _memory: &'m mut Vec<u8>) -> Result<Cow<'m, str>>
    where
        'a: 'm,
    {
        self.string()
    }

    /// Reads one whole value of any kind with at most `levels` levels.
    fn raw_within(&mut self, levels: usize) -> Result<Raw<'_>>;

    /// Skips one value, with the same checks as [`Pull::raw_within`].
    fn skip(&mut self, levels: usize) -> Result<()> {
        self.raw_within(levels)?;
        Ok(())
    }

    /// Returns an error if anything follows.
    fn end(&mut self) -> Result<()>;

    /// Creates an error at the current position.
    fn error(&self, message: Cow<'static, str>) -> SyntaxError;

    /// Returns the JSON text from the current position on, for comparison with quoted names. The slice is empty if the
    /// document is not JSON text. Only [`Pull::peek`] skips white space.
    #[inline]
    fn rest(&self) -> &'a [u8] {
        &[]
    }

    /// Skips the first `bytes` bytes of [`Pull::rest`].
    #[inline]
    fn advance(&mut self, _bytes: usize) {}
}
