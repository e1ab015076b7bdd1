//! From values to those that JSON can say: keys are text, sorted by their bytes, and numbers finite.

use std::ops::Range;

use super::error::Error;
use super::go_syntax;
use super::scalar::Scalar;
use super::value::{Cause, Duplicate, Entry, Parts, Place, Value, Values};
use crate::order::sort_by;
use crate::wire::float::write_yaml_float_key;

impl<'a> Values<'a> {
    /// Turns keys into text, sorts them, and lets the last of equal ones count.
    ///
    /// # Errors
    ///
    /// JSON has no infinities and no NaN; a key must be text, a number of 63 bits or a bool.
    pub(crate) fn arrange(&mut self) -> Result<(), Error> {
        let mut open = Vec::new();
        let mut next = (!self.is_arranged).then(|| self.root());
        while let Some(place) = next {
            open.extend(self.arrange_value(place)?);
            next = next_part(&mut open);
        }
        self.is_arranged = true;
        Ok(())
    }

    /// Arranges a value without its parts, and returns them.
    fn arrange_value(&mut self, place: Place) -> Result<Option<Parts>, Error> {
        match self.at(place) {
            Value::Scalar(scalar @ Scalar::Float(value)) if !value.is_finite() => {
                Err(Error::new(format!("json: unsupported value: {}", go_syntax::scalar(scalar))))
            }
            Value::Scalar(_) => Ok(None),
            Value::List(range) => Ok(Some(Parts::Items(range.clone()))),
            Value::Map(range) => {
                let range = range.clone();
                self.name_keys(range.clone())?;
                let end = range.start + sort(&mut self.entries[range.clone()]);
                let dropped = self.entries[end..range.end].iter().map(same_in_json);
                self.duplicates.extend(dropped);
                *self.at_mut(place) = Value::Map(range.start..end);
                Ok(Some(Parts::Entries(range.start..end)))
            }
        }
    }

    fn name_keys(&mut self, range: Range<usize>) -> Result<(), Error> {
        for index in range {
            let Entry { key, value, .. } = &self.entries[index];
            if !matches!(key, Scalar::Text(_) | Scalar::Bytes(_)) {
                let text = key_text(key).map_err(|kind| self.unsupported_key(kind, key, value))?;
                self.entries[index].key = Scalar::Text(text.into());
            }
        }
        Ok(())
    }

    fn unsupported_key(&self, kind: &str, key: &Scalar<'_>, value: &Value<'_>) -> Error {
        let key = go_syntax::scalar(key);
        let value = go_syntax::value(value, &self.items, &self.entries);
        Error::new(format!("unsupported map key of type: {kind}, key: {key}, value: {value}"))
    }
}

/// The next value of the innermost collection that has one.
fn next_part(open: &mut Vec<Parts>) -> Option<Place> {
    while let Some(parts) = open.last_mut() {
        if let Some(place) = parts.next() {
            return Some(place);
        }
        open.pop();
    }
    None
}

/// Sorts the entries of a mapping, and moves those of equal keys but the last, as of `1` and `"1"`,
/// behind the others; returns how many those are.
fn sort(entries: &mut [Entry<'_>]) -> usize {
    sort_by(entries, &|a, b| key_bytes(a).cmp(key_bytes(b)));
    let mut kept = 0;
    for index in 0..entries.len() {
        let next = entries.get(index + 1);
        if next.is_none_or(|next| key_bytes(next) != key_bytes(&entries[index])) {
            entries.swap(kept, index);
            kept += 1;
        }
    }
    kept
}

/// An entry that JSON does not have, since another one has the same key there.
#[cold]
fn same_in_json<'a>(dropped: &Entry<'a>) -> Duplicate<'a> {
    let Entry { key, key_spot, spot, .. } = dropped;
    Duplicate { key: key.clone(), key_spot: *key_spot, spot: *spot, cause: Cause::SameInJson }
}

/// The text that JSON has for a key that is none; else what Go calls the type of the key.
fn key_text(key: &Scalar<'_>) -> Result<String, &'static str> {
    match key {
        Scalar::Bool(value) => Ok(value.to_string()),
        Scalar::Int(value) => Ok(value.to_string()),
        Scalar::Float(value) => {
            let mut text = Vec::new();
            write_yaml_float_key(&mut text, *value);
            Ok(String::from_utf8(text).expect("numbers are ASCII"))
        }
        Scalar::Text(_) | Scalar::Bytes(_) => Err("string"),
        Scalar::Uint(_) => Err("uint64"),
        Scalar::Null => Err("%!s(<nil>)"),
    }
}

/// The bytes of a key that is text by now.
fn key_bytes<'e>(entry: &'e Entry<'_>) -> &'e [u8] {
    match &entry.key {
        Scalar::Text(text) => text.as_bytes(),
        Scalar::Bytes(bytes) => bytes,
        _ => &[],
    }
}
