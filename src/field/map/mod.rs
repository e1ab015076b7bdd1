//! The type [`Map`], a sorted map with string keys, and [`Entry`], which reads and changes an entry with a single
//! lookup.

mod entry;
mod iter;

use std::borrow::Borrow;
use std::ops::Index;

pub use self::entry::{Entry, OccupiedEntry, VacantEntry};

use super::{List, Str};
use crate::order::Order;
use crate::wire::words::first_bytes;

/// A map with string keys, the counterpart of Go's `map[string]T`: a vector, sorted by the bytes of its keys. It can
/// also be nil (Go's unset map), which differs from empty.
///
/// Maps in Kubernetes objects are small and are written in sorted order; a sorted vector is smaller than a tree and
/// already has that order. The methods are those of `BTreeMap`. If several entries have the same key, the last one is
/// kept. Lookup takes O(log n), insertion in the middle O(n), so collect large maps from an iterator.
///
/// `Default` is nil; collecting, inserting and [`Map::make`] create a non-nil map. Operations that add nothing and
/// operations that remove entries leave nil as it is, except for [`clear`](Map::clear). A map that loses its last entry
/// is empty, not nil.
///
/// For fields that are not omitted when empty, JSON represents nil as `null` and empty as `{}`. Protobuf omits both.
///
/// ```
/// use apimachinery::meta::{Map, Str};
///
/// let mut labels: Map<Str> = Map::default();
/// assert!(labels.is_nil());
/// labels.insert("tier", "front".into());
/// labels.insert("app", "web".into());
/// assert_eq!(labels["app"], "web");
/// assert_eq!(labels.len(), 2);
/// assert!(labels.keys().eq(["app", "tier"]), "in the order of the keys, not of insertion");
///
/// let last_wins: Map<i32> = [("a", 1), ("a", 2)].into();
/// assert_eq!(last_wins.get("a"), Some(&2));
/// assert!(!last_wins.contains_key("b") && !last_wins.is_empty());
/// ```
// The type tables describe a map by the layout of its list.
#[repr(transparent)]
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Map<T>(List<(Str, T)>);

impl<T> Map<T> {
    /// Creates a nil map, the value of an unset field. Same as `Default`, but usable in constants.
    ///
    /// ```
    /// use apimachinery::meta::Map;
    ///
    /// const NONE: Map<i32> = Map::nil();
    /// assert!(NONE.is_nil() && NONE.get("a").is_none());
    /// ```
    #[must_use]
    pub const fn nil() -> Self {
        Map(List::nil())
    }

    /// Returns true if the map is nil; false for any other map, even an empty one. `==` distinguishes the two as well.
    ///
    /// ```
    /// use apimachinery::meta::Map;
    ///
    /// let empty: Map<i32> = Vec::<(&str, i32)>::new().into_iter().collect();
    /// assert!(!empty.is_nil() && empty.is_empty());
    /// assert_ne!(empty, Map::nil());
    /// ```
    #[must_use]
    pub fn is_nil(&self) -> bool {
        self.0.is_nil()
    }

    /// Returns the map itself. Nil becomes an empty map, even if nothing is added. Use it where a field must be set but
    /// may have no entries.
    ///
    /// ```
    /// use apimachinery::meta::Map;
    ///
    /// let mut labels: Map<i32> = Map::nil();
    /// labels.make();
    /// assert!(labels.is_empty() && !labels.is_nil());
    /// ```
    pub fn make(&mut self) -> &mut Self {
        self.0.make();
        self
    }

