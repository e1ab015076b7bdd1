use std::borrow::Cow;
use std::ops::Deref;

use super::error::Error;
use super::events::Events;
use super::input;

/// A YAML text, decoded and free of characters that YAML forbids.
///
/// It is a `str`, and positions are offsets in it: those of the input if that was UTF-8 without a
/// byte order mark. The mark is no part of the text, and UTF-16 becomes UTF-8.
///
/// ```
/// use apimachinery::yaml::Text;
///
/// assert_eq!(&*Text::decode(b"\xEF\xBB\xBFa: 1")?, "a: 1");
/// assert_eq!(&*Text::decode(b"\xFF\xFEa\0:\0 \01\0")?, "a: 1");
/// # Ok::<(), apimachinery::yaml::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Text<'a>(Cow<'a, str>);

impl<'a> Text<'a> {
    /// Decodes UTF-8, or UTF-16 with a byte order mark. UTF-8 is borrowed.
    ///
    /// # Errors
    ///
    /// The bytes are not such text, or hold control characters other than tab, line feed, carriage
    /// return and NEL, or U+FFFE or U+FFFF.
    ///
    /// ```
    /// let error = apimachinery::yaml::Text::decode(b"a: \x07").unwrap_err();
    /// assert_eq!(error.to_string(), "yaml: control characters are not allowed");
    /// ```
    pub fn decode(input: &'a [u8]) -> Result<Self, Error> {
        input::decode(input).map(Self)
    }

    /// The text if it is a part of the input, which lives longer; else nothing.
    #[cfg(feature = "serde")]
    pub(super) fn borrowed(&self) -> &'a str {
        match self.0 {
            Cow::Borrowed(text) => text,
            Cow::Owned(_) => "",
        }
    }

    /// What the text is made of, from its start. See [`Events`].
    ///
    /// ```
    /// let text = apimachinery::yaml::Text::decode(b"a: 1")?;
    /// assert_eq!(text.events().count(), 7);
    /// # Ok::<(), apimachinery::yaml::Error>(())
    /// ```
    pub fn events(&self) -> Events<'_> {
        Events::new(self)
    }
}

impl Deref for Text<'_> {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}
