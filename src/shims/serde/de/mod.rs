//! Deserialization of structs and containers from any self-describing format.
//!
//! Every field is deserialized as any value, since `null` is allowed for each of them. Formats that are not
//! self-describing do not support that.

mod json;
mod scalar;
mod union;

use std::fmt;

use ::serde::Deserializer;
use ::serde::de::{DeserializeSeed, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};

use self::json::Json;
use self::scalar::{Scalar, Text};
use self::union::Union;
use super::verbatim::{is_read_by, read};
use crate::format::MAX_TYPED_DEPTH;
use crate::format::json::merge_unsorted;
use crate::format::problem::Path;
use crate::reflect::{Leaf, ListMut, MapMut, Mut, OptionMut, Reflect, Shape, StructMut, Type, Unsorted, ViewMut};
use crate::wire::json::decode_utf8;
use crate::wire::raw::Raw;
use crate::wire::scratch::with_buffer;

/// Deserializes a value by its table, with the rules of this crate's JSON decoder: unknown fields are skipped, and
/// `null` clears options, lists and maps, and leaves everything else unchanged.
///
/// # Errors
///
/// Returns the errors of the deserializer, and an error for values of the wrong type.
pub fn deserialize<'de, T: Reflect + Default, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    let mut value = T::default();
    let unsorted = Unsorted::default();
    let level = Level { depth: 0, unsorted: &unsorted };
    if let ViewMut::Struct(target) = Mut::new(&mut value).view()
        && !target.shape().is_union()
    {
        // As a map, a struct can also be flattened into one of another crate.
        deserializer.deserialize_map(Struct { target, level, path: &Path::root() })?;
    } else {
        Slot { target: Mut::new(&mut value), level, path: &Path::root() }.deserialize(deserializer)?;
    }
    unsorted.sort(Mut::new(&mut value));
    Ok(value)
}

/// The number of structs that enclose a value, and state shared by all values.
#[derive(Clone, Copy)]
struct Level<'a> {
    depth: usize,
    unsorted: &'a Unsorted,
}

/// A value to be filled, with its path.
struct Slot<'a> {
    target: Mut<'a>,
    level: Level<'a>,
    path: &'a Path<'a>,
}

impl<'de> DeserializeSeed<'de> for Slot<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        if is_read_by::<D>() && !is_told(self.target.ty()) {
            let merged = merge_unsorted(self.path, self.target, read(deserializer)?, self.level.unsorted);
            return merged.map(drop).map_err(D::Error::custom);
        }
        self.fill(deserializer)
    }
}

impl Slot<'_> {
    fn fill<'de, D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        let Slot { target, level, path } = self;
        match target.view() {
            ViewMut::Str(target) => deserializer.deserialize_any(Text(target)),
            ViewMut::Option(target) => deserializer.deserialize_option(Optional { target, level, path }),
            ViewMut::Struct(target) if target.shape().is_union() => {
                deserializer.deserialize_any(Union { target, level, path })
            }
            ViewMut::Struct(target) => deserializer.deserialize_any(Struct { target, level, path }),
            ViewMut::List(target) => deserializer.deserialize_any(List { target, level, path }),
            ViewMut::Map(target) => deserializer.deserialize_any(Map { target, level, path }),
            ViewMut::Leaf(target) => deserialize_leaf(target, deserializer),
            scalar => deserializer.deserialize_any(Scalar(scalar)),
        }
    }
}

/// Returns true if a value is deserialized by serde although its JSON text is available. This applies to containers,
/// because of their content, and to texts: finding the end of one with escapes takes serde_json as long as reading it.
fn is_told(ty: &Type) -> bool {
    !matches!(ty, Type::Struct(_) | Type::Leaf(_) | Type::Boxed(_))
}

/// Deserializes a leaf. Leaves read JSON, so the value is converted to JSON first.
fn deserialize_leaf<'de, D: Deserializer<'de>>(target: &mut dyn Leaf, deserializer: D) -> Result<(), D::Error> {
    with_buffer(|json| {
        deserializer.deserialize_any(Json::new(json))?;
        target.read_json(Raw::checked(&decode_utf8(json))).map_err(D::Error::custom)
    })
}

struct Struct<'a> {
    target: StructMut<'a>,
    level: Level<'a>,
    path: &'a Path<'a>,
}

