use super::leaf::same_type;
use super::raw_extension::write_raw_json;
use super::{Object, TypeMeta};
use crate::field::{Bytes, Str};
use crate::meta::object::sealed::Sealed;
use crate::reflect::{Leaf, ProtoReader, ProtoWriter, Raw, WireError, WireType};
use crate::wire::json::decode_utf8;

/// An object as encoded bytes, for kinds that are not registered or need not be decoded. Counterpart of
/// `runtime.Unknown`.
///
/// JSON contains the raw bytes. Protobuf contains the envelope in which etcd stores every object: the type, the bytes,
/// their encoding and their content type. The bytes are not checked against these fields.
///
/// ```
/// use apimachinery::meta::{TypeMeta, Unknown};
/// use apimachinery::serializer::json;
///
/// let meta = TypeMeta::new("example.com/v1", "Gadget");
/// let gadget = Unknown { type_meta: meta, raw: r#"{"kind": "Gadget"}"#.into(), ..Default::default() };
/// assert_eq!(json::to_string(&gadget)?, r#"{"kind":"Gadget"}"#);
///
/// let bytes = Unknown { content_type: Unknown::PROTOBUF.into(), ..gadget.clone() };
/// assert!(json::to_string(&bytes).is_err(), "other content types cannot be encoded as JSON");
/// let text = Unknown { content_type: Unknown::JSON.into(), ..gadget };
/// assert!(json::to_string(&text).is_ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Unknown {
    /// The kind and API version of the object, read from the bytes or the envelope. It is not encoded to JSON, where
    /// the bytes contain it.
    pub type_meta: TypeMeta,
    /// The encoded object, including its `kind` and `apiVersion` if it is JSON; nil if there is none.
    pub raw: Bytes,
    /// The encoding that was applied to the bytes, such as a compression; empty if there is none, as in all values that
    /// Kubernetes writes.
    pub content_encoding: Str,
    /// The media type of the bytes; empty for [`Unknown::JSON`].
    pub content_type: Str,
}

impl Unknown {
    /// The content type of JSON, `application/json`.
    pub const JSON: &str = "application/json";
    /// The content type of Protobuf, `application/vnd.kubernetes.protobuf`, with or without the envelope.
    pub const PROTOBUF: &str = "application/vnd.kubernetes.protobuf";
}

crate::message! { leaf Unknown }

impl Sealed for Unknown {}

impl Object for Unknown {
    fn type_meta(&self) -> TypeMeta {
        self.type_meta.clone()
    }

    fn set_type_meta(&mut self, type_meta: TypeMeta) {
        self.type_meta = type_meta;
    }

    crate::meta::object_methods! {}
}

impl Leaf for Unknown {
    fn semantic_eq(&self, other: &dyn Leaf) -> bool {
        let named = |object: &Self| Unknown { raw: Bytes::default(), ..object.clone() };
        same_type::<Self>(other).is_some_and(|other| *self.raw == *other.raw && named(self) == named(other))
    }

    fn is_zero(&self) -> bool {
        *self == Unknown::default()
    }

    fn write_json(&self, out: &mut Vec<u8>) -> Result<(), String> {
        if !matches!(self.content_type.as_str(), "" | Unknown::JSON) {
            return Err("runtime.Unknown: MarshalJSON on non-json data".to_string());
        }
        write_raw_json(out, &self.raw)
    }

    /// Keeps the text without looking for `apiVersion` and `kind` in it.
    fn read_json(&mut self, raw: Raw<'_>) -> Result<(), String> {
        *self = Unknown { raw: raw.into(), content_type: Unknown::JSON.into(), ..Unknown::default() };
        Ok(())
    }

    /// Writes `contentEncoding` and `contentType` even if they are empty. In the envelope, `apiVersion` precedes
    /// `kind`, unlike in a document.
    fn write_proto(&self, writer: &mut ProtoWriter) {
        writer.bytes(4, self.content_type.as_bytes());
        writer.bytes(3, self.content_encoding.as_bytes());
        if !self.raw.is_nil() {
            writer.bytes(2, &self.raw);
        }
        let end = writer.position();
        writer.bytes(2, self.type_meta.kind.as_bytes());
        writer.bytes(1, self.type_meta.api_version.as_bytes());
        writer.length_since(1, end);
    }

    fn merge_proto(&mut self, mut reader: ProtoReader<'_>) -> Result<(), WireError> {
        while let Some((number, wire)) = reader.tag()? {
            match number {
                1 => merge_type_meta(&mut self.type_meta, ProtoReader::new(bytes(&mut reader, wire)?))?,
                2 => self.raw = bytes(&mut reader, wire)?.into(),
                3 => self.content_encoding = decode_utf8(bytes(&mut reader, wire)?).into(),
                4 => self.content_type = decode_utf8(bytes(&mut reader, wire)?).into(),
                _ => reader.skip(wire)?,
            }
        }
        Ok(())
    }
}

fn merge_type_meta(type_meta: &mut TypeMeta, mut reader: ProtoReader<'_>) -> Result<(), WireError> {
    while let Some((number, wire)) = reader.tag()? {
        match number {
            1 => type_meta.api_version = decode_utf8(bytes(&mut reader, wire)?).into(),
            2 => type_meta.kind = decode_utf8(bytes(&mut reader, wire)?).into(),
            _ => reader.skip(wire)?,
        }
    }
    Ok(())
}

fn bytes<'a>(reader: &mut ProtoReader<'a>, wire: WireType) -> Result<&'a [u8], WireError> {
    match wire {
        WireType::Length => reader.bytes(),
        wire => Err(WireError::WrongWireType(wire as u64)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::{json, protobuf};

    #[test]
    fn json_is_the_raw_text() {
        let unknown: Unknown = json::from_str(r#" {"kind": "A"} "#).expect("any JSON is accepted");
        assert_eq!((&*unknown.raw, unknown.content_type.as_str()), (&br#"{"kind": "A"}"#[..], Unknown::JSON));
        assert_eq!(json::to_string(&unknown).expect("the bytes are JSON"), r#"{"kind":"A"}"#);
        assert_eq!(json::to_string(&Unknown::default()).expect("nil is encoded as null"), "null");
    }

    #[test]
    fn other_content_is_no_json() {
        let unknown = Unknown { content_type: "application/cbor".into(), ..Unknown::default() };
        let error = json::to_string(&unknown).unwrap_err();
        assert_eq!(error.to_string(), "runtime.Unknown: MarshalJSON on non-json data");
    }

    #[test]
    fn the_wire_has_the_envelope() {
        let type_meta = TypeMeta::new("v1", "A");
        let unknown = Unknown { type_meta, raw: "x".into(), ..Unknown::default() };
        let bytes = protobuf::to_vec(&unknown).expect("the type has a Protobuf encoding");
        assert_eq!(bytes, b"\x0a\x07\x0a\x02v1\x12\x01A\x12\x01x\x1a\x00\x22\x00");
        assert_eq!(protobuf::from_slice::<Unknown>(&bytes).expect("encoded bytes can be decoded"), unknown);
    }
}
