use super::leaf::same_type;
use super::raw_extension::{merge_raw_proto, write_raw_json};
use crate::field::Bytes;
use crate::reflect::{Leaf, ProtoReader, ProtoWriter, Raw, RawKind, WireError};

/// Any JSON value, kept as it was written: the default in the schema of a CustomResourceDefinition, for one.
///
/// Output is compact; without bytes it is `null`. A `null` that is read leaves what was there, as upstream. Writing bytes
/// that are no JSON is an error. [`RawExtension`](super::RawExtension) is for objects, [`Value`](super::Value) for values
/// that somebody looks into.
///
/// ```
/// use apimachinery::meta::JSON;
/// use apimachinery::serializer::json;
///
/// let value: JSON = json::from_str("[1, 2]")?;
/// assert_eq!(*value.raw, *b"[1, 2]");
/// assert_eq!(json::to_string(&value)?, "[1,2]");
/// assert_eq!(json::to_string(&JSON::default())?, "null");
/// # Ok::<(), apimachinery::serializer::FormatError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct JSON {
    /// The JSON text; nil for `null`.
    pub raw: Bytes,
}

crate::reflect::plain_leaf! { JSON = JSON { raw: Bytes::NIL } }

impl From<&str> for JSON {
    fn from(json: &str) -> Self {
        JSON { raw: json.into() }
    }
}

impl Leaf for JSON {
    fn semantic_eq(&self, other: &dyn Leaf) -> bool {
        same_type::<Self>(other).is_some_and(|other| *self.raw == *other.raw)
    }

    fn is_zero(&self) -> bool {
        self.raw.is_nil()
    }

    fn write_json(&self, out: &mut Vec<u8>) -> Result<(), String> {
        let nil = Bytes::default();
        write_raw_json(out, if self.raw.is_empty() { &nil } else { &self.raw })
    }

    fn read_json(&mut self, raw: Raw<'_>) -> Result<(), String> {
        if raw.kind() != RawKind::Null {
            self.raw = raw.into();
        }
        Ok(())
    }

    fn proto_bytes(&self) -> Option<&Bytes> {
        (!self.raw.is_nil()).then_some(&self.raw)
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
