use super::Scheme;
use crate::schema::{GroupKind, GroupVersion, GroupVersionKind, INTERNAL_VERSION};

impl Scheme {
    /// Returns the version in which an API server stores objects of a kind in etcd, or `None` if the kind is not
    /// registered in any version other than the hub.
    ///
    /// This is the version registered with [`Builder::storage_version`](super::Builder::storage_version). Without one,
    /// it is the preferred version of the kind's group that contains the kind. If a kind of another group shares the
    /// hub type and registered its hub first, the storage version of that kind is used.
    ///
    /// ```
    /// # #[cfg(all(feature = "apps", feature = "extensions"))] {
    /// use apimachinery::schema::GroupKind;
    ///
    /// let scheme = apimachinery::apis::scheme();
    /// let stored = scheme.storage_version(&GroupKind::new("extensions", "Deployment"));
    /// assert_eq!(stored.unwrap().to_string(), "apps/v1");
    /// # }
    /// ```
    #[must_use]
    pub fn storage_version(&self, kind: &GroupKind) -> Option<GroupVersion> {
        let owner = self.owner(kind);
        let said = self.said_version(kind).or_else(|| self.said_version(&owner));
        said.cloned().or_else(|| self.versions_for_group_kind(&owner).into_iter().next())
    }

    /// Returns the version that was registered last for a kind.
    fn said_version(&self, kind: &GroupKind) -> Option<&GroupVersion> {
        self.registry.storage.iter().rev().find(|(known, _)| known == kind).map(|(_, version)| version)
    }

    /// Returns the kind that was first registered for the hub type of a kind.
    fn owner(&self, kind: &GroupKind) -> GroupKind {
        let hub = self.registry.entry(&kind.with_version(INTERNAL_VERSION));
        let types = hub.and_then(|hub| self.registry.types.get(&hub.type_id));
        types.and_then(|ty| ty.internal().first()).map_or_else(|| kind.clone(), GroupVersionKind::group_kind)
    }
}
