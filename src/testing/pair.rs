//! A version of a kind and its hub: the conversions between them, and the properties of each.

use std::collections::HashSet;

use super::Property;
use super::change::Change;
use super::difference::{Difference, Place, difference, is_empty};
use super::enums::Enums;
use crate::field::Str;
use crate::meta::{Object, TypeMeta};
use crate::reflect::{Ref, Shape, View};
use crate::schema::{GroupVersionKind, InternalGroupVersioner};
use crate::scheme::{Error, LossWhen, Scheme};

/// A field that may change, given by field names; declared by a test for its own functions.
pub(super) struct Allowed {
    pub(super) version: String,
    pub(super) path: String,
    /// True if the fields below it may change as well.
    pub(super) below: bool,
}

pub(super) struct Pair<'a> {
    pub(super) scheme: &'a Scheme,
    pub(super) version: GroupVersionKind,
    pub(super) hub: GroupVersionKind,
    pub(super) enums: Enums,
    losses: Vec<(&'static Shape, &'static str, LossWhen)>,
    allowed: Vec<&'a Allowed>,
}

/// The result of testing an object.
pub(super) enum Verdict {
    Holds,
    /// A conversion rejects the object, which is not a loss.
    Refused,
    Fails(Difference),
}

impl<'a> Pair<'a> {
    /// Creates a pair. Losses of other groups are included regardless of their version, because the object may contain
    /// types of these groups.
    pub(super) fn new(
        scheme: &'a Scheme,
        version: GroupVersionKind,
        hub: GroupVersionKind,
        allowed: &'a [Allowed],
    ) -> Self {
        let own = version.group_version();
        let losses = scheme.losses().filter(|(of, _)| **of == own || of.group != own.group);
        let losses = losses.map(|(_, loss)| ((loss.shape)(), loss.path, loss.when)).collect();
        let api_version = version.api_version();
        let allowed = allowed.iter().filter(|allowed| api_version == allowed.version).collect();
        let enums = Enums::of_version(scheme, &own);
        Pair { scheme, version, hub, enums, losses, allowed }
    }

    /// Returns the kind of the objects that a property is tested with.
    pub(super) fn start(&self, property: Property) -> &GroupVersionKind {
        if property == Property::VersionHubVersion { &self.version } else { &self.hub }
    }

    /// Tests an object; `number` selects the field to change.
    pub(super) fn check(&self, property: Property, object: &dyn Object, number: u64) -> Verdict {
        let found = match property {
            Property::VersionHubVersion => self.version_hub_version(object),
            Property::HubVersionHub => self.hub_version_hub(object),
            Property::ChangedOnTheWay => self.changed_on_the_way(object, number),
        };
        match found {
            Err(_) => Verdict::Refused,
            Ok(None) => Verdict::Holds,
            Ok(Some(difference)) => Verdict::Fails(difference),
        }
    }

    fn version_hub_version(&self, object: &dyn Object) -> Result<Option<Difference>, Error> {
        let hub = self.hub_of(object)?;
        let again = self.version_of(&*hub)?;
        Ok(self.outside(object, &[&*hub, &*again]).or_else(|| self.difference(object, &*again)))
    }

    fn hub_version_hub(&self, object: &dyn Object) -> Result<Option<Difference>, Error> {
        let version = self.version_of(object)?;
        let again = self.hub_of(&*version)?;
        Ok(self.outside(object, &[&*version, &*again]).or_else(|| self.difference(object, &*again)))
    }

    /// Returns a value outside an enum in the results of conversions, if the object before them has none.
    fn outside(&self, before: &dyn Object, after: &[&dyn Object]) -> Option<Difference> {
        if self.enums.outside(before.cursor(), &HashSet::new()).is_some() {
            return None;
        }
        let open = self.enums.open_texts(before.cursor());
        after.iter().find_map(|object| self.enums.outside(object.cursor(), &open))
    }

    /// Checks that a change made in the version is preserved, and that after the change is undone the hub object is as
    /// before: values that the version cannot represent have been preserved.
    fn changed_on_the_way(&self, object: &dyn Object, number: u64) -> Result<Option<Difference>, Error> {
        let mut held = self.version_of(object)?;
        let before = self.hub_of(&*held)?;
        let Some(change) = Change::choose(&*held, number) else { return Ok(None) };
        change.make(&mut *held);
        let mut again = self.version_of(&*self.hub_of(&*held)?)?;
        if let Some(difference) = self.difference(&*held, &*again) {
            return Ok(Some(difference));
        }
        change.undo(&mut *again);
        let after = self.hub_of(&*again)?;
        Ok(self.difference(&*before, &*after))
    }

