use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;

use crate::wire::raw::Raw;

/// A byte string, the counterpart of Go's `[]byte`. JSON represents it as base64. A value can be nil, which differs
/// from empty.
///
/// `Default` is nil. A value created with `From` is never nil, even if it is empty. For fields that are not omitted
/// when empty, JSON represents nil as `null` and empty as `""`. Protobuf omits nil and encodes empty with length 0.
///
/// ```
/// use apimachinery::meta::Bytes;
///
/// assert!(Bytes::default().is_nil());
/// assert!(!Bytes::from(vec![]).is_nil());
/// assert_eq!(*Bytes::from("key"), *b"key");
/// ```
#[derive(Clone, Default)]
pub struct Bytes(Held);

#[derive(Clone, Default)]
enum Held {
    #[default]
    Nil,
    Bytes(Vec<u8>),
    /// Valid JSON, stored as it was read, so that writers need not validate it again.
    Json(Box<str>),
}

impl Bytes {
    pub(crate) const NIL: Bytes = Bytes(Held::Nil);

    /// Returns the bytes, or `None` for nil.
    fn get(&self) -> Option<&[u8]> {
        match &self.0 {
            Held::Nil => None,
            Held::Bytes(bytes) => Some(bytes),
            Held::Json(json) => Some(json.as_bytes()),
        }
    }

    /// Returns the bytes as JSON, if they were read as JSON and have not been modified since.
    pub(crate) fn json(&self) -> Option<Raw<'_>> {
        match &self.0 {
            Held::Json(json) => Some(Raw::checked(json)),
            _ => None,
        }
    }

    /// Returns true if the value is nil, as opposed to empty. A nil value dereferences to an empty slice, so `is_empty`
    /// cannot distinguish the two.
    ///
    /// ```
    /// use apimachinery::meta::Bytes;
    ///
    /// let (nil, empty) = (Bytes::default(), Bytes::from(""));
    /// assert!(nil.is_empty() && nil.is_nil());
    /// assert!(empty.is_empty() && !empty.is_nil());
    /// assert_ne!(nil, empty);
    /// ```
    #[must_use]
    pub fn is_nil(&self) -> bool {
        matches!(self.0, Held::Nil)
    }

    /// Returns the bytes as a vector for modification. Nil becomes an empty value, even if nothing is added.
    ///
    /// ```
    /// use apimachinery::meta::Bytes;
    ///
    /// let mut bytes = Bytes::default();
    /// bytes.make().push(b'a');
    /// assert_eq!(bytes, Bytes::from("a"));
    /// ```
    pub fn make(&mut self) -> &mut Vec<u8> {
        self.0 = Held::Bytes(std::mem::take(self).into_vec());
        let Held::Bytes(bytes) = &mut self.0 else { unreachable!("the variant was assigned above") };
        bytes
    }

    /// Converts to a vector without copying. Nil becomes an empty vector.
    ///
    /// ```
    /// assert!(apimachinery::meta::Bytes::default().into_vec().is_empty());
    /// ```
    #[must_use]
    pub fn into_vec(self) -> Vec<u8> {
        match self.0 {
            Held::Nil => Vec::new(),
            Held::Bytes(bytes) => bytes,
            Held::Json(json) => json.into_boxed_bytes().into_vec(),
        }
    }
}

impl Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        self.get().unwrap_or_default()
    }
}

impl AsRef<[u8]> for Bytes {
    fn as_ref(&self) -> &[u8] {
        self
    }
}

impl fmt::Debug for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.get() {
            None => f.write_str("nil"),
            Some(bytes) => write!(f, "b\"{}\"", bytes.escape_ascii()),
        }
    }
}

impl From<Vec<u8>> for Bytes {
    fn from(bytes: Vec<u8>) -> Self {
        Bytes(Held::Bytes(bytes))
    }
}

impl From<&[u8]> for Bytes {
    fn from(bytes: &[u8]) -> Self {
        bytes.to_vec().into()
    }
}

impl From<&str> for Bytes {
    fn from(text: &str) -> Self {
        text.as_bytes().into()
    }
}

/// Stores the JSON text unchanged.
impl From<Raw<'_>> for Bytes {
    fn from(json: Raw<'_>) -> Self {
        Bytes(Held::Json(json.text().into()))
    }
}

impl PartialEq for Bytes {
    fn eq(&self, other: &Self) -> bool {
        self.get() == other.get()
    }
}

impl Eq for Bytes {}

impl PartialOrd for Bytes {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Bytes {
    fn cmp(&self, other: &Self) -> Ordering {
        self.get().cmp(&other.get())
    }
}

impl Hash for Bytes {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.get().hash(state);
    }
}

#[cfg(test)]
mod tests {
    use super::Bytes;

    #[test]
    fn both_sorts_of_bytes_take_the_room_of_one() {
        assert!(size_of::<Bytes>() == size_of::<Vec<u8>>() || size_of::<usize>() < 8);
    }
}
