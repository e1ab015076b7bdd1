//! The envelope in which etcd and the Protobuf media type hold an object.

use std::any::Any;

use crate::format::{self, protobuf};
use crate::meta::{Object, Unknown};
use crate::reflect::ProtoWriter;
use crate::schema::GroupVersionKind;

/// What stands before every envelope.
pub(super) const PREFIX: &[u8] = b"k8s\0";

/// Takes the envelope apart.
///
/// # Errors
///
/// If the prefix is missing, nothing stands behind it, or what does is no envelope.
pub(super) fn open(data: &[u8]) -> Result<Unknown, format::Error> {
    let Some(body) = data.strip_prefix(PREFIX) else {
        return Err(format::Error::other(if data.is_empty() {
            "empty data"
        } else {
            "provided data does not appear to be a protobuf message, expected prefix [107 56 115 0]"
        }));
    };
    if body.is_empty() {
        return Err(format::Error::other("empty body"));
    }
    protobuf::from_slice(body)
}

/// Writes an object with its envelope; `gvk` goes into the envelope only. An [`Unknown`] is an
/// envelope itself.
///
/// # Errors
///
/// If the object has no form on the wire.
pub(super) fn write(out: &mut Vec<u8>, object: &dyn Object, gvk: &GroupVersionKind) -> Result<(), format::Error> {
    protobuf::with_writer(|writer| {
        if (object as &dyn Any).is::<Unknown>() {
            protobuf::write(writer, object.cursor())?;
        } else {
            write_envelope(writer, object, gvk)?;
        }
        out.extend_from_slice(PREFIX);
        out.extend_from_slice(writer.written());
        Ok(())
    })
}

/// From the back: the two texts that are always written, the object, what it is.
fn write_envelope(writer: &mut ProtoWriter, object: &dyn Object, gvk: &GroupVersionKind) -> Result<(), format::Error> {
    writer.bytes(4, b"");
    writer.bytes(3, b"");
    let end = writer.position();
    protobuf::write(writer, object.cursor())?;
    writer.length_since(2, end);
    let end = writer.position();
    writer.bytes(2, gvk.kind.as_bytes());
    writer.bytes(1, gvk.api_version().as_bytes());
    writer.length_since(1, end);
    Ok(())
}
