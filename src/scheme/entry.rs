use std::any::{TypeId, type_name};
use std::sync::Arc;

use super::KindInfo;
use crate::conversion::{Error, Scope};
use crate::defaulting::Defaulting;
use crate::meta::Object;
use crate::schema::GroupVersionKind;

pub(super) type DefaultFn = Arc<dyn Fn(&mut dyn Object, &Defaulting) + Send + Sync>;
pub(super) type InPlaceFn = Arc<dyn Fn(&mut dyn Object, &Scope<'_>) -> Result<(), Error> + Send + Sync>;

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

/// The hub type of an external kind. Where it is another type, the converter knows the way.
pub(super) struct Hub {
    pub(super) type_id: TypeId,
    pub(super) new: fn() -> Box<dyn Object>,
    /// What happens in place where both have one type: types alone cannot tell the direction.
    pub(super) to: Option<InPlaceFn>,
    pub(super) from: Option<InPlaceFn>,
}

impl Entry {
    pub(super) fn new<T: Object + Default>(gvk: GroupVersionKind) -> Self {
        Entry {
            gvk,
            info: None,
            type_id: TypeId::of::<T>(),
            type_name: type_name::<T>(),
            new: zero::<T>,
            default: None,
            hub: None,
        }
    }

    /// The type that the kind has in the hub; its own, for a kind of the hub.
    pub(super) fn hub_type(&self) -> Option<TypeId> {
        if self.gvk.is_internal() { Some(self.type_id) } else { self.hub.as_ref().map(|hub| hub.type_id) }
    }
}

impl Hub {
    pub(super) fn new<H: Object + Default>() -> Self {
        Hub { type_id: TypeId::of::<H>(), new: zero::<H>, to: None, from: None }
    }
}

fn zero<T: Object + Default>() -> Box<dyn Object> {
    Box::new(T::default())
}
