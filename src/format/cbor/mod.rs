//! CBOR as Kubernetes reads and writes it: upstream's package `cbor/direct`.
//!
//! Texts and names are byte strings, bytes are under the tag 22, maps go by the length of their keys and then by bytes,
//! and a float is a float even when it is whole.
//!
//! ```
//! use apimachinery::meta::{Bytes, Map};
//! use apimachinery::serializer::cbor;
//!
//! let secret: Map<Bytes> = [("password", "s3cret".into()), ("user", "ann".into())].into();
//! let data = cbor::to_vec(&secret)?;
//! assert_eq!(data, b"\xa2\x44user\xd6\x43ann\x48password\xd6\x46s3cret");
//! assert_eq!(cbor::from_slice::<Map<Bytes>>(&data)?, secret);
//! # Ok::<(), apimachinery::serializer::FormatError>(())
//! ```

mod decode;
mod encode;
mod keys;
mod object;
mod scalar;
mod union;

use std::borrow::Cow;

use super::{Error, Warning};
use crate::field::Str;
use crate::reflect::{Mut, Ref, Reflect, StructRef, utf8};
use crate::wire::cbor::{Fault, Reader};
use crate::wire::scratch::handed_out;
use decode::Decoder;
use encode::{write_kind, write_value};

/// Decodes a value; fields that its type does not know are dropped.
///
/// The rules are those of Kubernetes' CBOR decoder, which differ from those of JSON: a key said twice is an error; bytes
/// without a tag are base64 text where bytes are expected; what is wrong does not stop the decoder, and the first error
/// counts. A tag 55799 in front may be there or not. Raw values ([`RawExtension`](crate::meta::RawExtension)) become
/// JSON.
///
/// ```
/// use apimachinery::meta::{List, Map};
/// use apimachinery::serializer::cbor;
///
/// assert_eq!(cbor::from_slice::<List<i32>>(b"\xd9\xd9\xf7\x82\x01\x20")?, List::from([1, -1]));
/// let error = cbor::from_slice::<Map<i32>>(b"\xa2\x41a\x01\x41a\x02").unwrap_err();
/// assert_eq!(error.to_string(), r#"cbor: found duplicate map key "a" at map element index 1"#);
/// # Ok::<(), apimachinery::serializer::FormatError>(())
/// ```
///
/// # Errors
///
/// If the data is no single item, nests too deeply (500 levels of a type, 10,000 of anything), holds what Kubernetes
/// does not accept (NaN, big integers, keys said twice), or values have the wrong type.
pub fn from_slice<T: Reflect + Default>(data: &[u8]) -> Result<T, Error> {
    let mut value = T::default();
    merge(Mut::new(&mut value), data)?;
    Ok(value)
}

/// [`from_slice`] that refuses fields which the type does not know.
///
/// ```
/// use apimachinery::serializer::cbor;
/// # #[derive(Clone, Default, PartialEq)]
/// # struct Port { number: i32 }
/// # apimachinery::message! { Port { number => "number", 2, Never; } }
///
/// let error = cbor::from_slice_strict::<Port>(b"\xa1\x46nummer\x01").unwrap_err();
/// assert!(error.is_strict_decoding());
/// assert_eq!(error.to_string(), "strict decoding error: cbor: found unknown field at map element index 0");
/// ```
///
/// # Errors
///
/// As [`from_slice`], and an error of which [`Error::is_strict_decoding`] is true.
pub fn from_slice_strict<T: Reflect + Default>(data: &[u8]) -> Result<T, Error> {
    let mut value = T::default();
    let mut soft = None;
    read(Mut::new(&mut value), data, Some(&mut soft), true)?;
    match soft {
        None => Ok(value),
        Some(warning) => Err(Error::strict(vec![warning])),
    }
}

