use std::any::Any;
use std::fmt;

use super::Mut;
use super::untyped::parse;
use crate::field::value::{Walk, from_cbor, to_cbor, write};
use crate::field::{Bytes, Value};
use crate::wire::cbor::Reader as CborReader;
use crate::wire::{ProtoReader, ProtoWriter, Raw, WireError, varint_length};

/// A type with its own encoding in JSON and Protobuf, such as a time or a quantity: the counterpart of a Go type with
/// `json.Marshaler` and a hand-written message.
///
/// `message! { leaf Name }` makes it usable as the type of fields.
///
/// ```
/// use apimachinery::reflect::{Leaf, ProtoReader, ProtoWriter, Raw, WireError};
///
/// #[derive(Clone, Debug, Default, PartialEq)]
/// struct Celsius(i64);
///
/// impl Leaf for Celsius {
///     fn is_zero(&self) -> bool {
///         self.0 == 0
///     }
///     fn write_json(&self, out: &mut Vec<u8>) -> Result<(), String> {
///         out.extend_from_slice(format!("\"{}C\"", self.0).as_bytes());
///         Ok(())
///     }
///     fn read_json(&mut self, raw: Raw<'_>) -> Result<(), String> {
///         let text = raw.as_str().ok_or("a temperature is a text")?;
///         let degrees = text.strip_suffix('C').ok_or("a temperature ends in C")?;
///         self.0 = degrees.parse().map_err(|_| "not a number of degrees")?;
///         Ok(())
///     }
///     fn write_proto(&self, writer: &mut ProtoWriter) {
///         writer.varint(1, self.0 as u64);
///     }
///     fn merge_proto(&mut self, mut reader: ProtoReader<'_>) -> Result<(), WireError> {
///         while let Some((number, wire)) = reader.tag()? {
///             match number {
///                 1 => self.0 = reader.varint()? as i64,
///                 _ => reader.skip(wire)?,
///             }
///         }
///         Ok(())
///     }
/// }
///
/// apimachinery::message! { leaf Celsius }
///
/// #[derive(Clone, Default, PartialEq)]
/// struct Room {
///     warmth: Celsius,
/// }
///
/// apimachinery::message! {
///     Room {
///         warmth => "warmth", 1, Never;
///     }
/// }
///
/// let room: Room = apimachinery::serializer::json::from_str(r#"{"warmth":"21C"}"#).unwrap();
/// assert_eq!(room.warmth, Celsius(21));
/// ```
pub trait Leaf: Any + fmt::Debug + Send + Sync {
    /// Returns true for the zero value, as Go's `IsZero` does. A field with `omitzero` is then omitted; `omitempty`
    /// never omits a leaf.
    fn is_zero(&self) -> bool;

    /// Appends the value as compact JSON.
    ///
    /// # Errors
    ///
    /// Returns an error if JSON cannot represent the value, such as raw bytes that are not JSON.
    fn write_json(&self, out: &mut Vec<u8>) -> Result<(), String>;

