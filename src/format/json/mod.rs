//! JSON as Kubernetes reads and writes it.
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
use encode::{write_kind, write_value};
pub(crate) use stream::stream_as;

/// Decodes a value; what its type does not know is dropped.
///
/// The rules are those of `sigs.k8s.io/json`: names are case-sensitive; `null` empties options, lists and maps and
/// leaves plain values and structs alone; of a repeated scalar the last one counts, repeated objects and lists merge.
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
/// If the text is not JSON, nests too deeply (500 levels of a type, 10,000 of anything), or values have the wrong
/// type: all of those are in the error.
pub fn from_str<T: Reflect + Default>(json: &str) -> Result<T, Error> {
    from_slice(json.as_bytes())
}

/// [`from_str`] from bytes; each byte that is not UTF-8 becomes U+FFFD, as in Go.
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
/// As [`from_str`].
pub fn from_slice<T: Reflect + Default>(json: &[u8]) -> Result<T, Error> {
    let mut value = T::default();
    merge(Mut::new(&mut value), json)?;
    Ok(value)
}

/// [`from_slice`] that refuses what it would drop: unknown fields and repeated ones, in maps too. Upstream's
/// `UnmarshalStrict`.
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
/// As [`from_str`], and an error of which [`Error::is_strict_decoding`] is true.
pub fn from_slice_strict<T: Reflect + Default>(json: &[u8]) -> Result<T, Error> {
    let mut value = T::default();
    let warnings = merge(Mut::new(&mut value), json).map_err(Error::strictly)?;
    Warning::judge(warnings).map_or_else(|refused| Err(Error::strict(refused)), |_| Ok(value))
}

/// Decodes over a value that is there, and returns what was dropped. What the text does not name stays; maps grow;
/// a list's items are decoded over the old ones, and those behind go.
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
/// As [`from_str`]; the value is then partly filled.
pub fn merge(target: Mut<'_>, json: &[u8]) -> Result<Vec<Warning>, Error> {
    merge_str(target, &decode_utf8(json))
}

/// [`merge`] from text.
pub(crate) fn merge_str(target: Mut<'_>, text: &str) -> Result<Vec<Warning>, Error> {
    merge_at(&Path::root(), target, text)
}

/// [`merge_str`] of what stands at a path in a larger document.
pub(crate) fn merge_at(path: &Path<'_>, target: Mut<'_>, text: &str) -> Result<Vec<Warning>, Error> {
    decode_at(path, Shape::position, Reader::new(text), target)
}

/// [`merge_at`] that leaves it to the caller to sort maps that were opened again.
#[cfg(feature = "serde")]
pub(crate) fn merge_unsorted(
    path: &Path<'_>,
    target: Mut<'_>,
    text: &str,
    unsorted: &Unsorted,
) -> Result<Vec<Warning>, Error> {
    decode_unsorted(path, Shape::position, Reader::new(text), target, unsorted)
}

/// A value as compact JSON without a line break at the end, byte for byte as Go's `encoding/json`: fields in the order
/// of the struct, maps by key, `<`, `>` and `&` escaped.
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
/// If the value holds what JSON cannot say: a number that is not finite, raw bytes that are not
/// JSON.
pub fn to_string<T: Reflect>(value: &T) -> Result<String, Error> {
    exactly_text(|out| write(out, Ref::new(value)))
}

/// A value as compact JSON, as [`to_string`] has it, for who needs bytes: they are not looked at again. The vector
/// may have room for a quarter more.
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
/// As [`to_string`].
pub fn to_vec<T: Reflect>(value: &T) -> Result<Vec<u8>, Error> {
    handed_out(|out| write(out, Ref::new(value)))
}

/// Appends a value as compact JSON, as [`to_string`] has it.
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
/// As [`to_string`]; `out` then ends somewhere inside the value.
pub fn write(out: &mut Vec<u8>, value: Ref<'_>) -> Result<(), Error> {
    Ok(write_value(out, value)?)
}

/// Appends an object by the table of its kind, with these texts in the place of its own `kind` and
/// `apiVersion`, which are the first two rows, if it has them.
pub(crate) fn write_as(out: &mut Vec<u8>, value: StructRef<'_>, kind: &str, api_version: &str) -> Result<(), Error> {
    Ok(write_kind(out, value, kind, api_version)?)
}

/// Lays out compact JSON with `indent` spaces a level and no line break at the end. Empty lists and objects stay on
/// their line. With 2 it is upstream's pretty form. The JSON is not checked.
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