/// Decodes over a value that is there, and returns the fields that were dropped. What the data does not name stays;
/// maps grow; a list's items are decoded over the old ones, and those behind go.
///
/// ```
/// use apimachinery::meta::Map;
/// use apimachinery::reflect::Mut;
/// use apimachinery::serializer::cbor;
///
/// let mut map: Map<i32> = [("a", 1), ("b", 2)].into();
/// cbor::merge(Mut::new(&mut map), b"\xa1\x41b\x03")?;
/// assert_eq!(map, [("a", 1), ("b", 3)].into());
/// # Ok::<(), apimachinery::serializer::FormatError>(())
/// ```
///
/// # Errors
///
/// As [`from_slice`]; the value is then partly filled.
pub fn merge(target: Mut<'_>, data: &[u8]) -> Result<Vec<Warning>, Error> {
    read(target, data, None, true)
}

/// A value as one item, byte for byte as upstream's deterministic encoder, without the tag 55799 in front. The
/// vector may have room for a quarter more.
///
/// ```
/// use apimachinery::meta::{List, Map};
/// use apimachinery::serializer::cbor;
///
/// let map: Map<List<f64>> = [("b", List::from([1.0])), ("a", List::nil())].into();
/// assert_eq!(cbor::to_vec(&map)?, b"\xa2\x41a\xf6\x41b\x81\xf9\x3c\x00");
/// # Ok::<(), apimachinery::serializer::FormatError>(())
/// ```
///
/// # Errors
///
/// If the value holds what CBOR of Kubernetes cannot say: a number that is not finite, raw bytes that are neither JSON
/// nor CBOR.
pub fn to_vec<T: Reflect>(value: &T) -> Result<Vec<u8>, Error> {
    handed_out(|out| write(out, Ref::new(value)))
}

/// Appends a value as one item, as [`to_vec`] has it.
///
/// ```
/// use apimachinery::reflect::Ref;
/// use apimachinery::serializer::cbor;
///
/// let mut out = b"\xd9\xd9\xf7".to_vec();
/// cbor::write(&mut out, Ref::new(&3))?;
/// assert_eq!(out, b"\xd9\xd9\xf7\x03");
/// # Ok::<(), apimachinery::serializer::FormatError>(())
/// ```
///
/// # Errors
///
/// As [`to_vec`]; `out` then ends somewhere inside the value.
pub fn write(out: &mut Vec<u8>, value: Ref<'_>) -> Result<(), Error> {
    Ok(write_value(out, value)?)
}

/// Appends an object by the table of its kind, with these texts in the place of its own `kind` and `apiVersion`.
pub(crate) fn write_as(out: &mut Vec<u8>, value: StructRef<'_>, kind: &str, api_version: &str) -> Result<(), Error> {
    Ok(write_kind(out, value, [kind, api_version])?)
}

/// A value from an item of a document; raw values stay CBOR.
pub(crate) fn from_item<T: Reflect + Default>(item: &[u8]) -> Result<T, String> {
    let mut value = T::default();
    let mut decoder = Decoder::new(Reader::new(item), true, false);
    decoder.decode(Mut::new(&mut value)).map_err(|fault| fault.to_string())?;
    Ok(value)
}

/// A text or nothing, as [`from_item`] reads it.
pub(crate) fn text_from_item(item: &[u8]) -> Result<Option<Cow<'_, str>>, String> {
    if let Some(text) = Reader::new(item).plain_bytes().and_then(utf8) {
        return Ok(Some(Cow::Borrowed(text)));
    }
    Ok(from_item::<Option<Str>>(item)?.map(|text| Cow::Owned(text.into_string())))
}

/// Decodes over a value by upstream's two attempts: where `soft` is given, a strict one comes first, and what that alone
/// refuses goes there. Raw values become JSON if `transcode` says so.
pub(crate) fn read(
    mut target: Mut<'_>,
    data: &[u8],
    soft: Option<&mut Option<Warning>>,
    transcode: bool,
) -> Result<Vec<Warning>, Error> {
    if let Some(soft) = soft {
        let mut decoder = Decoder::new(Reader::new(data), true, transcode);
        match decoder.decode(target.reborrow()) {
            Ok(()) => return decoder.finish(),
            Err(fault) if fault.is_unknown_field() => *soft = Some(Warning::cbor(&fault)),
            Err(fault) => return Err(malformed(fault)),
        }
    }
    let mut decoder = Decoder::new(Reader::new(data), false, transcode);
    decoder.decode(target).map_err(malformed)?;
    decoder.finish()
}

fn malformed(fault: Fault) -> Error {
    Error::other(fault.to_string())
}
