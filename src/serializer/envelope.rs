//! The envelope in which etcd and the Protobuf media type hold an object: a prefix, and an
//! [`Unknown`] in Protobuf.

use super::{Error, message};
use crate::format::protobuf;
use crate::meta::{Object, Unknown};
use crate::reflect::Ref;
use crate::schema::GroupVersionKind;

/// What stands before every envelope.
pub(super) const PREFIX: &[u8] = b"k8s\0";

/// Takes the envelope apart.
///
/// # Errors
///
/// If the prefix is missing, nothing stands behind it, or what does is no envelope.
pub(super) fn open(data: &[u8]) -> Result<Unknown, Error> {
    let Some(body) = data.strip_prefix(PREFIX) else {
        return Err(Error::other(if data.is_empty() {
            "empty data"
        } else {
            "provided data does not appear to be a protobuf message, expected prefix [107 56 115 0]"
        }));
    };
    if body.is_empty() {
        return Err(Error::other("empty body"));
    }
    Ok(protobuf::from_slice(body)?)
}

/// Appends an envelope.
pub(super) fn write_unknown(out: &mut Vec<u8>, unknown: &Unknown) -> Result<(), Error> {
    protobuf::with_writer(|writer| {
        protobuf::write(writer, Ref::new(unknown))?;
        out.extend_from_slice(PREFIX);
        out.extend_from_slice(writer.written());
        Ok(())
    })
}

/// Appends an object in its envelope, which says that it is of kind `kind`.
///
/// # Errors
///
/// If the object has no form on the wire.
pub(super) fn write(out: &mut Vec<u8>, object: &dyn Object, kind: &GroupVersionKind) -> Result<(), Error> {
    protobuf::with_writer(|writer| {
        // From the back: the two texts that are always written, the object, what it is.
        writer.bytes(4, b"");
        writer.bytes(3, b"");
        let end = writer.position();
        message::write_to(writer, object)?;
        writer.length_since(2, end);
        let end = writer.position();
        writer.bytes(2, kind.kind.as_bytes());
        writer.bytes(1, kind.api_version().as_bytes());
        writer.length_since(1, end);
        out.extend_from_slice(PREFIX);
        out.extend_from_slice(writer.written());
        Ok(())
    })
}
