//! Deserialization of keys, and of enum variants that are only a name.

use ::serde::de::{DeserializeSeed, Deserializer, EnumAccess, Error as _, Unexpected, VariantAccess, Visitor};
use ::serde::forward_to_deserialize_any;

use super::scalar::{Number, Text, deserialize_numbers};
use crate::go_yaml::Error;

/// A key: text, which can also be read as the number or bool that it spells.
pub(super) struct Key<'v, 'de>(pub(super) Text<'v, 'de>);

impl<'de> Key<'_, 'de> {
    fn number<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match Number::parse(self.0.as_str()) {
            Some(number) => number.visit(visitor),
            None => Err(Error::invalid_value(self.0.unexpected(), &"a number in quotes")),
        }
    }

    fn integer<V: Visitor<'de>, N: std::str::FromStr>(
        self,
        visitor: V,
        visit: impl FnOnce(V, N) -> Result<V::Value, Error>,
    ) -> Result<V::Value, Error> {
        let number = Number::parse(self.0.as_str()).and_then(|_| self.0.as_str().parse().ok());
        match number {
            Some(number) => visit(visitor, number),
            None => Err(Error::invalid_value(self.0.unexpected(), &visitor)),
        }
    }
}

impl<'de> Deserializer<'de> for Key<'_, 'de> {
    type Error = Error;

    deserialize_numbers!(number);

    forward_to_deserialize_any! {
        char str string unit unit_struct seq tuple tuple_struct map struct identifier ignored_any
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.0.visit(visitor)
    }

    fn deserialize_i128<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.integer(visitor, V::visit_i128)
    }

    fn deserialize_u128<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.integer(visitor, V::visit_u128)
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0.as_str() {
            "true" => visitor.visit_bool(true),
            "false" => visitor.visit_bool(false),
            _ => Err(Error::invalid_type(self.0.unexpected(), &visitor)),
        }
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.0.visit_bytes(visitor)
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.0.visit_bytes(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_enum(UnitVariant(self.0))
    }
}

/// A variant without content.
pub(super) struct UnitVariant<'v, 'de>(pub(super) Text<'v, 'de>);

impl<'de> EnumAccess<'de> for UnitVariant<'_, 'de> {
    type Error = Error;
    type Variant = NoContent;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, NoContent), Error> {
        Ok((seed.deserialize(Key(self.0))?, NoContent))
    }
}

/// The missing content of a unit variant.
pub(super) struct NoContent;

impl<'de> VariantAccess<'de> for NoContent {
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
