//! JSON as Kubernetes encodes and decodes it, for values of any type that implements
//! [`Reflect`](crate::reflect::Reflect): API types, their parts, and your own types. For whole objects of any kind and
//! version, use a [`Codec`](crate::serializer::Codec).
//!
//! ```
//! use apimachinery::meta::{Str, TypeMeta};
//! use apimachinery::serializer::json;
//!
//! #[derive(Clone, Default, PartialEq)]
//! struct Ping {
//!     type_meta: TypeMeta,
//!     message: Str,
//! }
//!
//! apimachinery::message! {
//!     Ping: kind {
//!         message => "message", 1, Empty;
//!     }
//! }
//!
//! let ping: Ping = json::from_str(r#"{"kind":"Ping","message":"a<b"}"#).unwrap();
//! assert_eq!(json::to_string(&ping).unwrap(), r#"{"kind":"Ping","message":"a\u003cb"}"#);
//! ```

#[cfg(feature = "autoscaling")]
mod any_case;
mod encode;
mod stream;

use super::decode::decode_at;
#[cfg(feature = "serde")]
use super::decode::decode_unsorted;
use super::problem::Path;
use super::{Error, Warning};
#[cfg(feature = "serde")]
use crate::reflect::Unsorted;
use crate::reflect::{Mut, Ref, Reflect, Shape, StructRef};
use crate::wire::json::{Reader, decode_utf8};
use crate::wire::layout::write_indented;
use crate::wire::scratch::{exactly_text, handed_out};
#[cfg(feature = "autoscaling")]
pub(crate) use any_case::from_str_any_case;
use encode::write_kind;
pub(crate) use stream::stream_as;

/// Decodes a value of the type `T`. Unknown fields are dropped.
///
/// Follows the rules of `sigs.k8s.io/json`. Names are case-sensitive. `null` decodes to `None` for options, and to nil
/// for lists and maps. For scalars and structs it is ignored: they keep the default value, or the value of an earlier
/// field with the same name. If a scalar is repeated, the last value is used; repeated objects and lists are merged.
///
/// ```
/// use apimachinery::meta::{List, Map};
/// use apimachinery::serializer::json;
///
/// assert_eq!(json::from_str::<List<i32>>("[80, 443]")?, List::from([80, 443]));
/// assert!(json::from_str::<List<i32>>("null")?.is_nil());
/// assert_eq!(json::from_str::<Map<i32>>(r#"{"a":1,"a":2}"#)?["a"], 2);
/// # Ok::<(), apimachinery::serializer::FormatError>(())
/// ```
///
/// # Errors
///
/// Returns an error if the text is not JSON, if it has more than 500 levels of typed values or 10,000 levels in total,
/// or if values have the wrong type. An error about wrong types lists all such values.
pub fn from_str<T: Reflect + Default>(json: &str) -> Result<T, Error> {
    from_slice(json.as_bytes())
}

/// Decodes a value from JSON bytes, by the rules of [`from_str`]. Each byte that is not UTF-8 becomes U+FFFD, as in Go.
///
/// ```
/// use apimachinery::meta::Str;
/// use apimachinery::serializer::json;
///
/// assert_eq!(json::from_slice::<Str>(b"\"a\xff\"")?, "a\u{fffd}");
/// # Ok::<(), apimachinery::serializer::FormatError>(())
/// ```
///
/// # Errors
///
/// Same as [`from_str`].
pub fn from_slice<T: Reflect + Default>(json: &[u8]) -> Result<T, Error> {
    let mut value = T::default();
    merge(Mut::new(&mut value), json)?;
    Ok(value)
}

/// Decodes a value like [`from_slice`], and rejects unknown and duplicate fields, including duplicate map keys.
/// Counterpart of `UnmarshalStrict`.
///
/// ```
/// use apimachinery::meta::Map;
/// use apimachinery::serializer::json;
///
/// let error = json::from_slice_strict::<Map<i32>>(br#"{"a":1,"a":2}"#).unwrap_err();
/// assert_eq!(error.details(), [r#"duplicate field "a""#]);
/// ```
///
/// # Errors
///
/// Same as [`from_str`], and also returns an error, for which [`Error::is_strict_decoding`] is true, if the text
/// contains unknown or duplicate fields.
pub fn from_slice_strict<T: Reflect + Default>(json: &[u8]) -> Result<T, Error> {
    let mut value = T::default();
    let warnings = merge(Mut::new(&mut value), json).map_err(Error::strictly)?;
    Warning::judge(warnings).map_or_else(|refused| Err(Error::strict(refused)), |_| Ok(value))
}

