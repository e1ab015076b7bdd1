//! Construction of maps from entries in any order: entries are appended first and sorted once.

use super::{Map, Str};
use crate::order::Order;
use crate::wire::words::first_bytes;

impl<T> Map<T> {
    /// Creates an empty map with space for `capacity` entries.
    pub(crate) fn with_capacity(capacity: usize) -> Self {
        Map::from_entries(Vec::with_capacity(capacity))
    }

    /// Creates a map from entries that are already sorted and have distinct keys.
    pub(crate) fn from_entries(entries: Vec<(Str, T)>) -> Self {
        Map(entries.into())
    }

    /// Appends an entry without sorting. If it returns true, the map is unsorted and [`Map::restore_order`] must be
    /// called.
    pub(crate) fn push_entry(&mut self, key: Str, value: T) -> bool {
        let unordered = self.vec().last().is_some_and(|(last, _)| *last >= key);
        self.vec().push((key, value));
        unordered
    }

    /// Appends an entry without sorting and returns its value. If the flag is true, the map is unsorted and
    /// [`Map::restore_order`] must be called.
    pub(crate) fn append(&mut self, key: &str, value: T) -> (&mut T, bool) {
        let entries = self.vec();
        let unordered = entries.last().is_some_and(|(last, _)| **last >= *key);
        entries.push((Str::EMPTY, value));
        let (place, value) = entries.last_mut().expect("an entry was pushed");
        place.set(key);
        (value, unordered)
    }

    /// Sorts the entries by key. Of several entries with the same key, only the last one is kept.
    pub(crate) fn restore_order(&mut self) {
        let entries = self.vec();
        // The first bytes nearly always decide a comparison.
        let words: Vec<u128> = entries.iter().map(|(key, _)| first_bytes(key.as_bytes())).collect();
        let compare = |a: usize, b: usize| words[a].cmp(&words[b]).then_with(|| entries[a].0.cmp(&entries[b].0));
        let (order, kept) = Order::of_last(entries.len(), &compare);
        order.apply(&mut |a, b| entries.swap(a, b));
        entries.truncate(kept);
    }
}

impl<K: Into<Str>, T> FromIterator<(K, T)> for Map<T> {
    fn from_iter<I: IntoIterator<Item = (K, T)>>(entries: I) -> Self {
        let mut map = Map::from_entries(Vec::new());
        map.extend(entries);
        map
    }
}

impl<K: Into<Str>, T, const N: usize> From<[(K, T); N]> for Map<T> {
    fn from(entries: [(K, T); N]) -> Self {
        entries.into_iter().collect()
    }
}

impl<K: Into<Str>, T> Extend<(K, T)> for Map<T> {
    fn extend<I: IntoIterator<Item = (K, T)>>(&mut self, entries: I) {
        let mut unordered = false;
        for (key, value) in entries {
            unordered |= self.push_entry(key.into(), value);
        }
        if unordered {
            self.restore_order();
        }
    }
}