impl<'de> Visitor<'de> for Struct<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.target.shape().name())
    }

    fn visit_unit<E: Error>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_none<E: Error>(self) -> Result<(), E> {
        self.visit_unit()
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut map: A) -> Result<(), A::Error> {
        let level = Level { depth: self.level.depth + 1, ..self.level };
        if level.depth > MAX_TYPED_DEPTH {
            return Err(A::Error::custom("exceeded max depth"));
        }
        let Struct { target, path, .. } = &mut self;
        let shape = target.shape();
        let mut guess = 0;
        while let Some(row) = map.next_key_seed(Name { shape, guess })? {
            match row {
                Some(row) => {
                    let path = &path.field(&shape.json_fields()[row]);
                    map.next_value_seed(Slot { target: target.field(row), level, path })?;
                    guess = row + 1;
                }
                None => drop(map.next_value::<IgnoredAny>()?),
            }
        }
        Ok(())
    }
}

/// A name to be looked up in a table, starting with the next row in the table's order.
struct Name {
    shape: &'static Shape,
    guess: usize,
}

impl<'de> DeserializeSeed<'de> for Name {
    type Value = Option<usize>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl Visitor<'_> for Name {
    type Value = Option<usize>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of a field")
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<Self::Value, E> {
        Ok(self.shape.position(name, self.guess))
    }
}

struct Optional<'a> {
    target: OptionMut<'a>,
    level: Level<'a>,
    path: &'a Path<'a>,
}

impl<'de> Visitor<'de> for Optional<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value or null")
    }

    fn visit_none<E: Error>(self) -> Result<(), E> {
        self.target.clear();
        Ok(())
    }

    fn visit_unit<E: Error>(self) -> Result<(), E> {
        self.visit_none()
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        Slot { target: self.target.make(), level: self.level, path: self.path }.deserialize(deserializer)
    }
}

struct List<'a> {
    target: ListMut<'a>,
    level: Level<'a>,
    path: &'a Path<'a>,
}

impl<'de> Visitor<'de> for List<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list")
    }

    fn visit_unit<E: Error>(mut self) -> Result<(), E> {
        self.target.clear();
        Ok(())
    }

    fn visit_none<E: Error>(self) -> Result<(), E> {
        self.visit_unit()
    }

    /// As in this crate's decoder, items are decoded into the existing items of a list.
    fn visit_seq<A: SeqAccess<'de>>(mut self, mut items: A) -> Result<(), A::Error> {
        let mut length = 0;
        while items.next_element_seed(Item { list: &mut self, index: length })?.is_some() {
            length += 1;
        }
        self.target.truncate(length);
        Ok(())
    }
}

/// An item that is created only if the list has another one.
struct Item<'a, 'b> {
    list: &'a mut List<'b>,
    index: usize,
}

impl<'de> DeserializeSeed<'de> for Item<'_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        let Item { list, index } = self;
        Slot { target: list.target.item(index), level: list.level, path: &list.path.index(index) }
            .deserialize(deserializer)
    }
}

struct Map<'a> {
    target: MapMut<'a>,
    level: Level<'a>,
    path: &'a Path<'a>,
}

impl<'de> Visitor<'de> for Map<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_unit<E: Error>(mut self) -> Result<(), E> {
        self.target.clear();
        Ok(())
    }

    fn visit_none<E: Error>(self) -> Result<(), E> {
        self.visit_unit()
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut entries: A) -> Result<(), A::Error> {
        let Map { level, path, .. } = self;
        self.target.make();
        let before = self.target.len();
        while let Some(target) = entries.next_key_seed(Key(&mut self.target))? {
            entries.next_value_seed(Slot { target, level, path })?;
        }
        level.unsorted.leave(&mut self.target, before);
        Ok(())
    }
}

/// A key for which an entry is appended.
struct Key<'a, 'b>(&'a mut MapMut<'b>);

impl<'de, 'a> DeserializeSeed<'de> for Key<'a, '_> {
    type Value = Mut<'a>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Mut<'a>, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl<'a> Visitor<'_> for Key<'a, '_> {
    type Value = Mut<'a>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a key")
    }

    fn visit_str<E: Error>(self, key: &str) -> Result<Mut<'a>, E> {
        Ok(self.0.append(key))
    }
}
