//! Deserialization of values.

use std::marker::PhantomData;
use std::ops::Range;

use ::serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error as _, MapAccess, SeqAccess, Unexpected, VariantAccess, Visitor,
};

use super::key::{Key, UnitVariant};
use super::scalar::{Number, Text, deserialize_numbers, number_text};
use crate::go_yaml::Error;
use crate::go_yaml::value::{Scalar, Value, ValueIndex, Values};
use crate::wire::mark::Mark;

/// The number of levels of lists and objects allowed in a typed value, the same as in serde_json. Visitors recurse, and
/// some use much of the stack.
const MAX_LEVELS: usize = 127;

/// A value of a document, deserialized like serde_json deserializes the document's JSON.
#[derive(Clone, Copy)]
pub(super) struct Node<'v, 'de> {
    values: &'v Values<'v>,
    /// The source text, or an empty string if it does not live long enough for borrowing.
    source: &'de str,
    place: ValueIndex,
    /// The number of enclosing lists and objects.
    level: usize,
}

impl<'v, 'de> Node<'v, 'de> {
    /// Returns the whole document.
    pub(super) fn root(values: &'v Values<'v>, source: &'de str) -> Self {
        Node { values, source, place: values.root(), level: 0 }
    }

    /// Returns a child of this value.
    pub(super) fn part(self, place: ValueIndex) -> Self {
        Node { place, level: self.level + 1, ..self }
    }

    /// Returns the name of this member of an object.
    fn name(self) -> Text<'v, 'de> {
        let name = match self.place {
            ValueIndex::Entry(index) => Text::of(&self.values.entries[index].key, self.source),
            ValueIndex::Item(_) => None,
        };
        name.unwrap_or(Text::Borrowed(""))
    }

    fn value(self) -> &'v Value<'v> {
        self.values.at(self.place)
    }

    fn mark(self) -> Mark {
        match self.place {
            ValueIndex::Item(index) => self.values.items[index].mark,
            ValueIndex::Entry(index) => self.values.entries[index].mark,
        }
    }

    fn text(self) -> Option<Text<'v, 'de>> {
        if let Value::Scalar(scalar) = self.value() { Text::of(scalar, self.source) } else { None }
    }

    fn number(self) -> Option<Number> {
        if let Value::Scalar(scalar) = self.value() { Number::of(scalar) } else { None }
    }

    /// Deserializes this value with `seed`. Errors get this value's position unless a child already set one.
    pub(super) fn read<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, Error> {
        seed.deserialize(self).map_err(|error| error.of_value(self.mark()))
    }

    /// Deserializes this member with `seed`, and adds its name to the path of errors.
    pub(super) fn read_member<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, Error> {
        self.read(seed).map_err(|error| error.within(self.name().as_str()))
    }

    /// Deserializes the name of this member with `seed`.
    pub(super) fn read_name<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, Error> {
        let mark = match self.place {
            ValueIndex::Entry(index) => self.values.entries[index].key_mark,
            ValueIndex::Item(_) => self.mark(),
        };
        seed.deserialize(Key(self.name())).map_err(|error| error.of_value(mark))
    }

    fn visit_list<V: Visitor<'de>>(self, range: &Range<usize>, visitor: V) -> Result<V::Value, Error> {
        self.enter()?;
        let mut items = Items::new(self, range.clone());
        let value = visitor.visit_seq(&mut items)?;
        items.finish().map(|()| value)
    }

    fn visit_object<V: Visitor<'de>>(self, range: &Range<usize>, visitor: V) -> Result<V::Value, Error> {
        self.enter()?;
        let mut members = Members::new(self, range.clone());
        let value = visitor.visit_map(&mut members)?;
        members.finish().map(|()| value)
    }

    fn enter(self) -> Result<(), Error> {
        match self.level {
            MAX_LEVELS.. => Err(Error::custom("recursion limit exceeded")),
            _ => Ok(()),
        }
    }

    /// Returns the error for a value of another type than the visitor expects.
    fn unexpected<T>(self, visitor: &impl Visitor<'de>) -> Result<T, Error> {
        let text = self.text();
        let unexpected = match self.value() {
            Value::List(_) => Unexpected::Seq,
            Value::Map(_) => Unexpected::Map,
            Value::Scalar(Scalar::Bool(value)) => Unexpected::Bool(*value),
            Value::Scalar(_) => match (&text, self.number()) {
                (Some(text), _) => text.unexpected(),
                (None, Some(number)) => number.unexpected(),
                (None, None) => Unexpected::Unit,
            },
        };
        Err(Error::invalid_type(unexpected, visitor))
    }

    fn deserialize_number<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.number() {
            Some(number) => number.visit(visitor),
            None => self.unexpected(&visitor),
        }
    }

    /// Returns this number as an integer of any size, parsed from its digits.
    fn integer<N: std::str::FromStr>(self) -> Option<N> {
        match self.value() {
            Value::Scalar(number @ (Scalar::Int(_) | Scalar::Uint(_) | Scalar::Float(_))) => {
                number_text(number).parse().ok()
            }
            _ => None,
        }
    }

    fn deserialize_null<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.value() {
            Value::Scalar(Scalar::Null) => visitor.visit_unit(),
            _ => self.unexpected(&visitor),
        }
    }
}

