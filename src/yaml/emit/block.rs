use std::ops::Range;

use super::document::{Document, Node};
use super::output::{Output, STEP};
use super::scalar;

/// Appends a document in block style.
pub(super) fn write(out: &mut Vec<u8>, document: &Document<'_>) {
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
