use std::fmt;

use crate::schema::GroupVersionKind;

/// The error returned by a conversion function: the reason, the path of the field, and the two versions.
///
/// A function returns the reason with [`Error::new`]. Its callers prepend the names of the fields with [`Error::at`],
/// one call for each level, and the [`Scheme`](crate::scheme::Scheme) adds the versions. Upstream's errors contain
/// neither path nor versions.
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
    /// Creates an error with the reason `message`, an empty path and no versions.
    #[must_use]
    pub fn new(message: impl Into<String>) -> Self {
        Error { path: String::new(), message: message.into(), between: None }
    }

    pub(crate) fn unknown_conversion(from: &str, to: &str) -> Self {
        Error::new(format!("converting ({from}) to ({to}): unknown conversion"))
    }

    /// Returns the error with `step` prepended to its path: the JSON name of a field, the key of a map, or the index of
    /// an item in brackets, such as `[2]`.
    #[must_use]
    pub fn at(mut self, step: &str) -> Self {
        self.path = above(step, &self.path);
        self
    }

    /// Returns the path of the field, such as `spec.ports[0]`; empty for the object itself.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.path
    }

    pub(crate) fn between(mut self, from: &GroupVersionKind, to: &GroupVersionKind) -> Self {
        self.between.get_or_insert_with(|| Box::new((from.clone(), to.clone())));
        self
    }
}

/// Returns `path` with `step` prepended.
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

/// Returns `result` unchanged if it is `Ok`, and otherwise its error with the JSON name `name` prepended to the path.
/// Use it where the value of a field is converted.
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
/// Returns the error of `result`, with `name` prepended to its path.
pub fn field<T>(name: &'static str, result: Result<T, Error>) -> Result<T, Error> {
    result.map_err(|error| error.at(name))
}
