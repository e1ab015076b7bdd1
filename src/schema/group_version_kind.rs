use std::fmt;

use super::{GroupKind, GroupVersion, INTERNAL_VERSION};
use crate::field::Str;

/// A kind in a version of a group, such as `Deployment` in `apps/v1`. It identifies the type of an object.
///
/// ```
/// use apimachinery::schema::GroupVersionKind;
///
/// let deployment = GroupVersionKind::new("apps", "v1", "Deployment");
/// assert_eq!(deployment.to_string(), "apps/v1, Kind=Deployment");
/// assert_eq!(deployment.api_version(), "apps/v1");
/// assert_eq!(deployment.group_version().to_string(), "apps/v1");
/// assert_eq!(deployment.group_kind().to_string(), "Deployment.apps");
/// assert!(!deployment.is_internal() && GroupVersionKind::default().is_empty());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GroupVersionKind {
    /// The API group, such as `apps`; empty for the core group.
    pub group: Str,
    /// The version, such as `v1`, or [`INTERNAL_VERSION`](super::INTERNAL_VERSION) for a hub kind.
    pub version: Str,
    /// The kind, such as `Deployment`.
    pub kind: Str,
}

impl GroupVersionKind {
    /// Creates a value from a group, empty for the core group, a version and a kind. None of them is validated.
    #[must_use]
    pub fn new(group: impl Into<Str>, version: impl Into<Str>, kind: impl Into<Str>) -> Self {
        GroupVersionKind { group: group.into(), version: version.into(), kind: kind.into() }
    }

    /// Creates a value from a group, empty for the core group, a version and a kind, without allocating. Usable in
    /// constants.
    ///
    /// ```
    /// use apimachinery::schema::GroupVersionKind;
    ///
    /// const POD: GroupVersionKind = GroupVersionKind::from_static("", "v1", "Pod");
    /// assert_eq!(POD, GroupVersionKind::new("", "v1", "Pod"));
    /// ```
    #[must_use]
    pub const fn from_static(group: &'static str, version: &'static str, kind: &'static str) -> Self {
        GroupVersionKind {
            group: Str::from_static(group),
            version: Str::from_static(version),
            kind: Str::from_static(kind),
        }
    }

    /// Creates a value from the `apiVersion` and `kind` of a document. If `api_version` is invalid, because it contains
    /// more than one slash, only the kind is set. Counterpart of `FromAPIVersionAndKind`.
    ///
    /// ```
    /// use apimachinery::schema::GroupVersionKind;
    ///
    /// let pod = GroupVersionKind::from_api_version("v1", "Pod");
    /// assert_eq!(pod, GroupVersionKind::new("", "v1", "Pod"));
    /// assert_eq!(GroupVersionKind::from_api_version("a/b/c", "Pod"), GroupVersionKind::new("", "", "Pod"));
    /// ```
    #[must_use]
    pub fn from_api_version(api_version: &str, kind: &str) -> Self {
        let version: GroupVersion = api_version.parse().unwrap_or_default();
        version.with_kind(kind)
    }

    /// Returns the group and version, without the kind.
    #[must_use]
    pub fn group_version(&self) -> GroupVersion {
        GroupVersion { group: self.group.clone(), version: self.version.clone() }
    }

    /// Returns the group and kind, without the version.
    #[must_use]
    pub fn group_kind(&self) -> GroupKind {
        GroupKind { group: self.group.clone(), kind: self.kind.clone() }
    }

    /// Returns the kind of the same name in the group's hub.
    pub(crate) fn of_hub(&self) -> Self {
        GroupVersion::internal(self.group.clone()).with_kind(self.kind.clone())
    }

    /// Returns true for `v1` List, a document that contains objects of any kinds.
    pub(crate) fn is_v1_list(&self) -> bool {
        self.group.is_empty() && self.version == "v1" && self.kind == "List"
    }

    /// Returns the `apiVersion` of a document of this kind, such as `apps/v1`, or `v1` for the core group. It is empty
    /// if group and version are empty. Together with [`GroupVersionKind::kind`] it is the counterpart of
    /// `ToAPIVersionAndKind`.
    #[must_use]
    pub fn api_version(&self) -> Str {
        self.group_version().to_string().into()
    }

    /// Returns true if this is a hub kind, whose version is [`INTERNAL_VERSION`](super::INTERNAL_VERSION).
    #[must_use]
    pub fn is_internal(&self) -> bool {
        self.version == INTERNAL_VERSION
    }

    /// Returns true if group, version and kind are empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.group.is_empty() && self.version.is_empty() && self.kind.is_empty()
    }
}

/// Formats as `group/version, Kind=kind`. The slash is printed even for core: `/v1, Kind=Pod`.
impl fmt::Display for GroupVersionKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}, Kind={}", self.group, self.version, self.kind)
    }
}
