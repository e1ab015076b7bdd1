use std::fmt;

/// Why an object does not take or give what it was asked for: a list of other items, a field of
/// another type.
///
/// The texts are upstream's, with the names of our types in the place of Go's.
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
