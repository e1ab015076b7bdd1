use std::fmt;

use super::GroupVersionKind;
use crate::field::Str;

/// A kind of an API group, such as `Deployment` in `apps`, without a version. Values are ordered as text, by group
/// first.
///
/// ```
/// use apimachinery::schema::GroupKind;
///
/// let deployment = GroupKind::new("apps", "Deployment");
/// assert_eq!(deployment.to_string(), "Deployment.apps");
/// assert_eq!(GroupKind::from("Deployment.apps"), deployment);
/// assert_eq!(deployment.with_version("v1").to_string(), "apps/v1, Kind=Deployment");
/// assert!(GroupKind::default().is_empty());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GroupKind {
    /// The API group, such as `apps`; empty for the core group.
    pub group: Str,
    /// The kind, such as `Deployment`.
    pub kind: Str,
}

impl GroupKind {
    /// Creates a value from a group, empty for the core group, and a kind. Neither is validated.
    #[must_use]
    pub fn new(group: impl Into<Str>, kind: impl Into<Str>) -> Self {
        GroupKind { group: group.into(), kind: kind.into() }
    }

    /// Returns the kind in the version `version`, which is not validated. Counterpart of `WithVersion`.
    #[must_use]
    pub fn with_version(&self, version: impl Into<Str>) -> GroupVersionKind {
        GroupVersionKind { group: self.group.clone(), version: version.into(), kind: self.kind.clone() }
    }

    /// Returns true if group and kind are empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.group.is_empty() && self.kind.is_empty()
    }
}

/// Parses `Kind.group`: the text after the first dot is the group. Counterpart of `ParseGroupKind`.
impl From<&str> for GroupKind {
    fn from(text: &str) -> Self {
        let (kind, group) = text.split_once('.').unwrap_or((text, ""));
        GroupKind::new(group, kind)
    }
}

/// Formats as `Kind.group`, or as `Kind` for core.
impl fmt::Display for GroupKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.kind)?;
        if self.group.is_empty() { Ok(()) } else { write!(f, ".{}", self.group) }
    }
}
