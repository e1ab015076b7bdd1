use std::any::{TypeId, type_name};

use super::KindInfo;
use super::erased::{DefaultFn, InPlaceFn};
use crate::meta::{Object, ZeroObject};
use crate::schema::GroupVersionKind;

/// A registered kind.
pub(super) struct Entry {
    pub(super) gvk: GroupVersionKind,
    pub(super) info: Option<&'static KindInfo>,
    pub(super) type_id: TypeId,
    pub(super) type_name: &'static str,
    pub(super) new: fn() -> Box<dyn Object>,
    pub(super) default: Option<DefaultFn>,
    pub(super) hub: Option<Hub>,
}

/// The hub type of an external kind. If it differs from the kind's own type, the converter holds the conversion
/// functions.
pub(super) struct Hub {
    pub(super) type_id: TypeId,
    pub(super) new: fn() -> Box<dyn Object>,
    /// The function that runs in place if both types are equal. The converter cannot hold it, because it looks
    /// functions up by type, and equal types do not determine the direction.
    pub(super) to: Option<InPlaceFn>,
    pub(super) from: Option<InPlaceFn>,
}

/// The properties of a type that the Scheme needs. This is all that is compiled for each type.
pub(super) struct Facts {
    type_id: TypeId,
    type_name: &'static str,
    new: fn() -> Box<dyn Object>,
}

impl Facts {
    pub(super) fn of<T: Object + Default>() -> Self {
        Facts { type_id: TypeId::of::<T>(), type_name: type_name::<T>(), new: T::zero }
    }
}

impl Entry {
    pub(super) fn new(gvk: GroupVersionKind, facts: Facts) -> Self {
        let Facts { type_id, type_name, new } = facts;
        Entry { gvk, info: None, type_id, type_name, new, default: None, hub: None }
    }

    /// Returns the type of the kind in the hub. For a kind of the hub this is its own type.
    pub(super) fn hub_type(&self) -> Option<TypeId> {
        if self.gvk.is_internal() { Some(self.type_id) } else { self.hub.as_ref().map(|hub| hub.type_id) }
    }
}

impl Hub {
    pub(super) fn new(facts: Facts) -> Self {
        Hub { type_id: facts.type_id, new: facts.new, to: None, from: None }
    }
}
