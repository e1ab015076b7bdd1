use std::fmt;

use crate::schema::GroupVersionKind;

/// Why an object could not be converted: the field, the reason, and between which versions.
///
/// The path grows from the inside out, one [`Error::at`] a level; the Scheme adds the versions. Upstream's errors name
/// neither.
///
/// ```
/// use apimachinery::conversion::Error;
///
/// let error = Error::new("not a size").at("size").at("[1]").at("disks");
/// assert_eq!(error.path(), "disks[1].size");
/// assert_eq!(error.to_string(), "disks[1].size: not a size");
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

    pub(crate) fn unknown_conversion(from: &str, to: &str) -> Self {
        Error::new(format!("converting ({from}) to ({to}): unknown conversion"))
    }

    /// The same error, one level further up: `step` is a field's JSON name, a map's key or `[index]`.
    #[must_use]
    pub fn at(mut self, step: &str) -> Self {
        self.path = above(step, &self.path);
        self
    }

    /// The path of the field, such as `spec.ports[0]`; empty for the object itself.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.path
    }

    pub(crate) fn between(mut self, from: &GroupVersionKind, to: &GroupVersionKind) -> Self {
        self.between.get_or_insert_with(|| Box::new((from.clone(), to.clone())));
        self
    }
}

/// The path of what is at `path` below `step`.
pub(super) fn above(step: &str, path: &str) -> String {
    let separator = if step.is_empty() || path.is_empty() || path.starts_with('[') { "" } else { "." };
    format!("{step}{separator}{path}")
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
/// ```
/// use apimachinery::conversion::{Error, field};
///
/// fn size(text: &str) -> Result<i32, Error> {
///     text.parse().map_err(|_| Error::new("not a size"))
/// }
/// assert_eq!(field("size", size("3")), Ok(3));
/// assert_eq!(field("size", size("x")).unwrap_err().path(), "size");
/// ```
///
/// # Errors
///
/// That of `result`, at `name`.
pub fn field<T>(name: &'static str, result: Result<T, Error>) -> Result<T, Error> {
    result.map_err(|error| error.at(name))
}
