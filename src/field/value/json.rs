//! The JSON of values.

use super::walk::Event;
use super::{Builder, Value, Walk};
use crate::wire::escape::write_string;
use crate::wire::float::write_json_float;
use crate::wire::json::{MAX_DEPTH, Reader, SyntaxError};
use crate::wire::pull::Pull;
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

/// Reads a value of JSON. Of equal keys the last one counts.
pub(crate) fn parse(raw: Raw<'_>) -> Result<Value, String> {
    let value = pull(&mut Reader::new(raw.text()), MAX_DEPTH, &mut |_, _| ());
    value.unwrap_or_else(|error| Err(error.to_string()))
}

/// Reads a value of a document, with at most so many levels. Of equal keys the last one counts;
/// `duplicate` hears of the path of each repetition and of its place.
///
/// # Errors
///
/// The inner error is of a number out of range.
pub(crate) fn pull<'a>(
    reader: &mut impl Pull<'a>,
    levels: usize,
    duplicate: &mut dyn FnMut(String, usize),
) -> Result<Result<Value, String>, SyntaxError> {
    let mut puller = Puller { reader, value: Builder::default(), duplicate, out_of_range: None };
    puller.document(levels)?;
    Ok(match puller.out_of_range {
        None => Ok(puller.value.finish()),
        Some(message) => Err(message),
    })
}

struct Puller<'p, R> {
    reader: &'p mut R,
    value: Builder,
    duplicate: &'p mut dyn FnMut(String, usize),
    /// What is wrong with the first such number.
    out_of_range: Option<String>,
}

impl<'a, R: Pull<'a>> Puller<'_, R> {
    fn document(&mut self, levels: usize) -> Result<(), SyntaxError> {
        let mut goes_on = self.begin(levels)?;
        while goes_on {
            self.name()?;
            goes_on = self.begin(levels)?;
            while !goes_on {
                let Some(in_map) = self.value.in_map() else { return Ok(()) };
                goes_on = if in_map { self.reader.more_members()? } else { self.reader.more_items()? };
                if !goes_on {
                    self.value.end();
                }
            }
        }
        Ok(())
    }

    /// A scalar, an empty list or object, or the beginning of one with content: true for the last.
    fn begin(&mut self, levels: usize) -> Result<bool, SyntaxError> {
        match self.reader.peek() {
            kind @ (RawKind::Object | RawKind::List) => return self.collection(kind, levels),
            RawKind::String => self.value.put(Value::String(match self.reader.plain_string() {
                Some(text) => text.into(),
                None => self.reader.string()?.into(),
            })),
            RawKind::Number => self.number()?,
            RawKind::Bool => self.value.put(Value::Bool(self.reader.literal()? == "true")),
            RawKind::Null => {
                self.reader.literal()?;
                self.value.put(Value::Null);
            }
        }
        Ok(false)
    }

    fn collection(&mut self, kind: RawKind, levels: usize) -> Result<bool, SyntaxError> {
        if self.value.depth() == levels {
            return Err(self.reader.error("exceeded max depth".into()));
        }
        let has_parts = match kind {
            RawKind::Object => {
                self.value.begin_map(0);
                self.reader.begin_object()?
            }
            _ => {
                self.value.begin_list(0);
                self.reader.begin_list()?
            }
        };
        if !has_parts {
            self.value.end();
        }
        Ok(has_parts)
    }

    /// The name of the next member, if the innermost open part is an object.
    fn name(&mut self) -> Result<(), SyntaxError> {
        if self.value.in_map() == Some(true) {
            self.reader.peek();
            let offset = self.reader.offset();
            if self.value.key(self.reader.name()?.into()) {
                (self.duplicate)(self.value.path(), offset);
            }
        }
        Ok(())
    }

    fn number(&mut self) -> Result<(), SyntaxError> {
        match number(self.reader.number()?) {
            Ok(number) => self.value.put(number),
            Err(message) => {
                self.value.put(Value::Null);
                self.out_of_range.get_or_insert(message);
            }
        }
        Ok(())
    }
}

/// The number of a text that JSON takes for one.
pub(super) fn number(text: &str) -> Result<Value, String> {
    let is_integer = !text.contains(['.', 'e', 'E']);
    if let (true, Ok(number)) = (is_integer, text.parse()) {
        return Ok(Value::Int(number));
    }
    match text.parse::<f64>() {
        Ok(number) if number.is_finite() => Ok(Value::Float(number)),
        _ => Err(format!("number {text} is out of range")),
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
