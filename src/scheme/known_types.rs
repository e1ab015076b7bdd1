use std::any::TypeId;

use super::entry::Entry;
use super::{KindInfo, Scheme};
use crate::schema::{GroupVersion, GroupVersionKind};

/// A registered kind and its Rust type, as returned by [`Scheme::all_known_types`] and [`Scheme::known_types`].
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
#[non_exhaustive]
pub struct KnownType<'a> {
    /// The group, version and name of the kind.
    pub kind: &'a GroupVersionKind,
    /// The identifier of the Rust type, for comparison with [`TypeId::of`].
    pub type_id: TypeId,
    /// The path of the Rust type, as it appears in error messages, such as `apimachinery::apis::…::Deployment`.
    pub type_name: &'static str,
    /// The names, endpoint and life cycle of the kind; `None` for hub kinds, and for kinds registered without it by
    /// [`Builder::known_type`](super::Builder::known_type).
    pub info: Option<&'static KindInfo>,
}

impl Scheme {
    /// Returns every registered kind with its Rust type, including hub kinds, in order of registration. Counterpart of
    /// `AllKnownTypes`.
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

    /// Returns the kinds registered for exactly `version` with their Rust types, in order of registration. For the
    /// version [`GroupVersion::internal`], these are the hub kinds of the group. Counterpart of `KnownTypes`.
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

    /// Returns the names, endpoints and life cycles of all kinds that were registered with such information, in order
    /// of registration: all kinds created by the generator. Hub kinds and kinds registered with
    /// [`Builder::known_type`](super::Builder::known_type) are not included.
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

    /// Returns the names, endpoint and life cycle of exactly the kind `gvk`. Returns `None` for hub kinds, for kinds
    /// registered with [`Builder::known_type`](super::Builder::known_type), and for kinds that are not registered.
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
