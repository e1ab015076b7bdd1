use crate::field::Bytes;
use crate::reflect::{Leaf, ProtoReader, ProtoWriter, Raw, RawKind, WireError};
use crate::wire::escape::write_compact;
use crate::wire::json::decode_utf8;

/// An object of any kind, kept as it was written: Go's `runtime.RawExtension`.
///
/// JSON keeps the text with its white space, order and duplicates; on output it is written
/// compactly. `null` leaves it as it is. On the wire it is the bytes as they stand.
///
/// ```
/// use apimachinery::meta::RawExtension;
///
/// let raw = RawExtension::from(r#"{"any": [1, 2]}"#);
/// assert_eq!(&*raw.raw, br#"{"any": [1, 2]}"#);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RawExtension {
    /// The encoded object, mostly JSON; nil for none.
    pub raw: Bytes,
}

crate::message! { leaf RawExtension }

impl From<&str> for RawExtension {
    fn from(json: &str) -> Self {
        RawExtension { raw: json.into() }
    }
}

impl Leaf for RawExtension {
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
        if !self.raw.is_nil() {
            writer.bytes(1, &self.raw);
        }
    }

    fn merge_proto(&mut self, reader: ProtoReader<'_>) -> Result<(), WireError> {
        merge_raw_proto(&mut self.raw, reader)
    }
}

/// Raw JSON, compact and escaped; nothing is `null`.
pub(super) fn write_raw_json(out: &mut Vec<u8>, raw: &[u8]) -> Result<(), String> {
    if raw.is_empty() {
        out.extend_from_slice(b"null");
        return Ok(());
    }
    let text = decode_utf8(raw);
    match Raw::new(text.trim_matches([' ', '\t', '\n', '\r'])) {
        Some(json) => write_compact(out, json.text().as_bytes()),
        None => return Err("the raw value is not JSON".to_string()),
    }
    Ok(())
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
