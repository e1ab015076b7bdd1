//! Structs and containers to whatever a format makes of them.

mod json;

use ::serde::ser::{Error, SerializeMap};
use ::serde::{Serialize, Serializer};

use self::json::Json;
use crate::reflect::{Field, Leaf, Ref, Reflect, StructRef, View};
use crate::wire::base64;
use crate::wire::json::decode_utf8;
use crate::wire::scratch::with_buffer;

/// Serializes a value as JSON would have it: same names, same order, same omissions.
///
/// A struct is a map to the format, since which members it has depends on the value. Formats that are
/// not for humans get bytes as such and the number of members in advance.
///
/// # Errors
///
/// Those of the serializer, and a leaf that JSON cannot say.
pub fn serialize<T: Reflect, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
    view(Ref::new(value)).serialize(serializer)
}

fn serialize_struct<S: Serializer>(value: StructRef<'_>, serializer: S) -> Result<S::Ok, S::Error> {
    let count = (!serializer.is_human_readable()).then(|| members(value).count());
    let mut map = serializer.serialize_map(count)?;
    for (field, view) in members(value) {
        map.serialize_entry(field.name(), &Value(view))?;
    }
    map.end()
}

fn members<'a>(value: StructRef<'a>) -> impl Iterator<Item = (&'static Field, View<'a>)> {
    value.written_from(0).map(|written| (written.field(), written.value().view()))
}

struct Value<'a>(View<'a>);

impl Serialize for Value<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            View::Bool(value) => serializer.serialize_bool(value),
            View::Int32(value) => serializer.serialize_i32(value),
            View::Int64(value) => serializer.serialize_i64(value),
            View::Double(value) => serializer.serialize_f64(value),
            View::Str(value) => serializer.serialize_str(value),
            View::Bytes(value) if value.is_nil() => serializer.serialize_none(),
            View::Bytes(value) if serializer.is_human_readable() => serializer.serialize_str(&base64::encode(value)),
            View::Bytes(value) => serializer.serialize_bytes(value),
            View::Leaf(value) => serialize_leaf(value, serializer),
            View::Struct(value) if value.shape().is_union() => value.variant().map(view).serialize(serializer),
            View::Struct(value) => serialize_struct(value, serializer),
            View::Option(None) => serializer.serialize_none(),
            View::Option(Some(value)) => serializer.serialize_some(&view(value)),
            View::List(list) if list.is_nil() => serializer.serialize_none(),
            View::List(list) => serializer.collect_seq(list.iter().map(view)),
            View::Map(map) if map.is_nil() => serializer.serialize_none(),
            View::Map(map) => serializer.collect_map(map.iter().map(|(key, value)| (key.as_str(), view(value)))),
        }
    }
}

fn view(value: Ref<'_>) -> Value<'_> {
    Value(value.view())
}

/// A leaf says itself in JSON; what it says is serialized.
fn serialize_leaf<S: Serializer>(leaf: &dyn Leaf, serializer: S) -> Result<S::Ok, S::Error> {
    with_buffer(|json| {
        leaf.write_json(json).map_err(S::Error::custom)?;
        Json::new(&decode_utf8(json)).serialize(serializer)
    })
}
