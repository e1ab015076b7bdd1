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

mod decode;
mod encode;

use super::error::position;
use super::{Error, Warning};
use crate::reflect::{Mut, Ref, Reflect, StructRef};
use crate::wire::escape::write_indented;
use crate::wire::json::decode_utf8;
use decode::Decoder;
pub(crate) use decode::MAX_TYPED_DEPTH;
pub(crate) use encode::EncodeError;
use encode::{write_kind, write_value};

/// Decodes a value; what its type does not know is dropped.
///
/// # Errors
///
/// If the text is not JSON, or values have the wrong type: all of those are in the error.
pub fn from_str<T: Reflect + Default>(json: &str) -> Result<T, Error> {
    from_slice(json.as_bytes())
}

/// [`from_str`] from bytes; each byte that is not UTF-8 becomes U+FFFD, as in Go.
///
/// # Errors
///
/// As [`from_str`].
pub fn from_slice<T: Reflect + Default>(json: &[u8]) -> Result<T, Error> {
    let mut value = T::default();
    merge(Mut::new(&mut value), json)?;
    Ok(value)
}

/// [`from_slice`] that refuses what it would drop: unknown fields and repeated ones.
///
/// # Errors
///
/// As [`from_str`], and an error of which [`Error::is_strict_decoding`] is true.
pub fn from_slice_strict<T: Reflect + Default>(json: &[u8]) -> Result<T, Error> {
    let mut value = T::default();
    let warnings = merge(Mut::new(&mut value), json)?;
    if warnings.is_empty() { Ok(value) } else { Err(Error::strict(warnings)) }
}

/// Decodes over a value that is there, and returns what was dropped.
///
/// # Errors
///
/// As [`from_str`]; the value is then partly filled.
pub fn merge(target: Mut<'_>, json: &[u8]) -> Result<Vec<Warning>, Error> {
    merge_str(target, &decode_utf8(json))
}

/// [`merge`] from text.
pub(crate) fn merge_str(target: Mut<'_>, text: &str) -> Result<Vec<Warning>, Error> {
    let mut decoder = Decoder::new(text);
    decoder.document(target).map_err(|error| Error::syntax(&error, text))?;
    let problems = decoder.problems;
    if !problems.errors.is_empty() {
        return Err(Error::types(problems.errors, text));
    }
    let warning = |(kind, offset): (_, usize)| {
        let name = text.len() - text[offset..].trim_ascii_start().len();
        Warning { kind, position: Some(position(text, name)) }
    };
    Ok(problems.warnings.into_iter().map(warning).collect())
}

/// A value as compact JSON without a line break at the end.
///
/// # Errors
///
/// If the value holds what JSON cannot say: a number that is not finite, raw bytes that are not
/// JSON.
pub fn to_string<T: Reflect>(value: &T) -> Result<String, Error> {
    let mut out = Vec::new();
    write(&mut out, Ref::new(value))?;
    Ok(String::from_utf8(out).expect("JSON is written from text"))
}

/// Appends a value as compact JSON.
///
/// # Errors
///
/// As [`to_string`]; `out` then ends somewhere inside the value.
pub fn write(out: &mut Vec<u8>, value: Ref<'_>) -> Result<(), Error> {
    Ok(write_value(out, value)?)
}

/// Appends an object by the table of its kind, with these texts in the place of its own `kind` and
/// `apiVersion`, which are the first two rows.
pub(crate) fn write_as(out: &mut Vec<u8>, value: StructRef<'_>, kind: &str, api_version: &str) -> Result<(), Error> {
    Ok(write_kind(out, value, kind, api_version)?)
}

/// Lays out compact JSON with `indent` spaces a level and no line break at the end.
#[must_use]
pub fn indent(json: &[u8], indent: usize) -> Vec<u8> {
    let mut out = Vec::with_capacity(json.len() * 2);
    write_indented(&mut out, json, indent);
    out
}
