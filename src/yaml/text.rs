use std::borrow::Cow;
use std::ops::Deref;

use super::error::Error;
use super::events::Events;
use super::input;

/// A decoded YAML text that contains no characters forbidden by YAML.
///
/// Dereferences to `str`; positions are byte offsets in it. They equal the offsets in the input if that is UTF-8
/// without a byte order mark. A byte order mark is not part of the text, and UTF-16 is converted to UTF-8.
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
    /// Returns an error if the bytes are not valid in their encoding, or contain U+FFFE, U+FFFF or control characters
    /// other than tab, line feed, carriage return and NEL.
    ///
    /// ```
    /// let error = apimachinery::yaml::Text::decode(b"a: \x07").unwrap_err();
    /// assert_eq!(error.to_string(), "yaml: control characters are not allowed");
    /// ```
    pub fn decode(input: &'a [u8]) -> Result<Self, Error> {
        input::decode(input).map(Self)
    }

    /// Returns the text with the lifetime of the input if it is borrowed, or an empty string.
    #[cfg(feature = "serde")]
    pub(super) fn borrowed(&self) -> &'a str {
        match self.0 {
            Cow::Borrowed(text) => text,
            Cow::Owned(_) => "",
        }
    }

    /// Returns an iterator over the structure of the text, from its start. See [`Events`].
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
