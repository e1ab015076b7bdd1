//! Conversion of an object from one kind to another, directly or through the hub.

use std::cell::RefCell;

use super::entry::Entry;
use super::{Error, Scheme};
use crate::conversion::{self, Loss, Scope};
use crate::meta::Object;
use crate::schema::{GroupVersion, GroupVersionKind, GroupVersioner, INTERNAL_VERSION};

/// The direction of a conversion between a version and the hub.
#[derive(Clone, Copy)]
enum Direction {
    ToHub,
    FromHub,
}

/// Properties of the whole conversion that are passed to conversion functions.
#[derive(Clone, Copy, Default)]
pub(super) struct About<'a> {
    pub(super) context: Option<&'a dyn GroupVersioner>,
    /// The collection to which losses are added, if they are collected.
    pub(super) losses: Option<&'a RefCell<Vec<Loss>>>,
}

impl<'a> About<'a> {
    pub(super) fn scope(self, version: GroupVersion) -> Scope<'a> {
        let scope = Scope::new(version).with_context(self.context);
        match self.losses {
            Some(losses) => scope.with_losses(losses),
            None => scope,
        }
    }
}

impl Scheme {
    /// Returns the kinds of a kind's hub type.
    pub(super) fn hub_kinds(&self, entry: &Entry) -> &[GroupVersionKind] {
        let hub = entry.hub_type().and_then(|hub| self.registry.types.get(&hub));
        hub.map_or(&[], |ty| ty.internal())
    }

    /// Converts an object of kind `source` to kind `target`, with the function registered for the two types if one
    /// exists, otherwise through the hub type that both share.
    pub(super) fn between(
        &self,
        mut object: Box<dyn Object>,
        source: &Entry,
        target: &Entry,
        about: About<'_>,
    ) -> Result<Box<dyn Object>, Error> {
        if source.type_id != target.type_id && self.converter().knows(source.type_id, target.type_id) {
            let outer = if target.gvk.is_internal() { source } else { target };
            let mut made = (target.new)();
            let scope = about.scope(outer.gvk.group_version());
            self.run(&mut *object, &mut *made, &scope).map_err(|error| error.between(&source.gvk, &target.gvk))?;
            return Ok(made);
        }
        match (source.hub_type(), target.hub_type()) {
            (Some(one), Some(other)) if one == other => {}
            _ => return Err(conversion::Error::unknown_conversion(source.type_name, target.type_name).into()),
        }
        let object = self.half(object, source, Direction::ToHub, about)?;
        self.half(object, target, Direction::FromHub, about)
    }

    /// Converts between a version's kind and the hub. An object that is already of a hub kind is returned unchanged.
    fn half(
        &self,
        mut object: Box<dyn Object>,
        outer: &Entry,
        direction: Direction,
        about: About<'_>,
    ) -> Result<Box<dyn Object>, Error> {
        let Some(hub) = outer.hub.as_ref().filter(|_| !outer.gvk.is_internal()) else { return Ok(object) };
        let inner = GroupVersionKind { version: INTERNAL_VERSION.into(), ..outer.gvk.clone() };
        let (in_place, new, from, to) = match direction {
            Direction::ToHub => (&hub.to, hub.new, &outer.gvk, &inner),
            Direction::FromHub => (&hub.from, outer.new, &inner, &outer.gvk),
        };
        let scope = about.scope(outer.gvk.group_version());
        let converted = if hub.type_id == outer.type_id {
            in_place.as_ref().map_or(Ok(()), |convert| convert.convert(&mut *object, &scope))
        } else {
            let mut made = new();
            let converted = self.run(&mut *object, &mut *made, &scope);
            object = made;
            converted
        };
        converted.map_err(|error| error.between(from, to))?;
        Ok(object)
    }
}
