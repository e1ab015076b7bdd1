use std::any::{Any, TypeId};
use std::collections::BTreeMap;
use std::sync::Arc;

use super::{Entry, HubEntry, KindInfo, Scheme};
use crate::conversion::{Error, Scope};
use crate::defaulting::Defaulting;
use crate::field::Str;
use crate::meta::Object;
use crate::reflect::Message;
use crate::schema::{GroupKind, GroupVersionKind};

pub(super) type DefaultFn = Arc<dyn Fn(&mut dyn Object, &Defaulting) + Send + Sync>;
pub(super) type ConvertFn = Arc<dyn Fn(Box<dyn Object>, &Scope) -> Result<Box<dyn Object>, Error> + Send + Sync>;

/// Collects kinds, defaulters and conversions; [`Builder::build`] makes the [`Scheme`].
///
/// Generated code calls it: every group's `register` function. The order of registration is
/// observable, as upstream: without a priority, it is the order of a group's versions.
#[derive(Default)]
pub struct Builder {
    entries: Vec<Entry>,
    hubs: BTreeMap<GroupKind, HubEntry>,
    priorities: BTreeMap<Str, Vec<Str>>,
}

impl Builder {
    /// Registers `T` as the kind that `info` names.
    ///
    /// # Panics
    ///
    /// If the kind is registered already with another type, as upstream.
    pub fn kind<T: Object + Message>(&mut self, info: &'static KindInfo) -> KindBuilder<'_, T> {
        let gvk = info.group_version_kind();
        let type_id = TypeId::of::<T>();
        let known = self.entries.iter().position(|entry| entry.gvk == gvk);
        let index = known.unwrap_or_else(|| {
            self.entries.push(Entry::new::<T>(gvk.clone(), info));
            self.entries.len() - 1
        });
        assert!(
            self.entries[index].type_id == type_id,
            "Double registration of different types for {gvk}: old={}, new={}",
            self.entries[index].type_name,
            std::any::type_name::<T>()
        );
        KindBuilder { entry: &mut self.entries[index], marker: std::marker::PhantomData }
    }

    /// Registers `H` as the hub type of a kind.
    pub fn hub<H: Object + Message>(&mut self, group: &'static str, kind: &'static str) {
        let hub = HubEntry { type_id: TypeId::of::<H>(), new: || Box::new(H::default()) };
        self.hubs.insert(GroupKind { group: group.into(), kind: kind.into() }, hub);
    }

    /// Sets the order of preference of a group's versions.
    pub fn version_priority(&mut self, group: &'static str, versions: &[&'static str]) {
        self.priorities.insert(group.into(), versions.iter().map(|&version| version.into()).collect());
    }

    /// The Scheme, which does not change any more; `name` shows in error texts.
    #[must_use]
    pub fn build(self, name: &'static str) -> Scheme {
        Scheme::new(name, self.entries, self.hubs, self.priorities)
    }
}

/// What belongs to a kind that was just registered.
pub struct KindBuilder<'a, T> {
    entry: &'a mut Entry,
    marker: std::marker::PhantomData<fn(T)>,
}

impl<T: Object + Message> KindBuilder<'_, T> {
    /// The function that fills defaults.
    pub fn default(&mut self, fill: fn(&mut T, &Defaulting)) -> &mut Self {
        self.entry.default = Some(Arc::new(move |object, context| {
            if let Some(object) = (object as &mut dyn Any).downcast_mut() {
                fill(object, context);
            }
        }));
        self
    }

    /// The functions between this type and its hub type, which is another one.
    pub fn convert<H: Object + Message>(
        &mut self,
        to_hub: fn(&mut T, &mut H, &Scope) -> Result<(), Error>,
        from_hub: fn(&mut H, &mut T, &Scope) -> Result<(), Error>,
    ) -> &mut Self {
        self.entry.hub = Some(TypeId::of::<H>());
        self.entry.to_hub = Some(erased(to_hub));
        self.entry.from_hub = Some(erased(from_hub));
        self
    }

    /// The functions between this version and the hub, which has the same type.
    pub fn convert_in_place(
        &mut self,
        to_hub: fn(&mut T, &Scope) -> Result<(), Error>,
        from_hub: fn(&mut T, &Scope) -> Result<(), Error>,
    ) -> &mut Self {
        self.entry.hub = Some(TypeId::of::<T>());
        self.entry.to_hub = Some(erased_in_place(to_hub));
        self.entry.from_hub = Some(erased_in_place(from_hub));
        self
    }

    /// The hub has the same type, and nothing is to be done.
    pub fn shared(&mut self) -> &mut Self {
        self.entry.hub = Some(TypeId::of::<T>());
        self
    }
}

fn erased<A: Object + Message, B: Object + Message>(
    convert: fn(&mut A, &mut B, &Scope) -> Result<(), Error>,
) -> ConvertFn {
    Arc::new(move |mut from, scope| {
        let mut to = B::default();
        if let Some(from) = (&mut *from as &mut dyn Any).downcast_mut() {
            convert(from, &mut to, scope)?;
        }
        Ok(Box::new(to))
    })
}

fn erased_in_place<T: Object + Message>(convert: fn(&mut T, &Scope) -> Result<(), Error>) -> ConvertFn {
    Arc::new(move |mut object, scope| {
        if let Some(object) = (&mut *object as &mut dyn Any).downcast_mut() {
            convert(object, scope)?;
        }
        Ok(object)
    })
}

impl Entry {
    fn new<T: Object + Message>(gvk: GroupVersionKind, info: &'static KindInfo) -> Self {
        Entry {
            gvk,
            info,
            type_id: TypeId::of::<T>(),
            type_name: std::any::type_name::<T>(),
            new: || Box::new(T::default()),
            default: None,
            hub: None,
            to_hub: None,
            from_hub: None,
        }
    }
}
