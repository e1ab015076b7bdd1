use std::fmt;

use ::serde::de::{DeserializeSeed, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use ::serde::{Deserialize, Deserializer};

use crate::field::{Bytes, Str};
use crate::reflect::{Message, Mut, StructMut, ViewMut};
use crate::wire::escape::write_string;
use crate::wire::float::write_json_float;
use crate::wire::raw::Raw;

/// Deserializes a struct by its table; unknown fields are passed over, `null` leaves a plain
/// field as it is.
///
/// # Errors
///
/// Those of the deserializer, and values of the wrong type.
pub fn deserialize<'de, T: Message, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    let mut value = T::default();
    deserializer.deserialize_map(Struct(StructMut::new(&mut value)))?;
    Ok(value)
}

/// A struct to be filled.
struct Struct<'a>(StructMut<'a>);

/// A value to be filled.
struct Slot<'a>(Mut<'a>);

impl<'de> Visitor<'de> for Struct<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.shape().name())
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut map: A) -> Result<(), A::Error> {
        let shape = self.0.shape();
        let mut guess = 0;
        while let Some(name) = map.next_key::<Name>()? {
            match shape.position(&name.0, guess) {
                Some(index) => {
                    map.next_value_seed(Slot(self.0.field(index)))?;
                    guess = index + 1;
                }
                None => drop(map.next_value::<IgnoredAny>()?),
            }
        }
        Ok(())
    }
}

/// A key; short ones take no heap.
struct Name(Str);

impl<'de> Deserialize<'de> for Name {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Text;

        impl Visitor<'_> for Text {
            type Value = Name;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Name, E> {
                Ok(Name(text.into()))
            }
        }

        deserializer.deserialize_str(Text)
    }
}

impl<'de> DeserializeSeed<'de> for Slot<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        match self.0.view() {
            ViewMut::Leaf(leaf) => {
                let json = Json::deserialize(deserializer)?.0;
                let raw = Raw::new(&json).ok_or_else(|| D::Error::custom("not a JSON value"))?;
                leaf.read_json(raw).map_err(D::Error::custom)
            }
            ViewMut::Option(option) => deserializer.deserialize_option(OptionVisitor(Some(option))),
            other => deserializer.deserialize_any(ViewVisitor(other)),
        }
    }
}

struct OptionVisitor<'a>(Option<crate::reflect::OptionMut<'a>>);

impl<'de> Visitor<'de> for OptionVisitor<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value or null")
    }

    fn visit_none<E: Error>(self) -> Result<(), E> {
        self.0.into_iter().for_each(crate::reflect::OptionMut::clear);
        Ok(())
    }

    fn visit_unit<E: Error>(self) -> Result<(), E> {
        self.visit_none()
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        match self.0 {
            Some(option) => Slot(option.make()).deserialize(deserializer),
            None => Ok(()),
        }
    }
}

struct ViewVisitor<'a>(ViewMut<'a>);

impl ViewVisitor<'_> {
    fn integer<E: Error>(self, number: i128) -> Result<(), E> {
        let out_of_range = || E::custom(format_args!("number {number} is out of range"));
        match self.0 {
            ViewMut::Int32(target) => *target = number.try_into().map_err(|_| out_of_range())?,
            ViewMut::Int64(target) => *target = number.try_into().map_err(|_| out_of_range())?,
            ViewMut::Double(target) => *target = number as f64,
            _ => return Err(E::custom(format_args!("unexpected number {number}"))),
        }
        Ok(())
    }
}

impl<'de> Visitor<'de> for ViewVisitor<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            ViewMut::Bool(_) => "a boolean",
            ViewMut::Int32(_) | ViewMut::Int64(_) => "an integer",
            ViewMut::Double(_) => "a number",
            ViewMut::Str(_) => "a string",
            ViewMut::Bytes(_) => "base64 text",
            ViewMut::List(_) => "a list",
            ViewMut::Struct(_) | ViewMut::Map(_) => "an object",
            ViewMut::Option(_) | ViewMut::Leaf(_) => "a value",
        })
    }

    fn visit_unit<E: Error>(self) -> Result<(), E> {
        match self.0 {
            ViewMut::List(mut target) => target.clear(),
            ViewMut::Map(mut target) => target.clear(),
            ViewMut::Bytes(target) => *target = Bytes::default(),
            _ => {}
        }
        Ok(())
    }

    fn visit_none<E: Error>(self) -> Result<(), E> {
        self.visit_unit()
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<(), E> {
        match self.0 {
            ViewMut::Bool(target) => *target = value,
            _ => return Err(E::custom(format_args!("unexpected boolean {value}"))),
        }
        Ok(())
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<(), E> {
        self.integer(number.into())
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<(), E> {
        self.integer(number.into())
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<(), E> {
        match self.0 {
            ViewMut::Double(target) => *target = number,
            _ => return Err(E::custom(format_args!("unexpected number {number}"))),
        }
        Ok(())
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<(), E> {
        match self.0 {
            ViewMut::Str(target) => *target = text.into(),
            ViewMut::Bytes(target) => *target = crate::wire::base64::decode(text).map_err(E::custom)?.into(),
            _ => return Err(E::custom(format_args!("unexpected string {text:?}"))),
        }
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<(), A::Error> {
        let ViewMut::List(mut list) = self.0 else {
            return Err(A::Error::custom("unexpected list"));
        };
        list.truncate(0);
        while seq.next_element_seed(NextItem(&mut list))?.is_some() {}
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<(), A::Error> {
        match self.0 {
            ViewMut::Struct(target) => Struct(target).visit_map(entries),
            ViewMut::Map(mut map) => {
                map.make();
                while let Some(Name(key)) = entries.next_key()? {
                    entries.next_value_seed(Slot(map.append(&key)))?;
                }
                Ok(())
            }
            _ => Err(A::Error::custom("unexpected object")),
        }
    }
}

/// The item behind the last one of a list.
struct NextItem<'a, 'b>(&'a mut crate::reflect::ListMut<'b>);

impl<'de> DeserializeSeed<'de> for NextItem<'_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        Slot(self.0.push()).deserialize(deserializer)
    }
}

/// Any value as JSON text, for leaves to read.
struct Json(String);

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(JsonVisitor)
    }
}

struct JsonVisitor;

fn json(write: impl FnOnce(&mut Vec<u8>)) -> Json {
    let mut out = Vec::new();
    write(&mut out);
    Json(String::from_utf8(out).expect("JSON is written from text"))
}

impl<'de> Visitor<'de> for JsonVisitor {
    type Value = Json;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_unit<E: Error>(self) -> Result<Json, E> {
        Ok(Json("null".into()))
    }

    fn visit_none<E: Error>(self) -> Result<Json, E> {
        self.visit_unit()
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Json, D::Error> {
        Json::deserialize(deserializer)
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Json, E> {
        Ok(Json(value.to_string()))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Json, E> {
        Ok(Json(value.to_string()))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Json, E> {
        Ok(Json(value.to_string()))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Json, E> {
        Ok(json(|out| write_json_float(out, value)))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Json, E> {
        Ok(json(|out| write_string(out, text)))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Json, A::Error> {
        let mut items = Vec::new();
        while let Some(Json(item)) = seq.next_element()? {
            items.push(item);
        }
        Ok(Json(format!("[{}]", items.join(","))))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Json, A::Error> {
        let mut members = Vec::new();
        while let Some((Name(name), Json(value))) = map.next_entry()? {
            members.push(json(|out| write_string(out, &name)).0 + ":" + &value);
        }
        Ok(Json(format!("{{{}}}", members.join(","))))
    }
}
