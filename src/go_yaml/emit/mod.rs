//! Conversion of JSON text to YAML text with the layout of go-yaml v2.
//!
//! A [`builder`] creates a [`document`] from the text, by a fast path or through the YAML reader, and sorts its maps in
//! natural [`order`]. The emitter writes the document in block style; [`scalar`] writes each scalar in the [`style`] that
//! it needs.

mod builder;
mod document;
mod fast_path;
mod order;
mod output;
mod scalar;
mod style;

use std::ops::Range;

use self::builder::Builder;
use self::document::{Document, Node};
use self::output::{Output, STEP};
use super::error::Error;
use super::value::{Children, Value, ValueIndex, Values};
use super::{decode, input};

/// Appends the YAML that `JSONToYAML` of sigs.k8s.io/yaml produces for a JSON text.
///
/// # Errors
///
/// Returns an error if the text cannot be read as YAML; `out` is then unchanged.
pub(crate) fn write(out: &mut Vec<u8>, json: &[u8]) -> Result<(), Error> {
    match fast_path::read(json) {
        Some(document) => {
            // Indentation usually takes more space than quotes and commas.
            out.reserve(json.len() + json.len() / 4);
            write_document(out, &document);
        }
        None => write_document(out, &read_as_yaml(json)?),
    }
    Ok(())
}

/// Reads a text as YAML, as upstream. This is the general path.
///
/// # Errors
///
/// Returns an error if the text is not valid YAML.
fn read_as_yaml(text: &[u8]) -> Result<Document<'static>, Error> {
    let text = input::decode(text)?;
    let values = decode::decode(&text)?;
    let mut copy = Copying { values: &values, builder: Builder::new(""), open: Vec::new() };
    copy.document();
    Ok(copy.builder.finish())
}

struct Copying<'v, 'a> {
    values: &'v Values<'a>,
    builder: Builder<'static>,
    /// The unvisited children of the open collections, the innermost collection last.
    open: Vec<Children>,
}

impl Copying<'_, '_> {
    fn document(&mut self) {
        self.value(self.values.root());
        while let Some(parts) = self.open.last_mut() {
            match parts.next() {
                Some(place) => self.part(place),
                None => {
                    self.open.pop();
                    self.builder.close();
                }
            }
        }
    }

    fn part(&mut self, place: ValueIndex) {
        if let ValueIndex::Entry(entry) = place {
            let key = self.builder.resolved(&self.values.entries[entry].key);
            self.builder.key(key);
        }
        self.value(place);
    }

    fn value(&mut self, place: ValueIndex) {
        match self.values.at(place) {
            Value::Scalar(scalar) => {
                let scalar = self.builder.resolved(scalar);
                self.builder.scalar(scalar);
            }
            Value::List(range) => {
                self.builder.open_list();
                self.open.push(Children::Items(range.clone()));
            }
            Value::Map(range) => {
                self.builder.open_map();
                self.open.push(Children::Entries(range.clone()));
            }
        }
    }
}

/// Appends a document in block style.
fn write_document(out: &mut Vec<u8>, document: &Document<'_>) {
    let mut emitter = Emitter { document, out: Output::new(out), open: Vec::with_capacity(16) };
    emitter.node(&document.root, false);
    while let Some(collection) = emitter.open.last_mut() {
        match (collection.parts.next(), collection.in_map) {
            (Some(part), true) => emitter.entry(part),
            (Some(part), false) => emitter.item(part),
            (None, _) => emitter.close(),
        }
    }
    emitter.out.finish();
}

struct Emitter<'d, 'o> {
    document: &'d Document<'d>,
    out: Output<'o>,
    /// The open collections, the innermost one last.
    open: Vec<Open>,
}

struct Open {
    /// The children still to be written.
    parts: Range<usize>,
    in_map: bool,
    /// The indentation to restore afterwards.
    outer_indent: isize,
}

impl<'d> Emitter<'d, '_> {
    fn item(&mut self, item: usize) {
        self.out.start_line();
        self.out.entry_indicator('-');
        self.node(&self.document.items[item], false);
    }

    fn entry(&mut self, entry: usize) {
        let entry = &self.document.entries[entry];
        self.out.start_line();
        scalar::write_key(&mut self.out, entry.key.kind, self.document.texts.of(entry.key));
        self.node(&entry.value, true);
    }

    /// Writes a scalar or an empty collection, or opens another collection.
    fn node(&mut self, node: &'d Node, in_map: bool) {
        match node {
            Node::Scalar(scalar) => scalar::write_value(&mut self.out, scalar.kind, self.document.texts.of(*scalar)),
            Node::List(range) if range.is_empty() => scalar::write_word(&mut self.out, "[]"),
            Node::Map(range) if range.is_empty() => scalar::write_word(&mut self.out, "{}"),
            // In a mapping, the dashes are aligned with the first character of the key.
            Node::List(range) => self.open(range.clone(), false, !in_map || self.out.only_indentation),
            Node::Map(range) => self.open(range.clone(), true, true),
        }
    }

    fn open(&mut self, parts: Range<usize>, in_map: bool, indented: bool) {
        let outer_indent = self.out.indent;
        self.open.push(Open { parts, in_map, outer_indent });
        self.out.indent = match outer_indent {
            ..0 => 0,
            _ if indented => outer_indent + STEP,
            _ => outer_indent,
        };
    }

    fn close(&mut self) {
        if let Some(collection) = self.open.pop() {
            self.out.indent = collection.outer_indent;
        }
    }
}

#[cfg(test)]
mod tests;
