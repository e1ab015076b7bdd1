use std::any::Any;

use crate::encoding::EncodeError;
use crate::field::{Map, Str, Value};
use crate::reflect::{Leaf, ListRef, MapRef, Ref, StructRef, View, parse};
use crate::wire::base64;
use crate::wire::raw::Raw;

type Result<T> = std::result::Result<T, EncodeError>;

pub(super) fn encode(value: Ref<'_>) -> Result<Value> {
    encode_view(value.view())
}

/// Recursive cases are separate from the others, so that each level of nesting uses little stack.
fn encode_view(view: View<'_>) -> Result<Value> {
    match view {
        View::Struct(value) if value.shape().is_union() => value.variant().map_or(Ok(Value::Null), encode),
        View::Struct(value) => encode_struct(value),
        View::Option(Some(value)) => encode(value),
        View::List(list) if !list.is_nil() => encode_list(list),
        View::Map(map) if !map.is_nil() => encode_map(map),
        plain => encode_plain(plain),
    }
}

/// Encodes a scalar.
fn encode_plain(view: View<'_>) -> Result<Value> {
    Ok(match view {
        View::Bool(value) => Value::Bool(value),
        View::Int32(value) => Value::Int(value.into()),
        View::Int64(value) => Value::Int(value),
        View::Double(value) => Value::Float(value),
        View::Str(value) => Value::String(value.clone()),
        View::Bytes(value) if !value.is_nil() => Value::String(base64::encode(value).into()),
        View::Leaf(value) => encode_leaf(value)?,
        // An unset option, or a nil value.
        _ => Value::Null,
    })
}

/// Encodes a leaf from its JSON. An untyped value is cloned.
fn encode_leaf(leaf: &dyn Leaf) -> Result<Value> {
    if let Some(value) = (leaf as &dyn Any).downcast_ref::<Value>() {
        return Ok(value.clone());
    }
    let mut json = Vec::new();
    leaf.write_json(&mut json).map_err(EncodeError::new)?;
    let raw = std::str::from_utf8(&json).ok().and_then(Raw::new);
    let raw = raw.ok_or_else(|| EncodeError::new("the value is not JSON"))?;
    parse(raw).map_err(EncodeError::new)
}

fn encode_struct(value: StructRef<'_>) -> Result<Value> {
    let mut map = Map::with_capacity(value.shape().json_fields().len());
    for written in value.written_from(0) {
        let name = written.field().name();
        let value = encode(written.value()).map_err(|error| error.below(name))?;
        map.push_entry(Str::from_static(name), value);
    }
    map.restore_order();
    Ok(Value::Map(map))
}

fn encode_list(list: ListRef<'_>) -> Result<Value> {
    let mut items = Vec::with_capacity(list.len());
    for item in list.iter() {
        items.push(encode(item).map_err(|error| error.below_item(items.len()))?);
    }
    Ok(Value::List(items.into()))
}

fn encode_map(map: MapRef<'_>) -> Result<Value> {
    let mut entries = Map::with_capacity(map.len());
    for (key, value) in map.iter() {
        entries.push_entry(key.clone(), encode(value).map_err(|error| error.below(key))?);
    }
    Ok(Value::Map(entries))
}