    /// Sets the value from JSON, including `null`.
    ///
    /// # Errors
    ///
    /// Returns a text that describes the problem. The caller adds path and position.
    fn read_json(&mut self, raw: Raw<'_>) -> Result<(), String>;

    /// Returns true if the leaf contains a JSON value of unknown type. Decoders then build the value from the document
    /// and pass it to [`Leaf::set_value`], so that they find duplicate names inside.
    ///
    /// ```
    /// use apimachinery::meta::{Quantity, Unstructured, Value};
    /// use apimachinery::reflect::Leaf;
    ///
    /// assert!(Value::Null.is_untyped() && Unstructured::default().is_untyped());
    /// assert!(!Quantity::default().is_untyped());
    /// ```
    fn is_untyped(&self) -> bool {
        false
    }

    /// Sets the value from any JSON value, including `null`. Only called if [`Leaf::is_untyped`] returns true.
    ///
    /// ```
    /// use apimachinery::meta::{Unstructured, Value};
    /// use apimachinery::reflect::Leaf;
    ///
    /// let mut object = Unstructured::default();
    /// object.set_value(Value::from([("kind", "Gadget".into())]))?;
    /// assert_eq!(object.kind(), "Gadget");
    /// assert_eq!(object.set_value(1.into()).unwrap_err(), "expected object, found number");
    /// # Ok::<(), String>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Same as [`Leaf::read_json`].
    fn set_value(&mut self, _value: Value) -> Result<(), String> {
        Err("the type has no untyped values".to_string())
    }

    /// Sets the value from a well-formed CBOR item, without preceding tags 55799. The default implementation decodes
    /// the item as an untyped value and reads its JSON, as upstream does for types without CBOR functions.
    ///
    /// ```
    /// use apimachinery::meta::Duration;
    /// use apimachinery::reflect::Leaf;
    ///
    /// let mut timeout = Duration::default();
    /// timeout.read_cbor(b"\x425s")?;
    /// assert_eq!(timeout.to_string(), "5s");
    /// # Ok::<(), String>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Same as [`Leaf::read_json`].
    fn read_cbor(&mut self, item: &[u8]) -> Result<(), String> {
        let value = from_cbor(&mut CborReader::new(item), None).map_err(|fault| fault.to_string())?;
        if self.is_untyped() {
            return self.set_value(value);
        }
        let mut json = Vec::new();
        write(&mut json, Walk::new(&value))?;
        let text = String::from_utf8(json).map_err(|error| error.to_string())?;
        self.read_json(Raw::checked(&text))
    }

    /// Appends the value as one CBOR item. The default implementation converts the JSON of the value, in which numbers
    /// without point and exponent are integers.
    ///
    /// ```
    /// use apimachinery::meta::Duration;
    /// use apimachinery::reflect::Leaf;
    ///
    /// let mut item = Vec::new();
    /// Duration::from_nanos(5_000_000_000).write_cbor(&mut item)?;
    /// assert_eq!(item, b"\x425s");
    /// # Ok::<(), String>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Same as [`Leaf::write_json`].
    fn write_cbor(&self, out: &mut Vec<u8>) -> Result<(), String> {
        let mut json = Vec::new();
        self.write_json(&mut json)?;
        let raw = std::str::from_utf8(&json).ok().and_then(Raw::new).ok_or("the value is not JSON")?;
        to_cbor(out, &parse(raw)?)
    }

    /// Converts raw CBOR in the value to JSON. Decoders call it at the end of a document whose raw values are to be
    /// JSON. The default implementation does nothing, because only few types store raw values.
    ///
    /// ```
    /// use apimachinery::meta::RawExtension;
    /// use apimachinery::reflect::Leaf;
    ///
    /// let mut raw = RawExtension::default();
    /// raw.read_cbor(b"\xa1\x41a\x01")?;
    /// assert_eq!(*raw.raw, *b"\xd9\xd9\xf7\xa1\x41a\x01");
    /// raw.raw_cbor_to_json()?;
    /// assert_eq!(*raw.raw, *br#"{"a":1}"#);
    /// # Ok::<(), String>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if JSON cannot represent the value.
    fn raw_cbor_to_json(&mut self) -> Result<(), String> {
        Ok(())
    }

    /// Returns the place for raw JSON, for types that store some. A decoder that converts raw CBOR to JSON writes the
    /// JSON of a plain map there directly, and then calls neither [`Leaf::read_cbor`] nor [`Leaf::raw_cbor_to_json`].
    ///
    /// ```
    /// use apimachinery::meta::{Quantity, RawExtension};
    /// use apimachinery::reflect::Leaf;
    ///
    /// let mut raw = RawExtension::default();
    /// *raw.raw_json().expect("a place") = "{}".into();
    /// assert_eq!(raw, RawExtension::from("{}"));
    /// assert!(Quantity::default().raw_json().is_none());
    /// ```
    fn raw_json(&mut self) -> Option<&mut Bytes> {
        None
    }

    /// Returns the value that a CBOR decoder reads instead of this one, for types that have special rules only in other
    /// formats. The decoder then does not call [`Leaf::read_cbor`].
    ///
    /// ```
    /// use apimachinery::meta::{Quantity, StringList};
    /// use apimachinery::reflect::{Leaf, ViewMut};
    ///
    /// let mut verbs = StringList::default();
    /// assert!(matches!(verbs.cbor_place().expect("a list").view(), ViewMut::List(_)));
    /// assert!(Quantity::default().cbor_place().is_none());
    /// ```
    fn cbor_place(&mut self) -> Option<Mut<'_>> {
        None
    }

    /// Compares two values like upstream's semantic equality, which ignores differences of representation. The default
    /// implementation compares their JSON.
    fn semantic_eq(&self, other: &dyn Leaf) -> bool {
        let (mut a, mut b) = (Vec::new(), Vec::new());
        self.write_json(&mut a).is_ok() && other.write_json(&mut b).is_ok() && a == b
    }

    /// Writes the fields of the value's message by descending number. A value that Protobuf cannot represent calls
    /// [`ProtoWriter::fail`].
    fn write_proto(&self, writer: &mut ProtoWriter);

    /// Returns the bytes in field 1 of the value's message, for types without other fields. An encoder then need not
    /// call [`Leaf::write_proto`], and copies large values only once.
    ///
    /// ```
    /// use apimachinery::meta::{FieldsV1, Quantity};
    /// use apimachinery::reflect::Leaf;
    ///
    /// let fields = FieldsV1 { raw: "{}".into() };
    /// assert_eq!(fields.proto_bytes().map(|bytes| &**bytes), Some(&b"{}"[..]));
    /// assert!(FieldsV1::default().proto_bytes().is_none() && Quantity::default().proto_bytes().is_none());
    /// ```
    fn proto_bytes(&self) -> Option<&Bytes> {
        None
    }

    /// Returns the length of the value's message, if it is known without writing the message.
    ///
    /// ```
    /// use apimachinery::meta::{Duration, Time};
    /// use apimachinery::reflect::{Leaf, ProtoWriter};
    ///
    /// let (time, mut writer) = (Time::from_unix(300, 0), ProtoWriter::default());
    /// time.write_proto(&mut writer);
    /// assert_eq!(time.proto_len(), Some(writer.position()));
    /// assert_eq!(Duration::default().proto_len(), None, "which is never an error");
    /// ```
    fn proto_len(&self) -> Option<usize> {
        self.proto_bytes().map(|bytes| bytes_len(bytes))
    }

    /// Merges the fields of a message into the value.
    ///
    /// # Errors
    ///
    /// Returns an error if the message is malformed or if a field has a value that the type refuses.
    fn merge_proto(&mut self, reader: ProtoReader<'_>) -> Result<(), WireError>;
}

/// Returns the length of a field of bytes, including a tag of one byte.
#[inline]
pub(crate) fn bytes_len(bytes: &[u8]) -> usize {
    1 + varint_length(bytes.len() as u64) + bytes.len()
}
