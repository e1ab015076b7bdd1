use std::any::Any;
use std::fmt;

use super::Mut;
use super::untyped::parse;
use crate::field::value::{Walk, from_cbor, to_cbor, write};
use crate::field::{Bytes, Value};
use crate::wire::cbor::Reader as CborReader;
use crate::wire::{ProtoReader, ProtoWriter, Raw, WireError, varint_length};

/// A type with rules of its own for JSON and Protobuf, such as a time or a quantity: the
/// counterpart of Go's `json.Marshaler` with a hand-written message.
///
/// It becomes a field type by `message! { leaf Name }`.
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
    /// Go's `IsZero`: what `omitzero` leaves out. `omitempty` never leaves a leaf out.
    fn is_zero(&self) -> bool;

    /// Appends the value as compact JSON.
    ///
    /// # Errors
    ///
    /// If JSON cannot say the value, such as raw bytes that are not JSON.
    fn write_json(&self, out: &mut Vec<u8>) -> Result<(), String>;

    /// Takes the value from JSON, `null` included.
    ///
    /// # Errors
    ///
    /// A text that says what is wrong; path and position are added by the caller.
    fn read_json(&mut self, raw: Raw<'_>) -> Result<(), String>;

    /// True if it holds a value of any kind, whose type nobody knows. Decoders then make the value
    /// straight from the document and hand it to [`Leaf::set_value`], so that names said twice
    /// inside are found.
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

    /// Takes a value of any kind, `null` included; asked only if [`Leaf::is_untyped`].
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
    /// As [`Leaf::read_json`].
    fn set_value(&mut self, _value: Value) -> Result<(), String> {
        Err("the type has no untyped values".to_string())
    }

    /// Takes the value from an item of CBOR that is well-formed, without the tags 55799 before it. Unless it is
    /// overwritten, the item is read as a value of any kind, whose JSON decides: upstream's rule for types that have
    /// nothing to say of CBOR.
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
    /// As [`Leaf::read_json`].
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

    /// Appends the value as one item of CBOR. Unless it is overwritten, that is what its JSON says, in which numbers
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
    /// As [`Leaf::write_json`].
    fn write_cbor(&self, out: &mut Vec<u8>) -> Result<(), String> {
        let mut json = Vec::new();
        self.write_json(&mut json)?;
        let raw = std::str::from_utf8(&json).ok().and_then(Raw::new).ok_or("the value is not JSON")?;
        to_cbor(out, &parse(raw)?)
    }

    /// Makes JSON of what it keeps as raw CBOR; asked when a document was read, whose raw values are to be JSON. Only
    /// types that keep some have anything to do.
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
    /// If JSON cannot say it.
    fn raw_cbor_to_json(&mut self) -> Result<(), String> {
        Ok(())
    }

    /// Where raw JSON goes, of types that keep some. A decoder of CBOR that is to make JSON of raw values puts that of a
    /// plain map there at once, and then asks neither [`Leaf::read_cbor`] nor [`Leaf::raw_cbor_to_json`].
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

    /// What a decoder of CBOR reads in its place, of types whose rules are for other formats alone; it then does not ask
    /// [`Leaf::read_cbor`].
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

    /// Upstream's semantic equality: true if both say the same, however they say it. Unless it is
    /// overwritten, two values are equal if their JSON is.
    fn semantic_eq(&self, other: &dyn Leaf) -> bool {
        let (mut a, mut b) = (Vec::new(), Vec::new());
        self.write_json(&mut a).is_ok() && other.write_json(&mut b).is_ok() && a == b
    }

    /// Writes the fields of the value's message, the highest number first; a value that has no such
    /// form says so by [`ProtoWriter::fail`].
    fn write_proto(&self, writer: &mut ProtoWriter);

    /// The bytes in field 1 of the value's message, of one that has no other field. An encoder need then not ask
    /// [`Leaf::write_proto`], and copies large ones once.
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

    /// The length of the value's message, of one that is known without writing it.
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
    /// If the message is malformed or a field has a value that the type refuses.
    fn merge_proto(&mut self, reader: ProtoReader<'_>) -> Result<(), WireError>;
}

/// The length of a field of bytes behind a tag of one byte.
#[inline]
pub(crate) fn bytes_len(bytes: &[u8]) -> usize {
    1 + varint_length(bytes.len() as u64) + bytes.len()
}
