//! Formatting of values as JSON, like sigs.k8s.io/yaml and Go's `encoding/json`.

use super::value::{Children, Scalar, Value, ValueIndex, ValueRef, Values};
use crate::wire::escape::write_string;
use crate::wire::float::write_json_float;

impl Values<'_> {
    /// Returns the document as compact JSON.
    pub(crate) fn to_json(&self) -> String {
        self.whole().to_json()
    }
}

/// Methods for parts of normalized documents ([`Values::normalize`]).
impl ValueRef<'_, '_> {
    /// Returns the part as compact JSON.
    pub(crate) fn to_json(self) -> String {
        self.to_json_within(usize::MAX, Vec::new()).unwrap_or_default()
    }

    /// Returns the part as compact JSON and reuses `buffer` for it, or `None` if it nests more than `levels` levels.
    pub(super) fn to_json_within(self, levels: usize, mut buffer: Vec<u8>) -> Option<String> {
        buffer.clear();
        let mut writer = Writer::new(self.values, buffer);
        writer.write(self.place, levels).then(|| writer.finish())
    }
}

struct Writer<'v, 'a> {
    values: &'v Values<'a>,
    out: Vec<u8>,
    /// The unvisited children of the open collections, the innermost collection last.
    open: Vec<Children>,
}

impl<'v, 'a> Writer<'v, 'a> {
    fn new(values: &'v Values<'a>, out: Vec<u8>) -> Self {
        Writer { values, out, open: Vec::new() }
    }

    fn finish(self) -> String {
        String::from_utf8(self.out).expect("only valid UTF-8 is written to the buffer")
    }

    /// Writes a value with all its children. Returns false if they nest more than `levels` levels.
    fn write(&mut self, place: ValueIndex, levels: usize) -> bool {
        self.value(place);
        while let Some(parts) = self.open.last_mut() {
            let next = parts.next();
            if self.open.len() > levels {
                return false;
            }
            match next {
                Some(place) => self.part(place),
                None => self.close(),
            }
        }
        true
    }

    fn value(&mut self, place: ValueIndex) {
        match self.values.at(place) {
            Value::Scalar(scalar) => write_scalar(&mut self.out, scalar),
            Value::List(range) => {
                self.out.push(b'[');
                self.open.push(Children::Items(range.clone()));
            }
            Value::Map(range) => {
                self.out.push(b'{');
                self.open.push(Children::Entries(range.clone()));
            }
        }
    }

    fn part(&mut self, place: ValueIndex) {
        if !matches!(self.out.last(), Some(b'[' | b'{')) {
            self.out.push(b',');
        }
        if let ValueIndex::Entry(index) = place {
            let entry = &self.values.entries[index];
            write_scalar(&mut self.out, &entry.key);
            self.out.push(b':');
        }
        self.value(place);
    }

    fn close(&mut self) {
        match self.open.pop() {
            Some(Children::Items(_)) => self.out.push(b']'),
            Some(Children::Entries(_)) => self.out.push(b'}'),
            None => {}
        }
    }
}

fn write_scalar(out: &mut Vec<u8>, scalar: &Scalar<'_>) {
    match scalar {
        Scalar::Null => out.extend_from_slice(b"null"),
        Scalar::Bool(value) => out.extend_from_slice(if *value { b"true" } else { b"false" }),
        Scalar::Text(text) => write_string(out, text),
        Scalar::Bytes(bytes) => write_bytes(out, bytes),
        number => write_number(out, number),
    }
}

/// Writes a number in JSON format, and nothing for other scalars.
pub(super) fn write_number(out: &mut Vec<u8>, number: &Scalar<'_>) {
    match number {
        Scalar::Int(value) => out.extend_from_slice(itoa::Buffer::new().format(*value).as_bytes()),
        Scalar::Uint(value) => out.extend_from_slice(itoa::Buffer::new().format(*value).as_bytes()),
        Scalar::Float(value) => write_json_float(out, *value),
        _ => {}
    }
}

/// Writes bytes as text. Each byte that is not UTF-8 becomes an escaped replacement character.
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
