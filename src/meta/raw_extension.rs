use std::borrow::Cow;

use super::leaf::same_type;
use super::{Object, semantic_eq};
use crate::field::value::{Walk, plain_cbor, plain_json, to_cbor, write};
use crate::field::{Bytes, Value};
use crate::format::{cbor, json};
use crate::reflect::{Leaf, ProtoReader, ProtoWriter, Raw, RawKind, WireError, lines_of, parse, prefetch_behind};
use crate::wire::cbor::{MAGIC, NULL, Reader, check_written, write_null};
use crate::wire::json::decode_utf8;
use crate::wire::layout::write_compact_telling;
use crate::wire::scratch::exactly;

/// A field that contains an object of any kind, as encoded bytes or as a decoded value. Counterpart of
/// `runtime.RawExtension`.
///
/// Decoding JSON keeps the text, including white space, order and duplicate keys; encoding compacts it. Decoding `null`
/// leaves the value unchanged. Protobuf contains the bytes unchanged. Without bytes, the object is encoded in their
/// place, in Protobuf as JSON; upstream's Protobuf encoding would lose it.
///
/// ```
/// use apimachinery::meta::RawExtension;
/// use apimachinery::serializer::json;
///
/// let raw: RawExtension = json::from_str(r#" {"any": [1, 2]} "#)?;
/// assert_eq!(&*raw.raw, br#"{"any": [1, 2]}"#);
/// assert_eq!(json::to_string(&raw)?, r#"{"any":[1,2]}"#);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RawExtension {
    /// The encoded object, usually JSON; nil if unset.
    pub raw: Bytes,
    /// The object as a decoded value, or `None` if it is not decoded. Encoding uses `raw` unless it is nil, so set
    /// `raw` to nil when you change the object.
    pub object: Option<Box<dyn Object>>,
}

crate::reflect::plain_leaf! { RawExtension = RawExtension { raw: Bytes::NIL, object: None } }

impl From<&str> for RawExtension {
    fn from(json: &str) -> Self {
        RawExtension { raw: json.into(), object: None }
    }
}

impl From<Box<dyn Object>> for RawExtension {
    fn from(object: Box<dyn Object>) -> Self {
        RawExtension { raw: Bytes::default(), object: Some(object) }
    }
}

impl<T: Object> From<T> for RawExtension {
    fn from(object: T) -> Self {
        RawExtension::from(Box::new(object) as Box<dyn Object>)
    }
}

impl Leaf for RawExtension {
    fn semantic_eq(&self, other: &dyn Leaf) -> bool {
        let Some(other) = same_type::<Self>(other) else { return false };
        let same_object = match (&self.object, &other.object) {
            (Some(a), Some(b)) => semantic_eq(&**a, &**b),
            (a, b) => a.is_none() && b.is_none(),
        };
        *self.raw == *other.raw && same_object
    }

    fn is_zero(&self) -> bool {
        self.raw.is_nil() && self.object.is_none()
    }

    fn write_json(&self, out: &mut Vec<u8>) -> Result<(), String> {
        match &self.object {
            Some(object) if self.raw.is_nil() => json::write(out, object.cursor()).map_err(|error| error.to_string()),
            _ if self.raw.is_nil() || may_be_json(&self.raw) => write_raw_json(out, &self.raw),
            _ => Err("cannot convert RawExtension with unrecognized content type to unstructured".to_string()),
        }
    }

    fn read_json(&mut self, raw: Raw<'_>) -> Result<(), String> {
        if raw.kind() != RawKind::Null {
            self.raw = raw.into();
        }
        Ok(())
    }

    /// Stores any item except `null`, which leaves the value unchanged. Adds tag 55799, which distinguishes CBOR from
    /// JSON.
    fn read_cbor(&mut self, item: &[u8]) -> Result<(), String> {
        if item != [NULL] {
            self.raw = [&MAGIC, item].concat().into();
        }
        Ok(())
    }

    /// Writes bytes that start with tag 55799 unchanged, and converts JSON to CBOR.
    fn write_cbor(&self, out: &mut Vec<u8>) -> Result<(), String> {
        match &self.object {
            Some(object) if self.raw.is_nil() => cbor::write(out, object.cursor()).map_err(|error| error.to_string()),
            _ if self.raw.starts_with(&MAGIC) => write_raw_cbor(out, &self.raw),
            _ if self.raw.is_nil() => {
                write_null(out);
                Ok(())
            }
            _ if may_be_json(&self.raw) => write_json_as_cbor(out, &self.raw),
            _ => Err("cannot convert RawExtension with unrecognized content type to unstructured".to_string()),
        }
    }

