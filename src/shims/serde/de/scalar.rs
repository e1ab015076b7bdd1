//! Deserialization of scalars.

use std::fmt;

use ::serde::de::{Error, SeqAccess, Unexpected, Visitor};

use crate::field::{Bytes, Str};
use crate::reflect::ViewMut;
use crate::wire::base64;

/// A text to be filled. Separate from the other scalars, since most values are texts.
pub(super) struct Text<'a>(pub(super) &'a mut Str);

impl Visitor<'_> for Text<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string")
    }

    fn visit_unit<E: Error>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_none<E: Error>(self) -> Result<(), E> {
        self.visit_unit()
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<(), E> {
        self.0.set(text);
        Ok(())
    }

    fn visit_string<E: Error>(self, text: String) -> Result<(), E> {
        *self.0 = text.into();
        Ok(())
    }
}

/// A number, bool or byte field to be filled.
pub(super) struct Scalar<'a>(pub(super) ViewMut<'a>);

impl Scalar<'_> {
    /// Sets an integer. Returns `None` if the target does not support the number.
    fn set_integer(&mut self, number: i128) -> Option<()> {
        match &mut self.0 {
            ViewMut::Int32(target) => **target = number.try_into().ok()?,
            ViewMut::Int64(target) => **target = number.try_into().ok()?,
            ViewMut::Double(target) => **target = number as f64,
            _ => return None,
        }
        Some(())
    }

    fn set_bytes<E: Error>(self, bytes: Vec<u8>) -> Result<(), E> {
        match self.0 {
            ViewMut::Bytes(target) => *target = bytes.into(),
            _ => return Err(E::invalid_type(Unexpected::Bytes(&bytes), &self)),
        }
        Ok(())
    }
}

impl<'de> Visitor<'de> for Scalar<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            ViewMut::Bool(_) => "a boolean",
            ViewMut::Int32(_) => "a 32-bit integer",
            ViewMut::Int64(_) => "a 64-bit integer",
            ViewMut::Double(_) => "a number",
            ViewMut::Bytes(_) => "base64 text",
            // All other types are filled by their own visitors.
            _ => "a value",
        })
    }

    fn visit_unit<E: Error>(self) -> Result<(), E> {
        if let ViewMut::Bytes(target) = self.0 {
            *target = Bytes::default();
        }
        Ok(())
    }

    fn visit_none<E: Error>(self) -> Result<(), E> {
        self.visit_unit()
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<(), E> {
        match self.0 {
            ViewMut::Bool(target) => *target = value,
            _ => return Err(E::invalid_type(Unexpected::Bool(value), &self)),
        }
        Ok(())
    }

    fn visit_i64<E: Error>(mut self, number: i64) -> Result<(), E> {
        self.set_integer(number.into()).ok_or_else(|| E::invalid_value(Unexpected::Signed(number), &self))
    }

    fn visit_u64<E: Error>(mut self, number: u64) -> Result<(), E> {
        self.set_integer(number.into()).ok_or_else(|| E::invalid_value(Unexpected::Unsigned(number), &self))
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<(), E> {
        match self.0 {
            ViewMut::Double(target) => *target = number,
            _ => return Err(E::invalid_type(Unexpected::Float(number), &self)),
        }
        Ok(())
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<(), E> {
        match self.0 {
            ViewMut::Bytes(target) => *target = base64::decode(text).map_err(E::custom)?.into(),
            _ => return Err(E::invalid_type(Unexpected::Str(text), &self)),
        }
        Ok(())
    }

    /// Binary formats support bytes directly.
    fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<(), E> {
        self.set_bytes(bytes.to_vec())
    }

    fn visit_byte_buf<E: Error>(self, bytes: Vec<u8>) -> Result<(), E> {
        self.set_bytes(bytes)
    }

    /// Reads bytes from a list of numbers, as this crate's decoder does.
    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<(), A::Error> {
        if !matches!(self.0, ViewMut::Bytes(_)) {
            return Err(A::Error::invalid_type(Unexpected::Seq, &self));
        }
        let mut bytes = Vec::new();
        while let Some(byte) = items.next_element::<Option<u8>>()? {
            bytes.push(byte.unwrap_or_default());
        }
        self.set_bytes(bytes)
    }
}
