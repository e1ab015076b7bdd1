//! The envelope in which etcd and the Protobuf media type hold an object.

use crate::field::{Bytes, Str};
use crate::format::{self, protobuf};
use crate::meta::{Object, TypeMeta};
use crate::reflect::StructMut;
use crate::schema::GroupVersionKind;

/// What stands before every envelope.
pub(super) const PREFIX: &[u8] = b"k8s\0";

/// Upstream's `runtime.Unknown`.
#[derive(Clone, Default, PartialEq)]
pub(super) struct Envelope {
    type_meta: EnvelopeMeta,
    pub(super) raw: Bytes,
    content_encoding: Str,
    content_type: Str,
}

/// Upstream's `runtime.TypeMeta`, whose numbers are the other way round than `metav1.TypeMeta`'s.
#[derive(Clone, Default, PartialEq)]
struct EnvelopeMeta {
    api_version: Str,
    kind: Str,
}

crate::message! {
    EnvelopeMeta {
        api_version => "apiVersion", 1, Empty;
        kind => "kind", 2, Empty;
    }
}

crate::message! {
    Envelope {
        type_meta => "typeMeta", 1, Never;
        raw => "raw", 2, Empty;
        content_encoding => "contentEncoding", 3, Empty;
        content_type => "contentType", 4, Empty;
    }
}

impl Envelope {
    /// What the object inside is.
    pub(super) fn type_meta(&self) -> TypeMeta {
        TypeMeta { kind: self.type_meta.kind.clone(), api_version: self.type_meta.api_version.clone() }
    }
}

/// Takes the envelope apart.
///
/// # Errors
///
/// If the prefix is missing, nothing stands behind it, or what does is no envelope.
pub(super) fn open(data: &[u8]) -> Result<Envelope, format::Error> {
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
    let mut envelope = Envelope::default();
    protobuf::merge(StructMut::new(&mut envelope), body, &mut |_| ())?;
    Ok(envelope)
}

/// Writes an object with its envelope; `gvk` goes into the envelope only.
pub(super) fn write(out: &mut Vec<u8>, object: &dyn Object, gvk: &GroupVersionKind) {
    protobuf::with_writer(|writer| {
        // From the back: the two texts that are always written, the object, what it is.
        writer.bytes(4, b"");
        writer.bytes(3, b"");
        let end = writer.position();
        protobuf::write(writer, object.cursor());
        writer.length_since(2, end);
        let end = writer.position();
        writer.bytes(2, gvk.kind.as_bytes());
        writer.bytes(1, gvk.api_version().as_bytes());
        writer.length_since(1, end);
        out.extend_from_slice(PREFIX);
        out.extend_from_slice(writer.written());
    });
}
