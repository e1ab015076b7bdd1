use std::any::Any;
use std::fmt;

use super::cursor::Mut;
use super::untyped::parse;
use crate::field::value::{Walk, from_cbor, to_cbor, write};
use crate::field::{Bytes, Value};
use crate::wire::cbor::Reader as CborReader;
use crate::wire::{ProtoReader, ProtoWriter, Raw, WireError, varint_length};

/// A type with its own encoding in JSON and Protobuf, such as a time or a quantity. Decoders and encoders call its
/// methods instead of reading its fields. It is the counterpart of a Go type with `json.Marshaler` and a hand-written
/// message.
///
/// To use your own type as the type of fields, implement the five required methods, and call `message! { leaf Name }`.
/// The other methods have default implementations that are based on the JSON.
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
    /// Returns true for the zero value, as Go's `IsZero` does. JSON then omits fields of this type with
    /// [`Omit::Zero`](super::Omit::Zero); [`Omit::Empty`](super::Omit::Empty) never omits them.
    fn is_zero(&self) -> bool;

    /// Appends the value to `out` as compact JSON.
    ///
    /// # Errors
    ///
    /// Returns an error if JSON cannot represent the value, such as raw bytes that are not JSON.
    fn write_json(&self, out: &mut Vec<u8>) -> Result<(), String>;

    /// Sets the value from the JSON value `raw`, which can be of any kind, including `null`. The syntax of `raw` is
    /// already checked.
    ///
    /// # Errors
    ///
    /// Returns a message that describes the problem if the type does not accept the JSON value. Decoders add path and
    /// position.
    fn read_json(&mut self, raw: Raw<'_>) -> Result<(), String>;

    /// Returns true if values of this type contain any JSON. Decoders then build a [`Value`] from the document and pass
    /// it to [`Leaf::set_value`] instead of calling [`Leaf::read_json`], so that they find duplicate names in it. The
    /// default implementation returns false.
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

    /// Sets the value from any JSON value, including `null`. Only called if [`Leaf::is_untyped`] returns true; types
    /// for which it does must implement this method. The default implementation returns an error.
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
    /// Returns a message that describes the problem if the type does not accept the value.
    fn set_value(&mut self, _value: Value) -> Result<(), String> {
        Err("the type has no untyped values".to_string())
    }

    /// Sets the value from `item`, a well-formed CBOR item without preceding tags 55799. The default implementation
    /// converts the item to JSON and calls [`Leaf::read_json`], as upstream does for types without CBOR functions.
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
    /// Returns a message that describes the problem if the type does not accept the value.
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

    /// Appends the value to `out` as one CBOR item. The default implementation converts the output of
    /// [`Leaf::write_json`], in which numbers without point and exponent are integers.
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

    /// Converts raw CBOR that [`Leaf::read_cbor`] has stored in the value to JSON. CBOR decoders call it at the end of
    /// a document, unless the caller requested raw CBOR. The default implementation does nothing; only types that store
    /// raw values, such as [`RawExtension`](crate::meta::RawExtension), override it.
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
    /// Returns an error if JSON cannot represent the value, such as a number that is not finite.
    fn raw_cbor_to_json(&mut self) -> Result<(), String> {
        Ok(())
    }

    /// Returns the buffer in which the value stores raw JSON, or `None` (the default) for types that store none. A CBOR
    /// decoder can then write the JSON of a map to it directly, instead of calling [`Leaf::read_cbor`] and
    /// [`Leaf::raw_cbor_to_json`]. Override it only for speed.
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

    /// Returns a cursor on a value that a CBOR decoder fills instead of calling [`Leaf::read_cbor`], or `None` (the
    /// default). Override it for wrapper types that have special rules only in other formats.
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

    /// Returns true if two values are equal in meaning, even if they are represented differently, such as the
    /// quantities `1` and `1000m`. The default implementation compares their JSON. Counterpart of `equality.Semantic`.
    fn semantic_eq(&self, other: &dyn Leaf) -> bool {
        let (mut a, mut b) = (Vec::new(), Vec::new());
        self.write_json(&mut a).is_ok() && other.write_json(&mut b).is_ok() && a == b
    }

    /// Writes the fields of the Protobuf message that represents the value, in descending order of their numbers, as
    /// [`ProtoWriter`] requires. Tag and length of the message itself are written by the caller. If Protobuf cannot
    /// represent the value, call [`ProtoWriter::fail`].
    fn write_proto(&self, writer: &mut ProtoWriter);

    /// Returns the content of field 1 if the value's message consists of only this field, or `None` (the default). An
    /// encoder then copies the bytes directly and does not call [`Leaf::write_proto`]. Override it only for speed.
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

    /// Returns the length in bytes of the message that [`Leaf::write_proto`] writes, or `None` (the default) if it is
    /// not known without writing the message. Override it only for speed.
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

    /// Merges the fields of the message in `reader` into the value. Fields with unknown numbers must be skipped.
    ///
    /// # Errors
    ///
    /// Returns an error if the message is malformed, or [`WireError::Invalid`] if a field has a value that the type
    /// does not accept.
    fn merge_proto(&mut self, reader: ProtoReader<'_>) -> Result<(), WireError>;
}

/// Returns the length of a field of bytes, including a tag of one byte.
#[inline]
pub(crate) fn bytes_len(bytes: &[u8]) -> usize {
    1 + varint_length(bytes.len() as u64) + bytes.len()
}
