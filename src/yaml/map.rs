use std::collections::HashMap;
use std::ops::Range;

use super::error::Error;
use super::go_syntax;
use super::scalar::Scalar;
use super::value::{Entry, Value};

/// Mappings up to this size are searched key by key.
const MAX_SCANNED: usize = 16;

/// A key that a mapping has more than once.
#[derive(Debug)]
pub(crate) struct Duplicate<'a> {
    pub(crate) key: Scalar<'a>,
    /// The line of the later value, from 1.
    pub(crate) line: usize,
}

/// The error that strict reading makes of duplicate keys; none for an empty list.
pub(crate) fn duplicates_error(duplicates: &[Duplicate<'_>]) -> Option<Error> {
    let first = duplicates.first()?;
    let mut text = String::from("yaml: unmarshal errors:");
    for Duplicate { key, line } in duplicates {
        text.push_str(&format!("\n  line {line}: key {} already set in map", go_syntax::scalar(key)));
    }
    Some(Error::new(text).at_line(first.line))
}

/// The mappings of a document while it is decoded.
///
/// The entries of those that are not complete lie behind one another, the innermost one's last.
#[derive(Default)]
pub(super) struct Maps<'a> {
    complete: Vec<Entry<'a>>,
    incomplete: Vec<Entry<'a>>,
    open: Vec<OpenMap<'a>>,
    duplicates: Vec<Duplicate<'a>>,
}

struct OpenMap<'a> {
    first: usize,
    /// Where each key is, once there are too many to scan.
    places: Option<HashMap<Scalar<'a>, usize>>,
}

impl<'a> Maps<'a> {
    pub(super) fn open(&mut self) {
        self.open.push(OpenMap { first: self.incomplete.len(), places: None });
    }

    /// Completes the innermost mapping; returns where its entries went.
    pub(super) fn close(&mut self) -> Range<usize> {
        let first = self.open.pop().map_or(0, |map| map.first);
        let from = self.complete.len();
        self.complete.extend(self.incomplete.drain(first..));
        from..self.complete.len()
    }

    /// Sets a key of the innermost mapping; the last value of several stays.
    pub(super) fn insert(&mut self, key: Scalar<'a>, value: Value<'a>, line: usize) {
        match self.find(&key) {
            Some(place) => {
                self.incomplete[place].value = value;
                self.duplicates.push(Duplicate { key, line });
            }
            None => self.push(Entry { key, value }),
        }
    }

    /// The entries of all mappings, and their duplicate keys.
    pub(super) fn finish(self) -> (Vec<Entry<'a>>, Vec<Duplicate<'a>>) {
        (self.complete, self.duplicates)
    }

    pub(super) fn complete_entries(&self) -> &[Entry<'a>] {
        &self.complete
    }

    fn find(&self, key: &Scalar<'a>) -> Option<usize> {
        let map = self.open.last()?;
        match &map.places {
            Some(places) => places.get(key).copied(),
            None => (map.first..self.incomplete.len()).find(|place| self.incomplete[*place].key == *key),
        }
    }

    fn push(&mut self, entry: Entry<'a>) {
        let place = self.incomplete.len();
        if let Some(map) = self.open.last_mut() {
            if map.places.is_none() && place - map.first >= MAX_SCANNED {
                let entries = self.incomplete.iter().enumerate().skip(map.first);
                map.places = Some(entries.map(|(place, entry)| (entry.key.clone(), place)).collect());
            }
            if let Some(places) = &mut map.places {
                places.insert(entry.key.clone(), place);
            }
        }
        self.incomplete.push(entry);
    }
}
