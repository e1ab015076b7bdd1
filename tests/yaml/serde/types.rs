//! Types that use every part of serde's data model.

use std::collections::BTreeMap;
use std::fmt;

use serde::de::{Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Serialize};
use serde_json::Value;

#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub(crate) enum External {
    Unit,
    Newtype(u8),
    Tuple(u8, String),
    Struct { x: u8, z: String },
}

#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub(crate) enum Internal {
    Circle { radius: f64 },
    Square { side: Option<i32> },
}

#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(tag = "t", content = "c", rename_all = "lowercase")]
pub(crate) enum Adjacent {
    Circle { radius: f32 },
    None,
}

#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(untagged)]
pub(crate) enum Untagged {
    Circle { radius: u8 },
    Number(i64),
    List(Vec<Untagged>),
    Text(String),
    Nothing(()),
}

/// An enum whose variant names are map keys.
#[derive(Clone, Copy, Debug, Deserialize, Eq, Ord, PartialEq, PartialOrd, Serialize)]
pub(crate) enum Name {
    Unit,
    Other,
}

#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub(crate) struct Record {
    pub(crate) name: String,
    #[serde(default)]
    pub(crate) ports: Vec<u16>,
    pub(crate) mode: Option<u32>,
    pub(crate) ratio: Option<f64>,
    pub(crate) kind: Option<Internal>,
    #[serde(default)]
    pub(crate) labels: BTreeMap<String, Option<String>>,
    #[serde(flatten)]
    pub(crate) rest: BTreeMap<String, Value>,
}

#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Closed {
    pub(crate) name: String,
    pub(crate) ports: Option<Vec<u16>>,
}

#[derive(Clone, Debug, Deserialize, PartialEq)]
pub(crate) struct UnitStruct;

#[derive(Clone, Debug, Deserialize, PartialEq)]
pub(crate) struct Wrapped(pub(crate) i32);

#[derive(Clone, Debug, Deserialize, PartialEq)]
pub(crate) struct Pair(pub(crate) i8, pub(crate) String);

/// Bytes, read from text or from a list.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Bytes(pub(crate) Vec<u8>);

impl<'de> Deserialize<'de> for Bytes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_byte_buf(BytesVisitor)
    }
}

struct BytesVisitor;

impl<'de> Visitor<'de> for BytesVisitor {
    type Value = Bytes;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("bytes")
    }

    fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<Bytes, E> {
        Ok(Bytes(bytes.to_vec()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Bytes, A::Error> {
        let mut bytes = Vec::new();
        while let Some(byte) = items.next_element()? {
            bytes.push(byte);
        }
        Ok(Bytes(bytes))
    }
}

/// A type that reads only the first part of a list or an object.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct First(pub(crate) Option<Value>);

impl<'de> Deserialize<'de> for First {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(FirstVisitor)
    }
}

struct FirstVisitor;

impl<'de> Visitor<'de> for FirstVisitor {
    type Value = First;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list or an object")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<First, A::Error> {
        items.next_element().map(First)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<First, A::Error> {
        Ok(First(members.next_entry::<String, Value>()?.map(|(_, value)| value)))
    }
}

/// A type that ignores its value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Ignored;

impl<'de> Deserialize<'de> for Ignored {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        IgnoredAny::deserialize(deserializer).map(|_| Ignored)
    }
}

/// Calls a macro with the types that own their content.
macro_rules! each_type {
    ($call:ident) => {
        $call! {
            Value, bool, i8, i32, i64, i128, u8, u16, u64, u128, f32, f64, char, String, (), UnitStruct, Wrapped, Pair,
            Bytes, First, Ignored, Option<Option<bool>>, Vec<Option<bool>>, Vec<Value>, (u8, String), [u8; 3],
            BTreeMap<String, Value>, HashMap<u32, Value>, BTreeMap<i8, Value>, BTreeMap<i128, Value>,
            BTreeMap<u128, Value>, BTreeMap<char, Value>, BTreeMap<bool, u8>, BTreeMap<Name, u8>,
            BTreeMap<Option<u64>, Value>, External, Internal, Adjacent, Untagged, Vec<Untagged>, Vec<External>, Record,
            Closed, Box<Record>
        }
    };
}
pub(crate) use each_type;
