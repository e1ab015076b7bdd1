//! Reduction of a failing object: parts are removed one by one, by the type table.

use crate::meta::Object;
use crate::reflect::{Leaf, ListMut, ListRef, MapMut, MapRef, Mut, Raw, Ref, StructMut, StructRef, View, ViewMut};

/// The maximum number of smaller objects that are tried.
const TRIES: usize = 5000;

/// Returns the smallest object found for which `fails` holds, as it does for `object`. `zero` is an empty object of the
/// same type.
pub(super) fn smallest(
    mut object: Box<dyn Object>,
    zero: &dyn Object,
    fails: impl Fn(&dyn Object) -> bool,
) -> Box<dyn Object> {
    let (mut at, mut shrank) = (0, false);
    for _ in 0..TRIES {
        let mut smaller = zero.clone_box();
        let mut copy = Copy { at, passed: 0 };
        copy.value(object.cursor(), smaller.cursor_mut());
        if copy.passed > at && fails(&*smaller) {
            (object, shrank) = (smaller, true);
        } else if copy.passed > at {
            at += 1;
        } else if shrank {
            (at, shrank) = (0, false);
        } else {
            break;
        }
    }
    object
}

/// Copies an object, except for its part number `at`.
struct Copy {
    at: usize,
    /// The number of parts visited so far.
    passed: usize,
}

impl Copy {
    /// Returns true if the next part is the one to omit.
    fn leaves(&mut self) -> bool {
        self.passed += 1;
        self.passed - 1 == self.at
    }

    fn value(&mut self, from: Ref<'_>, to: Mut<'_>) {
        match (from.view(), to.view()) {
            (View::Bool(from), ViewMut::Bool(to)) => *to = from && !self.leaves(),
            (View::Int32(from), ViewMut::Int32(to)) if from != 0 && !self.leaves() => *to = from,
            (View::Int64(from), ViewMut::Int64(to)) if from != 0 && !self.leaves() => *to = from,
            (View::Double(from), ViewMut::Double(to)) if from != 0.0 && !self.leaves() => *to = from,
            (View::Str(from), ViewMut::Str(to)) if !from.is_empty() && !self.leaves() => *to = self.text(from).into(),
            (View::Bytes(from), ViewMut::Bytes(to)) if !from.is_nil() && !self.leaves() => *to = from.clone(),
            (View::Leaf(from), ViewMut::Leaf(to)) if !from.is_zero() && !self.leaves() => copy_leaf(from, to),
            (View::Struct(from), ViewMut::Struct(to)) => self.structure(from, to),
            (View::Option(Some(from)), ViewMut::Option(to)) if !self.leaves() => self.value(from, to.make()),
            (View::List(from), ViewMut::List(to)) if !from.is_nil() && !self.leaves() => self.list(from, to),
            (View::Map(from), ViewMut::Map(to)) if !from.is_nil() && !self.leaves() => self.map(from, to),
            _ => {}
        }
    }

    /// Returns the text, or its first half.
    fn text<'t>(&mut self, text: &'t str) -> &'t str {
        let half = text.char_indices().nth(text.chars().count() / 2).map_or(0, |(at, _)| at);
        if half > 0 && self.leaves() { &text[..half] } else { text }
    }

    fn structure(&mut self, from: StructRef<'_>, mut to: StructMut<'_>) {
        for (index, (_, field)) in from.json_fields().enumerate() {
            self.value(field, to.field(index));
        }
    }

    fn list(&mut self, from: ListRef<'_>, mut to: ListMut<'_>) {
        to.truncate(0);
        for item in from.iter() {
            if !self.leaves() {
                self.value(item, to.push());
            }
        }
    }

    fn map(&mut self, from: MapRef<'_>, mut to: MapMut<'_>) {
        to.make();
        for (key, value) in from.iter() {
            if !self.leaves() {
                self.value(value, to.append(key));
            }
        }
    }
}

/// Copies a leaf through JSON, which leaves can read back. A leaf that cannot stays zero; the caller then tests whether
/// the copy still fails.
fn copy_leaf(from: &dyn Leaf, to: &mut dyn Leaf) {
    let mut json = Vec::new();
    if from.write_json(&mut json).is_ok()
        && let Ok(text) = std::str::from_utf8(&json)
        && let Some(raw) = Raw::new(text)
    {
        // A value that cannot be read is left at zero.
        drop(to.read_json(raw));
    }
}

#[cfg(test)]
#[allow(unsafe_code, reason = "in the expansion of message! only")]
mod tests {
    use std::any::Any;

    use super::*;
    use crate::field::{List, Map, Str};
    use crate::meta::{Quantity, TypeMeta};

    #[derive(Clone, Default, PartialEq)]
    struct Part {
        size: i32,
        name: Option<Str>,
    }

    crate::message! { Part { size => "size", 1, Never; name => "name", 2, Empty; } }

    #[derive(Clone, Default, PartialEq)]
    struct Thing {
        type_meta: TypeMeta,
        text: Str,
        weight: Quantity,
        parts: List<Part>,
        labels: Map<Str>,
    }

    crate::message! {
        Thing: kind {
            text => "text", 1, Empty;
            weight => "weight", 2, Never;
            parts => "parts", 3, Empty;
            labels => "labels", 4, Empty;
        }
    }

    fn big() -> Box<dyn Object> {
        let part = |size| Part { size, name: Some("a name".into()) };
        Box::new(Thing {
            type_meta: TypeMeta::new("example.com/v1", "Thing"),
            text: "abcdefgh".into(),
            weight: "5".parse().unwrap(),
            parts: [part(1), part(2), part(3)].into(),
            labels: [("a", Str::from("x")), ("b", "y".into())].into(),
        })
    }

    fn shrunk(fails: fn(&Thing) -> bool) -> Thing {
        let thing = |object: &dyn Object| (object as &dyn Any).downcast_ref::<Thing>().unwrap().clone();
        thing(&*smallest(big(), &Thing::default(), |object| fails(&thing(object))))
    }

    #[test]
    fn what_does_not_matter_goes() {
        assert!(shrunk(|_| true) == Thing::default());
        let two = shrunk(|thing| thing.parts.iter().any(|part| part.size == 2));
        assert!(two == Thing { parts: [Part { size: 2, name: None }].into(), ..Thing::default() });
        let b = shrunk(|thing| thing.labels.iter().any(|(key, _)| key == "b"));
        assert!(b == Thing { labels: [("b", Str::default())].into(), ..Thing::default() });
        let text = shrunk(|thing| thing.text.contains('b') && !thing.weight.is_zero());
        assert!(text == Thing { text: "ab".into(), weight: "5".parse().unwrap(), ..Thing::default() });
    }
}