    fn hub_of(&self, object: &dyn Object) -> Result<Box<dyn Object>, Error> {
        let mut copy = object.clone_box();
        copy.set_type_meta(TypeMeta::from(&self.version));
        self.scheme.convert_into_version(copy, &InternalGroupVersioner)
    }

    fn version_of(&self, object: &dyn Object) -> Result<Box<dyn Object>, Error> {
        let mut copy = object.clone_box();
        copy.set_type_meta(TypeMeta::default());
        self.scheme.convert_into_version(copy, &self.version.group_version())
    }

    fn difference(&self, before: &dyn Object, after: &dyn Object) -> Option<Difference> {
        difference(before.cursor(), after.cursor(), &|place, before, after| self.may_change(place, before, after))
    }

    fn may_change(&self, place: &Place, before: Ref<'_>, after: Ref<'_>) -> bool {
        let is_said = |(shape, path, when): &(&'static Shape, &'static str, LossWhen)| {
            place.is(shape, path)
                && match when {
                    LossWhen::Always => true,
                    LossWhen::Empty | LossWhen::Kept(_) => self.is_void(place, before) && self.is_void(place, after),
                    LossWhen::Filled => is_empty(before),
                    LossWhen::Values(words) => contains(before, words),
                }
        };
        let is_allowed =
            |allowed: &&Allowed| place.names == allowed.path && (allowed.below || !differs_below(before, after));
        let allowed = self.allowed.iter().any(is_allowed) || self.losses.iter().any(is_said);
        let is_kept = matches!(place.names.as_str(), "metadata.annotations" | "metadata.labels");
        allowed || is_kept && self.notes(before) == self.notes(after)
    }

    /// Returns true if a value is empty or contains only fields that are lost anyway. A struct of such values is not
    /// created on the other side.
    fn is_void(&self, place: &Place, value: Ref<'_>) -> bool {
        let is_lost = |place: &Place| {
            self.losses.iter().any(|(shape, path, when)| *when == LossWhen::Always && place.is(shape, path))
        };
        match value.view() {
            View::Option(Some(inner)) => self.is_void(place, inner),
            View::Struct(value) => value.json_fields().all(|(field, below)| {
                let place = place.field(value.shape(), field.name());
                is_lost(&place) || self.is_void(&place, below)
            }),
            _ => is_empty(value),
        }
    }

    /// Returns the annotations or labels, except for those that keep a field. Nil and empty are not distinguished.
    fn notes<'r>(&self, annotations: Ref<'r>) -> Vec<(&'r Str, Option<&'r str>)> {
        let keeps =
            |key: &str| self.losses.iter().any(|(_, _, when)| matches!(when, LossWhen::Kept(kept) if *kept == key));
        let View::Map(annotations) = annotations.view() else { return Vec::new() };
        annotations.iter().filter(|(key, _)| !keeps(key)).map(|(key, value)| (key, text(value))).collect()
    }
}

/// True if two values can only differ in fields of structs below them.
fn differs_below(before: Ref<'_>, after: Ref<'_>) -> bool {
    let is_struct = |value: Ref<'_>| matches!(value.view(), View::Struct(_) | View::List(_) | View::Map(_));
    match (before.view(), after.view()) {
        (View::Struct(_), View::Struct(_)) => true,
        (View::Option(Some(before)), View::Option(Some(after))) => differs_below(before, after),
        (View::List(before), View::List(after)) => {
            let is_same = before.is_nil() == after.is_nil() && before.len() == after.len();
            is_same && before.iter().next().is_some_and(is_struct)
        }
        (View::Map(before), View::Map(after)) => {
            let is_same = before.iter().map(|(key, _)| key).eq(after.iter().map(|(key, _)| key));
            is_same && before.iter().next().is_some_and(|(_, value)| is_struct(value))
        }
        _ => false,
    }
}

/// True if a value is one of the words, or a list or map that contains one of them.
fn contains(value: Ref<'_>, words: &[&str]) -> bool {
    match value.view() {
        View::List(list) => list.iter().any(|item| contains(item, words)),
        View::Map(map) => map.iter().any(|(_, item)| contains(item, words)),
        _ => text(value).is_some_and(|text| words.contains(&text)),
    }
}

fn text(value: Ref<'_>) -> Option<&str> {
    match value.view() {
        View::Str(text) => Some(text),
        View::Option(Some(inner)) => text(inner),
        _ => None,
    }
}
