use std::borrow::{Borrow, Cow};
use std::fmt;
use std::ops::Deref;

use compact_str::CompactString;

use super::known::known;

/// A text, as Go's `string`: up to 24 bytes stand inline, longer ones on the heap.
///
/// It behaves as a `str` (deref, borrow, comparison) and is made from whatever a `String` is made
/// from. Named text types of the API, such as restart policies, are `Str` too: their sets are
/// open, an unknown value must survive. Go has no nil string: `Default` is the empty text. It is always UTF-8, and so
/// decoders put U+FFFD where bytes are not.
///
/// ```
/// use apimachinery::meta::Str;
///
/// let mut policy = Str::from("Al");
/// policy.push_str("ways");
/// assert_eq!(policy, "Always");
/// assert!(policy.starts_with("Al") && Str::default() == Str::EMPTY);
/// assert_eq!(policy.as_str().len(), 6);
/// ```
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Str(CompactString);

/// Longer texts take memory of their own.
pub(super) const INLINE: usize = size_of::<CompactString>();

impl Str {
    /// The empty text, the same as `Default`.
    ///
    /// ```
    /// use apimachinery::meta::Str;
    ///
    /// assert!(Str::EMPTY.is_empty());
    /// ```
    pub const EMPTY: Str = Str(CompactString::const_new(""));

    /// A text known at compile time, in constants too; it takes no heap, however long it is.
    ///
    /// ```
    /// use apimachinery::meta::Str;
    ///
    /// const GATE: Str = Str::from_static("PodReadyToStartContainersCondition");
    /// assert_eq!(GATE.len(), 34);
    /// ```
    #[must_use]
    pub const fn from_static(text: &'static str) -> Self {
        Str(CompactString::const_new(text))
    }

    /// The text.
    #[inline]
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Turns into a `String`; a text on the heap keeps its buffer.
    ///
    /// ```
    /// use apimachinery::meta::Str;
    ///
    /// assert_eq!(Str::from("web").into_string(), String::from("web"));
    /// ```
    #[must_use]
    pub fn into_string(self) -> String {
        self.0.into_string()
    }

    /// Whether it owns memory beyond its own bytes.
    #[inline]
    pub(crate) fn is_on_heap(&self) -> bool {
        self.0.is_heap_allocated()
    }

    /// Replaces the text.
    #[inline]
    pub(crate) fn set(&mut self, text: &str) {
        if text.len() <= INLINE {
            self.0 = CompactString::new(text);
        } else {
            self.set_long(text);
        }
    }

    /// The same by what stands in one.
    #[inline(always)]
    pub(crate) fn replace(&mut self, text: CompactString) {
        self.0 = text;
    }

    #[inline(never)]
    fn set_long(&mut self, text: &str) {
        self.0 = known(text).map_or_else(|| CompactString::new(text), CompactString::const_new);
    }

    /// Appends `text`.
    pub fn push_str(&mut self, text: &str) {
        self.0.push_str(text);
    }
}

impl Deref for Str {
    type Target = str;

    #[inline]
    fn deref(&self) -> &str {
        &self.0
    }
}

impl AsRef<str> for Str {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl Borrow<str> for Str {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Str {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

impl fmt::Display for Str {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self.as_str(), f)
    }
}

impl From<&str> for Str {
    fn from(text: &str) -> Self {
        Str(CompactString::new(text))
    }
}

impl From<String> for Str {
    fn from(text: String) -> Self {
        Str(CompactString::from(text))
    }
}

impl From<&String> for Str {
    fn from(text: &String) -> Self {
        Str(CompactString::new(text))
    }
}

impl From<Cow<'_, str>> for Str {
    fn from(text: Cow<'_, str>) -> Self {
        match text {
            Cow::Borrowed(text) => text.into(),
            Cow::Owned(text) => text.into(),
        }
    }
}

impl From<char> for Str {
    fn from(c: char) -> Self {
        Str::from(&*c.encode_utf8(&mut [0; 4]))
    }
}

impl From<Str> for String {
    fn from(text: Str) -> Self {
        text.into_string()
    }
}

impl PartialEq<str> for Str {
    fn eq(&self, other: &str) -> bool {
        self.as_str() == other
    }
}

impl PartialEq<&str> for Str {
    fn eq(&self, other: &&str) -> bool {
        self.as_str() == *other
    }
}

impl PartialEq<String> for Str {
    fn eq(&self, other: &String) -> bool {
        self.as_str() == other
    }
}

impl PartialEq<Str> for str {
    fn eq(&self, other: &Str) -> bool {
        self == other.as_str()
    }
}

impl PartialEq<Str> for &str {
    fn eq(&self, other: &Str) -> bool {
        *self == other.as_str()
    }
}

impl FromIterator<char> for Str {
    fn from_iter<I: IntoIterator<Item = char>>(chars: I) -> Self {
        let text: CompactString = chars.into_iter().collect();
        // Who announced more than came has left room behind: the empty text has none.
        if text.is_empty() { Str::EMPTY } else { Str(text) }
    }
}
