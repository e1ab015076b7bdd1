mod build;
mod iter;

use std::borrow::Borrow;
use std::ops::Index;

use super::{List, Str};

/// A map with string keys, like Go's `map[string]T`: a vector, sorted by the bytes of its keys, that distinguishes nil
/// from empty.
///
/// Maps in Kubernetes objects are small and are written in sorted order; a sorted vector is smaller than a tree and
/// already has that order. `Default` is nil; collecting, inserting and [`Map::make`] create a non-nil map. Of several
/// entries with the same key, the last one wins. Lookup takes O(log n), insertion in the middle O(n), so collect large
/// maps from an iterator.
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
    /// Creates a nil map. Same as `Default`, but usable in constants.
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

    /// True if the map is nil; false for any other map, even an empty one. `==` distinguishes the two as well.
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

    /// Returns the map for modification. Nil becomes an empty map, even if nothing is added; a default of `{}` needs
    /// this.
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

    /// True if the map is nil or has no entries.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries().is_empty()
    }

    /// Returns the value of `key`, if the map contains it.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&T> {
        let at = self.find(key).ok()?;
        Some(&self.entries()[at].1)
    }

    /// Returns a mutable reference to the value of `key`, if the map contains it. Never inserts.
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

    /// True if the map contains `key`.
    #[must_use]
    pub fn contains_key(&self, key: &str) -> bool {
        self.find(key).is_ok()
    }

    /// Sets the value of `key` and returns the previous one. Nil becomes a map, whereas Go panics.
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

    /// Removes `key` and returns its value. As in Go, a map that loses its last entry is empty, not nil.
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
        let at = self.find(key).ok()?;
        Some(self.vec().remove(at).1)
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
        let mut map: Map<i32> = [("a", 1)].into();
        assert_eq!(map.remove("a"), Some(1));
        assert!(map.is_empty() && !map.is_nil());
    }
}
