use std::collections::HashSet;
use std::fmt::Write;

use super::{Map, Str, Value};
use crate::wire::words::first_bytes;

/// Makes a value of its parts in the order in which JSON has them. What is open is kept in vectors instead of the stack; of
/// each list and object the memory is taken once, when it is known how long it is.
#[derive(Default)]
pub(crate) struct Builder {
    open: Vec<Open>,
    /// Of the lists that are open, the innermost behind the others.
    items: Vec<Value>,
    /// Of the objects that are open; what comes next belongs to the last key, whose value is null so far.
    members: Vec<(Str, Value)>,
    done: Value,
}

/// A list or an object, and how many items and members were there before it.
struct Open {
    items: usize,
    members: usize,
    /// Of an object.
    keys: Option<Keys>,
}

/// The keys of an object, which come in any order, and some twice.
#[derive(Default)]
struct Keys {
    unordered: bool,
    /// The first bytes of the last one.
    word: u128,
    /// A bit for each one, which may be that of others too.
    bits: u64,
    /// Needed only once keys are out of order, for sorted keys cannot repeat, and more than [`FEW`].
    #[expect(clippy::box_collection, reason = "few objects have it, and those that are open are moved")]
    many: Option<Box<HashSet<Str>>>,
}

/// So many keys are looked through faster than they are kept in a set.
const FEW: usize = 32;

impl Builder {
    /// True if the innermost open part is an object; `None` when the value is complete.
    #[inline]
    pub(crate) fn in_map(&self) -> Option<bool> {
        self.open.last().map(|open| open.keys.is_some())
    }

    /// How many lists and objects are open.
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

    /// Takes the key of the next value, to which an empty text is set; true if the object had it before.
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

    /// Puts a text, to which an empty one is set.
    #[inline]
    pub(crate) fn put_text(&mut self, set: impl FnOnce(&mut Str)) {
        let place = self.place();
        *place = Value::String(Str::EMPTY);
        if let Value::String(text) = place {
            set(text);
        }
    }

    /// Where the next value belongs. It is made there: what was just written in pieces and is moved as a whole is waited for.
    #[inline(always)]
    fn place(&mut self) -> &mut Value {
        match self.in_map() {
            None => &mut self.done,
            Some(false) => next(&mut self.items),
            Some(true) => &mut self.members.last_mut().expect("a value comes behind its key").1,
        }
    }

    /// Closes the innermost list or object and puts it into the one around it.
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

    /// The value that was put last while nothing was open.
    pub(crate) fn finish(self) -> Value {
        self.done
    }

    /// The path of the value that comes next, as `a.b[0].c`.
    pub(crate) fn path(&self) -> String {
        // What belongs to one ends where the next one begins.
        let begins = self.open.iter().skip(1).map(|open| (open.items, open.members));
        let ends = begins.chain([(self.items.len(), self.members.len())]);
        let mut path = String::new();
        for (open, (items, members)) in self.open.iter().zip(ends) {
            // Writing to a text cannot fail.
            let _ = match open.keys {
                None => write!(path, "[{}]", items - open.items),
                Some(_) => write!(path, "{}{}", if path.is_empty() { "" } else { "." }, self.members[members - 1].0),
            };
        }
        path
    }
}

/// One more, made where it stays.
#[inline]
fn next<T: Default>(all: &mut Vec<T>) -> &mut T {
    let last = all.len();
    all.resize_with(last + 1, T::default);
    &mut all[last]
}

impl Keys {
    /// Takes a key behind those `before`; true if it is one of them.
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

/// Bits that differ, in the highest places, for most keys that do.
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
                let map = builder.finish().into_map().expect("an object");
                assert_eq!(map.len(), said.len());
                assert!(map.keys().is_sorted());
            }
        }
    }
}
