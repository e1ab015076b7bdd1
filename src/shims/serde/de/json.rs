//! Conversion of any value to JSON text.

use std::fmt;

use ::serde::Deserializer;
use ::serde::de::{DeserializeSeed, Error, MapAccess, SeqAccess, Unexpected, Visitor};

use crate::format::MAX_TYPED_DEPTH;
use crate::wire::escape::write_string;
use crate::wire::float::write_json_float;

/// The JSON text to which a value is appended.
pub(super) struct Json<'a> {
    out: &'a mut Vec<u8>,
    /// The number of enclosing lists and objects.
    depth: usize,
}

impl<'a> Json<'a> {
    pub(super) fn new(out: &'a mut Vec<u8>) -> Self {
        Json { out, depth: 0 }
    }

    /// Starts a list or an object. The depth is limited here, since not every format limits it.
    fn begin<E: Error>(&mut self, begin: u8) -> Result<(), E> {
        self.depth += 1;
        if self.depth > MAX_TYPED_DEPTH {
            return Err(E::custom("exceeded max depth"));
        }
        self.out.push(begin);
        Ok(())
    }

    /// Returns the destination of a child.
    fn inside(&mut self) -> Json<'_> {
        Json { out: self.out, depth: self.depth }
    }

    fn push<E>(self, text: &[u8]) -> Result<(), E> {
        self.out.extend_from_slice(text);
        Ok(())
    }

    /// Ends a list or an object, and replaces the comma after its last child.
    fn close<E>(self, end: u8) -> Result<(), E> {
        match self.out.last_mut() {
            Some(last @ b',') => *last = end,
            _ => self.out.push(end),
        }
        Ok(())
    }
}

impl<'de> DeserializeSeed<'de> for Json<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Json<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E: Error>(self) -> Result<(), E> {
        self.push(b"null")
    }

    fn visit_none<E: Error>(self) -> Result<(), E> {
        self.visit_unit()
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<(), E> {
        self.push(if value { b"true" } else { b"false" })
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<(), E> {
        self.push(itoa::Buffer::new().format(number).as_bytes())
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<(), E> {
        self.push(itoa::Buffer::new().format(number).as_bytes())
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<(), E> {
        if !number.is_finite() {
            return Err(E::invalid_value(Unexpected::Float(number), &self));
        }
        write_json_float(self.out, number);
        Ok(())
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<(), E> {
        write_string(self.out, text);
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut items: A) -> Result<(), A::Error> {
        self.begin(b'[')?;
        while items.next_element_seed(self.inside())?.is_some() {
            self.out.push(b',');
        }
        self.close(b']')
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut members: A) -> Result<(), A::Error> {
        self.begin(b'{')?;
        while members.next_key_seed(Name(self.out))?.is_some() {
            members.next_value_seed(self.inside())?;
            self.out.push(b',');
        }
        self.close(b'}')
    }
}

/// The JSON text to which the name of a member and its colon are appended.
struct Name<'a>(&'a mut Vec<u8>);

impl<'de> DeserializeSeed<'de> for Name<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl Visitor<'_> for Name<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of an object member")
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<(), E> {
        write_string(self.0, name);
        self.0.push(b':');
        Ok(())
    }
}
