//! Cloning, comparing, formatting and dropping values of any depth with bounded stack usage.

use std::fmt;

use super::walk::Event;
use super::{Builder, Value, Walk};

impl Clone for Value {
    fn clone(&self) -> Self {
        let mut copy = Builder::default();
        for event in Walk::new(self) {
            match event {
                Event::Scalar(Value::Bool(value)) => copy.put(Value::Bool(*value)),
                Event::Scalar(Value::Int(value)) => copy.put(Value::Int(*value)),
                Event::Scalar(Value::Float(value)) => copy.put(Value::Float(*value)),
                Event::Scalar(Value::String(value)) => copy.put(Value::String(value.clone())),
                Event::Scalar(_) => copy.put(Value::Null),
                Event::List(None) => copy.put(Value::List(super::List::nil())),
                Event::List(Some(_)) => copy.begin_list(),
                Event::Map(None) => copy.put(Value::Map(super::Map::nil())),
                Event::Map(Some(_)) => copy.begin_map(),
                Event::Key(key) => drop(copy.key(key, |place| *place = key.clone())),
                Event::EndList | Event::EndMap => copy.end(),
            }
        }
        copy.finish()
    }
}

/// Exact comparison: nil differs from empty, and an integer differs from a float.
impl PartialEq for Value {
    fn eq(&self, other: &Self) -> bool {
        Walk::new(self).eq(Walk::new(other))
    }
}

/// Formats the value similarly to JSON, with strings and floats in Rust's debug format.
impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut separate = false;
        for event in Walk::new(self) {
            if separate && !matches!(event, Event::EndList | Event::EndMap) {
                f.write_str(", ")?;
            }
            separate = !matches!(event, Event::List(Some(_)) | Event::Map(Some(_)) | Event::Key(_));
            match event {
                Event::Scalar(Value::Bool(value)) => write!(f, "{value}")?,
                Event::Scalar(Value::Int(value)) => write!(f, "{value}")?,
                Event::Scalar(Value::Float(value)) => write!(f, "{value:?}")?,
                Event::Scalar(Value::String(value)) => write!(f, "{value:?}")?,
                Event::Scalar(_) => f.write_str("null")?,
                Event::List(None) | Event::Map(None) => f.write_str("nil")?,
                Event::List(Some(_)) => f.write_str("[")?,
                Event::EndList => f.write_str("]")?,
                Event::Map(Some(_)) => f.write_str("{")?,
                Event::Key(key) => write!(f, "{key:?}: ")?,
                Event::EndMap => f.write_str("}")?,
            }
        }
        Ok(())
    }
}

impl Drop for Value {
    #[inline]
    fn drop(&mut self) {
        if has_parts(self) {
            take_apart(self);
        }
    }
}

/// The number of levels that are dropped by recursion, which is fastest. Deeper levels are dropped in a loop.
const LEVELS: usize = 32;

#[inline(never)]
fn take_apart(value: &mut Value) {
    let mut deeper = Vec::new();
    empty(value, LEVELS, &mut deeper);
    while let Some(mut value) = deeper.pop() {
        empty(&mut value, LEVELS, &mut deeper);
    }
}

/// Drops the content of a value down to `levels` levels and moves deeper parts to `deeper`.
fn empty(value: &mut Value, levels: usize, deeper: &mut Vec<Value>) {
    let mut part = |part: &mut Value| match levels {
        _ if !has_parts(part) => {}
        0 => deeper.push(std::mem::take(part)),
        _ => empty(part, levels - 1, deeper),
    };
    match value {
        Value::List(items) => {
            items.iter_mut().for_each(part);
            *items = super::List::nil();
        }
        Value::Map(entries) => {
            for value in entries.values_mut() {
                part(value);
            }
            *entries = super::Map::nil();
        }
        _ => {}
    }
}

/// Returns true if the value is a non-empty list or object.
#[inline]
fn has_parts(value: &Value) -> bool {
    match value {
        Value::List(items) => !items.is_empty(),
        Value::Map(entries) => !entries.is_empty(),
        _ => false,
    }
}
