use ::serde::ser::{
    Serialize, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
    SerializeTupleStruct, SerializeTupleVariant,
};

use super::json::Json;
use crate::wire::raw::Raw;
use crate::yaml::Error;

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
    pub(super) fn new(json: &'j mut Json, end: &'static [u8]) -> Self {
        Compound { json, end, is_first: true, is_raw: false }
    }

    /// Creates a compound for a struct whose only field is JSON text.
    pub(super) fn raw(json: &'j mut Json) -> Self {
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

impl SerializeSeq for Compound<'_> {
    type Ok = ();
    type Error = Error;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        self.item(value)
    }

    fn end(self) -> Result<(), Error> {
        self.close()
    }
}

impl SerializeTuple for Compound<'_> {
    type Ok = ();
    type Error = Error;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        self.item(value)
    }

    fn end(self) -> Result<(), Error> {
        self.close()
    }
}

impl SerializeTupleStruct for Compound<'_> {
    type Ok = ();
    type Error = Error;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        self.item(value)
    }

    fn end(self) -> Result<(), Error> {
        self.close()
    }
}

impl SerializeTupleVariant for Compound<'_> {
    type Ok = ();
    type Error = Error;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        self.item(value)
    }

    fn end(self) -> Result<(), Error> {
        self.close()
    }
}

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

impl SerializeStruct for Compound<'_> {
    type Ok = ();
    type Error = Error;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Result<(), Error> {
        self.member(key, value)
    }

    fn end(self) -> Result<(), Error> {
        self.close()
    }
}

impl SerializeStructVariant for Compound<'_> {
    type Ok = ();
    type Error = Error;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Result<(), Error> {
        self.member(key, value)
    }

    fn end(self) -> Result<(), Error> {
        self.close()
    }
}
