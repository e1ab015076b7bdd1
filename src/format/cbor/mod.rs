//! CBOR as Kubernetes encodes and decodes it. Counterpart of upstream's package `cbor/direct`.
//!
//! Texts and names are byte strings, bytes have the tag 22, and maps are sorted by the length of their keys and then by
//! their bytes. Floats are encoded as floats even if they are whole numbers.
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
use encode::write_kind;

/// Decodes a value of the type `T` from one CBOR item. Unknown fields are dropped.
///
/// Follows the rules of Kubernetes' CBOR decoder, which differ from the rules for JSON: a duplicate key is an error, and
/// byte strings without a tag contain base64 where bytes are expected. Decoding continues after an error, and the first
/// error is returned. A leading tag 55799 is optional. Raw values ([`RawExtension`](crate::meta::RawExtension)) are
/// converted to JSON.
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
/// Returns an error if the data is not exactly one item, is nested too deeply (more than 500 levels of typed values or
/// 10,000 levels in total), contains anything that Kubernetes rejects (NaN, big integers, duplicate keys), or if values
/// have the wrong type.
pub fn from_slice<T: Reflect + Default>(data: &[u8]) -> Result<T, Error> {
    let mut value = T::default();
    merge(Mut::new(&mut value), data)?;
    Ok(value)
}

/// Decodes a value like [`from_slice`], and rejects unknown fields.
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
/// Same as [`from_slice`], and also returns an error, for which [`Error::is_strict_decoding`] is true, if the data
/// contains unknown fields.
pub fn from_slice_strict<T: Reflect + Default>(data: &[u8]) -> Result<T, Error> {
    let mut value = T::default();
    let mut soft = None;
    read(Mut::new(&mut value), data, Some(&mut soft), true)?;
    match soft {
        None => Ok(value),
        Some(warning) => Err(Error::strict(vec![warning])),
    }
}

/// Decodes data into the existing value at `target`, and returns warnings about fields that were dropped. Fields that
/// the data does not contain keep their values, and maps are extended. List items are decoded into the existing items;
/// surplus items are removed.
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
/// Same as [`from_slice`]. The value may then be partly modified.
pub fn merge(target: Mut<'_>, data: &[u8]) -> Result<Vec<Warning>, Error> {
    read(target, data, None, true)
}

/// Encodes a value as one item. The output is byte for byte what upstream's deterministic encoder writes, without the
/// leading tag 55799. The capacity of the returned vector may exceed its length by up to a quarter.
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
/// Returns an error if the value contains anything that Kubernetes' CBOR cannot represent: a number that is not finite,
/// or raw bytes that are neither JSON nor CBOR.
pub fn to_vec<T: Reflect>(value: &T) -> Result<Vec<u8>, Error> {
    handed_out(|out| write(out, Ref::new(value)))
}

/// Encodes the value at the cursor `value` as one CBOR item, in the same format as [`to_vec`], and appends the output
/// to `out`.
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
/// Same as [`to_vec`]. The content appended to `out` is then incomplete.
pub fn write(out: &mut Vec<u8>, value: Ref<'_>) -> Result<(), Error> {
    Ok(value.write_cbor(out)?)
}

/// Appends an object by its kind's table. The given texts replace the object's own `kind` and `apiVersion`.
pub(crate) fn write_as(out: &mut Vec<u8>, value: StructRef<'_>, kind: &str, api_version: &str) -> Result<(), Error> {
    Ok(write_kind(out, value, [kind, api_version])?)
}

/// Decodes a value from an item of a document. Raw values stay CBOR.
pub(crate) fn from_item<T: Reflect + Default>(item: &[u8]) -> Result<T, String> {
    let mut value = T::default();
    let mut decoder = Decoder::new(Reader::new(item), true, false);
    decoder.decode(Mut::new(&mut value)).map_err(|fault| fault.to_string())?;
    Ok(value)
}

/// Decodes an optional text like [`from_item`].
pub(crate) fn text_from_item(item: &[u8]) -> Result<Option<Cow<'_, str>>, String> {
    if let Some(text) = Reader::new(item).plain_bytes().and_then(utf8) {
        return Ok(Some(Cow::Borrowed(text)));
    }
    Ok(from_item::<Option<Str>>(item)?.map(|text| Cow::Owned(text.into_string())))
}

/// Decodes data into a value with upstream's two attempts. If `soft` is given, a strict attempt comes first, and an
/// error that only strict decoding reports is stored there. Raw values become JSON if `transcode` is true.
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
