use ::serde::ser::{Error, SerializeMap, SerializeSeq};
use ::serde::{Serialize, Serializer};

use crate::reflect::{Leaf, Message, Ref, StructRef, View};
use crate::wire::base64;
use crate::wire::json::Reader;
use crate::wire::raw::{Raw, RawKind};

/// Serializes a struct as JSON would have it: same names, same order, same omissions.
///
/// # Errors
///
/// Those of the serializer.
pub fn serialize<T: Message, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
    Struct(StructRef::new(value)).serialize(serializer)
}

struct Struct<'a>(StructRef<'a>);

struct Value<'a>(View<'a>);

impl Serialize for Struct<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (field, value) in self.0.json_fields() {
            let view = value.view();
            if !view.is_omitted(field.omit()) {
                map.serialize_entry(field.name(), &Value(view))?;
            }
        }
        map.end()
    }
}

impl Serialize for Value<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            View::Bool(value) => serializer.serialize_bool(value),
            View::Int32(value) => serializer.serialize_i32(value),
            View::Int64(value) => serializer.serialize_i64(value),
            View::Double(value) => serializer.serialize_f64(value),
            View::Str(value) => serializer.serialize_str(value),
            View::Bytes(value) if value.is_nil() => serializer.serialize_none(),
            View::Bytes(value) => serializer.serialize_str(&base64::encode(value)),
            View::Leaf(value) => serialize_leaf(value, serializer),
            View::Struct(value) => Struct(value).serialize(serializer),
            View::Option(None) => serializer.serialize_none(),
            View::Option(Some(value)) => view(value).serialize(serializer),
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
    let mut json = Vec::new();
    leaf.write_json(&mut json).map_err(Error::custom)?;
    let text = std::str::from_utf8(&json).map_err(Error::custom)?;
    Json(Raw::checked(text)).serialize(serializer)
}

/// JSON text as a value of serde's data model.
struct Json<'a>(Raw<'a>);

impl Serialize for Json<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let text = self.0.text();
        match self.0.kind() {
            RawKind::Null => serializer.serialize_none(),
            RawKind::Bool => serializer.serialize_bool(text == "true"),
            RawKind::String => serializer.serialize_str(&self.0.as_str().unwrap_or_default()),
            RawKind::Number => match text.parse::<i64>() {
                Ok(number) => serializer.serialize_i64(number),
                Err(_) => serializer.serialize_f64(text.parse().map_err(Error::custom)?),
            },
            RawKind::List => serialize_json_list(text, serializer),
            RawKind::Object => serialize_json_object(text, serializer),
        }
    }
}

fn serialize_json_list<S: Serializer>(text: &str, serializer: S) -> Result<S::Ok, S::Error> {
    let mut seq = serializer.serialize_seq(None)?;
    let mut reader = Reader::new(text);
    reader.eat_byte(b'[');
    let mut more = !reader.eat_byte(b']');
    while more {
        seq.serialize_element(&Json(reader.raw().map_err(Error::custom)?))?;
        more = reader.more(b']').map_err(Error::custom)?;
    }
    seq.end()
}

fn serialize_json_object<S: Serializer>(text: &str, serializer: S) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(None)?;
    let mut reader = Reader::new(text);
    reader.eat_byte(b'{');
    let mut more = !reader.eat_byte(b'}');
    while more {
        let name = reader.name().map_err(Error::custom)?;
        map.serialize_entry(&*name, &Json(reader.raw().map_err(Error::custom)?))?;
        more = reader.more(b'}').map_err(Error::custom)?;
    }
    map.end()
}