impl<'de> Deserializer<'de> for Node<'_, 'de> {
    type Error = Error;

    deserialize_numbers!(deserialize_number);

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.value() {
            Value::List(range) => self.visit_list(range, visitor),
            Value::Map(range) => self.visit_object(range, visitor),
            Value::Scalar(Scalar::Null) => visitor.visit_unit(),
            Value::Scalar(Scalar::Bool(value)) => visitor.visit_bool(*value),
            Value::Scalar(Scalar::Text(_) | Scalar::Bytes(_)) => self.deserialize_str(visitor),
            Value::Scalar(_) => self.deserialize_number(visitor),
        }
    }

    fn deserialize_i128<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.integer() {
            Some(number) => visitor.visit_i128(number),
            None => self.unexpected(&visitor),
        }
    }

    fn deserialize_u128<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.integer() {
            Some(number) => visitor.visit_u128(number),
            None => self.unexpected(&visitor),
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.value() {
            Value::Scalar(Scalar::Bool(value)) => visitor.visit_bool(*value),
            _ => self.unexpected(&visitor),
        }
    }

    fn deserialize_char<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_str(visitor)
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.text() {
            Some(text) => text.visit(visitor),
            None => self.unexpected(&visitor),
        }
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_str(visitor)
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.text() {
            Some(text) => text.visit_bytes(visitor),
            None => self.deserialize_seq(visitor),
        }
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_bytes(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.value() {
            Value::Scalar(Scalar::Null) => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_null(visitor)
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_null(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.value() {
            Value::List(range) => self.visit_list(range, visitor),
            _ => self.unexpected(&visitor),
        }
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: usize,
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.value() {
            Value::Map(range) => self.visit_object(range, visitor),
            _ => self.unexpected(&visitor),
        }
    }

    /// A struct can also be read from a list that contains its fields in order.
    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        match self.value() {
            Value::List(range) => self.visit_list(range, visitor),
            _ => self.deserialize_map(visitor),
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        match (self.value(), self.text()) {
            (_, Some(text)) => visitor.visit_enum(UnitVariant(text)),
            (Value::Map(range), None) if range.len() == 1 => {
                self.enter()?;
                visitor.visit_enum(Variant(self.part(ValueIndex::Entry(range.start))))
            }
            (Value::Map(_), None) => {
                Err(Error::invalid_value(Unexpected::Map, &"an enum variant: an object with one member"))
            }
            _ => self.unexpected(&visitor),
        }
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_str(visitor)
    }

    /// Ignored content was already checked when the document was decoded, so nothing recurses here.
    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_unit()
    }
}

/// The remaining items of a list.
pub(super) struct Items<'v, 'de> {
    list: Node<'v, 'de>,
    rest: Range<usize>,
    taken: usize,
}

impl<'v, 'de> Items<'v, 'de> {
    pub(super) fn new(list: Node<'v, 'de>, rest: Range<usize>) -> Self {
        Items { list, rest, taken: 0 }
    }

    /// Returns an error if the visitor left items unread.
    pub(super) fn finish(self) -> Result<(), Error> {
        left(self.taken, self.rest.len(), "items")
    }
}

impl<'de> SeqAccess<'de> for Items<'_, 'de> {
    type Error = Error;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Error> {
        let Some(index) = self.rest.next() else { return Ok(None) };
        let number = self.taken;
        self.taken += 1;
        let item = self.list.part(ValueIndex::Item(index)).read(seed);
        item.map(Some).map_err(|error| error.within(&format!("[{number}]")))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.rest.len())
    }
}

/// The remaining members of an object.
pub(super) struct Members<'v, 'de> {
    object: Node<'v, 'de>,
    rest: Range<usize>,
    taken: usize,
}

impl<'v, 'de> Members<'v, 'de> {
    pub(super) fn new(object: Node<'v, 'de>, rest: Range<usize>) -> Self {
        Members { object, rest, taken: 0 }
    }

    /// Returns an error if the visitor left members unread.
    pub(super) fn finish(self) -> Result<(), Error> {
        left(self.taken, self.rest.len(), "members")
    }

    /// Returns the member whose key or value is read next.
    fn member(&self) -> Node<'v, 'de> {
        self.object.part(ValueIndex::Entry(self.rest.start))
    }
}

impl<'de> MapAccess<'de> for Members<'_, 'de> {
    type Error = Error;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Error> {
        match self.rest.is_empty() {
            true => Ok(None),
            false => self.member().read_name(seed).map(Some),
        }
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Error> {
        let member = self.member();
        self.rest.start += 1;
        self.taken += 1;
        member.read_member(seed)
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.rest.len())
    }
}

/// Returns the error for a visitor that reads fewer children than there are.
fn left(taken: usize, left: usize, what: &str) -> Result<(), Error> {
    match left {
        0 => Ok(()),
        _ => Err(Error::invalid_length(taken + left, &format!("{taken} {what}").as_str())),
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
