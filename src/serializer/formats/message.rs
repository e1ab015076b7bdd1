//! Decoding and encoding of Protobuf messages, shared by both Protobuf serializers.

use super::kind;
use crate::format::{Problems, protobuf};
use crate::meta::{Object, TypeMeta, is_unstructured};
use crate::reflect::{Shape, View};
use crate::schema::GroupVersionKind;
use crate::scheme::Scheme;
use crate::serializer::{Decoded, Error, Warning};

/// Decodes an object of kind `gvk`.
pub(super) fn decode(scheme: &Scheme, gvk: GroupVersionKind, message: &[u8]) -> Result<Decoded, Error> {
    let mut object = scheme.new_object(&gvk).map_err(|error| Error::from(error).of_kind(&gvk))?;
    let warnings = merge(&mut *object, message).map_err(|error| error.of_kind(&gvk))?;
    object.set_type_meta(TypeMeta::from(&gvk));
    Ok(Decoded { object, gvk, warnings })
}

/// Decodes into `into` an object of kind `gvk`, completed by the kind of `into`. If the type of `into` has no
/// registered kind, every message is accepted.
///
/// # Errors
///
/// Returns an error if `into` is of another kind; the error contains the decoded object.
pub(super) fn decode_into(
    scheme: &Scheme,
    gvk: GroupVersionKind,
    message: &[u8],
    into: &mut dyn Object,
) -> Result<Decoded<()>, Error> {
    let kinds = scheme.kinds_of_type(into);
    let Some(first) = kinds.first() else { return refill(into, gvk, message) };
    let gvk = completed_by(gvk, first);
    kind::check(&gvk)?;
    if !kinds.contains(&gvk) {
        return Err(Error::wrong_kind(decode(scheme, gvk, message)?, into.type_name()));
    }
    let decoded = refill(into, gvk, message)?;
    into.set_type_meta(TypeMeta::from(&decoded.gvk));
    Ok(decoded)
}

/// Replaces the content of an object.
fn refill(into: &mut dyn Object, gvk: GroupVersionKind, message: &[u8]) -> Result<Decoded<()>, Error> {
    drop(into.take());
    let warnings = merge(into, message).map_err(|error| error.of_kind(&gvk))?;
    Ok(Decoded { object: (), gvk, warnings })
}

fn completed_by(gvk: GroupVersionKind, first: &GroupVersionKind) -> GroupVersionKind {
    let mut gvk = kind::completed_whole(gvk, Some(first));
    if gvk.version.is_empty() && gvk.group.is_empty() {
        gvk.group = first.group.clone();
    }
    gvk
}

/// Appends an object without an envelope.
///
/// # Errors
///
/// Returns an error if the object has no Protobuf encoding.
pub(super) fn write(out: &mut Vec<u8>, object: &dyn Object) -> Result<(), Error> {
    check_form(object)?;
    Ok(protobuf::append(out, object.cursor())?)
}

/// Rejects objects without a Protobuf encoding: unstructured ones, and objects of types whose fields have no numbers.
pub(super) fn check_form(object: &dyn Object) -> Result<(), Error> {
    let numbered = match object.cursor().view() {
        View::Struct(value) => !value.shape().by_number().is_empty() || has_no_fields(value.shape()),
        _ => true,
    };
    match numbered && !is_unstructured(object) {
        true => Ok(()),
        false => Err(Error::not_marshalable(object.type_name())),
    }
}

/// Returns true if a kind has no fields other than its type metadata, and is therefore an empty message.
fn has_no_fields(shape: &Shape) -> bool {
    shape.fields().iter().all(|field| matches!(field.name(), "apiVersion" | "kind"))
}

/// Merges a message into an object. Returns warnings about content that is dropped.
fn merge(object: &mut dyn Object, message: &[u8]) -> Result<Vec<Warning>, Error> {
    check_form(object)?;
    let mut problems = Problems::default();
    protobuf::merge(object.cursor_mut(), message, &mut |loss| problems.warn(loss.into(), 0))?;
    Ok(problems.into_warnings(&|_| None)?)
}
