//! Directives of strategic merge patches: keys that say how a mapping or a list is merged.

use super::path::{Path, Step};
use crate::meta::{List, Map, Value};

/// The prefix of the directive with the order of a list; the rest of the key is the name of the list.
pub(super) const ORDER: &str = "$setElementOrder/";

/// The prefix of the directive with the values to delete from a list of scalars.
pub(super) const DELETION: &str = "$deleteFromPrimitiveList/";

/// The directive with the fields of a union that are kept.
pub(super) const RETAINED: &str = "$retainKeys";

/// Returns true for the keys that direct the merge and are not fields.
pub(super) fn is_directive(key: &str) -> bool {
    key == "$patch" || key == RETAINED || key.starts_with(ORDER) || key.starts_with(DELETION)
}

/// Returns true if a directive, or a part of it, is at the path.
pub(super) fn is_part_of_one(path: &Path) -> bool {
    path.steps().iter().any(|step| matches!(step, Step::Key(key) if is_directive(key)))
}

/// Returns true if a value contains a directive.
pub(super) fn has_any(value: &Value) -> bool {
    match value {
        Value::Map(map) => map.iter().any(|(key, value)| is_directive(key) || has_any(value)),
        Value::List(list) => list.iter().any(has_any),
        _ => false,
    }
}

/// Returns a copy of a value with only what it sets: without directives and nulls, and without mappings that contain
/// nothing else. Items of lists stay at their indexes.
pub(super) fn without(value: &Value) -> Value {
    match value {
        Value::Map(map) => {
            let mut fields = Map::default();
            fields.make();
            for (key, value) in map.iter().filter(|(key, _)| !is_directive(key)) {
                let field = without(value);
                let is_left_empty =
                    |map: &Map<Value>| map.is_empty() && value.as_map().is_some_and(|map| !map.is_empty());
                if !field.is_null() && !field.as_map().is_some_and(is_left_empty) {
                    fields.insert(key.clone(), field);
                }
            }
            Value::Map(fields)
        }
        Value::List(list) => Value::List(List::from(list.iter().map(without).collect::<Vec<_>>())),
        other => other.clone(),
    }
}

/// Adds the paths of all directives, and of all nulls and empty collections.
pub(super) fn find(value: &Value, path: &Path, directives: &mut Vec<Path>, unset: &mut Vec<Path>) {
    match value {
        Value::Map(map) if !map.is_empty() => {
            for (key, value) in map.iter() {
                match is_directive(key) {
                    true => directives.push(path.key(key)),
                    false => find(value, &path.key(key), directives, unset),
                }
            }
        }
        Value::List(list) if !list.is_empty() => {
            list.iter().enumerate().for_each(|(index, item)| find(item, &path.index(index), directives, unset));
        }
        Value::Map(_) | Value::List(_) | Value::Null => unset.push(path.clone()),
        _ => {}
    }
}
