//! The Scheme: which kinds there are, how they are defaulted and converted.

mod builder;
mod convert;
mod error;
mod info;
mod types;

use std::any::TypeId;
use std::collections::{BTreeMap, HashMap};
use std::fmt;

pub use self::builder::{Builder, KindBuilder};
use self::builder::{ConvertFn, DefaultFn};
pub use self::error::Error;
pub use self::info::{KindInfo, Lifecycle, ResourceInfo};
use crate::field::Str;
use crate::meta::Object;
use crate::schema::{GroupKind, GroupVersion, GroupVersionKind};

/// All registered kinds with their types, defaulters and conversions. It does not change once it
/// is built and can be shared between threads.
///
/// A Rust type may stand for several kinds (hub and versions share types that are equal), so
/// what an object is, is told by the [`GroupVersionKind`] beside it.
///
/// ```
/// # #[cfg(feature = "apps")] {
/// use apimachinery::schema::GroupVersionKind;
///
/// let scheme = apimachinery::apis::scheme();
/// let gvk = GroupVersionKind::new("apps", "v1", "Deployment");
/// assert!(scheme.recognizes(&gvk));
/// assert!(scheme.new_object(&gvk).unwrap().type_name().ends_with("apps::v1::Deployment"));
/// # }
/// ```
pub struct Scheme {
    name: &'static str,
    entries: Vec<Entry>,
    by_kind: HashMap<GroupVersionKind, usize>,
    hubs: BTreeMap<GroupKind, HubEntry>,
    versions: BTreeMap<Str, Vec<Str>>,
}

struct Entry {
    gvk: GroupVersionKind,
    info: &'static KindInfo,
    type_id: TypeId,
    type_name: &'static str,
    new: fn() -> Box<dyn Object>,
    default: Option<DefaultFn>,
    hub: Option<TypeId>,
    to_hub: Option<ConvertFn>,
    from_hub: Option<ConvertFn>,
}

struct HubEntry {
    type_id: TypeId,
    new: fn() -> Box<dyn Object>,
}

impl Scheme {
    /// A builder to register kinds with.
    #[must_use]
    pub fn builder() -> Builder {
        Builder::default()
    }

    fn new(
        name: &'static str,
        entries: Vec<Entry>,
        hubs: BTreeMap<GroupKind, HubEntry>,
        priorities: BTreeMap<Str, Vec<Str>>,
    ) -> Self {
        let by_kind = entries.iter().enumerate().map(|(index, entry)| (entry.gvk.clone(), index)).collect();
        let versions = order_of_versions(&entries, priorities);
        Scheme { name, entries, by_kind, hubs, versions }
    }

    /// The name, as error texts show it.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// True if the kind is registered, in an external version or in the hub's.
    #[must_use]
    pub fn recognizes(&self, gvk: &GroupVersionKind) -> bool {
        self.entry(gvk).is_some() || self.hub_entry(gvk).is_some()
    }

    /// A zero object of a kind.
    ///
    /// # Errors
    ///
    /// If the kind is not registered.
    pub fn new_object(&self, gvk: &GroupVersionKind) -> Result<Box<dyn Object>, Error> {
        let new = self.entry(gvk).map(|entry| entry.new).or_else(|| self.hub_entry(gvk).map(|hub| hub.new));
        new.map(|new| new()).ok_or_else(|| Error::not_registered(gvk, self.name))
    }

    /// What is known of a kind besides its type.
    #[must_use]
    pub fn info(&self, gvk: &GroupVersionKind) -> Option<&'static KindInfo> {
        self.entry(gvk).map(|entry| entry.info)
    }

    /// Every kind of every external version, in order of registration.
    pub fn kinds(&self) -> impl ExactSizeIterator<Item = &'static KindInfo> + '_ {
        self.entries.iter().map(|entry| entry.info)
    }

    /// True if a version of the group is registered.
    #[must_use]
    pub fn is_group_registered(&self, group: &str) -> bool {
        self.versions.contains_key(group)
    }

    /// True if the version is registered.
    #[must_use]
    pub fn is_version_registered(&self, version: &GroupVersion) -> bool {
        self.versions.get(version.group.as_str()).is_some_and(|versions| versions.contains(&version.version))
    }

    /// The versions of a group: those with a priority first, then the others as they were
    /// registered.
    #[must_use]
    pub fn prioritized_versions_for_group(&self, group: &str) -> Vec<GroupVersion> {
        let versions = self.versions.get(group).into_iter().flatten();
        versions.map(|version| GroupVersion::new(group, version.clone())).collect()
    }

    /// The versions of a group that have the kind, in the same order.
    #[must_use]
    pub fn versions_for_group_kind(&self, kind: &GroupKind) -> Vec<GroupVersion> {
        let mut versions = self.prioritized_versions_for_group(&kind.group);
        versions.retain(|version| self.entry(&version.with_kind(kind.kind.clone())).is_some());
        versions
    }

    fn entry(&self, gvk: &GroupVersionKind) -> Option<&Entry> {
        self.by_kind.get(gvk).map(|&index| &self.entries[index])
    }

    fn hub_entry(&self, gvk: &GroupVersionKind) -> Option<&HubEntry> {
        if gvk.is_internal() { self.hubs.get(&gvk.group_kind()) } else { None }
    }
}

fn order_of_versions(entries: &[Entry], priorities: BTreeMap<Str, Vec<Str>>) -> BTreeMap<Str, Vec<Str>> {
    let mut versions: BTreeMap<Str, Vec<Str>> = BTreeMap::new();
    for Entry { gvk, .. } in entries {
        let known = versions.entry(gvk.group.clone()).or_default();
        if !known.contains(&gvk.version) {
            known.push(gvk.version.clone());
        }
    }
    for (group, priority) in priorities {
        if let Some(known) = versions.get_mut(&group) {
            let place = |version: &Str| priority.iter().position(|first| first == version).unwrap_or(usize::MAX);
            known.sort_by_key(place);
        }
    }
    versions
}

impl fmt::Debug for Scheme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Scheme").field("name", &self.name).field("kinds", &self.entries.len()).finish_non_exhaustive()
    }
}
