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

/// An object of any kind, as it was written or as a value: Go's `runtime.RawExtension`.
///
/// JSON keeps the text with its white space, order and duplicates; on output it is written
/// compactly. `null` leaves it as it is. On the wire it is the bytes as they stand. Where there
/// are no bytes, the object is written in their place, on the wire as JSON: upstream's Protobuf
/// would lose it.
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
    /// The encoded object, mostly JSON; nil for none.
    pub raw: Bytes,
    /// The object as a value. Bytes come before it: whoever changes it makes `raw` nil.
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

    /// Any item but `null`, which leaves it as it is; with the tag 55799 in front, which tells it from JSON.
    fn read_cbor(&mut self, item: &[u8]) -> Result<(), String> {
        if item != [NULL] {
            self.raw = [&MAGIC, item].concat().into();
        }
        Ok(())
    }

    /// CBOR as it stands if it says by the tag 55799 that it is, JSON as a value.
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

/// Raw CBOR as it stands, if it is one item of the form in which objects are written.
pub(super) fn write_raw_cbor(out: &mut Vec<u8>, raw: &[u8]) -> Result<(), String> {
    check_written(raw).map_err(|fault| fault.to_string())?;
    out.extend_from_slice(raw);
    Ok(())
}

/// Raw JSON as CBOR.
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

/// An item as compact JSON; `read` reads one that is not plain.
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

/// Raw JSON, compact and escaped; nil is `null`.
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
    // Part by part: memory takes only so many questions at once.
    let ask = |part: &[u8]| prefetch_behind(part.as_ptr(), lines_of(part.len()));
    write_compact_telling(out, json.text().as_bytes(), ask);
    Ok(())
}

/// True if bytes can be JSON, by the first of them: all others are of a content type that nobody
/// knows.
fn may_be_json(raw: &[u8]) -> bool {
    const FIRST: &[u8] = b"\t\r\n {[ntf\"-0123456789";
    raw.first().is_some_and(|first| FIRST.contains(first))
}

/// A message whose field 1 is raw bytes.
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
