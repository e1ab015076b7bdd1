use std::fmt;
use std::str::FromStr;

use super::{GroupVersionKind, GroupVersionResource, INTERNAL_VERSION};
use crate::field::Str;

/// An API group and one of its versions: the parts of an `apiVersion` such as `apps/v1`. [`str::parse`] reads this
/// form, and [`to_string`](ToString::to_string) writes it. Neither part is validated, so any value that can be parsed
/// is preserved in a round trip.
///
/// Values are ordered by the bytes of the group, then of the version.
/// [`compare_kube_aware_versions`](super::compare_kube_aware_versions) orders versions by stability and number instead.
///
/// As a [`GroupVersioner`](super::GroupVersioner), a `GroupVersion` selects itself for all kinds of its group.
///
/// ```
/// use apimachinery::schema::GroupVersion;
///
/// let apps: GroupVersion = "apps/v1".parse()?;
/// assert_eq!((apps.group.as_str(), apps.version.as_str()), ("apps", "v1"));
/// assert_eq!(GroupVersion::new("", "v1").to_string(), "v1");
/// assert!("".parse::<GroupVersion>()?.is_empty() && "/".parse::<GroupVersion>()?.is_empty());
/// assert_eq!(apps.with_kind("Deployment").to_string(), "apps/v1, Kind=Deployment");
/// assert_eq!(apps.with_resource("deployments").to_string(), "apps/v1, Resource=deployments");
/// # Ok::<(), apimachinery::schema::ParseGroupVersionError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GroupVersion {
    /// The API group, such as `apps`; empty for the core group.
    pub group: Str,
    /// The version, such as `v1`.
    pub version: Str,
}

impl GroupVersion {
    /// Creates a value from a group, empty for the core group, and a version. Neither is validated.
    #[must_use]
    pub fn new(group: impl Into<Str>, version: impl Into<Str>) -> Self {
        GroupVersion { group: group.into(), version: version.into() }
    }

    /// Returns the hub version of a group, the internal version to and from which all other versions are converted. Its
    /// name is [`INTERNAL_VERSION`](super::INTERNAL_VERSION), which never occurs in a document.
    ///
    /// ```
    /// use apimachinery::schema::GroupVersion;
    ///
    /// let hub = GroupVersion::internal("apps");
    /// assert_eq!(hub.to_string(), "apps/__internal");
    /// assert!(hub.is_internal() && !GroupVersion::new("apps", "v1").is_internal());
    /// ```
    #[must_use]
    pub fn internal(group: impl Into<Str>) -> Self {
        GroupVersion::new(group, INTERNAL_VERSION)
    }

    /// Returns true if this is the hub version of a group, named [`INTERNAL_VERSION`](super::INTERNAL_VERSION).
    #[must_use]
    pub fn is_internal(&self) -> bool {
        self.version == INTERNAL_VERSION
    }

    /// Returns true if group and version are empty, as for a document without `apiVersion`.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.group.is_empty() && self.version.is_empty()
    }

    /// Returns the kind `kind` in this version.
    #[must_use]
    pub fn with_kind(&self, kind: impl Into<Str>) -> GroupVersionKind {
        GroupVersionKind { group: self.group.clone(), version: self.version.clone(), kind: kind.into() }
    }

    /// Returns the resource `resource` in this version.
    #[must_use]
    pub fn with_resource(&self, resource: impl Into<Str>) -> GroupVersionResource {
        GroupVersionResource { group: self.group.clone(), version: self.version.clone(), resource: resource.into() }
    }
}

/// Formats as `group/version`, or as `version` for core.
impl fmt::Display for GroupVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.group.is_empty() {
            write!(f, "{}/", self.group)?;
        }
        f.write_str(&self.version)
    }
}

/// The error returned when an `apiVersion` with more than one slash is parsed to a [`GroupVersion`]. The text is
/// identical to upstream's.
///
/// ```
/// use apimachinery::schema::GroupVersion;
///
/// let error = "a/b/c".parse::<GroupVersion>().unwrap_err();
/// assert_eq!(error.to_string(), "unexpected GroupVersion string: a/b/c");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseGroupVersionError(String);

impl fmt::Display for ParseGroupVersionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unexpected GroupVersion string: {}", self.0)
    }
}

impl std::error::Error for ParseGroupVersionError {}

/// Parses an `apiVersion`. The empty text and `/` are the empty value, and a text without a slash is a version of core.
/// Counterpart of `ParseGroupVersion`.
impl FromStr for GroupVersion {
    type Err = ParseGroupVersionError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text.is_empty() || text == "/" {
            return Ok(GroupVersion::default());
        }
        match text.split_once('/') {
            None => Ok(GroupVersion::new("", text)),
            Some((group, version)) if !version.contains('/') => Ok(GroupVersion::new(group, version)),
            Some(_) => Err(ParseGroupVersionError(text.to_string())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: Result<(&str, &str), &str>) {
        let parsed = text.parse::<GroupVersion>();
        let expected = expected.map(|(group, version)| GroupVersion::new(group, version));
        assert_eq!(parsed.map_err(|error| error.to_string()), expected.map_err(str::to_string), "{text:?}");
    }

    #[test]
    fn parses_as_upstream() {
        check("", Ok(("", "")));
        check("/", Ok(("", "")));
        check("v1", Ok(("", "v1")));
        check("apps/v1", Ok(("apps", "v1")));
        check("/v1", Ok(("", "v1")));
        check("a/", Ok(("a", "")));
        check("a/b/c", Err("unexpected GroupVersion string: a/b/c"));
    }
}
