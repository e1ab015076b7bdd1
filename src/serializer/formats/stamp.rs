//! Objects written with another kind than they say, without a copy.

use std::any::Any;
use std::borrow::Cow;

use crate::format::{cbor, json};
use crate::meta::{Object, TypeMeta, Unknown};
use crate::reflect::View;
use crate::schema::{GroupVersionKind, GroupVersioner};
use crate::scheme::Scheme;
use crate::serializer::Error;

/// Appends compact JSON in which the object says that it is of kind `kind`.
pub(crate) fn write_json(out: &mut Vec<u8>, object: &dyn Object, kind: &GroupVersionKind) -> Result<(), Error> {
    if let View::Struct(value) = object.cursor().view() {
        return Ok(json::write_as(out, value, &kind.kind, &kind.api_version())?);
    }
    let mut stamped = object.clone_box();
    stamped.set_type_meta(TypeMeta::from(kind));
    Ok(json::write(out, stamped.cursor())?)
}

/// Appends CBOR in which the object says that it is of kind `kind`.
pub(super) fn write_cbor(out: &mut Vec<u8>, object: &dyn Object, kind: &GroupVersionKind) -> Result<(), Error> {
    if let View::Struct(value) = object.cursor().view() {
        return Ok(cbor::write_as(out, value, &kind.kind, &kind.api_version())?);
    }
    let mut stamped = object.clone_box();
    stamped.set_type_meta(TypeMeta::from(kind));
    Ok(cbor::write(out, stamped.cursor())?)
}

/// The kind that an object is written with where nothing is converted: what the version chooses,
/// else its first. None for an object that is written as it is.
pub(crate) fn kind(
    scheme: &Scheme,
    version: Option<&dyn GroupVersioner>,
    object: &dyn Object,
) -> Result<Option<GroupVersionKind>, Error> {
    choose(scheme, object, |kinds| version?.kind_for(kinds))
}

/// As [`kind`], but only a kind that the object has. Upstream labels nested objects with versions
/// that they are not in.
pub(crate) fn own_kind(
    scheme: &Scheme,
    version: Option<&dyn GroupVersioner>,
    object: &dyn Object,
) -> Result<Option<GroupVersionKind>, Error> {
    choose(scheme, object, |kinds| version?.kind_for(kinds).filter(|chosen| kinds.contains(chosen)))
}

fn choose(
    scheme: &Scheme,
    object: &dyn Object,
    choice: impl FnOnce(&[GroupVersionKind]) -> Option<GroupVersionKind>,
) -> Result<Option<GroupVersionKind>, Error> {
    Ok(kinds(scheme, object)?.and_then(|kinds| choice(&kinds).or_else(|| kinds.first().cloned())))
}

/// The kinds that an object can say. One that says nothing, of a type that is the hub's and that of
/// versions, can be of those.
fn kinds<'a>(scheme: &'a Scheme, object: &dyn Object) -> Result<Option<Cow<'a, [GroupVersionKind]>>, Error> {
    if (object as &dyn Any).is::<Unknown>() {
        return Ok(None);
    }
    let kinds = match scheme.object_kinds(object) {
        Ok(is) => is.kinds,
        Err(error) if error.is_not_registered() => return Ok(None),
        Err(error) => return Err(error.into()),
    };
    if kinds.iter().all(GroupVersionKind::is_internal) {
        let of_type = scheme.kinds_of_type(object);
        if of_type.iter().any(|kind| !kind.is_internal()) {
            return Ok(Some(of_type.into()));
        }
    }
    Ok(Some(kinds))
}
