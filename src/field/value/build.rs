use std::collections::HashSet;
use std::fmt::Write;

use super::{Map, Str, Value};
use crate::wire::words::first_bytes;

/// Builds a value from its parts, in the order in which JSON contains them. Open lists and objects are kept in vectors
/// instead of on the stack. The memory of each list and object is allocated once, when its length is known.
#[derive(Default)]
pub(crate) struct Builder {
    open: Vec<Open>,
    /// The items of all open lists, outermost list first.
    items: Vec<Value>,
    /// The members of all open objects, outermost object first. The next value belongs to the last key, whose value is
    /// null until then.
    members: Vec<(Str, Value)>,
    done: Value,
}

/// An open list or object, with the number of items and members that precede it in the builder's vectors.
struct Open {
    items: usize,
    members: usize,
    /// Set for objects only.
    keys: Option<Keys>,
}

/// The keys of an open object, which arrive in any order and may repeat.
#[derive(Default)]
struct Keys {
    unordered: bool,
    /// The first bytes of the last key.
    word: u128,
    /// A filter with one bit for each key; different keys may share a bit.
    bits: u64,
    /// All keys. Filled only if keys are out of order (sorted keys cannot repeat) and there are more than [`FEW`].
    #[expect(clippy::box_collection, reason = "few objects have it, and those that are open are moved")]
    many: Option<Box<HashSet<Str>>>,
}

/// The number of keys up to which a linear search is faster than a set.
const FEW: usize = 32;

impl Builder {
    /// Returns true if the innermost open part is an object; `None` when the value is complete.
    #[inline]
    pub(crate) fn in_map(&self) -> Option<bool> {
        self.open.last().map(|open| open.keys.is_some())
    }

    /// Returns the number of open lists and objects.
    #[inline]
    pub(crate) fn depth(&self) -> usize {
        self.open.len()
    }

    pub(crate) fn begin_list(&mut self) {
        self.begin(None);
    }

    pub(crate) fn begin_map(&mut self) {
        self.begin(Some(Keys::default()));
    }

    #[inline]
    fn begin(&mut self, keys: Option<Keys>) {
        self.open.push(Open { items: self.items.len(), members: self.members.len(), keys });
    }

    /// Adds a key for the next value; `set` fills in its text. Returns true if the object already contains the key.
    #[inline]
    pub(crate) fn key(&mut self, key: &str, set: impl FnOnce(&mut Str)) -> bool {
        let Some(Open { members, keys: Some(keys), .. }) = self.open.last_mut() else { return false };
        let repeats = keys.take(&self.members[*members..], key);
        set(&mut next(&mut self.members).0);
        repeats
    }

    #[inline(always)]
    pub(crate) fn put(&mut self, value: Value) {
        *self.place() = value;
    }

    /// Adds a string; `set` fills in its text.
    #[inline]
    pub(crate) fn put_text(&mut self, set: impl FnOnce(&mut Str)) {
        let place = self.place();
        *place = Value::String(Str::EMPTY);
        if let Value::String(text) = place {
            set(text);
        }
    }

    /// Returns the place of the next value. Values are created in place: moving a value right after it was written in
    /// pieces stalls, because the load has to wait for those stores.
    #[inline(always)]
    fn place(&mut self) -> &mut Value {
        match self.in_map() {
            None => &mut self.done,
            Some(false) => next(&mut self.items),
            Some(true) => &mut self.members.last_mut().expect("a value follows its key").1,
        }
    }

    /// Closes the innermost list or object and adds it to the one around it.
    pub(crate) fn end(&mut self) {
        let Some(open) = self.open.pop() else { return };
        let value = match open.keys {
            None => Value::List(self.items.split_off(open.items).into()),
            Some(keys) => {
                let mut map = Map::from_entries(self.members.split_off(open.members));
                if keys.unordered {
                    map.restore_order();
                }
                Value::Map(map)
            }
        };
        self.put(value);
    }

    /// Returns the last value that was added while nothing was open.
    pub(crate) fn finish(self) -> Value {
        self.done
    }

    /// Returns the path of the next value, such as `a.b[0].c`.
    pub(crate) fn path(&self) -> String {
        // The parts of one list or object end where those of the next one begin.
        let begins = self.open.iter().skip(1).map(|open| (open.items, open.members));
        let ends = begins.chain([(self.items.len(), self.members.len())]);
        let mut path = String::new();
        for (open, (items, members)) in self.open.iter().zip(ends) {
            // Writing to a `String` cannot fail.
            let _ = match open.keys {
                None => write!(path, "[{}]", items - open.items),
                Some(_) => write!(path, "{}{}", if path.is_empty() { "" } else { "." }, self.members[members - 1].0),
            };
        }
        path
    }
}

/// Appends a default value and returns it, so that it is created at its final place.
#[inline]
fn next<T: Default>(all: &mut Vec<T>) -> &mut T {
    let last = all.len();
    all.resize_with(last + 1, T::default);
    &mut all[last]
}

impl Keys {
    /// Adds a key that follows those in `before`. Returns true if it is one of them.
    fn take(&mut self, before: &[(Str, Value)], key: &str) -> bool {
        let word = first_bytes(key.as_bytes());
        let is_behind = |(last, _): &(Str, Value)| self.word < word || self.word == word && **last < *key;
        let ordered = !self.unordered && before.last().is_none_or(is_behind);
        let bit = 1 << (mixed(word, key.len()) >> 58);
        let may_repeat = self.bits & bit != 0;
        (self.unordered, self.word, self.bits) = (!ordered, word, self.bits | bit);
        if ordered {
            return false;
        }
        if self.many.is_none() && before.len() <= FEW {
            return may_repeat && before.iter().any(|(other, _)| other == key);
        }
        let all = || Box::new(before.iter().map(|(key, _)| key.clone()).collect());
        !self.many.get_or_insert_with(all).insert(key.into())
    }
}

/// Hashes a key's first bytes and length; the upper bits differ for most pairs of different keys.
fn mixed(word: u128, length: usize) -> u64 {
    (word as u64 ^ (word >> 64) as u64 ^ length as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_said_twice_are_found_in_objects_of_any_size() {
        for length in [1, 2, FEW - 1, FEW, FEW + 1, FEW + 2, 3 * FEW] {
            for order in [|at, _| at, |at, length| length - at, |at, length| at * 7 % (length + 1)] {
                let keys: Vec<Str> = (0..length).map(|at| format!("{:03}", order(at, length)).into()).collect();
                let mut builder = Builder::default();
                builder.begin_map();
                let mut said = HashSet::new();
                for key in keys.iter().chain(&keys) {
                    assert_eq!(builder.key(key, |place| *place = key.clone()), !said.insert(key), "{key} of {length}");
                    builder.put(Value::Null);
                }
                builder.end();
                let map = builder.finish().into_map().expect("the value is an object");
                assert_eq!(map.len(), said.len());
                assert!(map.keys().is_sorted());
            }
        }
    }
}
