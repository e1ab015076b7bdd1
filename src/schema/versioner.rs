use std::fmt::Debug;

use super::{GroupVersion, GroupVersionKind, INTERNAL_VERSION};
use crate::wire::quote::quote;

/// A rule that selects the kind, and thereby the version, to which an object is converted. The choice is based on the
/// kinds that are registered for the type of the object. Counterpart of `runtime.GroupVersioner`.
///
/// A [`GroupVersion`] selects itself for any kind of its group. [`GroupVersions`](super::GroupVersions) selects among
/// several versions, [`MultiGroupVersioner`](super::MultiGroupVersioner) converts kinds of several groups to one
/// version, [`InternalGroupVersioner`] selects the hub, and [`DisabledGroupVersioner`] selects nothing.
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
    /// Returns the kind to convert to, given the kinds of the object in order of registration, or `None` if none of
    /// them is suitable. If the result is one of `kinds`, the object is not converted.
    fn kind_for(&self, kinds: &[GroupVersionKind]) -> Option<GroupVersionKind>;

    /// Returns a text that identifies the versioner: two versioners with equal texts must return the same results. It
    /// is part of [`Encoder::identifier`](crate::serializer::Encoder::identifier), which caches of encoded objects use.
    fn identifier(&self) -> String;

    /// Returns the text for the versioner in error messages, where upstream formats it with `%q`. The default
    /// implementation returns the identifier in quotes.
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

/// A [`GroupVersioner`] that selects the hub version, the internal version through which all others are converted. It
/// returns the first kind that is internal, or else the first kind with its version replaced by [`INTERNAL_VERSION`].
/// Counterpart of `runtime.InternalGroupVersioner`.
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

/// A [`GroupVersioner`] that selects nothing. Encoding with it fails for all objects except those of unversioned kinds,
/// which are the same in every version. Counterpart of `runtime.DisabledGroupVersioner`.
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
