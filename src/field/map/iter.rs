//! Iterators over the entries, keys and values of a map, in key order, and maps from iterators.

use std::collections::BTreeMap;
use std::{fmt, slice, vec};

use super::{Map, Str};

/// An iterator over the entries of a [`Map`], in key order.
type Iter<'a, T> = std::iter::Map<slice::Iter<'a, (Str, T)>, fn(&'a (Str, T)) -> (&'a Str, &'a T)>;

/// An iterator over the entries of a [`Map`], in key order, with mutable values.
type IterMut<'a, T> = std::iter::Map<slice::IterMut<'a, (Str, T)>, fn(&'a mut (Str, T)) -> (&'a Str, &'a mut T)>;

impl<T> Map<T> {
    /// Returns the entries, sorted by the bytes of their keys. JSON and Protobuf write the entries in the same order.
    ///
    /// ```
    /// use apimachinery::meta::Map;
    ///
    /// let map: Map<i32> = [("b", 2), ("B", 1)].into();
    /// let entries: Vec<_> = map.iter().map(|(key, value)| (key.as_str(), *value)).collect();
    /// assert_eq!(entries, [("B", 1), ("b", 2)]);
    /// ```
    pub fn iter(&self) -> Iter<'_, T> {
        self.entries().iter().map(|(key, value)| (key, value))
    }

    /// Returns the entries, sorted by the bytes of their keys, with mutable references to the values.
    ///
    /// ```
    /// use apimachinery::meta::Map;
    ///
    /// let mut map: Map<i32> = [("a", 1), ("b", 2)].into();
    /// map.iter_mut().for_each(|(key, value)| *value *= if key == "a" { 10 } else { 100 });
    /// assert_eq!(map, [("a", 10), ("b", 200)].into());
    /// ```
    pub fn iter_mut(&mut self) -> IterMut<'_, T> {
        self.0.iter_mut().map(|(key, value)| (&*key, value))
    }

    /// Returns the keys, sorted by their bytes.
    ///
    /// ```
    /// use apimachinery::meta::Map;
    ///
    /// let map: Map<i32> = [("b", 1), ("a", 2)].into();
    /// assert!(map.keys().eq(["a", "b"]));
    /// ```
    pub fn keys(&self) -> impl DoubleEndedIterator<Item = &Str> + ExactSizeIterator + '_ {
        self.iter().map(|(key, _)| key)
    }

    /// Returns the values, in key order.
    ///
    /// ```
    /// use apimachinery::meta::Map;
    ///
    /// let map: Map<i32> = [("b", 1), ("a", 2)].into();
    /// assert!(map.values().eq(&[2, 1]));
    /// ```
    pub fn values(&self) -> impl DoubleEndedIterator<Item = &T> + ExactSizeIterator + '_ {
        self.iter().map(|(_, value)| value)
    }

    /// Returns mutable references to the values, in key order.
    ///
    /// ```
    /// use apimachinery::meta::Map;
    ///
    /// let mut map: Map<i32> = [("a", 1)].into();
    /// map.values_mut().for_each(|value| *value += 1);
    /// assert_eq!(map["a"], 2);
    /// ```
    pub fn values_mut(&mut self) -> impl DoubleEndedIterator<Item = &mut T> + ExactSizeIterator + '_ {
        self.iter_mut().map(|(_, value)| value)
    }

    /// Consumes the map and returns its keys, sorted by their bytes.
    ///
    /// ```
    /// use apimachinery::meta::Map;
    ///
    /// let map: Map<i32> = [("b", 1), ("a", 2)].into();
    /// assert!(map.into_keys().eq(["a", "b"]));
    /// ```
    pub fn into_keys(self) -> impl DoubleEndedIterator<Item = Str> + ExactSizeIterator {
        self.into_iter().map(|(key, _)| key)
    }

    /// Consumes the map and returns its values, in the order of their keys.
    ///
    /// ```
    /// use apimachinery::meta::Map;
    ///
    /// let map: Map<i32> = [("b", 1), ("a", 2)].into();
    /// assert!(map.into_values().eq([2, 1]));
    /// ```
    pub fn into_values(self) -> impl DoubleEndedIterator<Item = T> + ExactSizeIterator {
        self.into_iter().map(|(_, value)| value)
    }
}

impl<T: fmt::Debug> fmt::Debug for Map<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.is_nil() {
            true => f.write_str("nil"),
            false => f.debug_map().entries(self.iter()).finish(),
        }
    }
}

impl<T> IntoIterator for Map<T> {
    type Item = (Str, T);
    type IntoIter = vec::IntoIter<(Str, T)>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a, T> IntoIterator for &'a Map<T> {
    type Item = (&'a Str, &'a T);
    type IntoIter = Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<'a, T> IntoIterator for &'a mut Map<T> {
    type Item = (&'a Str, &'a mut T);
    type IntoIter = IterMut<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter_mut()
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

impl<K: Into<Str>, T> From<BTreeMap<K, T>> for Map<T> {
    fn from(entries: BTreeMap<K, T>) -> Self {
        entries.into_iter().collect()
    }
}

/// Sets the values of the keys; of several entries with the same key, the last one wins. Nil becomes a map if there is
/// at least one entry.
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
