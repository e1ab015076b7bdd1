//! From values to JSON text, as sigs.k8s.io/yaml and Go's `encoding/json` write it.

use std::borrow::Cow;
use std::ops::Range;

use super::error::Error;
use super::go_syntax;
use super::scalar::Scalar;
use super::value::{Entry, Parts, Place, Value, Values};
use crate::wire::escape::write_string;
use crate::wire::float::{write_json_float, write_yaml_float_key};

/// Writes a document: no white space, keys sorted by their bytes.
///
/// # Errors
///
/// JSON has no infinities and no NaN; a key must be text, a number of 63 bits or a bool.
pub(crate) fn write(values: Values<'_>) -> Result<String, Error> {
    let mut writer = Writer { values, out: Vec::new(), open: Vec::new() };
    writer.value(writer.values.root())?;
    while let Some(parts) = writer.open.last_mut() {
        match parts.next() {
            Some(place) => writer.part(place)?,
            None => writer.close(),
        }
    }
    Ok(String::from_utf8(writer.out).expect("every part is UTF-8"))
}

struct Writer<'a> {
    values: Values<'a>,
    out: Vec<u8>,
    /// What is left of the collections that are begun, innermost last.
    open: Vec<Parts>,
}

impl<'a> Writer<'a> {
    fn value(&mut self, place: Place) -> Result<(), Error> {
        match self.values.at(place) {
            Value::Scalar(scalar) => return write_scalar(&mut self.out, scalar),
            Value::List(range) => {
                self.out.push(b'[');
                self.open.push(Parts::Items(range.clone()));
            }
            Value::Map(range) => {
                let range = range.clone();
                self.out.push(b'{');
                self.arrange(range.clone())?;
                self.open.push(Parts::Entries(range));
            }
        }
        Ok(())
    }

    fn part(&mut self, place: Place) -> Result<(), Error> {
        if let Place::Entry(index) = place {
            if self.is_overridden(index) {
                return Ok(());
            }
            self.separate();
            write_text(&mut self.out, &self.values.entries[index].key);
            self.out.push(b':');
        } else {
            self.separate();
        }
        self.value(place)
    }

    /// Whether the next entry has the same key, as `1` and `"1"` do in JSON.
    fn is_overridden(&self, index: usize) -> bool {
        match self.open.last() {
            Some(Parts::Entries(rest)) if !rest.is_empty() => {
                let [entry, next] = [index, index + 1].map(|index| key_bytes(&self.values.entries[index]));
                entry == next
            }
            _ => false,
        }
    }

    /// Writes a comma unless the collection was just begun.
    fn separate(&mut self) {
        if !matches!(self.out.last(), Some(b'[' | b'{')) {
            self.out.push(b',');
        }
    }

    fn close(&mut self) {
        match self.open.pop() {
            Some(Parts::Items(_)) => self.out.push(b']'),
            Some(Parts::Entries(_)) => self.out.push(b'}'),
            None => {}
        }
    }

    /// Turns the keys of a map into text and sorts it.
    fn arrange(&mut self, range: Range<usize>) -> Result<(), Error> {
        for index in range.clone() {
            let Entry { key, value } = &self.values.entries[index];
            if !matches!(key, Scalar::Text(_) | Scalar::Bytes(_)) {
                let text = key_text(key).map_err(|kind| self.unsupported_key(kind, key, value))?;
                self.values.entries[index].key = Scalar::Text(Cow::Owned(text.into_owned()));
            }
        }
        let entries = &mut self.values.entries[range];
        if !entries.is_sorted_by_key(|entry| key_bytes(entry)) {
            entries.sort_by(|a, b| key_bytes(a).cmp(key_bytes(b)));
        }
        Ok(())
    }

    fn unsupported_key(&self, kind: &str, key: &Scalar<'_>, value: &Value<'_>) -> Error {
        let key = go_syntax::scalar(key);
        let value = go_syntax::value(value, &self.values.items, &self.values.entries);
        Error::new(format!("unsupported map key of type: {kind}, key: {key}, value: {value}"))
    }
}

/// The text that JSON has for a key; else what Go calls the type of the key. Bytes have no text.
pub(super) fn key_text<'k>(key: &'k Scalar<'_>) -> Result<Cow<'k, str>, &'static str> {
    match key {
        Scalar::Text(text) => Ok(Cow::Borrowed(text)),
        Scalar::Bool(value) => Ok(Cow::Owned(value.to_string())),
        Scalar::Int(value) => Ok(Cow::Owned(value.to_string())),
        Scalar::Float(value) => {
            let mut text = Vec::new();
            write_yaml_float_key(&mut text, *value);
            Ok(Cow::Owned(String::from_utf8(text).expect("numbers are ASCII")))
        }
        Scalar::Bytes(_) => Err("string"),
        Scalar::Uint(_) => Err("uint64"),
        Scalar::Null => Err("%!s(<nil>)"),
    }
}

/// The text of a key that [`Writer::arrange`] has seen.
fn key_bytes<'e>(entry: &'e Entry<'_>) -> &'e [u8] {
    match &entry.key {
        Scalar::Text(text) => text.as_bytes(),
        Scalar::Bytes(bytes) => bytes,
        _ => &[],
    }
}

fn write_scalar(out: &mut Vec<u8>, scalar: &Scalar<'_>) -> Result<(), Error> {
    match scalar {
        Scalar::Null => out.extend_from_slice(b"null"),
        Scalar::Bool(value) => out.extend_from_slice(if *value { b"true" } else { b"false" }),
        Scalar::Int(value) => out.extend_from_slice(itoa::Buffer::new().format(*value).as_bytes()),
        Scalar::Uint(value) => out.extend_from_slice(itoa::Buffer::new().format(*value).as_bytes()),
        Scalar::Float(value) if value.is_finite() => write_json_float(out, *value),
        Scalar::Float(_) => {
            return Err(Error::new(format!("json: unsupported value: {}", go_syntax::scalar(scalar))));
        }
        Scalar::Text(_) | Scalar::Bytes(_) => write_text(out, scalar),
    }
    Ok(())
}

fn write_text(out: &mut Vec<u8>, scalar: &Scalar<'_>) {
    match scalar {
        Scalar::Text(text) => write_string(out, text),
        Scalar::Bytes(bytes) => write_bytes(out, bytes),
        _ => {}
    }
}

/// Writes bytes as text, each one that is not UTF-8 as an escaped replacement character.
fn write_bytes(out: &mut Vec<u8>, bytes: &[u8]) {
    out.push(b'"');
    for chunk in bytes.utf8_chunks() {
        let mut valid = Vec::new();
        write_string(&mut valid, chunk.valid());
        out.extend_from_slice(&valid[1..valid.len() - 1]);
        chunk.invalid().iter().for_each(|_| out.extend_from_slice(b"\\ufffd"));
    }
    out.push(b'"');
}