/// Decodes text into the existing value at `target`, and returns warnings about unknown and duplicate fields, which are
/// dropped. Fields that the text does not contain keep their values, and maps are extended. List items are decoded into
/// the existing items; surplus items are removed.
///
/// ```
/// use apimachinery::meta::Map;
/// use apimachinery::reflect::Mut;
/// use apimachinery::serializer::json;
///
/// let mut map: Map<i32> = [("a", 1), ("b", 2)].into();
/// let dropped = json::merge(Mut::new(&mut map), br#"{"b":3}"#)?;
/// assert_eq!(map, [("a", 1), ("b", 3)].into());
/// assert!(dropped.is_empty());
/// # Ok::<(), apimachinery::serializer::FormatError>(())
/// ```
///
/// # Errors
///
/// Same as [`from_str`]. The value may then be partly modified.
pub fn merge(target: Mut<'_>, json: &[u8]) -> Result<Vec<Warning>, Error> {
    merge_str(target, &decode_utf8(json))
}

/// Decodes text like [`merge`].
pub(crate) fn merge_str(target: Mut<'_>, text: &str) -> Result<Vec<Warning>, Error> {
    merge_at(&Path::root(), target, text)
}

/// Like [`merge_str`], for a value at a path in a larger document.
pub(crate) fn merge_at(path: &Path<'_>, target: Mut<'_>, text: &str) -> Result<Vec<Warning>, Error> {
    decode_at(path, Shape::position, Reader::new(text), target)
}

/// Like [`merge_at`], but leaves sorting of maps that were extended to the caller.
#[cfg(feature = "serde")]
pub(crate) fn merge_unsorted(
    path: &Path<'_>,
    target: Mut<'_>,
    text: &str,
    unsorted: &Unsorted,
) -> Result<Vec<Warning>, Error> {
    decode_unsorted(path, Shape::position, Reader::new(text), target, unsorted)
}

/// Encodes a value as compact JSON without a trailing newline. The output is byte for byte what Go's `encoding/json`
/// writes: fields are in the order of the struct, map entries are sorted by key, and `<`, `>` and `&` are escaped.
///
/// ```
/// use apimachinery::meta::{List, Map};
/// use apimachinery::serializer::json;
///
/// let map: Map<List<i32>> = [("b", List::nil()), ("<a>", List::from([1]))].into();
/// assert_eq!(json::to_string(&map)?, r#"{"\u003ca\u003e":[1],"b":null}"#);
/// assert!(json::to_string(&f64::NAN).is_err());
/// # Ok::<(), apimachinery::serializer::FormatError>(())
/// ```
///
/// # Errors
///
/// Returns an error if the value contains anything that JSON cannot represent: a number that is not finite, or raw
/// bytes that are not JSON.
pub fn to_string<T: Reflect>(value: &T) -> Result<String, Error> {
    exactly_text(|out| write(out, Ref::new(value)))
}

/// Encodes a value as compact JSON bytes, without the UTF-8 check of [`to_string`]. The capacity of the returned vector
/// may exceed its length by up to a quarter.
///
/// ```
/// use apimachinery::meta::Str;
/// use apimachinery::serializer::json;
///
/// assert_eq!(json::to_vec(&Str::from("a & b"))?, br#""a \u0026 b""#);
/// # Ok::<(), apimachinery::serializer::FormatError>(())
/// ```
///
/// # Errors
///
/// Same as [`to_string`].
pub fn to_vec<T: Reflect>(value: &T) -> Result<Vec<u8>, Error> {
    handed_out(|out| write(out, Ref::new(value)))
}

/// Encodes the value at the cursor `value` as compact JSON, in the same format as [`to_string`], and appends the output
/// to `out`.
///
/// ```
/// use apimachinery::reflect::Ref;
/// use apimachinery::serializer::json;
///
/// let mut out = b"count: ".to_vec();
/// json::write(&mut out, Ref::new(&3))?;
/// assert_eq!(out, b"count: 3");
/// # Ok::<(), apimachinery::serializer::FormatError>(())
/// ```
///
/// # Errors
///
/// Same as [`to_string`]. The content appended to `out` is then incomplete.
pub fn write(out: &mut Vec<u8>, value: Ref<'_>) -> Result<(), Error> {
    Ok(value.write_json(out)?)
}

/// Appends an object by its kind's table. The given texts replace the object's own `kind` and `apiVersion`, which are
/// its first two rows, if it has them.
pub(crate) fn write_as(out: &mut Vec<u8>, value: StructRef<'_>, kind: &str, api_version: &str) -> Result<(), Error> {
    Ok(write_kind(out, value, kind, api_version)?)
}

/// Returns compact JSON, such as the output of [`to_vec`], reformatted with one member or item per line, indented by
/// `indent` spaces for each level, and without a trailing newline. Empty lists and objects stay on one line. An
/// indentation of 2 gives upstream's pretty format. The JSON is not validated.
///
/// ```
/// use apimachinery::serializer::json;
///
/// let pretty = json::indent(br#"{"a":[1],"b":{}}"#, 2);
/// assert_eq!(pretty, b"{\n  \"a\": [\n    1\n  ],\n  \"b\": {}\n}");
/// ```
#[must_use]
pub fn indent(json: &[u8], indent: usize) -> Vec<u8> {
    let mut out = Vec::with_capacity(json.len() * 2);
    write_indented(&mut out, json, indent);
    out
}
