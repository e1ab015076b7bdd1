use std::collections::HashSet;
use std::fmt::Write;

use super::{Map, Str, Value};

/// Makes a value of its parts in the order in which JSON has them. What is open is kept in a
/// vector instead of the stack.
#[derive(Default)]
pub(crate) struct Builder {
    open: Vec<Open>,
    done: Value,
}

enum Open {
    List(Vec<Value>),
    Map(Members),
}

/// An object whose members come in any order, and some twice.
struct Members {
    map: Map<Value>,
    /// The key of the value that comes next.
    key: Str,
    unordered: bool,
    /// Needed only once keys are out of order, for sorted keys cannot repeat, and more than [`FEW`].
    #[expect(clippy::box_collection, reason = "few objects have it, and those that are open are moved")]
    seen: Option<Box<HashSet<Str>>>,
}

/// So many keys are looked through faster than they are kept in a set.
const FEW: usize = 16;

impl Builder {
    /// True if the innermost open part is an object; `None` when the value is complete.
    pub(crate) fn in_map(&self) -> Option<bool> {
        self.open.last().map(|open| matches!(open, Open::Map(_)))
    }

    /// How many lists and objects are open.
    pub(crate) fn depth(&self) -> usize {
        self.open.len()
    }

    pub(crate) fn begin_list(&mut self, capacity: usize) {
        self.open.push(Open::List(Vec::with_capacity(capacity)));
    }

    pub(crate) fn begin_map(&mut self, capacity: usize) {
        let map = Map::with_capacity(capacity);
        self.open.push(Open::Map(Members { map, key: Str::EMPTY, unordered: false, seen: None }));
    }

    /// Takes the key of the next value; true if the object had it before.
    pub(crate) fn key(&mut self, key: Str) -> bool {
        match self.open.last_mut() {
            Some(Open::Map(members)) => members.take_key(key),
            _ => false,
        }
    }

    pub(crate) fn put(&mut self, value: Value) {
        match self.open.last_mut() {
            None => self.done = value,
            Some(Open::List(items)) => items.push(value),
            Some(Open::Map(members)) => {
                members.map.push_behind(std::mem::take(&mut members.key), value);
            }
        }
    }

    /// Closes the innermost list or object and puts it into the one around it.
    pub(crate) fn end(&mut self) {
        match self.open.pop() {
            None => {}
            Some(Open::List(items)) => self.put(Value::List(items.into())),
            Some(Open::Map(mut members)) => {
                if members.unordered {
                    members.map.restore_order();
                }
                self.put(Value::Map(members.map));
            }
        }
    }

    /// The value that was put last while nothing was open.
    pub(crate) fn finish(self) -> Value {
        self.done
    }

    /// The path of the value that comes next, as `a.b[0].c`.
    pub(crate) fn path(&self) -> String {
        let mut path = String::new();
        for open in &self.open {
            // Writing to a text cannot fail.
            let _ = match open {
                Open::List(items) => write!(path, "[{}]", items.len()),
                Open::Map(members) if path.is_empty() => write!(path, "{}", members.key),
                Open::Map(members) => write!(path, ".{}", members.key),
            };
        }
        path
    }
}

impl Members {
    fn take_key(&mut self, key: Str) -> bool {
        let entries = self.map.entries();
        let sorted = !self.unordered && entries.last().is_none_or(|(last, _)| *last < key);
        let repeats = match &mut self.seen {
            _ if sorted => false,
            None if entries.len() <= FEW => entries.iter().any(|(before, _)| *before == key),
            seen => {
                let all = || Box::new(entries.iter().map(|(key, _)| key.clone()).collect());
                !seen.get_or_insert_with(all).insert(key.clone())
            }
        };
        self.unordered = !sorted;
        if let (true, Some(seen)) = (sorted, &mut self.seen) {
            seen.insert(key.clone());
        }
        self.key = key;
        repeats
    }
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
                builder.begin_map(0);
                let mut said = HashSet::new();
                for key in keys.iter().chain(&keys) {
                    assert_eq!(builder.key(key.clone()), !said.insert(key), "{key} of {length}");
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
