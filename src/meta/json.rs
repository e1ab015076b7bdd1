use super::leaf::same_type;
use super::raw_extension::{merge_raw_proto, write_json_as_cbor, write_raw_json};
use crate::field::Bytes;
use crate::reflect::{Leaf, ProtoReader, ProtoWriter, Raw, RawKind, WireError};
use crate::wire::cbor::write_null;

/// Any JSON value, kept as it was read, such as a default in the schema of a CustomResourceDefinition.
///
/// JSON output is compact; without bytes it is `null`. As in upstream, decoding `null` leaves the value unchanged.
/// Encoding bytes that are not JSON is an error. Use [`RawExtension`](super::RawExtension) for objects, and
/// [`Value`](super::Value) for values that you need to inspect.
///
/// ```
/// use apimachinery::meta::Json;
/// use apimachinery::serializer::json;
///
/// let value: Json = json::from_str("[1, 2]")?;
/// assert_eq!(*value.raw, *b"[1, 2]");
/// assert_eq!(json::to_string(&value)?, "[1,2]");
/// assert_eq!(json::to_string(&Json::default())?, "null");
/// # Ok::<(), apimachinery::serializer::FormatError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Json {
    /// The JSON text. Nil and an empty text are encoded as `null`.
    pub raw: Bytes,
}

crate::reflect::plain_leaf! { Json = Json { raw: Bytes::NIL } }

impl From<&str> for Json {
    fn from(json: &str) -> Self {
        Json { raw: json.into() }
    }
}

impl Leaf for Json {
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

    fn write_cbor(&self, out: &mut Vec<u8>) -> Result<(), String> {
        if self.raw.is_empty() {
            write_null(out);
            return Ok(());
        }
        write_json_as_cbor(out, &self.raw)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::field::value::to_cbor;
    use crate::reflect::parse;

    /// Encodes by way of `Value`, like types without their own CBOR encoding.
    fn by_value(json: &Json) -> Result<Vec<u8>, String> {
        let (mut text, mut out) = (Vec::new(), Vec::new());
        json.write_json(&mut text)?;
        let text = String::from_utf8(text).map_err(|error| error.to_string())?;
        to_cbor(&mut out, &parse(Raw::checked(&text))?)?;
        Ok(out)
    }

    #[test]
    fn cbor_is_that_of_the_value() {
        let good = [
            "",
            "null",
            " 1 ",
            "-2.50",
            "1e3",
            "\"a\\u003c\u{2028}\"",
            "{\"b\":[true,{}],\"a\":\"\"}",
            "{\"a\":1,\"a\":2}",
        ];
        let bad = ["[1,", "1e999", "{\"a\":[1,-1e400]}", "nul", "1 2", "[\"\\x\"]"];
        for text in good.iter().chain(&bad) {
            let mut read = Json::from(*text);
            let mut out = Vec::new();
            let written = read.write_cbor(&mut out).map(|()| out);
            assert_eq!(written, by_value(&read), "{text}");
            assert_eq!(written.is_ok(), good.contains(text), "{text}");
            // A decoded value is known to be valid JSON.
            if let Some(raw) = Raw::new(text) {
                read.read_json(raw).expect("any JSON is accepted");
                let mut out = Vec::new();
                assert_eq!(read.write_cbor(&mut out).map(|()| out), written, "{text}");
            }
        }
        let raw = b"{\"a\":\"\xff\"}".to_vec();
        let (broken, mut out) = (Json { raw: raw.into() }, Vec::new());
        broken.write_cbor(&mut out).expect("invalid UTF-8 is replaced");
        assert_eq!(Ok(out), by_value(&broken));
    }
}
