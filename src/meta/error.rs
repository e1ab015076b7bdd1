use std::fmt;

/// The error of an operation that an object does not support, such as adding an item of another type to a list or
/// setting a field to a value of another type.
///
/// Returned by [`set_list`](super::set_list), [`MetadataMut`](super::MetadataMut) and the functions in
/// [`nested`](super::unstructured::nested). The messages are identical to upstream's, with Rust type names in place of
/// Go's.
///
/// ```
/// use apimachinery::meta::{Unknown, extract_list};
///
/// let error = extract_list(&Unknown::default()).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "apimachinery::meta::unknown::Unknown is not a list: no Items field in this object",
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error(Box<str>);

impl Error {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Error(message.into().into())
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Error {}
