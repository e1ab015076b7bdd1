//! Serialization of any serde value as JSON text.
//!
//! serde_json cannot take its place, even with a `Formatter`: it writes infinities and NaN as `null` before a formatter
//! sees them. Here they are errors, as upstream.

use ::serde::ser::{
    Serialize, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
    SerializeTupleStruct, SerializeTupleVariant, Serializer,
};

use crate::go_yaml::value::Scalar;
use crate::go_yaml::{Error, go_syntax};
use crate::wire::escape::write_string;
use crate::wire::raw::Raw;

/// The structs that represent serde_json's `RawValue`, and its `Number` if a crate enables arbitrary precision. Their
/// only field has the same name as the struct and contains JSON.
pub(crate) const JSON_TEXT: &str = "$serde_json::private::RawValue";
const JSON_NUMBER: &str = "$serde_json::private::Number";

/// A serializer that appends JSON formatted like serde_json does. Values that JSON cannot represent are errors.
///
/// Characters that YAML forbids are escaped, so the text is also valid YAML.
#[derive(Default)]
pub(super) struct Json(pub(super) Vec<u8>);

impl Json {
    fn push(&mut self, text: &[u8]) -> Result<(), Error> {
        self.0.extend_from_slice(text);
        Ok(())
    }

    /// Serializes a value as a key. Numbers and bools are quoted.
    pub(super) fn key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Error> {
        let start = self.0.len();
        key.serialize(&mut *self)?;
        match self.0.get(start) {
            Some(b'"') => {}
            Some(b'-' | b'0'..=b'9' | b't' | b'f') => {
                self.0.insert(start, b'"');
                self.0.push(b'"');
            }
            _ => return Err(Error::new("unsupported key: expected text, a number or a bool")),
        }
        self.push(b":")
    }

    fn begin(&mut self, begin: u8, end: &'static [u8]) -> Compound<'_> {
        self.0.push(begin);
        Compound::new(self, end)
    }

    /// Starts the object with a single member that represents an enum variant.
    fn variant(&mut self, name: &'static str) -> Result<(), Error> {
        self.push(b"{")?;
        self.key(name)
    }

    fn float(&mut self, number: impl zmij::Float + Into<f64> + Copy) -> Result<(), Error> {
        let value: f64 = number.into();
        match value.is_finite() {
            true => self.push(zmij::Buffer::new().format_finite(number).as_bytes()),
            false => {
                let value = go_syntax::scalar(&Scalar::Float(value));
                Err(Error::new(format!("json: unsupported value: {value}")))
            }
        }
    }
}

/// Escapes the characters that YAML forbids, and NEL, which YAML would fold.
fn escape_forbidden(text: &str) -> String {
    let mut escaped = String::new();
    for character in text.chars() {
        match is_forbidden(character) {
            true => escaped.push_str(&format!("\\u{:04x}", u32::from(character))),
            false => escaped.push(character),
        }
    }
    escaped
}

/// Returns true if the text contains a byte with which forbidden characters start.
fn may_be_forbidden(text: &str) -> bool {
    // `fold` is vectorized, `any` is not.
    text.bytes().fold(false, |any, byte| any | matches!(byte, 0x7F | 0xC2 | 0xEF))
}

fn is_forbidden(character: char) -> bool {
    matches!(character, '\u{7F}'..='\u{9F}' | '\u{FFFE}' | '\u{FFFF}')
}

/// Implements methods for small integers by calling the method for 64 bits.
macro_rules! forward {
    ($($method:ident: $type:ty => $wide:ident;)*) => {
        $(fn $method(self, number: $type) -> Result<(), Error> {
            self.$wide(number.into())
        })*
    };
}

impl<'j> Serializer for &'j mut Json {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = Compound<'j>;
    type SerializeTuple = Compound<'j>;
    type SerializeTupleStruct = Compound<'j>;
    type SerializeTupleVariant = Compound<'j>;
    type SerializeMap = Compound<'j>;
    type SerializeStruct = Compound<'j>;
    type SerializeStructVariant = Compound<'j>;

    fn serialize_bool(self, value: bool) -> Result<(), Error> {
        self.push(if value { b"true" } else { b"false" })
    }

    fn serialize_i64(self, number: i64) -> Result<(), Error> {
        self.push(itoa::Buffer::new().format(number).as_bytes())
    }

    fn serialize_i128(self, number: i128) -> Result<(), Error> {
        match (i64::try_from(number), u64::try_from(number)) {
            (Ok(number), _) => self.serialize_i64(number),
            (_, Ok(number)) => self.serialize_u64(number),
            _ => Err(out_of_range(number)),
        }
    }

    forward! {
        serialize_i8: i8 => serialize_i64;
        serialize_i16: i16 => serialize_i64;
        serialize_i32: i32 => serialize_i64;
        serialize_u8: u8 => serialize_u64;
        serialize_u16: u16 => serialize_u64;
        serialize_u32: u32 => serialize_u64;
    }

    fn serialize_u64(self, number: u64) -> Result<(), Error> {
        self.push(itoa::Buffer::new().format(number).as_bytes())
    }

    fn serialize_u128(self, number: u128) -> Result<(), Error> {
        u64::try_from(number).map_err(|_| out_of_range(number)).and_then(|number| self.serialize_u64(number))
    }

    fn serialize_f32(self, number: f32) -> Result<(), Error> {
        self.float(number)
    }

