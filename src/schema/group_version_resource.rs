use std::fmt;

use super::{GroupResource, GroupVersion};
use crate::field::Str;

/// A resource in a version of a group, such as `deployments` in `apps/v1`. It identifies an endpoint of the API server.
///
/// ```
/// use apimachinery::schema::GroupVersionResource;
///
/// let pods = GroupVersionResource::new("", "v1", "pods");
/// assert_eq!(pods.to_string(), "/v1, Resource=pods");
/// assert_eq!(pods.group_resource().to_string(), "pods");
/// assert_eq!(pods.group_version().to_string(), "v1");
/// assert!(GroupVersionResource::default().is_empty());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GroupVersionResource {
    /// The API group, such as `apps`; empty for the core group.
    pub group: Str,
    /// The version, such as `v1`.
    pub version: Str,
    /// The resource: the plural of the kind in lower case, as in URLs, such as `deployments`.
    pub resource: Str,
}

impl GroupVersionResource {
    /// Creates a value from a group, empty for the core group, a version and a resource. None of them is validated.
    #[must_use]
    pub fn new(group: impl Into<Str>, version: impl Into<Str>, resource: impl Into<Str>) -> Self {
        GroupVersionResource { group: group.into(), version: version.into(), resource: resource.into() }
    }

    /// Returns the group and version, without the resource.
    #[must_use]
    pub fn group_version(&self) -> GroupVersion {
        GroupVersion { group: self.group.clone(), version: self.version.clone() }
    }

    /// Returns the group and resource, without the version.
    #[must_use]
    pub fn group_resource(&self) -> GroupResource {
        GroupResource { group: self.group.clone(), resource: self.resource.clone() }
    }

    /// Returns true if group, version and resource are empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.group.is_empty() && self.version.is_empty() && self.resource.is_empty()
    }
}

/// Formats as `group/version, Resource=resource`. The slash is printed even for core: `/v1, Resource=pods`.
impl fmt::Display for GroupVersionResource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}, Resource={}", self.group, self.version, self.resource)
    }
}
