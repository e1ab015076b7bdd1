use std::borrow::Cow;

use super::json::{Reader, SyntaxError};
use super::pull::Pull;

/// One JSON value as it stands in the text: checked syntax, nothing decoded.
///
/// This is what a type with rules of its own ([`crate::reflect::Leaf`]) reads.
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
    /// Whether it is known to be a string without escapes.
    is_plain: bool,
}

/// What a JSON value is, by its first byte.
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
    /// `true` or `false`
    Bool,
    /// A number.
    Number,
    /// A string.
    String,
    /// A list.
    List,
    /// An object.
    Object,
}

impl RawKind {
    /// The kind's name, as error messages say it: `null`, `bool`, `number`, `string`, `array`, `object`.
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

    /// The kind of the value that starts with `byte`; any other byte starts a number.
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
    /// Takes `text` if it is exactly one JSON value, white space around it left off; `None` for anything else.
    #[must_use]
    pub fn new(text: &'a str) -> Option<Raw<'a>> {
        Raw::parse(text).ok()
    }

    /// [`Raw::new`] that says what is wrong.
    pub(crate) fn parse(text: &'a str) -> Result<Raw<'a>, SyntaxError> {
        let mut reader = Reader::new(text);
        let raw = reader.raw()?;
        reader.end()?;
        Ok(raw)
    }

    /// `text` is one JSON value without white space around it.
    pub(crate) fn checked(text: &'a str) -> Raw<'a> {
        Raw { text, is_plain: false }
    }

    /// The same of a string without escapes.
    pub(crate) fn plain_string(text: &'a str) -> Raw<'a> {
        Raw { text, is_plain: true }
    }

    /// The text, with its own white space inside and none around.
    #[must_use]
    pub fn text(self) -> &'a str {
        self.text
    }

    /// What it is.
    #[must_use]
    pub fn kind(self) -> RawKind {
        RawKind::of(self.text.as_bytes()[0])
    }

    /// The text of a string, unescaped; `None` for any other value. An escape that is half a character becomes U+FFFD,
    /// as in Go.
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
