//! What a document says twice.

use std::collections::HashSet;

use crate::field::Str;
use crate::reflect::MapMut;

/// The keys that one object of a map has had.
pub(super) struct Keys {
    /// How many entries the map had before.
    first: usize,
    /// How many keys there were.
    count: usize,
    /// Whether each was smaller than the one before it.
    falling: bool,
    /// Needed only once they neither rise nor fall: such keys cannot repeat.
    seen: Option<HashSet<Str>>,
}

impl Keys {
    /// None yet of an object in a map with so many entries before.
    pub(super) fn behind(first: usize) -> Self {
        Keys { first, count: 0, falling: true, seen: None }
    }

    /// Copies the keys of the map, which is going to drop them.
    #[cold]
    pub(super) fn copy_from(&mut self, map: &MapMut<'_>) {
        if self.seen.is_none() {
            self.seen = Some(map.keys_from(self.first).cloned().collect());
        }
    }

    /// Notes the key that was appended last; true if this object had it before.
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
