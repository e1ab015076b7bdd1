//! Deserialization of unions: structs of which exactly one field is set.

use std::fmt;

use ::serde::Deserializer;
use ::serde::de::value::{BoolDeserializer, MapAccessDeserializer, SeqAccessDeserializer};
use ::serde::de::{DeserializeSeed, Error, IgnoredAny, IntoDeserializer, MapAccess, SeqAccess, Visitor};

use super::{Level, Slot};
use crate::format::problem::Path;
use crate::reflect::{RawKind, StructMut};

/// A union to be filled. The kind of the value selects the field.
pub(super) struct Union<'a> {
    pub(super) target: StructMut<'a>,
    pub(super) level: Level<'a>,
    pub(super) path: &'a Path<'a>,
}

impl Union<'_> {
    /// Deserializes a value into the field for its kind.
    fn fill<'de, D: Deserializer<'de>>(self, kind: RawKind, value: D) -> Result<(), D::Error> {
        let Union { target, level, path } = self;
        match target.choose(kind).map_err(|kinds| refused(kind, &kinds))? {
            Some(target) => Slot { target, level, path }.deserialize(value),
            None => drop_value(value),
        }
    }

    /// Handles a kind of value for which no union has a field.
    fn nothing<E: Error>(self, kind: RawKind) -> Result<(), E> {
        self.target.choose(kind).map_err(|kinds| refused(kind, &kinds)).map(drop)
    }
}

fn refused<E: Error>(kind: RawKind, kinds: &str) -> E {
    E::custom(format_args!("expected {kinds}, found {}", kind.name()))
}

fn drop_value<'de, D: Deserializer<'de>>(value: D) -> Result<(), D::Error> {
    value.deserialize_ignored_any(IgnoredAny).map(drop)
}

impl<'de> Visitor<'de> for Union<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.target.shape().name())
    }

    fn visit_unit<E: Error>(self) -> Result<(), E> {
        self.nothing(RawKind::Null)
    }

    fn visit_none<E: Error>(self) -> Result<(), E> {
        self.visit_unit()
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<(), E> {
        let value: BoolDeserializer<E> = value.into_deserializer();
        self.fill(RawKind::Bool, value)
    }

    fn visit_i64<E: Error>(self, _: i64) -> Result<(), E> {
        self.nothing(RawKind::Number)
    }

    fn visit_u64<E: Error>(self, _: u64) -> Result<(), E> {
        self.nothing(RawKind::Number)
    }

    fn visit_f64<E: Error>(self, _: f64) -> Result<(), E> {
        self.nothing(RawKind::Number)
    }

    fn visit_str<E: Error>(self, _: &str) -> Result<(), E> {
        self.nothing(RawKind::String)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, items: A) -> Result<(), A::Error> {
        self.fill(RawKind::List, SeqAccessDeserializer::new(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, members: A) -> Result<(), A::Error> {
        self.fill(RawKind::Object, MapAccessDeserializer::new(members))
    }
}
