use std::collections::HashMap;
use std::ops::Range;

use super::value::{Duplicate, DuplicateCause, Entry, Item, Scalar, Values};
use crate::order::sort_by;

/// Mappings of up to this many keys are searched linearly.
const MAX_SCANNED: usize = 16;

/// The mappings of a document while it is being decoded.
///
/// The entries of incomplete mappings are stored contiguously, with the innermost mapping last.
#[derive(Default)]
pub(super) struct Maps<'a> {
    complete: Vec<Entry<'a>>,
    incomplete: Vec<Entry<'a>>,
    open: Vec<OpenMap<'a>>,
    duplicates: Vec<Duplicate<'a>>,
    has_other_keys: bool,
}

/// A mapping that is merged into another one.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Source {
    /// The sequence number of this mapping among all merged mappings.
    pub(super) number: usize,
    /// True if the mapping is written directly after the merge key, so nothing else reports its duplicate keys.
    pub(super) is_inline: bool,
}

struct OpenMap<'a> {
    first: usize,
    /// True if each key is text that sorts after the previous key. Such keys cannot repeat.
    is_sorted: bool,
    /// The index of the entry of each key, once there are too many to scan.
    places: Option<HashMap<Scalar<'a>, usize>>,
    /// The indexes of merged entries, with the mapping that each one came from.
    merged: Option<HashMap<usize, Source>>,
}

impl<'a> Maps<'a> {
    pub(super) fn open(&mut self) {
        self.open.push(OpenMap { first: self.incomplete.len(), is_sorted: true, places: None, merged: None });
    }

    /// Completes the innermost mapping and returns the range of its entries.
    pub(super) fn close(&mut self) -> Range<usize> {
        let from = self.complete.len();
        if let Some(map) = self.open.pop() {
            if !map.is_sorted {
                self.sort(map.first);
            }
            self.complete.extend(self.incomplete.drain(map.first..));
        }
        from..self.complete.len()
    }

    /// Sets a key of the innermost mapping. The last value set for a key is kept.
    pub(super) fn insert(&mut self, entry: Entry<'a>, merged: Option<Source>) {
        if self.stays_sorted(&entry.key) {
            self.note_source(self.incomplete.len(), merged);
            self.incomplete.push(entry);
            return;
        }
        match self.find(&entry.key) {
            Some(place) => {
                let Entry { key_mark, mark, .. } = entry;
                let earlier = std::mem::replace(&mut self.incomplete[place], entry);
                let cause = self.cause(place, merged);
                // The overridden value is lost at its own position.
                let key_mark = if cause == DuplicateCause::Overridden { earlier.key_mark } else { key_mark };
                self.duplicates.push(Duplicate { key: earlier.key, key_mark, mark, cause });
            }
            None => {
                self.note_source(self.incomplete.len(), merged);
                self.push(entry);
            }
        }
    }

    /// Records the source of the entry at `place`.
    #[inline]
    fn note_source(&mut self, place: usize, merged: Option<Source>) {
        if let (Some(source), Some(map)) = (merged, self.open.last_mut()) {
            map.merged.get_or_insert_default().insert(place, source);
        }
    }

    /// Returns the reason why the entry at `place` occurs twice, and replaces its source by `merged`.
    #[cold]
    fn cause(&mut self, place: usize, merged: Option<Source>) -> DuplicateCause {
        let Some(sources) = self.open.last_mut().map(|map| map.merged.get_or_insert_default()) else {
            return DuplicateCause::Repeated;
        };
        let earlier = match merged {
            Some(source) => sources.insert(place, source),
            None => sources.remove(&place),
        };
        match (earlier, merged) {
            (None, Some(_)) => DuplicateCause::Overridden,
            (Some(earlier), Some(later)) if earlier == later && later.is_inline => DuplicateCause::Repeated,
            (Some(_), _) => DuplicateCause::Overrides,
            (None, None) => DuplicateCause::Repeated,
        }
    }

    /// Returns the document that these mappings belong to.
    pub(super) fn into_values(self, items: Vec<Item<'a>>, depth: usize, has_infinite: bool) -> Values<'a> {
        let is_normalized = !self.has_other_keys && !has_infinite;
        Values { items, entries: self.complete, depth, is_normalized, duplicates: self.duplicates, ..Values::default() }
    }

    pub(super) fn complete_entries(&self) -> &[Entry<'a>] {
        &self.complete
    }

    /// Returns true if the keys of the innermost mapping are still sorted with this key appended.
    fn stays_sorted(&mut self, key: &Scalar<'a>) -> bool {
        let Some(map) = self.open.last_mut() else { return false };
        if map.is_sorted {
            map.is_sorted = match (self.incomplete[map.first..].last(), key) {
                (None, Scalar::Text(_)) => true,
                (Some(Entry { key: Scalar::Text(last), .. }), Scalar::Text(key)) => last < key,
                _ => false,
            };
        }
        map.is_sorted
    }

    /// Sorts the entries from `first` on, unless some keys are not text.
    fn sort(&mut self, first: usize) {
        let entries = &mut self.incomplete[first..];
        if entries.iter().all(|entry| matches!(entry.key, Scalar::Text(_))) {
            sort_by(entries, &|a, b| a.key_text().cmp(b.key_text()));
        } else {
            self.has_other_keys = true;
        }
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
