//! In-place access to the entries of a map.

use std::fmt;
use std::mem::replace;

use super::{Map, Str};

/// The entry of a key in a [`Map`], for reading and changing it with a single lookup. Created by [`Map::entry`].
///
/// ```
/// use apimachinery::meta::map::{Entry, Map};
///
/// let mut labels: Map<i32> = [("a", 1)].into();
/// labels.entry("a").and_modify(|value| *value += 1).or_insert(10);
/// labels.entry("b").and_modify(|value| *value += 1).or_insert(10);
/// assert_eq!(labels, [("a", 2), ("b", 10)].into());
///
/// if let Entry::Occupied(entry) = labels.entry("a") {
///     entry.remove();
/// }
/// assert_eq!(labels, [("b", 10)].into());
/// ```
pub enum Entry<'a, T> {
    /// The map contains the key; the value can be read, replaced or removed.
    Occupied(OccupiedEntry<'a, T>),
    /// The map does not contain the key; a value can be inserted.
    Vacant(VacantEntry<'a, T>),
}

/// The entry of a key that the [`Map`] contains, from [`Entry::Occupied`].
///
/// ```
/// use apimachinery::meta::map::{Entry, Map};
///
/// let mut counts: Map<i32> = [("a", 1)].into();
/// let Entry::Occupied(mut entry) = counts.entry("a") else { panic!("the map contains the key") };
/// assert_eq!((entry.key().as_str(), *entry.get()), ("a", 1));
/// *entry.get_mut() += 1;
/// assert_eq!(entry.insert(5), 2);
/// assert_eq!(entry.remove_entry(), ("a".into(), 5));
/// ```
pub struct OccupiedEntry<'a, T> {
    map: &'a mut Map<T>,
    index: usize,
}

/// The entry of a key that the [`Map`] does not contain, from [`Entry::Vacant`].
///
/// ```
/// use apimachinery::meta::map::{Entry, Map};
///
/// let mut counts: Map<i32> = Map::nil();
/// let Entry::Vacant(entry) = counts.entry("a") else { panic!("the map is nil") };
/// assert_eq!(entry.key(), "a");
/// *entry.insert(1) += 1;
/// assert_eq!(counts["a"], 2);
/// ```
pub struct VacantEntry<'a, T> {
    map: &'a mut Map<T>,
    /// The index at which the key has to be inserted.
    index: usize,
    key: Str,
}

impl<'a, T> Entry<'a, T> {
    pub(super) fn new(map: &'a mut Map<T>, key: Str) -> Self {
        match map.find(&key) {
            Ok(index) => Entry::Occupied(OccupiedEntry { map, index }),
            Err(index) => Entry::Vacant(VacantEntry { map, index, key }),
        }
    }

    /// Returns the key of the entry.
    ///
    /// ```
    /// use apimachinery::meta::Map;
    ///
    /// assert_eq!(Map::<i32>::nil().entry("a").key(), "a");
    /// ```
    #[must_use]
    pub fn key(&self) -> &Str {
        match self {
            Entry::Occupied(entry) => entry.key(),
            Entry::Vacant(entry) => entry.key(),
        }
    }

    /// Calls `modify` with the value if the map contains the key, and returns the entry, for example to insert a value
    /// otherwise.
    #[must_use]
    pub fn and_modify(mut self, modify: impl FnOnce(&mut T)) -> Self {
        if let Entry::Occupied(entry) = &mut self {
            modify(entry.get_mut());
        }
        self
    }

