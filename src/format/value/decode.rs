use std::any::Any;

use crate::field::value::{Walk, write};
use crate::field::{Map, Value};
use crate::format::problem::{Path, TypeError};
use crate::reflect::{Leaf, ListMut, MapMut, Mut, StructMut, ViewMut};
use crate::wire::base64;
use crate::wire::raw::Raw;

/// A decoder that fills typed values from untyped ones. It reports values of the wrong type, and fills the rest.
#[derive(Default)]
pub(super) struct Decoder {
    /// The paths of unknown fields.
    pub(super) unknown: Vec<String>,
    pub(super) errors: Vec<TypeError>,
}

impl Decoder {
    pub(super) fn decode(&mut self, target: Mut<'_>, value: &Value) {
        self.value(target, value, &Path::root());
    }

    /// Decodes the content of an object like [`Decoder::decode`]. The target must be an object in JSON.
    pub(super) fn decode_map(&mut self, target: Mut<'_>, content: &Map<Value>) {
        let path = Path::root();
        match target.view() {
            ViewMut::Struct(target) => self.members(target, content, &path),
            ViewMut::Map(target) => self.entries(target, content, &path),
            ViewMut::Leaf(target) => {
                if let Err(message) = leaf(target, Walk::of_map(content)) {
                    self.error(&path, message);
                }
            }
            _ => self.error(&path, "cannot restore an object's content to a value of another kind".to_string()),
        }
    }

    fn value(&mut self, target: Mut<'_>, value: &Value, path: &Path<'_>) {
        if value.is_null() {
            return target.set_zero();
        }
        match target.view() {
            ViewMut::Option(target) => self.value(target.make(), value, path),
            ViewMut::Struct(target) if target.shape().is_union() => self.union(target, value, path),
            ViewMut::Struct(target) => self.structure(target, value, path),
            ViewMut::List(target) => self.list(target, value, path),
            ViewMut::Map(target) => self.map(target, value, path),
            plain => self.plain(plain, value, path),
        }
    }

    fn structure(&mut self, target: StructMut<'_>, value: &Value, path: &Path<'_>) {
        match value {
            Value::Map(map) => self.members(target, map, path),
            other => self.error(path, format!("cannot restore struct from: {}", other.go_kind())),
        }
    }

    /// Upstream decodes a union from its JSON, so warnings inside it are discarded.
    fn union(&mut self, target: StructMut<'_>, value: &Value, path: &Path<'_>) {
        let heard = self.unknown.len();
        let kind = value.kind();
        match target.choose(kind) {
            Ok(Some(variant)) => self.value(variant, value, path),
            Ok(None) => {}
            Err(kinds) => self.error(path, format!("expected {kinds}, found {}", kind.name())),
        }
        self.unknown.truncate(heard);
    }

    fn members(&mut self, mut target: StructMut<'_>, map: &Map<Value>, path: &Path<'_>) {
        let shape = target.shape();
        for (index, field) in shape.json_fields().iter().enumerate() {
            match map.get(field.name()) {
                Some(value) => self.value(target.field(index), value, &path.field(field)),
                None => target.field(index).set_zero(),
            }
        }
        for (key, _) in map {
            if shape.position(key, 0).is_none() {
                self.unknown.push(path.key(key).to_string());
            }
        }
    }

    fn list(&mut self, mut target: ListMut<'_>, value: &Value, path: &Path<'_>) {
        let Value::List(items) = value else {
            return self.error(path, format!("cannot restore slice from {}", value.go_kind()));
        };
        if items.is_nil() {
            return target.clear();
        }
        target.truncate(0);
        for (index, item) in items.iter().enumerate() {
            self.value(target.push(), item, &path.index(index));
        }
    }

    fn map(&mut self, target: MapMut<'_>, value: &Value, path: &Path<'_>) {
        match value {
            Value::Map(entries) => self.entries(target, entries, path),
            other => self.error(path, format!("cannot restore map from {}", other.go_kind())),
        }
    }

