//! Serialization of structs and containers in any format.

mod json;

use ::serde::ser::{Error, SerializeMap, SerializeSeq};
use ::serde::{Serialize, Serializer};

use self::json::Document;
use super::verbatim::{Verbatim, is_written_by};
use crate::format::json::write;
use crate::reflect::{Leaf, ListRef, MapRef, Ref, Reflect, StructRef, View};
use crate::wire::base64;
use crate::wire::json::decode_utf8;
use crate::wire::scratch::with_buffer;

/// Serializes a value like JSON: with the same names, the same order, and the same omissions.
///
/// A struct is serialized as a map, since its members depend on the value. Formats that are not human-readable get
/// bytes unencoded, and the number of members in advance. `serde_json::to_vec` and `serde_json::to_string` get JSON
/// written by this crate's own encoder.
///
/// # Errors
///
/// Returns the errors of the serializer, and an error for a leaf that JSON cannot represent.
pub fn serialize<T: Reflect, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
    let value = Ref::new(value);
    if !is_written_by::<S>() {
        return Value(value).serialize(serializer);
    }
    with_buffer(|json| match write(json, value) {
        Ok(()) => Verbatim(&decode_utf8(json)).serialize(serializer),
        // A value that this crate's encoder rejects may be supported by serde_json.
        Err(_) => Value(value).serialize(serializer),
    })
}

fn serialize_struct<S: Serializer>(value: StructRef<'_>, serializer: S) -> Result<S::Ok, S::Error> {
    let count = (!serializer.is_human_readable()).then(|| value.written_rows().count() as usize);
    let mut map = serializer.serialize_map(count)?;
    for written in value.written_from(0) {
        let name = written.name();
        // Most fields are texts, for which no further dispatch is needed.
        match written.text() {
            Some(text) => map.serialize_entry(name, text.as_str())?,
            None => map.serialize_entry(name, &Value(written.value()))?,
        }
    }
    map.end()
}

fn serialize_list<S: Serializer>(list: ListRef<'_>, serializer: S) -> Result<S::Ok, S::Error> {
    let mut items = serializer.serialize_seq(Some(list.len()))?;
    for (index, item) in list.iter().enumerate() {
        list.prefetch(index + 1);
        items.serialize_element(&Value(item))?;
    }
    items.end()
}

fn serialize_map<S: Serializer>(map: MapRef<'_>, serializer: S) -> Result<S::Ok, S::Error> {
    let mut entries = serializer.serialize_map(Some(map.len()))?;
    for (index, (key, value)) in map.iter().enumerate() {
        map.prefetch(index + 1);
        match value.text() {
            Some(text) => entries.serialize_entry(key.as_str(), text.as_str())?,
            None => entries.serialize_entry(key.as_str(), &Value(value))?,
        }
    }
    entries.end()
}

struct Value<'a>(Ref<'a>);

impl Serialize for Value<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0.view() {
            View::Bool(value) => serializer.serialize_bool(value),
            View::Int32(value) => serializer.serialize_i32(value),
            View::Int64(value) => serializer.serialize_i64(value),
            View::Double(value) => serializer.serialize_f64(value),
            View::Str(value) => serializer.serialize_str(value),
            View::Bytes(value) if value.is_nil() => serializer.serialize_none(),
            View::Bytes(value) if serializer.is_human_readable() => serializer.serialize_str(&base64::encode(value)),
            View::Bytes(value) => serializer.serialize_bytes(value),
            View::Leaf(value) => serialize_leaf(value, serializer),
            View::Struct(value) if value.shape().is_union() => value.variant().map(Value).serialize(serializer),
            View::Struct(value) => serialize_struct(value, serializer),
            View::Option(None) => serializer.serialize_none(),
            View::Option(Some(value)) => serializer.serialize_some(&Value(value)),
            View::List(list) if list.is_nil() => serializer.serialize_none(),
            View::List(list) => serialize_list(list, serializer),
            View::Map(map) if map.is_nil() => serializer.serialize_none(),
            View::Map(map) => serialize_map(map, serializer),
        }
    }
}

/// Serializes a leaf by its JSON.
fn serialize_leaf<S: Serializer>(leaf: &dyn Leaf, serializer: S) -> Result<S::Ok, S::Error> {
    with_buffer(|json| {
        leaf.write_json(json).map_err(S::Error::custom)?;
        Document::new(&decode_utf8(json)).value().serialize(serializer)
    })
}
