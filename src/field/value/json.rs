//! Encodes values as JSON.

use super::walk::Event;
use super::{Value, Walk};
use crate::wire::escape::write_string;
use crate::wire::float::write_json_float;
use crate::wire::raw::RawKind;

impl Value {
    /// Returns the JSON type of the value.
    pub(crate) fn kind(&self) -> RawKind {
        match self {
            Value::Null => RawKind::Null,
            Value::Bool(_) => RawKind::Bool,
            Value::Int(_) | Value::Float(_) => RawKind::Number,
            Value::String(_) => RawKind::String,
            Value::List(_) => RawKind::List,
            Value::Map(_) => RawKind::Object,
        }
    }
}

/// Parses a number in JSON syntax.
#[inline]
pub(crate) fn number(text: &str) -> Result<Value, String> {
    // Fails for a number with a fraction or an exponent.
    if let Ok(number) = text.parse() {
        return Ok(Value::Int(number));
    }
    float(text)
}

fn float(text: &str) -> Result<Value, String> {
    match text.parse::<f64>() {
        Ok(number) if number.is_finite() => Ok(Value::Float(number)),
        _ => Err(format!("number {text} is out of range")),
    }
}

/// Appends a value as compact JSON.
///
/// # Errors
///
/// Returns an error if the value contains a float that is not finite.
pub(crate) fn write(out: &mut Vec<u8>, walk: Walk<'_>) -> Result<(), String> {
    let mut separate = false;
    for event in walk {
        if separate && !matches!(event, Event::EndList | Event::EndMap) {
            out.push(b',');
        }
        separate = !matches!(event, Event::List(Some(_)) | Event::Map(Some(_)) | Event::Key(_));
        match event {
            Event::Scalar(value) => write_scalar(out, value)?,
            Event::List(None) | Event::Map(None) => out.extend_from_slice(b"null"),
            Event::List(Some(_)) => out.push(b'['),
            Event::EndList => out.push(b']'),
            Event::Map(Some(_)) => out.push(b'{'),
            Event::Key(key) => {
                write_string(out, key);
                out.push(b':');
            }
            Event::EndMap => out.push(b'}'),
        }
    }
    Ok(())
}

fn write_scalar(out: &mut Vec<u8>, value: &Value) -> Result<(), String> {
    match value {
        Value::Bool(value) => out.extend_from_slice(if *value { b"true" } else { b"false" }),
        Value::Int(value) => out.extend_from_slice(itoa::Buffer::new().format(*value).as_bytes()),
        Value::Float(value) if value.is_finite() => write_json_float(out, *value),
        Value::Float(value) => return Err(format!("cannot represent {value} in JSON")),
        Value::String(value) => write_string(out, value),
        // The walk reports lists and objects as separate events.
        _ => out.extend_from_slice(b"null"),
    }
    Ok(())
}
