use std::any::Any;
use std::marker::PhantomData;
use std::sync::Arc;

use super::entry::{Hub, InPlaceFn};
use super::registry::Registry;
use crate::conversion::{Error, Scope};
use crate::defaulting::Defaulting;
use crate::meta::Object;

/// What belongs to a kind that was just registered. Of each, the last registration counts.
pub struct KindBuilder<'a, T> {
    registry: &'a mut Registry,
    at: usize,
    marker: PhantomData<fn(T)>,
}

impl<'a, T: Object + Default> KindBuilder<'a, T> {
    pub(super) fn new(registry: &'a mut Registry, at: usize) -> Self {
        KindBuilder { registry, at, marker: PhantomData }
    }

    /// The function that fills defaults.
    pub fn default(&mut self, fill: fn(&mut T, &Defaulting)) -> &mut Self {
        self.registry.entries[self.at].default = Some(Arc::new(move |object, context| {
            if let Some(object) = (object as &mut dyn Any).downcast_mut() {
                fill(object, context);
            }
        }));
        self
    }

    /// The functions between this type and its hub type, which is another one. They count as
    /// generated: those of [`Builder::converter`](super::Builder::converter) go before them.
    pub fn convert<H: Object + Default>(
        &mut self,
        to_hub: fn(&mut T, &mut H, &Scope<'_>) -> Result<(), Error>,
        from_hub: fn(&mut H, &mut T, &Scope<'_>) -> Result<(), Error>,
    ) -> &mut Self {
        self.registry.converter.register_generated(to_hub).register_generated(from_hub);
        self.hub(Hub::new::<H>())
    }

    /// The functions between this version and the hub, which has the same type.
    pub fn convert_in_place(
        &mut self,
        to_hub: fn(&mut T, &Scope<'_>) -> Result<(), Error>,
        from_hub: fn(&mut T, &Scope<'_>) -> Result<(), Error>,
    ) -> &mut Self {
        self.hub(Hub { to: Some(erased(to_hub)), from: Some(erased(from_hub)), ..Hub::new::<T>() })
    }

    /// The hub has the same type, and nothing is to be done.
    pub fn shared(&mut self) -> &mut Self {
        self.hub(Hub::new::<T>())
    }

    fn hub(&mut self, hub: Hub) -> &mut Self {
        self.registry.entries[self.at].hub = Some(hub);
        self
    }
}

fn erased<T: Object>(convert: fn(&mut T, &Scope<'_>) -> Result<(), Error>) -> InPlaceFn {
    Arc::new(move |object, scope| match (object as &mut dyn Any).downcast_mut() {
        Some(object) => convert(object, scope),
        None => Ok(()),
    })
}
