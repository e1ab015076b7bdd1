//! Enum variants: a name alone, or an object with one member.

use std::marker::PhantomData;

use ::serde::de::{DeserializeSeed, Deserializer, EnumAccess, Error as _, Unexpected, VariantAccess, Visitor};

use super::key::Key;
use super::node::Node;
use super::text::Text;
use crate::yaml::Error;

/// A variant without content.
pub(super) struct Unit<'v, 'de>(pub(super) Text<'v, 'de>);

impl<'de> EnumAccess<'de> for Unit<'_, 'de> {
    type Error = Error;
    type Variant = Nothing;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Nothing), Error> {
        Ok((seed.deserialize(Key(self.0))?, Nothing))
    }
}

/// The missing content of a unit variant.
pub(super) struct Nothing;

impl<'de> VariantAccess<'de> for Nothing {
    type Error = Error;

    fn unit_variant(self) -> Result<(), Error> {
        Ok(())
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, _: S) -> Result<S::Value, Error> {
        Err(Error::invalid_type(Unexpected::UnitVariant, &"newtype variant"))
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, _: V) -> Result<V::Value, Error> {
        Err(Error::invalid_type(Unexpected::UnitVariant, &"tuple variant"))
    }

    fn struct_variant<V: Visitor<'de>>(self, _: &'static [&'static str], _: V) -> Result<V::Value, Error> {
        Err(Error::invalid_type(Unexpected::UnitVariant, &"struct variant"))
    }
}

/// A variant with content, represented by the only member of an object.
pub(super) struct Variant<'v, 'de>(pub(super) Node<'v, 'de>);

impl<'de> EnumAccess<'de> for Variant<'_, 'de> {
    type Error = Error;
    type Variant = Self;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Self), Error> {
        Ok((self.0.read_name(seed)?, self))
    }
}

impl<'de> VariantAccess<'de> for Variant<'_, 'de> {
    type Error = Error;

    fn unit_variant(self) -> Result<(), Error> {
        self.0.read_member(PhantomData)
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, Error> {
        self.0.read_member(seed)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Error> {
        self.0.read_member(Tuple(visitor))
    }

    fn struct_variant<V: Visitor<'de>>(self, fields: &'static [&'static str], visitor: V) -> Result<V::Value, Error> {
        self.0.read_member(Struct(fields, visitor))
    }
}

/// A seed that deserializes a list.
struct Tuple<V>(V);

impl<'de, V: Visitor<'de>> DeserializeSeed<'de> for Tuple<V> {
    type Value = V::Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<V::Value, D::Error> {
        deserializer.deserialize_seq(self.0)
    }
}

/// A seed that deserializes a struct with these fields.
struct Struct<V>(&'static [&'static str], V);

impl<'de, V: Visitor<'de>> DeserializeSeed<'de> for Struct<V> {
    type Value = V::Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<V::Value, D::Error> {
        deserializer.deserialize_struct("", self.0, self.1)
    }
}
