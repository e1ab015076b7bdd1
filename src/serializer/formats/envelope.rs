//! The envelope of objects in etcd and in the Protobuf media type: a prefix, followed by an [`Unknown`] in Protobuf.

use std::collections::BTreeSet;
use std::io::{BufWriter, Write};

use super::message;
use crate::format::{WarningKind, protobuf};
use crate::meta::{Object, Unknown};
use crate::reflect::{ProtoReader, ProtoWriter, Ref, StructRef, View, WireError};
use crate::schema::GroupVersionKind;
use crate::serializer::framer::FrameError;
use crate::serializer::{Error, Warning};
use crate::wire::quote::quote;

/// The prefix of every envelope.
pub(crate) const PREFIX: &[u8] = b"k8s\0";

/// The last two fields of an envelope, which are strings and are written even when empty.
const TEXTS: &[u8] = b"\x1a\0\x22\0";

/// The number of bytes that are buffered before they are written to a stream.
const CHUNK: usize = 64 << 10;

/// Decodes an envelope.
///
/// # Errors
///
/// Returns an error if the prefix is missing, or if it is not followed by a valid envelope.
pub(crate) fn open(data: &[u8]) -> Result<Unknown, Error> {
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

/// Returns warnings about the parts of an envelope that decoding ignores: a content encoding, a content type other than
/// Protobuf's, and unknown fields. Upstream ignores them silently.
pub(super) fn ignored(data: &[u8], envelope: &Unknown) -> Vec<Warning> {
    let mut fields = Vec::new();
    if !envelope.content_encoding.is_empty() {
        fields.push(format!("contentEncoding {}", quote(&envelope.content_encoding)));
    }
    if !matches!(envelope.content_type.as_str(), "" | Unknown::PROTOBUF) {
        fields.push(format!("contentType {}", quote(&envelope.content_type)));
    }
    let mut unknown = BTreeSet::new();
    // The envelope was decoded, so that its fields have no errors.
    let _ = find_unknown(data.strip_prefix(PREFIX).unwrap_or(data), &mut unknown);
    fields.extend(unknown.iter().map(|(part, number)| format!("unknown field number {number}{part}")));
    fields.into_iter().map(|field| Warning::new(WarningKind::EnvelopeField(field), None)).collect()
}

/// Collects the numbers of unknown fields with the part of the envelope in which they are. Each is reported once.
fn find_unknown(body: &[u8], found: &mut BTreeSet<(&str, u32)>) -> Result<(), WireError> {
    let mut reader = ProtoReader::new(body);
    while let Some((number, wire)) = reader.tag()? {
        if number != 1 {
            reader.skip(wire)?;
            if number > 4 {
                found.insert(("", number));
            }
            continue;
        }
        let mut type_meta = ProtoReader::new(reader.bytes()?);
        while let Some((number, wire)) = type_meta.tag()? {
            type_meta.skip(wire)?;
            if number > 2 {
                found.insert((" in typeMeta", number));
            }
        }
    }
    Ok(())
}

/// Appends an [`Unknown`] as an envelope.
pub(crate) fn write_unknown(out: &mut Vec<u8>, unknown: &Unknown) -> Result<(), Error> {
    protobuf::with_pieces(|pieces| {
        pieces.write(Ref::new(unknown))?;
        pieces.writer().raw(PREFIX);
        pieces.append_to(out);
        Ok(())
    })
}

/// Appends an object in an envelope that states the kind `kind`.
///
/// # Errors
///
/// Returns an error if the object has no Protobuf encoding.
pub(crate) fn write(out: &mut Vec<u8>, object: &dyn Object, kind: &GroupVersionKind) -> Result<(), Error> {
    message::check_form(object)?;
    protobuf::with_pieces(|pieces| {
        // The buffer is filled from the end: first the two constant fields, then the object, then its kind.
        pieces.writer().raw(TEXTS);
        let end = pieces.len();
        pieces.write(object.cursor())?;
        let length = pieces.len() - end;
        pieces.writer().length(2, length);
        write_kind(pieces.writer(), object, kind);
        pieces.writer().raw(PREFIX);
        pieces.append_to(out);
        Ok(())
    })
}

/// Writes the kind before the object. Nothing is written for types that do not state a kind in text formats either.
fn write_kind(writer: &mut ProtoWriter, object: &dyn Object, kind: &GroupVersionKind) {
    let is_bare = matches!(object.cursor().view(), View::Struct(value) if !value.shape().says_kind());
    let (kind, api_version) = if is_bare { ("", "".into()) } else { (&*kind.kind, kind.api_version()) };
    let end = writer.position();
    writer.bytes(2, kind.as_bytes());
    writer.bytes(1, api_version.as_bytes());
    writer.length_since(1, end);
}

/// Writes an object in an envelope to a stream, the items of a list one by one. Their encoded length is computed first,
/// because the length of the object precedes it.
///
/// # Errors
///
/// Returns an error if the stream fails, or if the object has no Protobuf encoding.
pub(crate) fn stream(
    stream: &mut dyn Write,
    object: &dyn Object,
    value: StructRef<'_>,
    kind: &GroupVersionKind,
) -> Result<(), Error> {
    message::check_form(object)?;
    let mut stream = BufWriter::with_capacity(CHUNK, stream);
    let start = protobuf::with_writer(|writer| {
        writer.length(2, protobuf::encoded_len(object.cursor()));
        write_kind(writer, object, kind);
        [PREFIX, writer.written()].concat()
    });
    stream.write_all(&start).map_err(FrameError::from)?;
    protobuf::stream(value, &mut |pieces| {
        for piece in pieces.iter() {
            stream.write_all(piece).map_err(FrameError::from)?;
        }
        Ok::<_, Error>(())
    })?;
    stream.write_all(TEXTS).map_err(FrameError::from)?;
    Ok(stream.flush().map_err(FrameError::from)?)
}
