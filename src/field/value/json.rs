//! The JSON of values.

use super::walk::Event;
use super::{Builder, Value, Walk};
use crate::wire::escape::write_string;
use crate::wire::float::write_json_float;
use crate::wire::json::{Reader, SyntaxError};
use crate::wire::raw::{Raw, RawKind};

impl Value {
    /// What it is in JSON.
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

/// Reads a value. Of equal keys the last one counts; `duplicate` hears of the path of each
/// repetition and where it starts in the text.
pub(crate) fn parse(raw: Raw<'_>, duplicate: &mut dyn FnMut(String, usize)) -> Result<Value, SyntaxError> {
    let mut reader = Reader::new(raw.text());
    let mut value = Builder::default();
    loop {
        if begin(&mut reader, &mut value)? {
            name(&mut reader, &mut value, duplicate)?;
            continue;
        }
        loop {
            let Some(in_map) = value.in_map() else { return Ok(value.finish()) };
            if reader.more(if in_map { b'}' } else { b']' })? {
                name(&mut reader, &mut value, duplicate)?;
                break;
            }
            value.end();
        }
    }
}

/// A scalar, an empty list or object, or the beginning of one with content: true for the last.
fn begin(reader: &mut Reader<'_>, value: &mut Builder) -> Result<bool, SyntaxError> {
    match reader.peek() {
        RawKind::Object => {
            reader.expect(b'{', "looking for beginning of value")?;
            value.begin_map(0);
            return Ok(!closed(reader, value, b'}'));
        }
        RawKind::List => {
            reader.expect(b'[', "looking for beginning of value")?;
            value.begin_list(0);
            return Ok(!closed(reader, value, b']'));
        }
        RawKind::String => value.put(Value::String(match reader.plain_string() {
            Some(text) => text.into(),
            None => reader.string()?.into(),
        })),
        RawKind::Number => value.put(number(reader)?),
        RawKind::Bool => value.put(Value::Bool(reader.literal()? == "true")),
        RawKind::Null => {
            reader.literal()?;
            value.put(Value::Null);
        }
    }
    Ok(false)
}

fn closed(reader: &mut Reader<'_>, value: &mut Builder, end: u8) -> bool {
    let closed = reader.eat_byte(end);
    if closed {
        value.end();
    }
    closed
}

/// The name of the next member, if the innermost open part is an object.
fn name(
    reader: &mut Reader<'_>,
    value: &mut Builder,
    duplicate: &mut dyn FnMut(String, usize),
) -> Result<(), SyntaxError> {
    if value.in_map() == Some(true) {
        let start = reader.offset();
        if value.key(reader.name()?.into()) {
            duplicate(value.path(), start);
        }
    }
    Ok(())
}

fn number(reader: &mut Reader<'_>) -> Result<Value, SyntaxError> {
    let text = reader.number()?;
    let is_integer = !text.contains(['.', 'e', 'E']);
    if let (true, Ok(number)) = (is_integer, text.parse()) {
        return Ok(Value::Int(number));
    }
    match text.parse::<f64>() {
        Ok(number) if number.is_finite() => Ok(Value::Float(number)),
        _ => Err(reader.error(format!("number {text} is out of range"))),
    }
}

/// Appends a value as compact JSON.
///
/// # Errors
///
/// If a float in it is not finite.
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
        Value::Float(value) => return Err(format!("JSON has no number {value}")),
        Value::String(value) => write_string(out, value),
        // Lists and objects are events of their own.
        _ => out.extend_from_slice(b"null"),
    }
    Ok(())
}
