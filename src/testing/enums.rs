//! Fields with a closed set of values: conversions must not give them other values.

use std::collections::{HashMap, HashSet};

use super::difference::{Difference, shown};
use crate::reflect::{Ref, Shape, View};
use crate::schema::GroupVersion;
use crate::scheme::Scheme;

/// The values of fields by the struct that contains the field and its name.
#[derive(Default)]
pub(super) struct Enums(HashMap<(*const Shape, &'static str), Vec<&'static str>>);

impl Enums {
    /// Returns the fields of a version, of its hub and of other groups, whose types it can contain.
    pub(super) fn of_version(scheme: &Scheme, own: &GroupVersion) -> Enums {
        let mut enums = Enums::default();
        for (_, field) in scheme.enums().filter(|(of, _)| *of == own || of.group != own.group) {
            let shape: *const Shape = (field.shape)();
            let known = enums.0.entry((shape, field.field)).or_default();
            let new: Vec<_> = field.values.iter().filter(|value| !known.contains(*value)).copied().collect();
            known.extend(new);
        }
        enums
    }

    /// Returns the values of a field.
    pub(super) fn of(&self, shape: &Shape, field: &'static str) -> Option<&[&'static str]> {
        let shape: *const Shape = shape;
        self.0.get(&(shape, field)).map(Vec::as_slice)
    }

    /// Returns the first value that a field must not have, unless it is one of the texts of `open`. Plain fields can be
    /// empty, which means unset.
    pub(super) fn outside(&self, object: Ref<'_>, open: &HashSet<String>) -> Option<Difference> {
        if self.0.is_empty() { None } else { Search { enums: self, open }.value(object, "", None, true) }
    }

    /// Returns the texts of fields without a closed set of values. A conversion can move them to a field with one.
    pub(super) fn open_texts(&self, object: Ref<'_>) -> HashSet<String> {
        let mut texts = HashSet::new();
        self.collect(object, false, &mut texts);
        texts
    }

    fn collect(&self, value: Ref<'_>, is_known: bool, texts: &mut HashSet<String>) {
        match value.view() {
            View::Struct(object) => object.json_fields().for_each(|(field, below)| {
                self.collect(below, self.of(object.shape(), field.name()).is_some(), texts);
            }),
            View::Option(Some(inner)) => self.collect(inner, is_known, texts),
            View::List(list) => list.iter().for_each(|item| self.collect(item, is_known, texts)),
            View::Map(map) => map.iter().for_each(|(_, item)| self.collect(item, is_known, texts)),
            View::Str(text) if !is_known => {
                texts.insert(text.to_string());
            }
            _ => {}
        }
    }
}

/// A search for values outside of enums.
struct Search<'a> {
    enums: &'a Enums,
    open: &'a HashSet<String>,
}

impl Search<'_> {
    fn value(&self, value: Ref<'_>, path: &str, values: Option<&[&'static str]>, is_plain: bool) -> Option<Difference> {
        match value.view() {
            View::Struct(object) => object.json_fields().find_map(|(field, below)| {
                let dot = if path.is_empty() { "" } else { "." };
                let path = format!("{path}{dot}{}", field.name());
                self.value(below, &path, self.enums.of(object.shape(), field.name()), true)
            }),
            View::Option(inner) => self.value(inner?, path, values, false),
            View::List(list) => {
                let mut items = list.iter().enumerate();
                items.find_map(|(at, item)| self.value(item, &format!("{path}[{at}]"), values, false))
            }
            View::Map(map) => {
                map.iter().find_map(|(key, item)| self.value(item, &format!("{path}[{key}]"), values, false))
            }
            View::Str(text) => {
                let known = values?;
                let is_known = known.iter().any(|value| text == *value) || is_plain && text.is_empty();
                let is_valid = is_known || self.open.contains(text.as_str());
                (!is_valid).then(|| Difference {
                    path: path.to_owned(),
                    before: format!("a value of the enum: {}", known.join(", ")),
                    after: shown(value),
                })
            }
            _ => None,
        }
    }
}

#[cfg(test)]
#[allow(unsafe_code, reason = "in the expansion of message! only")]
mod tests {
    use super::*;
    use crate::field::{List, Map, Str};
    use crate::reflect::Message;
    use crate::scheme::EnumField;

    #[derive(Clone, Default, PartialEq)]
    struct Shop {
        season: Str,
        also: Option<Str>,
        all: List<Str>,
        by_name: Map<Str>,
        other: Str,
    }

    crate::message! {
        Shop {
            season => "season", 1, Empty;
            also => "also", 2, Empty;
            all => "all", 3, Empty;
            by_name => "byName", 4, Empty;
            other => "other", 5, Empty;
        }
    }

    const VALUES: &[&str] = &["Summer", "Winter"];
    static ENUMS: [EnumField; 4] = [
        EnumField::of::<Shop>("season", VALUES),
        EnumField::of::<Shop>("also", VALUES),
        EnumField::of::<Shop>("all", VALUES),
        EnumField::of::<Shop>("byName", VALUES),
    ];

    fn check(shop: Shop, expected: Option<&str>) {
        let mut builder = Scheme::builder();
        builder.enums("example.com", "v1", &ENUMS);
        let enums = Enums::of_version(&builder.build(), &GroupVersion::new("example.com", "v1"));
        assert!(enums.of(Shop::shape(), "other").is_none());
        let found = |open: &HashSet<String>| enums.outside(Ref::new(&shop), open).map(|found| found.path);
        assert_eq!(found(&HashSet::new()).as_deref(), expected);
        assert_eq!(found(&enums.open_texts(Ref::new(&shop))).as_deref(), expected.filter(|_| shop.other.is_empty()));
    }

    #[test]
    fn a_value_outside_an_enum_is_found_at_its_place() {
        check(Shop::default(), None);
        check(Shop { other: "Spring".into(), season: "Summer".into(), ..Shop::default() }, None);
        check(Shop { season: "Spring".into(), ..Shop::default() }, Some("season"));
        check(Shop { season: "Spring".into(), other: "Spring".into(), ..Shop::default() }, Some("season"));
        check(Shop { also: Some("autumn".into()), ..Shop::default() }, Some("also"));
        check(Shop { all: ["Winter".into(), "winter".into()].into(), ..Shop::default() }, Some("all[1]"));
        check(Shop { by_name: [("a", "Spring".into())].into(), ..Shop::default() }, Some("byName[a]"));
    }
}
