use std::any::TypeId;

use super::entry::Entry;
use super::{KindInfo, Scheme};
use crate::schema::{GroupVersion, GroupVersionKind};

/// A registered kind and its Rust type.
///
/// ```
/// # #[cfg(feature = "apps")] {
/// use std::any::TypeId;
/// use apimachinery::apis::apps::v1::Deployment;
///
/// let scheme = apimachinery::apis::scheme();
/// let of_type = scheme.all_known_types().filter(|known| known.type_id == TypeId::of::<Deployment>());
/// assert!(of_type.count() >= 1, "one type may be registered as several kinds");
/// # }
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KnownType<'a> {
    /// The kind.
    pub kind: &'a GroupVersionKind,
    /// The type.
    pub type_id: TypeId,
    /// The path of the type, as it appears in error messages.
    pub type_name: &'static str,
    /// Further information about the kind; `None` for kinds of the hub and kinds registered without it.
    pub info: Option<&'static KindInfo>,
}

impl Scheme {
    /// Returns every registered kind with its type, in order of registration. Kinds of the hub are included.
    /// Counterpart of `AllKnownTypes`.
    ///
    /// ```
    /// # #[cfg(feature = "apps")] {
    /// let scheme = apimachinery::apis::scheme();
    /// let hub = scheme.all_known_types().filter(|known| known.kind.is_internal());
    /// assert!(hub.count() > 0);
    /// # }
    /// ```
    pub fn all_known_types(&self) -> impl Iterator<Item = KnownType<'_>> + '_ {
        self.registry.entries.iter().map(known)
    }

    /// Returns the kinds of a version, or of the hub of a group, with their types, in order of registration.
    /// Counterpart of `KnownTypes`.
    ///
    /// ```
    /// # #[cfg(feature = "apps")] {
    /// use apimachinery::schema::GroupVersion;
    ///
    /// let scheme = apimachinery::apis::scheme();
    /// let version = GroupVersion::new("apps", "v1");
    /// assert!(scheme.known_types(&version).any(|known| known.kind.kind == "Deployment"));
    /// # }
    /// ```
    pub fn known_types<'a>(&'a self, version: &'a GroupVersion) -> impl Iterator<Item = KnownType<'a>> + 'a {
        let of_version =
            |known: &KnownType<'_>| known.kind.group == version.group && known.kind.version == version.version;
        self.all_known_types().filter(of_version)
    }

    /// Returns information about every kind that was registered with it, in order of registration. These are the kinds
    /// of the definitions, without the hub.
    ///
    /// ```
    /// # #[cfg(feature = "apps")] {
    /// let scheme = apimachinery::apis::scheme();
    /// let served = scheme.kinds().filter(|info| info.group == "apps" && info.served);
    /// assert!(served.count() > 0);
    /// # }
    /// ```
    pub fn kinds(&self) -> impl Iterator<Item = &'static KindInfo> + '_ {
        self.registry.entries.iter().filter_map(|entry| entry.info)
    }

    /// Returns information about a kind. Returns `None` for kinds of the hub, for kinds registered without it, and for
    /// kinds that are not registered.
    ///
    /// ```
    /// # #[cfg(feature = "apps")] {
    /// use apimachinery::schema::GroupVersionKind;
    ///
    /// let scheme = apimachinery::apis::scheme();
    /// assert!(scheme.info(&GroupVersionKind::new("apps", "v1", "DeploymentList")).is_some_and(|info| info.list));
    /// assert!(scheme.info(&GroupVersionKind::new("apps", "v1", "Gadget")).is_none());
    /// # }
    /// ```
    #[must_use]
    pub fn info(&self, gvk: &GroupVersionKind) -> Option<&'static KindInfo> {
        self.registry.entry(gvk).and_then(|entry| entry.info)
    }
}

fn known(entry: &Entry) -> KnownType<'_> {
    KnownType { kind: &entry.gvk, type_id: entry.type_id, type_name: entry.type_name, info: entry.info }
}
