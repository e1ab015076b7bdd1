use std::fmt;

use super::GroupVersionResource;
use crate::field::Str;

/// A resource of a group, in whatever version.
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
    /// The group; empty for core.
    pub group: Str,
    /// The resource: the plural in lower case, as in URLs.
    pub resource: Str,
}

impl GroupResource {
    /// The resource `resource` of group `group`.
    #[must_use]
    pub fn new(group: impl Into<Str>, resource: impl Into<Str>) -> Self {
        GroupResource { group: group.into(), resource: resource.into() }
    }

    /// The resource in a version. The version is not checked.
    #[must_use]
    pub fn with_version(&self, version: impl Into<Str>) -> GroupVersionResource {
        GroupVersionResource { group: self.group.clone(), version: version.into(), resource: self.resource.clone() }
    }

    /// True if nothing is set.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.group.is_empty() && self.resource.is_empty()
    }
}

/// Upstream's `ParseGroupResource`: what follows the first dot is the group.
impl From<&str> for GroupResource {
    fn from(text: &str) -> Self {
        let (resource, group) = text.split_once('.').unwrap_or((text, ""));
        GroupResource::new(group, resource)
    }
}

/// `resource.group`, or the resource alone for core.
impl fmt::Display for GroupResource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.resource)?;
        if self.group.is_empty() { Ok(()) } else { write!(f, ".{}", self.group) }
    }
}
