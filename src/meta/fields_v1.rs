use super::leaf::same_type;
use super::raw_extension::{merge_raw_proto, write_raw_json};
use crate::field::Bytes;
use crate::reflect::{Leaf, ProtoReader, ProtoWriter, Raw, RawKind, WireError};

/// The set of fields that a manager owns, as raw JSON: `metav1.FieldsV1`.
///
/// Kept as it was written, and not looked into; output is compact, nil is `null`. On the wire it is field 1, left out
/// when empty. A `null` that is read leaves what was there, as upstream. Writing bytes that are no JSON is an error.
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
    /// The JSON text; nil for none.
    pub raw: Bytes,
}

crate::message! { leaf FieldsV1 }

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
            self.raw = raw.text().into();
        }
        Ok(())
    }

    fn write_proto(&self, writer: &mut ProtoWriter) {
        if !self.raw.is_empty() {
            writer.bytes(1, &self.raw);
        }
    }

    fn merge_proto(&mut self, reader: ProtoReader<'_>) -> Result<(), WireError> {
        merge_raw_proto(&mut self.raw, reader)
    }
}