    /// Returns the number of entries; 0 for nil.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries().len()
    }

    /// Returns true if the map is nil or has no entries.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries().is_empty()
    }

    /// Returns the value of `key`, or `None` if the map does not contain it. Takes O(log n).
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&T> {
        let at = self.find(key).ok()?;
        Some(&self.entries()[at].1)
    }

    /// Returns a mutable reference to the value of `key`, or `None` if the map does not contain it. Never inserts an
    /// entry.
    ///
    /// ```
    /// use apimachinery::meta::Map;
    ///
    /// let mut counts: Map<i32> = [("a", 1)].into();
    /// *counts.get_mut("a").unwrap() += 1;
    /// assert_eq!(counts["a"], 2);
    /// assert!(counts.get_mut("b").is_none());
    /// ```
    pub fn get_mut(&mut self, key: &str) -> Option<&mut T> {
        let at = self.find(key).ok()?;
        Some(&mut self.0[at].1)
    }

    /// Returns true if the map contains `key`.
    #[must_use]
    pub fn contains_key(&self, key: &str) -> bool {
        self.find(key).is_ok()
    }

    /// Sets the value of `key` and returns the previous one, or `None` if there was none. Nil becomes a map, whereas Go
    /// panics.
    ///
    /// ```
    /// use apimachinery::meta::Map;
    ///
    /// let mut counts: Map<i32> = Map::nil();
    /// assert_eq!(counts.insert("a", 1), None);
    /// assert_eq!(counts.insert("a", 2), Some(1));
    /// ```
    pub fn insert(&mut self, key: impl Into<Str>, value: T) -> Option<T> {
        let key = key.into();
        match self.find(&key) {
            Ok(at) => Some(std::mem::replace(&mut self.vec()[at].1, value)),
            Err(at) => {
                self.vec().insert(at, (key, value));
                None
            }
        }
    }

    /// Removes `key` and returns its value, or `None` if the map does not contain it. As in Go, a map that loses its
    /// last entry is empty, not nil.
    ///
    /// ```
    /// use apimachinery::meta::Map;
    ///
    /// let mut counts: Map<i32> = [("a", 1)].into();
    /// assert_eq!(counts.remove("a"), Some(1));
    /// assert_eq!(counts.remove("a"), None);
    /// assert!(counts.is_empty() && !counts.is_nil());
    /// ```
    pub fn remove(&mut self, key: &str) -> Option<T> {
        Some(self.remove_entry(key)?.1)
    }

    /// Removes `key` and returns the stored key and its value, or `None` if the map does not contain it.
    ///
    /// ```
    /// use apimachinery::meta::Map;
    ///
    /// let mut counts: Map<i32> = [("a", 1)].into();
    /// assert_eq!(counts.remove_entry("a"), Some(("a".into(), 1)));
    /// ```
    pub fn remove_entry(&mut self, key: &str) -> Option<(Str, T)> {
        let at = self.find(key).ok()?;
        Some(self.vec().remove(at))
    }

    /// Returns the entry of `key` for modification in place. Nil becomes a map only if the entry is filled.
    ///
    /// ```
    /// use apimachinery::meta::Map;
    ///
    /// let mut counts: Map<i32> = Map::nil();
    /// for word in ["to", "be", "or", "not", "to", "be"] {
    ///     *counts.entry(word).or_default() += 1;
    /// }
    /// assert_eq!(counts, [("be", 2), ("not", 1), ("or", 1), ("to", 2)].into());
    /// ```
    pub fn entry(&mut self, key: impl Into<Str>) -> Entry<'_, T> {
        Entry::new(self, key.into())
    }

    /// Removes all entries. Nil becomes an empty map; to get nil, assign [`Map::nil`].
    ///
    /// ```
    /// use apimachinery::meta::Map;
    ///
    /// let mut counts: Map<i32> = [("a", 1)].into();
    /// counts.clear();
    /// assert!(counts.is_empty() && !counts.is_nil());
    /// ```
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Keeps only the entries for which `keep` returns true. `keep` is called in key order and can modify the values.
    /// Nil stays nil; a map that loses all entries is empty, not nil.
    ///
    /// ```
    /// use apimachinery::meta::{Map, Str};
    ///
    /// let mut labels: Map<Str> = [("app", "web".into()), ("example.com/owner", "ops".into())].into();
    /// labels.retain(|key, _| !key.starts_with("example.com/"));
    /// assert!(labels.keys().eq(["app"]));
    /// ```
    pub fn retain(&mut self, mut keep: impl FnMut(&Str, &mut T) -> bool) {
        self.0.retain_mut(|(key, value)| keep(key, value));
    }

    /// Returns the entry with the smallest key, or `None` if the map is nil or empty.
    ///
    /// ```
    /// use apimachinery::meta::Map;
    ///
    /// let counts: Map<i32> = [("b", 2), ("a", 1)].into();
    /// assert_eq!(counts.first_key_value(), Some((&"a".into(), &1)));
    /// ```
    #[must_use]
    pub fn first_key_value(&self) -> Option<(&Str, &T)> {
        self.iter().next()
    }

    /// Returns the entry with the largest key, or `None` if the map is nil or empty.
    ///
    /// ```
    /// use apimachinery::meta::Map;
    ///
    /// let counts: Map<i32> = [("b", 2), ("a", 1)].into();
    /// assert_eq!(counts.last_key_value(), Some((&"b".into(), &2)));
    /// ```
    #[must_use]
    pub fn last_key_value(&self) -> Option<(&Str, &T)> {
        self.iter().next_back()
    }

    /// Removes the entry with the smallest key and returns it, or `None` if the map is nil or empty. Takes O(n),
    /// whereas [`pop_last`](Map::pop_last) takes O(1).
    ///
    /// ```
    /// use apimachinery::meta::Map;
    ///
    /// let mut counts: Map<i32> = [("b", 2), ("a", 1)].into();
    /// assert_eq!(counts.pop_first(), Some(("a".into(), 1)));
    /// ```
    pub fn pop_first(&mut self) -> Option<(Str, T)> {
        if self.is_empty() { None } else { Some(self.0.remove(0)) }
    }

    /// Removes the entry with the largest key and returns it, or `None` if the map is nil or empty.
    ///
    /// ```
    /// use apimachinery::meta::Map;
    ///
    /// let mut counts: Map<i32> = [("b", 2), ("a", 1)].into();
    /// assert_eq!(counts.pop_last(), Some(("b".into(), 2)));
    /// ```
    pub fn pop_last(&mut self) -> Option<(Str, T)> {
        self.0.pop()
    }

    /// Returns the entries as a sorted slice.
    pub(crate) fn entries(&self) -> &[(Str, T)] {
        &self.0
    }

    fn find(&self, key: &str) -> Result<usize, usize> {
        self.entries().binary_search_by(|(k, _)| Borrow::<str>::borrow(k).cmp(key))
    }

    fn vec(&mut self) -> &mut Vec<(Str, T)> {
        self.0.make()
    }
}

