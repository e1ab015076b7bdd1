use std::borrow::Cow;

use super::json::{Reader, SyntaxError};
use super::pull::Pull;

/// The text of one JSON value, whose syntax is checked but which is not decoded.
///
/// Types with their own encoding receive it in [`Leaf::read_json`](crate::reflect::Leaf::read_json).
///
/// ```
/// use apimachinery::reflect::{Raw, RawKind};
///
/// let raw = Raw::new("\"a\\tb\"").unwrap();
/// assert_eq!((raw.kind(), raw.text()), (RawKind::String, "\"a\\tb\""));
/// assert_eq!(raw.as_str().unwrap(), "a\tb");
/// assert_eq!(Raw::new(" 1\n").unwrap().text(), "1");
/// assert!(Raw::new("1 2").is_none() && Raw::new("01").is_none());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Raw<'a> {
    text: &'a str,
    /// True if the value is known to be a string without escapes.
    is_plain: bool,
}

/// The kind of a JSON value, such as a number or a string. Returned by [`Raw::kind`].
///
/// ```
/// use apimachinery::reflect::{Raw, RawKind};
///
/// let kind = |text| Raw::new(text).map(Raw::kind);
/// assert_eq!((kind("-1.5"), kind("[]")), (Some(RawKind::Number), Some(RawKind::List)));
/// assert_eq!(RawKind::List.name(), "array");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RawKind {
    /// `null`
    Null,
    /// A boolean, `true` or `false`.
    Bool,
    /// A number of any size, with or without fraction and exponent.
    Number,
    /// A string in double quotes.
    String,
    /// A list in square brackets.
    List,
    /// An object in braces.
    Object,
}

impl RawKind {
    /// Returns the name of the kind in error messages: `null`, `bool`, `number`, `string`, `array` or `object`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            RawKind::Null => "null",
            RawKind::Bool => "bool",
            RawKind::Number => "number",
            RawKind::String => "string",
            RawKind::List => "array",
            RawKind::Object => "object",
        }
    }

    /// Returns the kind of the value that starts with `byte`. Any other byte starts a number.
    pub(crate) fn of(byte: u8) -> RawKind {
        match byte {
            b'n' => RawKind::Null,
            b't' | b'f' => RawKind::Bool,
            b'"' => RawKind::String,
            b'[' => RawKind::List,
            b'{' => RawKind::Object,
            _ => RawKind::Number,
        }
    }
}

impl<'a> Raw<'a> {
    /// Creates a `Raw` from `text`, or returns `None` if `text` is not exactly one JSON value. Surrounding white space
    /// is removed.
    #[must_use]
    pub fn new(text: &'a str) -> Option<Raw<'a>> {
        Raw::parse(text).ok()
    }

    /// Creates a `Raw` like [`Raw::new`], or returns the syntax error.
    pub(crate) fn parse(text: &'a str) -> Result<Raw<'a>, SyntaxError> {
        let mut reader = Reader::new(text);
        let raw = reader.raw()?;
        reader.end()?;
        Ok(raw)
    }

    /// Creates a `Raw` from text that is known to be one JSON value without surrounding white space.
    pub(crate) fn checked(text: &'a str) -> Raw<'a> {
        Raw { text, is_plain: false }
    }

    /// Creates a `Raw` from text that is known to be a string without escapes.
    pub(crate) fn plain_string(text: &'a str) -> Raw<'a> {
        Raw { text, is_plain: true }
    }

    /// Returns the text, without surrounding white space. White space inside is preserved.
    #[must_use]
    pub fn text(self) -> &'a str {
        self.text
    }

    /// Returns the kind of the value, such as [`RawKind::String`].
    #[must_use]
    pub fn kind(self) -> RawKind {
        RawKind::of(self.text.as_bytes()[0])
    }

    /// Returns the content of a string, unescaped, or `None` for any other value. An escape of an unpaired surrogate
    /// becomes U+FFFD, as in Go.
    #[inline]
    #[must_use]
    pub fn as_str(self) -> Option<Cow<'a, str>> {
        if self.is_plain {
            return self.text.get(1..self.text.len() - 1).map(Cow::Borrowed);
        }
        let inside = self.text.strip_prefix('"')?.strip_suffix('"')?;
        match memchr::memchr(b'\\', inside.as_bytes()) {
            None => Some(Cow::Borrowed(inside)),
            Some(_) => Reader::new(self.text).string().ok(),
        }
    }
}
