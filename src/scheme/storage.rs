use super::Scheme;
use crate::schema::{GroupKind, GroupVersion, GroupVersionKind, INTERNAL_VERSION};

impl Scheme {
    /// The version in which objects of a kind are stored: what was registered for it, else the
    /// version that the kind's group prefers among those that have the kind.
    ///
    /// A kind that shares its hub type with one of another group is stored as that other one, if
    /// its hub was registered first. None if no version has the kind.
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

    /// What was said last of a kind.
    fn said_version(&self, kind: &GroupKind) -> Option<&GroupVersion> {
        self.registry.storage.iter().rev().find(|(known, _)| known == kind).map(|(_, version)| version)
    }

    /// The kind that was first registered for the hub type of a kind.
    fn owner(&self, kind: &GroupKind) -> GroupKind {
        let hub = self.registry.entry(&kind.with_version(INTERNAL_VERSION));
        let types = hub.and_then(|hub| self.registry.types.get(&hub.type_id));
        types.and_then(|ty| ty.internal().first()).map_or_else(|| kind.clone(), GroupVersionKind::group_kind)
    }
}
