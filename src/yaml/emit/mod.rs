//! From values to YAML text, laid out as go-yaml v2 does.

mod order;
mod output;
mod scalar;
mod style;

use self::output::{Output, STEP};
use super::value::{Parts, Place, Value, Values};

/// Writes a document in block style.
pub(crate) fn write(values: Values<'_>) -> String {
    let root = values.root();
    let mut emitter = Emitter { values, out: Output::new(), open: Vec::new() };
    emitter.value(root, false);
    while let Some(collection) = emitter.open.last_mut() {
        match collection.parts.next() {
            Some(place) => emitter.part(place),
            None => emitter.close(),
        }
    }
    emitter.out.finish()
}

struct Emitter<'a> {
    values: Values<'a>,
    out: Output,
    /// The collections that are begun, innermost last.
    open: Vec<Open>,
}

struct Open {
    parts: Parts,
    /// The indentation to go back to.
    outer_indent: isize,
}

impl Emitter<'_> {
    /// Writes a scalar or an empty collection, or begins another one.
    fn value(&mut self, place: Place, in_map: bool) {
        match self.values.at(place) {
            Value::Scalar(value) => scalar::write(&mut self.out, value, true),
            Value::List(range) if range.is_empty() => self.empty("[]"),
            Value::Map(range) if range.is_empty() => self.empty("{}"),
            Value::List(range) => {
                let parts = Parts::Items(range.clone());
                // Below a key, the dashes stand under the key's first character.
                let indented = !in_map || self.out.only_indentation;
                self.open(parts, indented);
            }
            Value::Map(range) => {
                let range = range.clone();
                order::sort(&mut self.values.entries[range.clone()]);
                self.open(Parts::Entries(range), true);
            }
        }
    }

    fn empty(&mut self, brackets: &str) {
        self.out.space();
        self.out.put_str(brackets);
        self.out.use_line();
    }

    fn open(&mut self, parts: Parts, indented: bool) {
        let outer_indent = self.out.indent;
        self.open.push(Open { parts, outer_indent });
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

    fn part(&mut self, place: Place) {
        self.out.start_line();
        match place {
            Place::Item(_) => self.out.entry_indicator('-'),
            Place::Entry(entry) => self.key(entry),
        }
        self.value(place, matches!(place, Place::Entry(_)));
    }

    fn key(&mut self, entry: usize) {
        let key = &self.values.entries[entry].key;
        if scalar::is_simple_key(key) {
            scalar::write(&mut self.out, key, false);
            self.out.put(':');
            self.out.use_line();
        } else {
            self.out.entry_indicator('?');
            scalar::write(&mut self.out, key, true);
            self.out.start_line();
            self.out.entry_indicator(':');
        }
    }
}
