use std::fmt::Debug;

use super::{GroupVersion, GroupVersionKind, INTERNAL_VERSION};
use crate::wire::quote::quote;

/// Chooses the kind that an object is converted to, given the kinds of the object.
///
/// A [`GroupVersion`] chooses the kind that is exactly in this version; otherwise it chooses the first kind of its
/// group, in its own version.
///
/// ```
/// use apimachinery::schema::{GroupVersion, GroupVersionKind, GroupVersioner};
///
/// let kinds = [GroupVersionKind::new("apps", "v1beta1", "Deployment")];
/// let chosen = GroupVersion::new("apps", "v1").kind_for(&kinds);
/// assert_eq!(chosen, Some(GroupVersionKind::new("apps", "v1", "Deployment")));
/// assert_eq!(GroupVersion::new("batch", "v1").kind_for(&kinds), None);
/// ```
pub trait GroupVersioner: Send + Sync + Debug {
    /// Returns the kind to convert to, or `None` if no kind is suitable.
    fn kind_for(&self, kinds: &[GroupVersionKind]) -> Option<GroupVersionKind>;

    /// Returns a text that is equal for versioners that make the same choices. It is part of the identifier of
    /// encoders.
    fn identifier(&self) -> String;

    /// Returns the versioner as it appears in error messages: the output of Go's `%q`.
    fn quoted(&self) -> String {
        quote(&self.identifier())
    }
}

impl GroupVersioner for GroupVersion {
    fn kind_for(&self, kinds: &[GroupVersionKind]) -> Option<GroupVersionKind> {
        let mut first = None;
        for kind in kinds {
            if kind.group == self.group {
                if kind.version == self.version {
                    return Some(kind.clone());
                }
                first = first.or(Some(kind));
            }
        }
        Some(self.with_kind(first?.kind.clone()))
    }

    fn identifier(&self) -> String {
        self.to_string()
    }
}

/// Chooses the hub: the first kind that is internal, or else the internal form of the first kind.
///
/// ```
/// use apimachinery::schema::{GroupVersionKind, GroupVersioner, InternalGroupVersioner};
///
/// let chosen = InternalGroupVersioner.kind_for(&[GroupVersionKind::new("apps", "v1", "Deployment")]);
/// assert_eq!(chosen, Some(GroupVersionKind::new("apps", "__internal", "Deployment")));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct InternalGroupVersioner;

impl GroupVersioner for InternalGroupVersioner {
    fn kind_for(&self, kinds: &[GroupVersionKind]) -> Option<GroupVersionKind> {
        let internal = kinds.iter().find(|kind| kind.is_internal()).or(kinds.first())?;
        Some(GroupVersionKind { version: INTERNAL_VERSION.into(), ..internal.clone() })
    }

    fn identifier(&self) -> String {
        "internal".into()
    }

    fn quoted(&self) -> String {
        "{}".into()
    }
}

/// A versioner that accepts no kind. A codec that uses it does not convert objects.
///
/// ```
/// use apimachinery::schema::{DisabledGroupVersioner, GroupVersionKind, GroupVersioner};
///
/// assert_eq!(DisabledGroupVersioner.kind_for(&[GroupVersionKind::new("", "v1", "Pod")]), None);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DisabledGroupVersioner;

impl GroupVersioner for DisabledGroupVersioner {
    fn kind_for(&self, _kinds: &[GroupVersionKind]) -> Option<GroupVersionKind> {
        None
    }

    fn identifier(&self) -> String {
        "disabled".into()
    }

    fn quoted(&self) -> String {
        "{}".into()
    }
}