    /// Inserts `default` if the map does not contain the key, and returns a mutable reference to the value.
    pub fn or_insert(self, default: T) -> &'a mut T {
        self.or_insert_with(|| default)
    }

    /// Inserts the result of `default` if the map does not contain the key, and returns a mutable reference to the
    /// value. `default` is not called if the map contains the key.
    ///
    /// ```
    /// use apimachinery::meta::Map;
    ///
    /// let mut sizes: Map<usize> = [("a", 1)].into();
    /// assert_eq!(*sizes.entry("a").or_insert_with(|| unreachable!("the map contains the key")), 1);
    /// assert_eq!(*sizes.entry("b").or_insert_with(|| 2), 2);
    /// ```
    pub fn or_insert_with(self, default: impl FnOnce() -> T) -> &'a mut T {
        match self {
            Entry::Occupied(entry) => entry.into_mut(),
            Entry::Vacant(entry) => entry.insert(default()),
        }
    }

    /// Inserts the default value of `T` if the map does not contain the key, and returns a mutable reference to the
    /// value.
    ///
    /// ```
    /// use apimachinery::meta::Map;
    ///
    /// let mut counts: Map<i32> = Map::nil();
    /// *counts.entry("a").or_default() += 1;
    /// assert_eq!(counts["a"], 1);
    /// ```
    pub fn or_default(self) -> &'a mut T
    where
        T: Default,
    {
        self.or_insert_with(T::default)
    }
}

impl<'a, T> OccupiedEntry<'a, T> {
    fn entry(&mut self) -> &mut (Str, T) {
        &mut self.map.0[self.index]
    }

    /// Returns the key of the entry.
    #[must_use]
    pub fn key(&self) -> &Str {
        &self.map.0[self.index].0
    }

    /// Returns a reference to the value.
    #[must_use]
    pub fn get(&self) -> &T {
        &self.map.0[self.index].1
    }

    /// Returns a mutable reference to the value that lives as long as this entry. [`into_mut`](OccupiedEntry::into_mut)
    /// returns one that lives longer.
    #[must_use]
    pub fn get_mut(&mut self) -> &mut T {
        &mut self.entry().1
    }

    /// Returns a mutable reference to the value that lives as long as the borrow of the map.
    ///
    /// ```
    /// use apimachinery::meta::map::{Entry, Map};
    ///
    /// fn value<'a>(map: &'a mut Map<i32>, key: &str) -> Option<&'a mut i32> {
    ///     match map.entry(key) {
    ///         Entry::Occupied(entry) => Some(entry.into_mut()),
    ///         Entry::Vacant(_) => None,
    ///     }
    /// }
    /// assert_eq!(value(&mut [("a", 1)].into(), "a"), Some(&mut 1));
    /// ```
    #[must_use]
    pub fn into_mut(self) -> &'a mut T {
        &mut self.map.0[self.index].1
    }

    /// Replaces the value by `value` and returns the previous one.
    pub fn insert(&mut self, value: T) -> T {
        replace(self.get_mut(), value)
    }

    /// Removes the entry from the map and returns its value. A map that loses its last entry is empty, not nil.
    pub fn remove(self) -> T {
        self.remove_entry().1
    }

    /// Removes the entry from the map and returns its key and value. A map that loses its last entry is empty, not nil.
    pub fn remove_entry(self) -> (Str, T) {
        self.map.0.remove(self.index)
    }
}

impl<'a, T> VacantEntry<'a, T> {
    /// Returns the key that [`insert`](VacantEntry::insert) would use.
    #[must_use]
    pub fn key(&self) -> &Str {
        &self.key
    }

    /// Inserts the key with `value` and returns a mutable reference to the value. Nil becomes a map.
    pub fn insert(self, value: T) -> &'a mut T {
        let entries = self.map.vec();
        entries.insert(self.index, (self.key, value));
        &mut entries[self.index].1
    }
}

impl<T: fmt::Debug> fmt::Debug for Entry<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Entry::Occupied(entry) => entry.fmt(f),
            Entry::Vacant(entry) => entry.fmt(f),
        }
    }
}

impl<T: fmt::Debug> fmt::Debug for OccupiedEntry<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OccupiedEntry").field("key", self.key()).field("value", self.get()).finish()
    }
}

impl<T> fmt::Debug for VacantEntry<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("VacantEntry").field("key", &self.key).finish()
    }
}