    fn raw_cbor_to_json(&mut self) -> Result<(), String> {
        if !self.raw.starts_with(&MAGIC) {
            return Ok(());
        }
        let json = json_of(&self.raw, cbor::from_item::<Value>);
        let context = "failed to transcode RawExtension to JSON: failed to parse RawExtension bytes as CBOR: ";
        self.raw = json.map_err(|error| format!("{context}{error}"))?.into();
        Ok(())
    }

    fn raw_json(&mut self) -> Option<&mut Bytes> {
        Some(&mut self.raw)
    }

    fn proto_bytes(&self) -> Option<&Bytes> {
        (!self.raw.is_nil()).then_some(&self.raw)
    }

    fn write_proto(&self, writer: &mut ProtoWriter) {
        if let Some(bytes) = self.proto_bytes() {
            return writer.bytes(1, bytes);
        }
        let Some(object) = &self.object else { return };
        let mut json = Vec::new();
        match json::write(&mut json, object.cursor()) {
            Ok(()) => writer.bytes(1, &json),
            Err(error) => writer.fail(error.to_string()),
        }
    }

    fn merge_proto(&mut self, reader: ProtoReader<'_>) -> Result<(), WireError> {
        merge_raw_proto(&mut self.raw, reader)
    }
}

/// Writes raw CBOR unchanged, after checking that it is a single item in the form in which objects are encoded.
pub(super) fn write_raw_cbor(out: &mut Vec<u8>, raw: &[u8]) -> Result<(), String> {
    check_written(raw).map_err(|fault| fault.to_string())?;
    out.extend_from_slice(raw);
    Ok(())
}

/// Converts raw JSON to CBOR.
pub(super) fn write_json_as_cbor(out: &mut Vec<u8>, raw: &Bytes) -> Result<(), String> {
    let known = raw.json();
    let text = known.map_or_else(|| decode_utf8(raw), |json| Cow::Borrowed(json.text()));
    let start = out.len();
    if plain_cbor(&text, out).is_some() {
        return Ok(());
    }
    out.truncate(start);
    let json = known.map_or_else(|| Raw::parse(&text), Ok).map_err(|error| error.to_string())?;
    to_cbor(out, &parse(json)?)
}

/// Converts a CBOR item to compact JSON. `read` decodes items that cannot be converted directly.
pub(super) fn json_of(item: &[u8], read: impl FnOnce(&[u8]) -> Result<Value, String>) -> Result<Vec<u8>, String> {
    exactly(|json| {
        let mut reader = Reader::new(item);
        reader.skip_magic();
        if plain_json(&mut reader, json).is_some() {
            return Ok(());
        }
        json.clear();
        write(json, Walk::new(&read(item)?))
    })
}

/// Writes raw JSON, compacted and escaped; nil as `null`.
pub(super) fn write_raw_json(out: &mut Vec<u8>, raw: &Bytes) -> Result<(), String> {
    if raw.is_nil() {
        out.extend_from_slice(b"null");
        return Ok(());
    }
    let text;
    let json = match raw.json() {
        Some(json) => json,
        None => {
            text = decode_utf8(raw);
            Raw::parse(&text).map_err(|error| error.to_string())?
        }
    };
    // Prefetch in parts, because the number of outstanding memory requests is limited.
    let ask = |part: &[u8]| prefetch_behind(part.as_ptr(), lines_of(part.len()));
    write_compact_telling(out, json.text().as_bytes(), ask);
    Ok(())
}

/// Returns true if the first byte can start a JSON value. Other bytes have an unrecognized content type.
fn may_be_json(raw: &[u8]) -> bool {
    const FIRST: &[u8] = b"\t\r\n {[ntf\"-0123456789";
    raw.first().is_some_and(|first| FIRST.contains(first))
}

/// Decodes a message whose field 1 contains raw bytes.
pub(super) fn merge_raw_proto(raw: &mut Bytes, mut reader: ProtoReader<'_>) -> Result<(), WireError> {
    use crate::reflect::WireType::Length;
    while let Some((number, wire)) = reader.tag()? {
        match (number, wire) {
            (1, Length) => *raw = reader.bytes()?.into(),
            (1, wire) => return Err(WireError::WrongWireType(wire as u64)),
            (_, wire) => reader.skip(wire)?,
        }
    }
    Ok(())
}
