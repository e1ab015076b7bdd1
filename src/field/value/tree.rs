//! Copying, comparing, showing and dropping without recursion.

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
                Event::List(Some(length)) => copy.begin_list(length),
                Event::Map(None) => copy.put(Value::Map(super::Map::nil())),
                Event::Map(Some(length)) => copy.begin_map(length),
                Event::Key(key) => drop(copy.key(key.clone())),
                Event::EndList | Event::EndMap => copy.end(),
            }
        }
        copy.finish()
    }
}

/// Exact: nil is not empty, an integer is no float.
impl PartialEq for Value {
    fn eq(&self, other: &Self) -> bool {
        Walk::new(self).eq(Walk::new(other))
    }
}

/// Like JSON, with texts and floats as Rust shows them.
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
    fn drop(&mut self) {
        let mut rest = Vec::new();
        take_containers(self, &mut rest);
        while let Some(mut value) = rest.pop() {
            take_containers(&mut value, &mut rest);
        }
    }
}

/// Moves lists and objects inside of `value` to `rest`; what stays is dropped without recursion.
fn take_containers(value: &mut Value, rest: &mut Vec<Value>) {
    let mut take = |value: &mut Value| {
        if matches!(value, Value::List(_) | Value::Map(_)) {
            rest.push(std::mem::take(value));
        }
    };
    match value {
        Value::List(items) => {
            for item in items.iter_mut() {
                take(item);
            }
        }
        Value::Map(entries) => {
            for value in entries.values_mut() {
                take(value);
            }
        }
        _ => {}
    }
}
