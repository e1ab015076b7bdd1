use std::any::TypeId;

use rustc_hash::FxHashMap;

use super::KindInfo;
use super::entry::{Entry, Facts, Hub};
use super::enums::EnumField;
use super::erased::DefaultFn;
use super::field_label::FieldLabelFn;
use super::loss::Loss;
use super::versions::Versions;
use crate::conversion::Converter;
use crate::field::Str;
use crate::schema::{GroupKind, GroupVersion, GroupVersionKind};
use crate::wire::quote::quote;

/// All registered kinds and functions. It is filled by the builder and read by the Scheme.
#[derive(Default)]
pub(super) struct Registry {
    pub(super) name: Str,
    pub(super) entries: Vec<Entry>,
    pub(super) types: FxHashMap<TypeId, TypeKinds>,
    pub(super) versions: Versions,
    pub(super) converter: Converter,
    pub(super) field_labels: Vec<(GroupVersionKind, FieldLabelFn)>,
    pub(super) losses: Vec<(GroupVersion, &'static [Loss])>,
    pub(super) enums: Vec<(GroupVersion, &'static [EnumField])>,
    pub(super) storage: Vec<(GroupKind, GroupVersion)>,
    by_kind: FxHashMap<GroupVersionKind, usize>,
    /// The indices of unversioned kinds, of which there are few.
    unversioned: Vec<usize>,
}

/// The kinds of a type in order of registration, first all versions, then the hub.
#[derive(Default)]
pub(super) struct TypeKinds {
    pub(super) kinds: Vec<GroupVersionKind>,
    pub(super) external: usize,
    pub(super) unversioned: Option<GroupVersionKind>,
}

impl TypeKinds {
    pub(super) fn internal(&self) -> &[GroupVersionKind] {
        &self.kinds[self.external..]
    }

    fn add(&mut self, gvk: GroupVersionKind) {
        if gvk.is_internal() {
            self.kinds.push(gvk);
        } else {
            self.kinds.insert(self.external, gvk);
            self.external += 1;
        }
    }
}

impl Registry {
    pub(super) fn entry(&self, gvk: &GroupVersionKind) -> Option<&Entry> {
        self.by_kind.get(gvk).map(|&at| &self.entries[at])
    }

    /// Returns the entry of a kind, or else the entry of the unversioned kind of the same name.
    pub(super) fn entry_or_unversioned(&self, gvk: &GroupVersionKind) -> Option<&Entry> {
        self.entry(gvk).or_else(|| self.unversioned(&gvk.kind))
    }

    fn unversioned(&self, kind: &str) -> Option<&Entry> {
        self.unversioned.iter().map(|&at| &self.entries[at]).find(|entry| entry.gvk.kind == kind)
    }

    /// Adds a kind unless it is registered already, and returns its index.
    ///
    /// # Panics
    ///
    /// Panics with upstream's text if the kind has no version or is registered with another type.
    pub(super) fn add(&mut self, new: Entry) -> usize {
        assert!(!new.gvk.version.is_empty(), "version is required on all types: {} {}", new.gvk, new.type_name);
        self.versions.observe(new.gvk.group_version());
        if let Some(&at) = self.by_kind.get(&new.gvk) {
            let old = &self.entries[at];
            assert!(
                old.type_id == new.type_id,
                "Double registration of different types for {}: old={}, new={} in scheme {}",
                new.gvk,
                old.type_name,
                new.type_name,
                quote(&self.name)
            );
            return at;
        }
        self.types.entry(new.type_id).or_default().add(new.gvk.clone());
        self.by_kind.insert(new.gvk.clone(), self.entries.len());
        self.converter.register_move(new.type_id, new.new);
        self.entries.push(new);
        self.entries.len() - 1
    }

    /// Adds a kind with its information and returns its index.
    ///
    /// # Panics
    ///
    /// Panics as [`Registry::add`] and [`Registry::make_unversioned`] do.
    #[inline(never)]
    pub(super) fn add_with_info(&mut self, facts: Facts, info: &'static KindInfo) -> usize {
        let at = self.add(Entry::new(info.group_version_kind(), facts));
        self.entries[at].info = Some(info);
        if info.unversioned {
            self.make_unversioned(at);
        }
        at
    }

    /// Adds the hub type of a kind.
    ///
    /// # Panics
    ///
    /// Panics as [`Registry::add`] does.
    pub(super) fn add_hub(&mut self, group: &'static str, kind: &'static str, facts: Facts) {
        self.add(Entry::new(GroupVersion::internal(group).with_kind(kind), facts));
    }

    /// Sets the defaulting function of the kind at index `at`. Not inlined, like the other two, because it is called
    /// once for each kind.
    #[inline(never)]
    pub(super) fn set_default(&mut self, at: usize, fill: DefaultFn) {
        self.entries[at].default = Some(fill);
    }

    /// Sets the hub of the kind at index `at`.
    #[inline(never)]
    pub(super) fn set_hub(&mut self, at: usize, hub: Hub) {
        self.entries[at].hub = Some(hub);
    }

    /// Makes a registered kind the unversioned kind of its name.
    ///
    /// # Panics
    ///
    /// Panics with upstream's text if the unversioned kind of that name has another type.
    pub(super) fn make_unversioned(&mut self, at: usize) {
        let entry = &self.entries[at];
        let old = self.unversioned(&entry.gvk.kind).unwrap_or(entry);
        assert!(
            old.type_id == entry.type_id,
            "{} has already been registered as unversioned kind {} - kind name must be unique in scheme {}",
            old.type_name,
            quote(&entry.gvk.to_string()),
            quote(&self.name)
        );
        self.types.entry(entry.type_id).or_default().unversioned = Some(entry.gvk.clone());
        self.unversioned.push(at);
    }
}
