//! The general path from JSON to YAML: through the YAML reader, as upstream.

use super::document::{Builder, Document};
use crate::yaml::error::Error;
use crate::yaml::value::{Parts, Place, Value, Values};
use crate::yaml::{decode, input};

/// Reads a text as YAML.
///
/// # Errors
///
/// Returns an error if the text is not valid YAML.
pub(super) fn read(text: &[u8]) -> Result<Document<'static>, Error> {
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
    open: Vec<Parts>,
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

    fn part(&mut self, place: Place) {
        if let Place::Entry(entry) = place {
            let key = self.builder.resolved(&self.values.entries[entry].key);
            self.builder.key(key);
        }
        self.value(place);
    }

    fn value(&mut self, place: Place) {
        match self.values.at(place) {
            Value::Scalar(scalar) => {
                let scalar = self.builder.resolved(scalar);
                self.builder.scalar(scalar);
            }
            Value::List(range) => {
                self.builder.open_list();
                self.open.push(Parts::Items(range.clone()));
            }
            Value::Map(range) => {
                self.builder.open_map();
                self.open.push(Parts::Entries(range.clone()));
            }
        }
    }
}
