use std::fmt;

use crate::schema::GroupVersionKind;

/// Why an object could not be converted: the field, the reason, and between which versions.
///
/// ```
/// use apimachinery::conversion::Error;
///
/// let error = Error::new("not a size").at("size").at("spec");
/// assert_eq!(error.to_string(), "spec.size: not a size");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    path: String,
    message: String,
    between: Option<Box<(GroupVersionKind, GroupVersionKind)>>,
}

impl Error {
    /// An error with a reason; path and versions are added on the way up.
    #[must_use]
    pub fn new(message: impl Into<String>) -> Self {
        Error { path: String::new(), message: message.into(), between: None }
    }

    /// The same error, one level further up: `step` is a field's JSON name or `[index]`.
    #[must_use]
    pub fn at(mut self, step: &str) -> Self {
        let separator = if self.path.is_empty() || self.path.starts_with('[') { "" } else { "." };
        self.path = format!("{step}{separator}{}", self.path);
        self
    }

    /// The path of the field, empty for the object itself.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.path
    }

    pub(crate) fn between(mut self, from: &GroupVersionKind, to: &GroupVersionKind) -> Self {
        self.between.get_or_insert_with(|| Box::new((from.clone(), to.clone())));
        self
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((from, to)) = self.between.as_deref() {
            write!(f, "converting {} from {} to {}: ", from.kind, from.group_version(), to.group_version())?;
        }
        if !self.path.is_empty() {
            write!(f, "{}: ", self.path)?;
        }
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {}

/// Adds the name of a field to the error of what it holds.
///
/// # Errors
///
/// That of `result`.
pub fn field<T>(name: &'static str, result: Result<T, Error>) -> Result<T, Error> {
    result.map_err(|error| error.at(name))
}
