use std::fmt;

use super::GroupVersionResource;
use crate::field::Str;

/// A resource of a group, without a version. A resource is the plural name under which the API server offers a kind,
/// such as `deployments`.
///
/// ```
/// use apimachinery::schema::GroupResource;
///
/// let deployments = GroupResource::new("apps", "deployments");
/// assert_eq!(deployments.to_string(), "deployments.apps");
/// assert_eq!(GroupResource::from("deployments.apps"), deployments);
/// assert_eq!(deployments.with_version("v1").to_string(), "apps/v1, Resource=deployments");
/// assert!(GroupResource::default().is_empty());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GroupResource {
    /// The API group, such as `apps`; empty for the core group.
    pub group: Str,
    /// The resource: the plural of the kind in lower case, as in URLs, such as `deployments`.
    pub resource: Str,
}

impl GroupResource {
    /// Creates a value from a group, empty for the core group, and a resource. Neither is validated.
    #[must_use]
    pub fn new(group: impl Into<Str>, resource: impl Into<Str>) -> Self {
        GroupResource { group: group.into(), resource: resource.into() }
    }

    /// Returns the resource in the version `version`, which is not validated. Counterpart of `WithVersion`.
    #[must_use]
    pub fn with_version(&self, version: impl Into<Str>) -> GroupVersionResource {
        GroupVersionResource { group: self.group.clone(), version: version.into(), resource: self.resource.clone() }
    }

    /// Returns true if group and resource are empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.group.is_empty() && self.resource.is_empty()
    }
}

/// Parses `resource.group`: the text after the first dot is the group. Counterpart of `ParseGroupResource`.
impl From<&str> for GroupResource {
    fn from(text: &str) -> Self {
        let (resource, group) = text.split_once('.').unwrap_or((text, ""));
        GroupResource::new(group, resource)
    }
}

/// Formats as `resource.group`, or as `resource` for core.
impl fmt::Display for GroupResource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.resource)?;
        if self.group.is_empty() { Ok(()) } else { write!(f, ".{}", self.group) }
    }
}
