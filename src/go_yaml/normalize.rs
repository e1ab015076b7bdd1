//! Normalization of values for JSON: keys become text, sorted by their bytes, and numbers must be finite.

use std::ops::Range;

use super::error::Error;
use super::go_syntax;
use super::value::{Children, Duplicate, DuplicateCause, Entry, Scalar, Value, ValueIndex, Values};
use crate::order::sort_by;
use crate::wire::float::write_yaml_float_key;

impl<'a> Values<'a> {
    /// Converts keys to text, sorts them, and keeps the last of equal keys.
    ///
    /// # Errors
    ///
    /// Returns an error for infinities and NaN, which JSON cannot represent, and for keys other than text, bools and
    /// numbers of at most 63 bits.
    pub(crate) fn normalize(&mut self) -> Result<(), Error> {
        let mut open = Vec::new();
        let mut next = (!self.is_normalized).then(|| self.root());
        while let Some(place) = next {
            open.extend(self.normalize_value(place)?);
            next = next_part(&mut open);
        }
        self.is_normalized = true;
        Ok(())
    }

    /// Normalizes a value without its children, and returns the children.
    fn normalize_value(&mut self, place: ValueIndex) -> Result<Option<Children>, Error> {
        match self.at(place) {
            Value::Scalar(scalar @ Scalar::Float(value)) if !value.is_finite() => {
                Err(Error::new(format!("json: unsupported value: {}", go_syntax::scalar(scalar))))
            }
            Value::Scalar(_) => Ok(None),
            Value::List(range) => Ok(Some(Children::Items(range.clone()))),
            Value::Map(range) => {
                let range = range.clone();
                self.name_keys(range.clone())?;
                let end = range.start + sort(&mut self.entries[range.clone()]);
                let dropped = self.entries[end..range.end].iter().map(same_in_json);
                self.duplicates.extend(dropped);
                *self.at_mut(place) = Value::Map(range.start..end);
                Ok(Some(Children::Entries(range.start..end)))
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

/// Returns the next child of the innermost collection that has one left.
fn next_part(open: &mut Vec<Children>) -> Option<ValueIndex> {
    while let Some(parts) = open.last_mut() {
        if let Some(place) = parts.next() {
            return Some(place);
        }
        open.pop();
    }
    None
}

/// Sorts the entries of a mapping. Of equal keys, such as `1` and `"1"`, only the last one is kept; the others are
/// moved to the end. Returns the number of entries kept.
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

/// Returns the warning data for an entry that is dropped because another one has the same key in JSON.
#[cold]
fn same_in_json<'a>(dropped: &Entry<'a>) -> Duplicate<'a> {
    let Entry { key, key_mark, mark, .. } = dropped;
    Duplicate { key: key.clone(), key_mark: *key_mark, mark: *mark, cause: DuplicateCause::SameInJson }
}

/// Returns the JSON text of a key that is not text, or Go's name of the key's type if there is none.
fn key_text(key: &Scalar<'_>) -> Result<String, &'static str> {
    match key {
        Scalar::Bool(value) => Ok(value.to_string()),
        Scalar::Int(value) => Ok(value.to_string()),
        Scalar::Float(value) => {
            let mut text = Vec::new();
            write_yaml_float_key(&mut text, *value);
            Ok(String::from_utf8(text).expect("formatted numbers are ASCII"))
        }
        Scalar::Text(_) | Scalar::Bytes(_) => Err("string"),
        Scalar::Uint(_) => Err("uint64"),
        Scalar::Null => Err("%!s(<nil>)"),
    }
}

/// Returns the bytes of a key that was already converted to text.
fn key_bytes<'e>(entry: &'e Entry<'_>) -> &'e [u8] {
    match &entry.key {
        Scalar::Text(text) => text.as_bytes(),
        Scalar::Bytes(bytes) => bytes,
        _ => &[],
    }
}
