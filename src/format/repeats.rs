//! Detection of duplicate keys.

use std::collections::HashSet;

use crate::field::Str;
use crate::reflect::MapMut;

/// The keys of one object, while it is decoded into a map.
pub(super) struct Keys {
    /// The number of entries that the map had before the object.
    first: usize,
    /// The number of keys so far.
    count: usize,
    /// True if the keys are in descending order.
    falling: bool,
    /// The set of keys. Created once they are neither ascending nor descending, since sorted keys cannot repeat.
    seen: Option<HashSet<Str>>,
}

impl Keys {
    /// Creates an empty set for an object that is decoded into a map with `first` entries.
    pub(super) fn behind(first: usize) -> Self {
        Keys { first, count: 0, falling: true, seen: None }
    }

    /// Copies the keys of the map before the map is cleared.
    #[cold]
    pub(super) fn copy_from(&mut self, map: &MapMut<'_>) {
        if self.seen.is_none() {
            self.seen = Some(map.keys_from(self.first).cloned().collect());
        }
    }

    /// Records the key that was appended last. Returns true if the object already contained it.
    pub(super) fn repeats(&mut self, map: &MapMut<'_>, key: &str) -> bool {
        if let Some(seen) = &mut self.seen {
            return !seen.insert(key.into());
        }
        self.count += 1;
        if !map.is_unordered() {
            self.falling = self.count == 1;
            return false;
        }
        if self.falling && map.key_back(1).is_some_and(|before| **before > *key) {
            return false;
        }
        let mut seen = HashSet::new();
        let repeated = map.keys_from(self.first).any(|key| !seen.insert(key.clone()));
        self.seen = Some(seen);
        repeated
    }
}
