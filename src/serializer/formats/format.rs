use super::envelope::PREFIX;
use crate::wire::cbor::MAGIC;
use crate::wire::json::decode_utf8;

/// A serialization format of objects. [`Codec::encode`](crate::serializer::Codec::encode) encodes in a given format,
/// and [`Format::recognize`] detects the format of encoded data.
///
/// ```
/// use apimachinery::serializer::Format;
///
/// assert_eq!(Format::recognize(b" {\"kind\": \"Pod\"}"), Format::Json);
/// assert_eq!(Format::recognize(b"kind: Pod\n"), Format::Yaml);
/// assert_eq!(Format::recognize(b"k8s\0\n\x09"), Format::Protobuf);
/// assert_eq!(Format::Yaml.media_type(), "application/yaml");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// JSON, `application/json`.
    Json,
    /// YAML, `application/yaml`.
    Yaml,
    /// Protobuf in an envelope with the prefix `k8s\0`, as in etcd: `application/vnd.kubernetes.protobuf`.
    Protobuf,
    /// CBOR, an item with the tag 55799, which is encoded as `d9 d9 f7`: `application/cbor`.
    Cbor,
}

impl Format {
    /// Detects the format of data from its content, as upstream's recognizer does. The prefixes of Protobuf and CBOR
    /// identify these formats, and an opening brace after optional white space identifies JSON. Any other data is
    /// treated as YAML.
    #[must_use]
    pub fn recognize(data: &[u8]) -> Format {
        if data.starts_with(PREFIX) {
            return Format::Protobuf;
        }
        if data.starts_with(&MAGIC) {
            return Format::Cbor;
        }
        let rest = data.trim_ascii_start();
        let is_json = match rest.first() {
            Some(b'{') => true,
            // Vertical tab and non-ASCII white space, which `trim_ascii_start` does not remove.
            Some(0x0b | 0x80..) => decode_utf8(rest).trim_start().starts_with('{'),
            _ => false,
        };
        if is_json { Format::Json } else { Format::Yaml }
    }

    /// Returns the media type, such as `application/json`, for the headers `Content-Type` and `Accept`.
    #[must_use]
    pub fn media_type(self) -> &'static str {
        match self {
            Format::Json => "application/json",
            Format::Yaml => "application/yaml",
            Format::Protobuf => "application/vnd.kubernetes.protobuf",
            Format::Cbor => "application/cbor",
        }
    }
}
