use std::fmt;
use std::ops::Deref;

/// Bytes, as Go's `[]byte`: base64 in JSON, and nil differs from empty.
///
/// `Default` is nil; whatever is made `From` something is not, even when empty. JSON writes nil as `null` and empty as
/// `""` where a field is never left out; Protobuf leaves nil out and writes empty with length 0.
///
/// ```
/// use apimachinery::meta::Bytes;
///
/// assert!(Bytes::default().is_nil());
/// assert!(!Bytes::from(vec![]).is_nil());
/// assert_eq!(*Bytes::from("key"), *b"key");
/// ```
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bytes(Option<Vec<u8>>);

impl Bytes {
    pub(crate) const NIL: Bytes = Bytes(None);

    /// Whether it is Go's nil: neither bytes nor an empty value. A nil value derefs to an empty slice, so `is_empty`
    /// cannot tell.
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
        self.0.is_none()
    }

    /// The bytes to be changed; nil becomes an empty value that is there, even if nothing is added.
    ///
    /// ```
    /// use apimachinery::meta::Bytes;
    ///
    /// let mut bytes = Bytes::default();
    /// bytes.make().push(b'a');
    /// assert_eq!(bytes, Bytes::from("a"));
    /// ```
    pub fn make(&mut self) -> &mut Vec<u8> {
        self.0.get_or_insert_default()
    }

    /// The bytes as a vector, without a copy; nil gives an empty one, so the difference is lost.
    ///
    /// ```
    /// assert_eq!(apimachinery::meta::Bytes::default().into_vec(), vec![]);
    /// ```
    #[must_use]
    pub fn into_vec(self) -> Vec<u8> {
        self.0.unwrap_or_default()
    }
}

impl Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        self.0.as_deref().unwrap_or_default()
    }
}

impl AsRef<[u8]> for Bytes {
    fn as_ref(&self) -> &[u8] {
        self
    }
}

impl fmt::Debug for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            None => f.write_str("nil"),
            Some(bytes) => write!(f, "b\"{}\"", bytes.escape_ascii()),
        }
    }
}

impl From<Vec<u8>> for Bytes {
    fn from(bytes: Vec<u8>) -> Self {
        Bytes(Some(bytes))
    }
}

impl From<&[u8]> for Bytes {
    fn from(bytes: &[u8]) -> Self {
        Bytes(Some(bytes.to_vec()))
    }
}

impl From<&str> for Bytes {
    fn from(text: &str) -> Self {
        Bytes(Some(text.as_bytes().to_vec()))
    }
}
