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
use crate::reflect::{Message, Mut, Ref, StructMut, StructRef};
use crate::wire::escape::write_indented;
use crate::wire::json::decode_utf8;
use decode::Decoder;
pub(crate) use decode::MAX_TYPED_DEPTH;
use encode::write_value;
pub(crate) use encode::{EncodeError, write_struct};

/// Decodes a value; what its type does not know is dropped.
///
/// # Errors
///
/// If the text is not JSON, or values have the wrong type: all of those are in the error.
pub fn from_str<T: Message>(json: &str) -> Result<T, Error> {
    from_slice(json.as_bytes())
}

/// [`from_str`] from bytes; each byte that is not UTF-8 becomes U+FFFD, as in Go.
///
/// # Errors
///
/// As [`from_str`].
pub fn from_slice<T: Message>(json: &[u8]) -> Result<T, Error> {
    let mut value = T::default();
    merge(StructMut::new(&mut value), json)?;
    Ok(value)
}

/// [`from_slice`] that refuses what it would drop: unknown fields and repeated ones.
///
/// # Errors
///
/// As [`from_str`], and an error of which [`Error::is_strict_decoding`] is true.
pub fn from_slice_strict<T: Message>(json: &[u8]) -> Result<T, Error> {
    let mut value = T::default();
    let warnings = merge(StructMut::new(&mut value), json)?;
    if warnings.is_empty() { Ok(value) } else { Err(Error::strict(warnings)) }
}

/// Decodes over a value that is there, and returns what was dropped.
///
/// # Errors
///
/// As [`from_str`]; the value is then partly filled.
pub fn merge(target: StructMut<'_>, json: &[u8]) -> Result<Vec<Warning>, Error> {
    let text = decode_utf8(json);
    let mut decoder = Decoder::new(&text);
    decoder.document(target).map_err(|error| Error::syntax(&error, &text))?;
    let problems = decoder.problems;
    if !problems.errors.is_empty() {
        return Err(Error::types(problems.errors, &text));
    }
    let warning = |(kind, offset): (_, usize)| {
        let name = text.len() - text[offset..].trim_ascii_start().len();
        Warning { kind, position: Some(position(&text, name)) }
    };
    Ok(problems.warnings.into_iter().map(warning).collect())
}

/// Decodes any reflected value over the one that is there.
pub(crate) fn merge_value(target: Mut<'_>, json: &str) -> Result<(), Error> {
    let mut decoder = Decoder::new(json);
    decoder.any(target).map_err(|error| Error::syntax(&error, json))?;
    let errors = decoder.problems.errors;
    if errors.is_empty() { Ok(()) } else { Err(Error::types(errors, json)) }
}

/// Any reflected value as compact JSON.
pub(crate) fn value_to_string(value: Ref<'_>) -> Result<String, Error> {
    let mut out = Vec::new();
    write_value(&mut out, value)?;
    Ok(String::from_utf8(out).expect("JSON is written from text"))
}

/// A value as compact JSON without a line break at the end.
///
/// # Errors
///
/// If the value holds what JSON cannot say: a number that is not finite, raw bytes that are not
/// JSON.
pub fn to_string<T: Message>(value: &T) -> Result<String, Error> {
    let mut out = Vec::new();
    write(&mut out, StructRef::new(value))?;
    Ok(String::from_utf8(out).expect("JSON is written from text"))
}

/// Appends a value as compact JSON.
///
/// # Errors
///
/// As [`to_string`]; `out` then ends somewhere inside the value.
pub fn write(out: &mut Vec<u8>, value: StructRef<'_>) -> Result<(), Error> {
    Ok(write_struct(out, value)?)
}

/// Lays out compact JSON with `indent` spaces a level and no line break at the end.
#[must_use]
pub fn indent(json: &[u8], indent: usize) -> Vec<u8> {
    let mut out = Vec::with_capacity(json.len() * 2);
    write_indented(&mut out, json, indent);
    out
}
