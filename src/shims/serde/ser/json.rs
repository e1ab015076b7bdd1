//! Serialization of JSON text as a value of serde's data model.

use std::cell::Cell;

use ::serde::ser::{Error, SerializeMap, SerializeSeq};
use ::serde::{Serialize, Serializer};

use crate::format::MAX_TYPED_DEPTH;
use crate::wire::json::{Reader, SyntaxError};
use crate::wire::pull::Pull;
use crate::wire::raw::RawKind;

/// A text that contains exactly one JSON value.
pub(super) struct Document<'a> {
    text: &'a str,
    /// A buffer for strings that the text does not contain unescaped.
    unescaped: Cell<Vec<u8>>,
}

impl<'a> Document<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Document { text, unescaped: Cell::default() }
    }

    /// Returns the value.
    pub(super) fn value(&self) -> Json<'_> {
        Json { document: self, start: 0, end: Cell::default(), depth: 0 }
    }

    /// Calls `then` with the next string.
    #[inline]
    fn string<T, E: Error>(&self, reader: &mut Reader<'_>, then: impl FnOnce(&str) -> Result<T, E>) -> Result<T, E> {
        match reader.plain_string() {
            Some(text) => then(text),
            None => {
                let mut unescaped = self.unescaped.take();
                let result = then(&reader.string_in(&mut unescaped).map_err(E::custom)?);
                self.unescaped.set(unescaped);
                result
            }
        }
    }
}

/// A value in a document. Its end is recorded when it is serialized, so that all levels of the document are serialized
/// in a single pass.
pub(super) struct Json<'a> {
    document: &'a Document<'a>,
    start: usize,
    end: Cell<Option<usize>>,
    /// The number of enclosing lists and objects.
    depth: usize,
}

impl Json<'_> {
    /// Returns the child at the position of `reader`. Serializers recurse, so fewer levels are allowed than when
    /// writing JSON.
    #[inline]
    fn inside<E: Error>(&self, reader: &Reader<'_>) -> Result<Self, E> {
        let depth = self.depth + 1;
        if depth > MAX_TYPED_DEPTH {
            return Err(E::custom("exceeded max depth"));
        }
        Ok(Json { start: reader.offset(), end: Cell::default(), depth, ..*self })
    }

    /// Moves `reader` past the value.
    #[inline]
    fn pass(&self, reader: &mut Reader<'_>) -> Result<(), SyntaxError> {
        match self.end.get() {
            Some(end) => reader.advance(end - self.start),
            // The serializer ignored the value, so its end is not known yet.
            None => drop(reader.raw()?),
        }
        Ok(())
    }

    fn list<S: Serializer>(&self, reader: &mut Reader<'_>, serializer: S) -> Result<S::Ok, S::Error> {
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

    #[inline]
    fn object<S: Serializer>(&self, reader: &mut Reader<'_>, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = serializer.serialize_map(None)?;
        let mut more = reader.begin_object().map_err(S::Error::custom)?;
        while more {
            reader.expect_name().map_err(S::Error::custom)?;
            self.document.string(reader, |name| members.serialize_key(name))?;
            reader.expect(b':', "after object key").map_err(S::Error::custom)?;
            let value = self.inside(reader)?;
            members.serialize_value(&value)?;
            value.pass(reader).map_err(S::Error::custom)?;
            more = reader.more_members().map_err(S::Error::custom)?;
        }
        members.end()
    }
}

impl Serialize for Json<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut reader = Reader::new(self.document.text);
        reader.advance(self.start);
        let result = match reader.peek() {
            RawKind::Null => {
                reader.literal().map_err(S::Error::custom)?;
                serializer.serialize_none()
            }
            RawKind::Bool => serializer.serialize_bool(reader.literal().map_err(S::Error::custom)? == "true"),
            RawKind::String => self.document.string(&mut reader, |text| serializer.serialize_str(text)),
            RawKind::Number => number(reader.number().map_err(S::Error::custom)?, serializer),
            RawKind::List => self.list(&mut reader, serializer),
            RawKind::Object => self.object(&mut reader, serializer),
        };
        self.end.set(Some(reader.offset()));
        result
    }
}

/// Serializes a number in the narrowest type that can represent it.
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
