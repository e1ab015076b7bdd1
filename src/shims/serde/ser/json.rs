//! JSON text as a value of serde's data model.

use std::cell::Cell;

use ::serde::ser::{Error, SerializeMap, SerializeSeq};
use ::serde::{Serialize, Serializer};

use crate::format::MAX_TYPED_DEPTH;
use crate::wire::json::{Reader, SyntaxError};
use crate::wire::pull::Pull;
use crate::wire::raw::RawKind;

/// The value at the start of a text; how far it went is known once it was serialized, so that all
/// levels of a document are one pass over it.
pub(super) struct Json<'a> {
    text: &'a str,
    length: Cell<Option<usize>>,
    /// The lists and objects around it.
    depth: usize,
}

impl<'a> Json<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Json { text, length: Cell::new(None), depth: 0 }
    }

    /// The value inside that `reader` comes to. Serializers recurse, so they take fewer levels than
    /// our own writer.
    fn inside<E: Error>(&self, reader: &Reader<'_>) -> Result<Self, E> {
        let depth = self.depth + 1;
        if depth > MAX_TYPED_DEPTH {
            return Err(E::custom("exceeded max depth"));
        }
        Ok(Json { text: &self.text[reader.offset()..], length: Cell::new(None), depth })
    }

    /// Goes behind the value.
    fn pass(&self, reader: &mut Reader<'_>) -> Result<(), SyntaxError> {
        match self.length.get() {
            Some(length) => reader.advance(length),
            // Whoever was to serialize it did not look.
            None => drop(reader.raw()?),
        }
        Ok(())
    }

    fn list<S: Serializer>(&self, reader: &mut Reader<'a>, serializer: S) -> Result<S::Ok, S::Error> {
        let mut items = serializer.serialize_seq(None)?;
        let mut more = reader.begin_list().map_err(S::Error::custom)?;
        while more {
            let item = self.inside(reader)?;
            items.serialize_element(&item)?;
            item.pass(reader).map_err(S::Error::custom)?;
            more = reader.more_items().map_err(S::Error::custom)?;
        }
        items.end()
    }

    fn object<S: Serializer>(&self, reader: &mut Reader<'a>, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = serializer.serialize_map(None)?;
        let mut more = reader.begin_object().map_err(S::Error::custom)?;
        while more {
            let name = reader.name().map_err(S::Error::custom)?;
            let value = self.inside(reader)?;
            members.serialize_entry(&*name, &value)?;
            value.pass(reader).map_err(S::Error::custom)?;
            more = reader.more_members().map_err(S::Error::custom)?;
        }
        members.end()
    }
}

impl Serialize for Json<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut reader = Reader::new(self.text);
        let result = match reader.peek() {
            RawKind::Null => {
                reader.literal().map_err(S::Error::custom)?;
                serializer.serialize_none()
            }
            RawKind::Bool => serializer.serialize_bool(reader.literal().map_err(S::Error::custom)? == "true"),
            RawKind::String => serializer.serialize_str(&reader.string().map_err(S::Error::custom)?),
            RawKind::Number => number(reader.number().map_err(S::Error::custom)?, serializer),
            RawKind::List => self.list(&mut reader, serializer),
            RawKind::Object => self.object(&mut reader, serializer),
        };
        self.length.set(Some(reader.offset()));
        result
    }
}

/// The narrowest type that has the number.
fn number<S: Serializer>(text: &str, serializer: S) -> Result<S::Ok, S::Error> {
    if let Ok(number) = text.parse() {
        return serializer.serialize_i64(number);
    }
    if let Ok(number) = text.parse() {
        return serializer.serialize_u64(number);
    }
    match text.parse::<f64>() {
        Ok(number) if number.is_finite() => serializer.serialize_f64(number),
        _ => Err(S::Error::custom(format_args!("number {text} is out of range"))),
    }
}
