//! serde formats that are not human-readable.

use std::fmt;

use apimachinery::serializer::json;
use ciborium::Value;
use serde::Deserialize;
use serde::de::value::{Error, MapDeserializer, StrDeserializer};
use serde::de::{Deserializer, Error as _, IntoDeserializer, Visitor};
use serde::forward_to_deserialize_any;

use super::everything::{Everything, everything};

#[test]
fn cbor_goes_in_and_out() {
    let value = everything();
    let mut bytes = Vec::new();
    ciborium::into_writer(&value, &mut bytes).expect("the value can be encoded as CBOR");
    let again: Everything = ciborium::from_reader(&*bytes).expect("written output can be read");
    assert_eq!(json::to_string(&again).expect("JSON"), json::to_string(&value).expect("JSON"));
}

#[test]
fn bytes_are_bytes() {
    let value = Value::serialized(&everything()).expect("the value can be encoded as CBOR");
    let members = value.as_map().expect("a struct is a map");
    let bytes = members.iter().find(|(name, _)| name.as_text() == Some("bytes")).expect("the bytes are set");
    assert_eq!(bytes.1.as_bytes().map(Vec::as_slice), Some(&b"hi"[..]));
}

/// A format without type information, like bincode or postcard.
#[derive(Clone, Copy)]
struct Mute;

impl<'de> Deserializer<'de> for Mute {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Error> {
        Err(Error::custom("this format does not describe itself"))
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let name: StrDeserializer<'_, Error> = "text".into_deserializer();
        visitor.visit_map(MapDeserializer::new([(name, Mute)].into_iter()))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct struct enum identifier ignored_any
    }
}

impl IntoDeserializer<'_, Error> for Mute {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

impl fmt::Debug for Mute {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Mute")
    }
}

#[test]
fn a_format_that_does_not_describe_itself_is_refused() {
    let error = Everything::deserialize(Mute).expect_err("the format cannot decode any value");
    assert_eq!(error.to_string(), "this format does not describe itself");
}
