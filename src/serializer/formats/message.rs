//! Protobuf messages on their way into objects: what both serializers of Protobuf have in common.

use super::kind;
use crate::format::protobuf::{self, Loss};
use crate::meta::{Object, TypeMeta};
use crate::reflect::ProtoWriter;
use crate::schema::GroupVersionKind;
use crate::scheme::Scheme;
use crate::serializer::{Decoded, Error, Warning, WarningKind, untyped};

/// At most so many warnings of an object are kept, as upstream keeps those of text.
const MOST_WARNINGS: usize = 100;

/// Decodes an object of kind `gvk`.
pub(super) fn decode(scheme: &Scheme, gvk: GroupVersionKind, message: &[u8]) -> Result<Decoded, Error> {
    let mut object = scheme.new_object(&gvk).map_err(|error| Error::from(error).of_kind(&gvk))?;
    let warnings = merge(&mut *object, message).map_err(|error| error.of_kind(&gvk))?;
    object.set_type_meta(TypeMeta::from(&gvk));
    Ok(Decoded { object, gvk, warnings })
}

/// Decodes an object of kind `gvk` into `into`, if that is its type.
///
/// # Errors
///
/// If `into` is of another kind; the error has the object.
pub(super) fn decode_into(
    scheme: &Scheme,
    gvk: GroupVersionKind,
    message: &[u8],
    into: &mut dyn Object,
) -> Result<(GroupVersionKind, Vec<Warning>), Error> {
    if !scheme.kinds_of_type(into).contains(&gvk) {
        return Err(Error::wrong_kind(decode(scheme, gvk, message)?, into.type_name()));
    }
    let warnings = refill(into, message).map_err(|error| error.of_kind(&gvk))?;
    into.set_type_meta(TypeMeta::from(&gvk));
    Ok((gvk, warnings))
}

/// Replaces the content of an object.
pub(super) fn refill(into: &mut dyn Object, message: &[u8]) -> Result<Vec<Warning>, Error> {
    drop(into.take());
    merge(into, message)
}

/// `gvk` completed by the kind of `into`; none if that has none.
pub(super) fn completed_by(
    scheme: &Scheme,
    gvk: GroupVersionKind,
    into: &dyn Object,
) -> Result<Option<GroupVersionKind>, Error> {
    let kinds = scheme.kinds_of_type(into);
    let Some(first) = kinds.first() else { return Ok(None) };
    let mut gvk = kind::completed_whole(gvk, first);
    if gvk.version.is_empty() && gvk.group.is_empty() {
        gvk.group = first.group.clone();
    }
    Ok(Some(gvk))
}

/// Appends an object without envelope.
///
/// # Errors
///
/// If it has no form on the wire.
pub(super) fn write(out: &mut Vec<u8>, object: &dyn Object) -> Result<(), Error> {
    protobuf::with_writer(|writer| {
        write_to(writer, object)?;
        out.extend_from_slice(writer.written());
        Ok(())
    })
}

/// Writes an object in front of what `writer` holds.
///
/// # Errors
///
/// If it has no form on the wire.
pub(super) fn write_to(writer: &mut ProtoWriter, object: &dyn Object) -> Result<(), Error> {
    if untyped::is_unstructured(object) {
        return Err(Error::not_marshalable(object.type_name()));
    }
    Ok(protobuf::write(writer, object.cursor())?)
}

/// Merges a message into an object; with what it does not keep.
fn merge(object: &mut dyn Object, message: &[u8]) -> Result<Vec<Warning>, Error> {
    if untyped::is_unstructured(object) {
        return Err(Error::not_marshalable(object.type_name()));
    }
    let mut warnings = Vec::new();
    protobuf::merge(object.cursor_mut(), message, &mut |loss| {
        let kind = match loss {
            Loss::UnknownField(..) => WarningKind::UnknownField(loss.to_string()),
            Loss::InvalidText(..) => WarningKind::InvalidText(loss.to_string()),
        };
        let warning = Warning { kind, position: None };
        if warnings.len() < MOST_WARNINGS && !warnings.contains(&warning) {
            warnings.push(warning);
        }
    })?;
    Ok(warnings)
}
