//! Encoding of objects with a kind that differs from their `type_meta`, without copying them.

use std::any::Any;
use std::borrow::Cow;

use crate::format::{cbor, json};
use crate::meta::{Object, TypeMeta, Unknown};
use crate::reflect::View;
use crate::schema::{GroupVersionKind, GroupVersioner};
use crate::scheme::Scheme;
use crate::serializer::Error;

/// Appends compact JSON that states the kind `kind`.
pub(crate) fn write_json(out: &mut Vec<u8>, object: &dyn Object, kind: &GroupVersionKind) -> Result<(), Error> {
    if let View::Struct(value) = object.cursor().view() {
        return Ok(json::write_as(out, value, &kind.kind, &kind.api_version())?);
    }
    let mut stamped = object.clone_box();
    stamped.set_type_meta(TypeMeta::from(kind));
    Ok(json::write(out, stamped.cursor())?)
}

/// Appends CBOR that states the kind `kind`.
pub(super) fn write_cbor(out: &mut Vec<u8>, object: &dyn Object, kind: &GroupVersionKind) -> Result<(), Error> {
    if let View::Struct(value) = object.cursor().view() {
        return Ok(cbor::write_as(out, value, &kind.kind, &kind.api_version())?);
    }
    let mut stamped = object.clone_box();
    stamped.set_type_meta(TypeMeta::from(kind));
    Ok(cbor::write(out, stamped.cursor())?)
}

/// Returns the kind with which an object is encoded if it is not converted: the one that the version chooses, or else
/// its first kind. Returns `None` for objects that are encoded without changes.
pub(crate) fn kind(
    scheme: &Scheme,
    version: Option<&dyn GroupVersioner>,
    object: &dyn Object,
) -> Result<Option<GroupVersionKind>, Error> {
    choose(scheme, object, |kinds| version?.kind_for(kinds))
}

/// Like [`kind`], but chooses only among the kinds of the object. Upstream labels nested objects with versions that
/// they are not in.
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

/// Returns the kinds with which an object can be encoded. For an object without `type_meta`, whose type is shared by
/// the hub and versions, these are the kinds of all versions.
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
