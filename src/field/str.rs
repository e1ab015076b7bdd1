use std::borrow::{Borrow, Cow};
use std::fmt;
use std::ops::Deref;

use compact_str::CompactString;

use super::known::known;

/// A string, the counterpart of Go's `string`. Up to 24 bytes are stored inline, longer strings on the heap.
///
/// It dereferences to `str`, compares with `str` and `String`, and converts from the same types as `String`. Fields
/// with a set of known values, such as restart policies, have types of their own, declared with
/// [`named_text!`](crate::named_text). `Default` is the empty string, the value of an unset field. A `Str` is always UTF-8;
/// decoders replace invalid bytes with U+FFFD.
///
/// ```
/// use apimachinery::meta::Str;
///
/// let mut name = Str::from("web");
/// name.push_str("-0");
/// assert_eq!(name, "web-0");
/// assert!(name.starts_with("web") && Str::default() == Str::EMPTY);
/// assert_eq!(name.as_str().len(), 5);
/// ```
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Str(CompactString);

/// The largest length, in bytes, that is stored inline.
pub(super) const INLINE: usize = size_of::<CompactString>();

impl Str {
    /// The empty string. Same as `Default`, but usable in constants.
    ///
    /// ```
    /// use apimachinery::meta::Str;
    ///
    /// assert!(Str::EMPTY.is_empty());
    /// ```
    pub const EMPTY: Str = Str(CompactString::const_new(""));

    /// Creates a string from a `'static` string slice without allocating, whatever its length. Usable in constants.
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

    /// Returns the string as a `&str`.
    #[inline]
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Converts to a `String`. A string on the heap is not copied.
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

    /// Returns true if the string owns a heap allocation.
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

    /// Replaces the string by an existing `CompactString`.
    #[inline(always)]
    pub(crate) fn replace(&mut self, text: CompactString) {
        self.0 = text;
    }

    #[inline(never)]
    fn set_long(&mut self, text: &str) {
        self.0 = known(text).map_or_else(|| CompactString::new(text), CompactString::const_new);
    }

    /// Appends `text` to the end of the string.
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
        // An iterator with a size hint that is too large leaves spare capacity; an empty string must not own memory.
        if text.is_empty() { Str::EMPTY } else { Str(text) }
    }
}
