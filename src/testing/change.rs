//! Simulates a client that changes one field of an object in an old version.

use super::difference::says;
use super::random::Random;
use crate::field::Str;
use crate::meta::Object;
use crate::reflect::{Mut, Ref, View, ViewMut};

/// A field to change: its path through nested structs, and its previous value. Items of lists and maps are not changed,
/// because values that a version cannot represent are matched with them by their keys, which a change might modify.
pub(super) struct Change {
    way: Vec<usize>,
    before: Value,
}

#[derive(Clone)]
enum Value {
    Bool(bool),
    Int32(i32),
    Int64(i64),
    Text(Str),
}

impl Change {
    /// Selects one of the fields that can be changed by a number; returns `None` if the object has no such field.
    pub(super) fn choose(object: &dyn Object, number: u64) -> Option<Change> {
        let mut all = Vec::new();
        collect(object.cursor(), &mut Vec::new(), &mut all);
        if all.is_empty() {
            return None;
        }
        // Numbers are mixed so that consecutive ones do not select adjacent fields: every kind begins with the many
        // fields of its metadata.
        let at = Random::new(number).below(all.len());
        Some(all.swap_remove(at))
    }

    /// Sets the field to a different value.
    pub(super) fn make(&self, object: &mut dyn Object) {
        let other = match &self.before {
            Value::Bool(value) => Value::Bool(!value),
            Value::Int32(value) => Value::Int32(value.wrapping_add(1)),
            Value::Int64(value) => Value::Int64(value.wrapping_add(1)),
            Value::Text(value) => Value::Text(format!("{value}x").into()),
        };
        set(object.cursor_mut(), &self.way, other);
    }

    /// Restores the previous value.
    pub(super) fn undo(&self, object: &mut dyn Object) {
        set(object.cursor_mut(), &self.way, self.before.clone());
    }
}

fn collect(value: Ref<'_>, way: &mut Vec<usize>, all: &mut Vec<Change>) {
    let before = match value.view() {
        View::Bool(value) => Value::Bool(value),
        View::Int32(value) => Value::Int32(value),
        View::Int64(value) => Value::Int64(value),
        View::Str(value) => Value::Text(value.clone()),
        View::Option(Some(inner)) => return collect(inner, way, all),
        View::Struct(value) => {
            let said = if way.is_empty() { says(value.shape()) } else { 0 };
            for (index, (_, field)) in value.json_fields().enumerate().skip(said) {
                way.push(index);
                collect(field, way, all);
                way.pop();
            }
            return;
        }
        _ => return,
    };
    all.push(Change { way: way.clone(), before });
}

fn set(place: Mut<'_>, way: &[usize], value: Value) {
    let mut place = inside(place);
    for &index in way {
        place = match place {
            ViewMut::Struct(object) => inside(object.into_field(index)),
            _ => return,
        };
    }
    match (place, value) {
        (ViewMut::Bool(place), Value::Bool(value)) => *place = value,
        (ViewMut::Int32(place), Value::Int32(value)) => *place = value,
        (ViewMut::Int64(place), Value::Int64(value)) => *place = value,
        (ViewMut::Str(place), Value::Text(value)) => *place = value,
        _ => {}
    }
}

/// Returns the value in an option, which is created if it is unset.
fn inside(place: Mut<'_>) -> ViewMut<'_> {
    match place.view() {
        ViewMut::Option(option) => inside(option.make()),
        other => other,
    }
}

#[cfg(test)]
#[allow(unsafe_code, reason = "in the expansion of message! only")]
mod tests {
    use super::*;
    use crate::meta::TypeMeta;

    #[derive(Clone, Default, PartialEq)]
    struct Part {
        a: i32,
        b: i32,
        c: i32,
        d: i32,
        e: i32,
        f: i32,
        g: i32,
        h: i32,
    }

    crate::message! {
        Part {
            a => "a", 1, Never; b => "b", 2, Never; c => "c", 3, Never; d => "d", 4, Never;
            e => "e", 5, Never; f => "f", 6, Never; g => "g", 7, Never; h => "h", 8, Never;
        }
    }

    #[derive(Clone, Default, PartialEq)]
    struct Thing {
        type_meta: TypeMeta,
        first: Part,
        second: Part,
    }

    crate::message! { Thing: kind { first => "first", 1, Never; second => "second", 2, Never; } }

    #[test]
    fn a_few_consecutive_numbers_reach_the_last_fields() {
        let changed = (1..=7).map(|number| {
            let mut thing = Thing::default();
            Change::choose(&thing, number).expect("it has fields").make(&mut thing);
            thing
        });
        let (first, second): (Vec<_>, Vec<_>) = changed.partition(|thing| thing.first != Part::default());
        assert!(!first.is_empty() && !second.is_empty());
        assert!(second.iter().all(|thing| thing.second != Part::default()));
    }
}