    fn serialize_f64(self, number: f64) -> Result<(), Error> {
        self.float(number)
    }

    fn serialize_char(self, character: char) -> Result<(), Error> {
        self.serialize_str(character.encode_utf8(&mut [0; 4]))
    }

    fn serialize_str(self, text: &str) -> Result<(), Error> {
        let start = self.0.len();
        write_string(&mut self.0, text);
        if may_be_forbidden(text) && text.contains(is_forbidden) {
            let escaped = escape_forbidden(&String::from_utf8_lossy(&self.0[start..]));
            self.0.truncate(start);
            self.0.extend_from_slice(escaped.as_bytes());
        }
        Ok(())
    }

    fn serialize_bytes(self, bytes: &[u8]) -> Result<(), Error> {
        self.collect_seq(bytes)
    }

    fn serialize_none(self) -> Result<(), Error> {
        self.push(b"null")
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Error> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), Error> {
        self.push(b"null")
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<(), Error> {
        self.push(b"null")
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<(), Error> {
        self.serialize_str(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Result<(), Error> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<(), Error> {
        self.variant(variant)?;
        value.serialize(&mut *self)?;
        self.push(b"}")
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Compound<'j>, Error> {
        Ok(self.begin(b'[', b"]"))
    }

    fn serialize_tuple(self, _: usize) -> Result<Compound<'j>, Error> {
        Ok(self.begin(b'[', b"]"))
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Compound<'j>, Error> {
        Ok(self.begin(b'[', b"]"))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Compound<'j>, Error> {
        self.variant(variant)?;
        Ok(self.begin(b'[', b"]}"))
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Compound<'j>, Error> {
        Ok(self.begin(b'{', b"}"))
    }

    fn serialize_struct(self, name: &'static str, _: usize) -> Result<Compound<'j>, Error> {
        match name {
            JSON_TEXT | JSON_NUMBER => Ok(Compound::raw(self)),
            _ => Ok(self.begin(b'{', b"}")),
        }
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Compound<'j>, Error> {
        self.variant(variant)?;
        Ok(self.begin(b'{', b"}}"))
    }
}

fn out_of_range(number: impl std::fmt::Display) -> Error {
    Error::new(format!("integer {number} exceeds 64 bits and would become a float"))
}

/// A list or object under construction.
pub(super) struct Compound<'j> {
    json: &'j mut Json,
    /// The text that closes it and the enclosing variant.
    end: &'static [u8],
    is_first: bool,
    /// True if it represents a text that already is JSON, rather than an object.
    is_raw: bool,
}

impl<'j> Compound<'j> {
    fn new(json: &'j mut Json, end: &'static [u8]) -> Self {
        Compound { json, end, is_first: true, is_raw: false }
    }

    /// Creates a compound for a struct whose only field is JSON text.
    fn raw(json: &'j mut Json) -> Self {
        Compound { json, end: b"", is_first: true, is_raw: true }
    }

    fn separate(&mut self) {
        if !std::mem::take(&mut self.is_first) {
            self.json.0.push(b',');
        }
    }

    fn item<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        self.separate();
        value.serialize(&mut *self.json)
    }

    fn member<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Result<(), Error> {
        if self.is_raw {
            return self.text(value);
        }
        self.separate();
        self.json.key(key)?;
        value.serialize(&mut *self.json)
    }

    /// Appends the content of a text that is JSON.
    fn text<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        let mut quoted = Json::default();
        value.serialize(&mut quoted)?;
        let text = std::str::from_utf8(&quoted.0).ok().and_then(|text| Raw::new(text)?.as_str());
        self.json.0.extend_from_slice(text.unwrap_or_default().as_bytes());
        Ok(())
    }

    fn close(self) -> Result<(), Error> {
        self.json.0.extend_from_slice(self.end);
        Ok(())
    }
}

/// Implements a trait for compounds, whose method for a child calls a method of [`Compound`].
macro_rules! compound {
    ($trait:ident: $method:ident($($key:ident: $type:ty)?) => $child:ident) => {
        impl $trait for Compound<'_> {
            type Ok = ();
            type Error = Error;

            fn $method<T: Serialize + ?Sized>(&mut self, $($key: $type,)? value: &T) -> Result<(), Error> {
                self.$child($($key,)? value)
            }

            fn end(self) -> Result<(), Error> {
                self.close()
            }
        }
    };
}

compound!(SerializeSeq: serialize_element() => item);
compound!(SerializeTuple: serialize_element() => item);
compound!(SerializeTupleStruct: serialize_field() => item);
compound!(SerializeTupleVariant: serialize_field() => item);
compound!(SerializeStruct: serialize_field(key: &'static str) => member);
compound!(SerializeStructVariant: serialize_field(key: &'static str) => member);

impl SerializeMap for Compound<'_> {
    type Ok = ();
    type Error = Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Error> {
        self.separate();
        self.json.key(key)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        value.serialize(&mut *self.json)
    }

    fn end(self) -> Result<(), Error> {
        self.close()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_forbidden_character_is_seen_by_its_first_byte() {
        for character in '\0'..=char::MAX {
            assert!(may_be_forbidden(character.encode_utf8(&mut [0; 4])) || !is_forbidden(character), "{character:?}");
        }
        assert!(!may_be_forbidden("é\u{1f600}~"));
    }
}