/// Construction from entries in any order: they are appended first and sorted once.
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

impl<T> Default for Map<T> {
    fn default() -> Self {
        Map::nil()
    }
}

impl<T> Index<&str> for Map<T> {
    type Output = T;

    /// # Panics
    ///
    /// If the map does not contain `key`, like the maps of the standard library.
    fn index(&self, key: &str) -> &T {
        self.get(key).expect("no entry found for key")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(map: &Map<i32>) -> Vec<&str> {
        map.keys().map(Str::as_str).collect()
    }

    #[test]
    fn sorts_and_keeps_the_last_of_equal_keys() {
        let map: Map<i32> = [("b", 1), ("a", 2), ("b", 3), ("a", 4)].into();
        assert_eq!(keys(&map), ["a", "b"]);
        assert_eq!((map["a"], map["b"]), (4, 3));
    }

    #[test]
    fn insertion_keeps_order() {
        let mut map = Map::default();
        for key in ["m", "z", "a", "m"] {
            map.insert(key, 0);
        }
        assert_eq!(keys(&map), ["a", "m", "z"]);
    }

    #[test]
    fn an_emptied_map_is_not_nil() {
        let emptied: [fn(&mut Map<i32>); 6] = [
            |map| assert_eq!(map.remove("a"), Some(1)),
            |map| assert_eq!(map.remove_entry("a"), Some(("a".into(), 1))),
            |map| assert_eq!(map.pop_first(), Some(("a".into(), 1))),
            |map| assert_eq!(map.pop_last(), Some(("a".into(), 1))),
            |map| map.retain(|_, _| false),
            Map::clear,
        ];
        for (number, empty) in emptied.iter().enumerate() {
            let mut map: Map<i32> = [("a", 1)].into();
            empty(&mut map);
            assert!(map.is_empty() && !map.is_nil(), "operation {number}");
        }
    }

    #[test]
    fn nothing_added_and_nothing_removed_leave_nil() {
        let mut map: Map<i32> = Map::nil();
        map.extend([("a", 1); 0]);
        map.retain(|_, _| true);
        assert_eq!((map.remove("a"), map.pop_first(), map.pop_last()), (None, None, None));
        assert!(matches!(map.entry("a").and_modify(|value| *value += 1), Entry::Vacant(_)));
        assert!(map.is_nil());
        map.extend([("a", 1)]);
        assert!(!map.is_nil());
    }

    #[test]
    fn retained_entries_keep_their_order() {
        let mut map: Map<i32> = [("a", 1), ("b", 2), ("c", 3), ("d", 4)].into();
        map.retain(|key, value| {
            *value *= 10;
            key != "c" && *value > 10
        });
        assert_eq!(map, [("b", 20), ("d", 40)].into());
        assert!(map.values().rev().eq(&[40, 20]) && map.keys().rev().eq(["d", "b"]));
    }

    #[test]
    fn a_tree_is_sorted_by_its_own_order() {
        let tree: std::collections::BTreeMap<String, i32> = [("b".to_owned(), 1), ("a".to_owned(), 2)].into();
        assert_eq!(Map::from(tree), [("a", 2), ("b", 1)].into());
    }
}
