use super::leaf::same_type;
use super::raw_extension::{json_of, merge_raw_proto, write_json_as_cbor, write_raw_cbor, write_raw_json};
use crate::field::{Bytes, Value};
use crate::format::cbor;
use crate::reflect::{Leaf, ProtoReader, ProtoWriter, Raw, RawKind, WireError};
use crate::wire::cbor::{NULL, write_null};

/// The set of fields that a field manager owns after a server-side apply, as raw JSON. Counterpart of
/// `metav1.FieldsV1`.
///
/// The text is kept as it was read and is not parsed. JSON output is compact; nil is encoded as `null`. Protobuf stores
/// the text in field 1, which is omitted if the text is empty. As in upstream, decoding `null` leaves the value unchanged.
/// Encoding bytes that are not JSON is an error.
///
/// ```
/// use apimachinery::meta::FieldsV1;
///
/// let fields = FieldsV1::from(r#"{"f:spec": {}}"#);
/// assert_eq!(*fields.raw, *br#"{"f:spec": {}}"#);
/// assert!(FieldsV1::default().raw.is_nil());
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FieldsV1 {
    /// The JSON text, such as `{"f:metadata":{"f:labels":{}}}`; nil if unset.
    pub raw: Bytes,
}

crate::reflect::plain_leaf! { FieldsV1 = FieldsV1 { raw: Bytes::NIL } }

impl From<&str> for FieldsV1 {
    fn from(json: &str) -> Self {
        FieldsV1 { raw: json.into() }
    }
}

impl Leaf for FieldsV1 {
    fn semantic_eq(&self, other: &dyn Leaf) -> bool {
        same_type::<Self>(other).is_some_and(|other| *self.raw == *other.raw)
    }

    fn is_zero(&self) -> bool {
        self.raw.is_nil()
    }

    fn write_json(&self, out: &mut Vec<u8>) -> Result<(), String> {
        write_raw_json(out, &self.raw)
    }

    fn read_json(&mut self, raw: Raw<'_>) -> Result<(), String> {
        if raw.kind() != RawKind::Null {
            self.raw = raw.into();
        }
        Ok(())
    }

    /// Stores any item except `null` unchanged.
    fn read_cbor(&mut self, item: &[u8]) -> Result<(), String> {
        if item != [NULL] {
            self.raw = item.into();
        }
        Ok(())
    }

    /// Encodes a JSON object as CBOR. Bytes that cannot be the start of a JSON object are written unchanged.
    fn write_cbor(&self, out: &mut Vec<u8>) -> Result<(), String> {
        match self.raw.first() {
            None => write_null(out),
            Some(b' ' | b'\t' | b'\r' | b'\n' | b'n' | b'{') => return write_json_as_cbor(out, &self.raw),
            Some(_) => return write_raw_cbor(out, &self.raw),
        }
        Ok(())
    }

    /// Converts a CBOR map to JSON. Bytes that start with neither a map nor a tag are left unchanged.
    fn raw_cbor_to_json(&mut self) -> Result<(), String> {
        let Some(&NULL | 0xa0..=0xbf | 0xc6..=0xdb) = self.raw.first() else { return Ok(()) };
        let json = json_of(&self.raw, |item| cbor::from_item(item).map(Value::Map));
        let context = "failed to transcode FieldsV1 to JSON: metav1.FieldsV1 cbor invalid: ";
        self.raw = json.map_err(|error| format!("{context}{error}"))?.into();
        Ok(())
    }

    fn raw_json(&mut self) -> Option<&mut Bytes> {
        Some(&mut self.raw)
    }

    fn proto_bytes(&self) -> Option<&Bytes> {
        (!self.raw.is_empty()).then_some(&self.raw)
    }

    fn write_proto(&self, writer: &mut ProtoWriter) {
        if let Some(bytes) = self.proto_bytes() {
            writer.bytes(1, bytes);
        }
    }

    fn merge_proto(&mut self, reader: ProtoReader<'_>) -> Result<(), WireError> {
        merge_raw_proto(&mut self.raw, reader)
    }
}
