//! Comparison of two objects of a type, apart from differences that are allowed, and from those that no format can
//! represent: nil and empty are equal in a field that is omitted for both.

use crate::format::json;
use crate::reflect::{Ref, Shape, View};

/// A field that differs.
pub(super) struct Difference {
    pub(super) path: String,
    pub(super) before: String,
    pub(super) after: String,
}

/// A field visited by the comparison.
pub(super) struct Place {
    /// The path with indexes and keys.
    pub(super) path: String,
    /// The path by field names alone.
    pub(super) names: String,
    /// The structs that contain the field without a list or map in between, each with the path from there.
    holders: Vec<(&'static Shape, String)>,
}

impl Place {
    fn root() -> Self {
        Place { path: String::new(), names: String::new(), holders: Vec::new() }
    }

    /// Returns true if this is the field `path` of a struct of the given shape.
    pub(super) fn is(&self, shape: &'static Shape, path: &str) -> bool {
        self.holders.iter().any(|(holder, names)| std::ptr::eq(*holder, shape) && names == path)
    }

    pub(super) fn field(&self, shape: &'static Shape, name: &str) -> Self {
        let below = |names: &str| if names.is_empty() { name.to_owned() } else { format!("{names}.{name}") };
        let above = self.holders.iter().map(|(shape, names)| (*shape, below(names)));
        Place {
            path: below(&self.path),
            names: below(&self.names),
            holders: above.chain([(shape, name.to_owned())]).collect(),
        }
    }

    fn item(&self, step: &str) -> Self {
        Place { path: format!("{}[{step}]", self.path), names: self.names.clone(), holders: Vec::new() }
    }
}

/// Returns true if a field may have the first value before and the second one after the conversion.
type May<'a> = &'a dyn Fn(&Place, Ref<'_>, Ref<'_>) -> bool;

/// Returns the first difference that `may` does not allow. `may` is called for every field, before the fields below it.
pub(super) fn difference(before: Ref<'_>, after: Ref<'_>, may: May<'_>) -> Option<Difference> {
    walk(before, after, &Place::root(), may)
}

fn walk(before: Ref<'_>, after: Ref<'_>, place: &Place, may: May<'_>) -> Option<Difference> {
    match (before.view(), after.view()) {
        (View::Struct(one), View::Struct(other)) => {
            let said = if place.path.is_empty() { says(one.shape()) } else { 0 };
            one.json_fields().zip(other.json_fields()).skip(said).find_map(|((field, below), (_, other))| {
                let place = place.field(one.shape(), field.name());
                let is_omitted = below.is_omitted(field.omit()) && other.is_omitted(field.omit());
                if is_omitted || may(&place, below, other) { None } else { walk(below, other, &place, may) }
            })
        }
        (View::Option(Some(one)), View::Option(Some(other))) => walk(one, other, place, may),
        (View::Option(None), View::Option(None)) => None,
        (View::List(one), View::List(other)) if one.is_nil() == other.is_nil() && one.len() == other.len() => {
            let mut items = one.iter().zip(other.iter()).enumerate();
            items.find_map(|(at, (one, other))| walk(one, other, &place.item(&at.to_string()), may))
        }
        (View::Map(one), View::Map(other))
            if one.is_nil() == other.is_nil()
                && one.iter().map(|(key, _)| key).eq(other.iter().map(|(key, _)| key)) =>
        {
            let mut entries = one.iter().zip(other.iter());
            entries.find_map(|((key, one), (_, other))| walk(one, other, &place.item(key), may))
        }
        (View::Option(_) | View::List(_) | View::Map(_), _) => Some(found(before, after, place)),
        _ => (shown(before) != shown(after)).then(|| found(before, after, place)),
    }
}

/// Returns the number of leading fields that only state the object's kind; they differ between versions.
pub(super) fn says(shape: &Shape) -> usize {
    if shape.says_kind() { 2 } else { 0 }
}

fn found(before: Ref<'_>, after: Ref<'_>, place: &Place) -> Difference {
    Difference { path: place.path.clone(), before: shown(before), after: shown(after) }
}

/// Formats a value as JSON, which distinguishes nil from empty.
pub(super) fn shown(value: Ref<'_>) -> String {
    if let View::Option(None) = value.view() {
        return "absent".to_owned();
    }
    let mut out = Vec::new();
    match json::write(&mut out, value) {
        Ok(()) => String::from_utf8_lossy(&out).into_owned(),
        Err(error) => error.to_string(),
    }
}

/// Returns true if a value is unset, zero, of length 0, or a struct of such values.
pub(super) fn is_empty(value: Ref<'_>) -> bool {
    match value.view() {
        View::Bool(value) => !value,
        View::Int32(value) => value == 0,
        View::Int64(value) => value == 0,
        View::Double(value) => value == 0.0,
        View::Str(value) => value.is_empty(),
        View::Bytes(value) => value.is_empty(),
        View::Leaf(value) => value.is_zero(),
        View::Struct(value) => value.json_fields().all(|(_, field)| is_empty(field)),
        View::Option(value) => value.is_none_or(is_empty),
        View::List(list) => list.len() == 0,
        View::Map(map) => map.len() == 0,
    }
}