    fn entries(&mut self, mut target: MapMut<'_>, entries: &Map<Value>, path: &Path<'_>) {
        target.clear();
        if !entries.is_nil() {
            target.make();
        }
        for (key, value) in entries {
            self.value(target.append(key), value, &path.key(key));
        }
    }

    /// Decodes a scalar.
    fn plain(&mut self, target: ViewMut<'_>, value: &Value, path: &Path<'_>) {
        let filled = match target {
            ViewMut::Leaf(target) => leaf_or_value(target, value),
            ViewMut::Bytes(target) => bytes(value).map(|bytes| *target = bytes.into()),
            scalar => self::scalar(scalar, value),
        };
        if let Err(message) = filled {
            self.error(path, message);
        }
    }

    fn error(&mut self, path: &Path<'_>, message: String) {
        self.errors.push(TypeError::new(path, 0, message));
    }
}

fn scalar(target: ViewMut<'_>, value: &Value) -> Result<(), String> {
    match (target, value) {
        (ViewMut::Bool(target), Value::Bool(value)) => *target = *value,
        (ViewMut::Str(target), Value::String(value)) => *target = value.clone(),
        (ViewMut::Int32(target), value) => {
            let number = integer(value, "int32")?;
            *target = number.try_into().map_err(|_| out_of_range(value, "int32", number))?;
        }
        (ViewMut::Int64(target), value) => *target = integer(value, "int64")?,
        (ViewMut::Double(target), Value::Int(value)) => *target = *value as f64,
        (ViewMut::Double(target), Value::Float(value)) => *target = *value,
        (ViewMut::Bool(_), value) => return Err(cannot_convert(value, "bool")),
        (ViewMut::Str(_), value) => return Err(cannot_convert(value, "string")),
        (_, value) => return Err(cannot_convert(value, "float64")),
    }
    Ok(())
}

/// Decodes an integer. A float without a fraction is accepted.
fn integer(value: &Value, wanted: &str) -> Result<i64, String> {
    /// 2^63, the smallest positive float that is out of range.
    const LIMIT: f64 = 9_223_372_036_854_775_808.0;
    match value {
        Value::Int(number) => Ok(*number),
        Value::Float(number) if number.trunc() != *number => Err(cannot_convert(value, wanted)),
        Value::Float(number) if (-LIMIT..LIMIT).contains(number) => Ok(*number as i64),
        Value::Float(number) => Err(out_of_range(value, wanted, number)),
        value => Err(cannot_convert(value, wanted)),
    }
}

fn cannot_convert(value: &Value, wanted: &str) -> String {
    format!("cannot convert {} to {wanted}", value.go_type())
}

fn out_of_range(value: &Value, wanted: &str, number: impl std::fmt::Display) -> String {
    format!("{}: {number} is out of range", cannot_convert(value, wanted))
}

/// Decodes bytes from base64 or a list of numbers.
fn bytes(value: &Value) -> Result<Vec<u8>, String> {
    match value {
        Value::String(text) => base64::decode(text).map_err(|error| format!("error decoding from json: {error}")),
        Value::List(items) => items.iter().map(byte).collect(),
        value => Err(format!("cannot restore slice from {}", value.go_kind())),
    }
}

fn byte(value: &Value) -> Result<u8, String> {
    let number = if value.is_null() { 0 } else { integer(value, "uint8")? };
    number.try_into().map_err(|_| out_of_range(value, "uint8", number))
}

/// Decodes a leaf from its JSON. An untyped value is cloned.
fn leaf_or_value(target: &mut dyn Leaf, value: &Value) -> Result<(), String> {
    if let Some(target) = (&mut *target as &mut dyn Any).downcast_mut::<Value>() {
        *target = value.clone();
        return Ok(());
    }
    leaf(target, Walk::new(value))
}

fn leaf(target: &mut dyn Leaf, walk: Walk<'_>) -> Result<(), String> {
    let mut json = Vec::new();
    write(&mut json, walk)?;
    let text = String::from_utf8(json).map_err(|error| error.to_string())?;
    target.read_json(Raw::checked(&text))
}
