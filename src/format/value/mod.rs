//! Conversion between typed and untyped values by their tables. Counterpart of upstream's
//! `DefaultUnstructuredConverter`.
//!
//! Only leaves are converted through JSON text. The rules are the same as for JSON: omitted fields are omitted, nil is
//! `null`, and bytes are base64. Decoding is less strict about numbers: an integer is accepted as a float, and a float
//! without a fraction as an integer.
//!
//! ```
//! use apimachinery::meta::{Map, Str, Value};
//! use apimachinery::serializer::value;
//!
//! let labels: Map<Str> = [("app", "web".into())].into();
//! let untyped = value::to_value(&labels)?;
//! assert_eq!(untyped, Value::from([("app", "web".into())]));
//! assert_eq!(value::from_value::<Map<Str>>(&untyped)?, labels);
//! # Ok::<(), apimachinery::serializer::FormatError>(())
//! ```

mod decode;
mod encode;

use super::{Error, Warning, WarningKind};
use crate::field::{Map, Value};
use crate::order::sort_by;
use crate::reflect::{Mut, Ref, Reflect};
use decode::Decoder;
use encode::encode;

/// Converts a value of any reflected type to an untyped one. Counterpart of `ToUnstructured` for any value.
///
/// ```
/// use apimachinery::meta::{Quantity, Value};
/// use apimachinery::serializer::value;
///
/// let quantity: Quantity = "1024Mi".parse()?;
/// assert_eq!(value::to_value(&Some(quantity))?, Value::from("1Gi"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns an error if a leaf cannot be encoded as JSON.
pub fn to_value<T: Reflect>(value: &T) -> Result<Value, Error> {
    read(Ref::new(value))
}

/// Converts an untyped value to a typed one. Unknown fields are dropped.
///
/// ```
/// use apimachinery::meta::Value;
/// use apimachinery::serializer::value;
///
/// assert_eq!(value::from_value::<i32>(&Value::Float(2.0))?, 2);
/// assert!(value::from_value::<i32>(&Value::Float(2.5)).is_err());
/// # Ok::<(), apimachinery::serializer::FormatError>(())
/// ```
///
/// # Errors
///
/// Same as [`assign`].
pub fn from_value<T: Reflect + Default>(value: &Value) -> Result<T, Error> {
    let mut typed = T::default();
    assign(Mut::new(&mut typed), value)?;
    Ok(typed)
}

/// Converts the value that a cursor refers to, like [`to_value`].
///
/// ```
/// use apimachinery::meta::{Object, TypeMeta, Unknown, Value};
/// use apimachinery::serializer::value;
///
/// let object: Box<dyn Object> = Box::new(Unknown { raw: r#"{"a":1}"#.into(), ..Default::default() });
/// assert_eq!(value::read(object.cursor())?, Value::from([("a", 1.into())]));
/// # Ok::<(), apimachinery::serializer::FormatError>(())
/// ```
///
/// # Errors
///
/// Same as [`to_value`].
pub fn read(value: Ref<'_>) -> Result<Value, Error> {
    Ok(encode(value)?)
}

/// Assigns the content of an untyped value to a typed one, and returns warnings about unknown fields, sorted by path.
/// Fields that the untyped value does not contain become zero.
///
/// ```
/// use apimachinery::meta::Value;
/// use apimachinery::reflect::Mut;
/// use apimachinery::serializer::value;
/// # #[derive(Clone, Default, PartialEq)]
/// # struct Port { name: apimachinery::meta::Str, number: i32 }
/// # apimachinery::message! { Port { name => "name", 1, Empty; number => "number", 2, Never; } }
///
/// let mut port = Port { name: "http".into(), number: 80 };
/// let untyped = Value::from([("number", 443.into()), ("nummer", 1.into())]);
/// let unknown = value::assign(Mut::new(&mut port), &untyped)?;
/// assert_eq!((&*port.name, port.number), ("", 443));
/// assert_eq!(unknown[0].to_string(), r#"unknown field "nummer""#);
/// # Ok::<(), apimachinery::serializer::FormatError>(())
/// ```
///
/// # Errors
///
/// Returns an error if values have the wrong type. The error lists all of them, and everything else is assigned.
pub fn assign(target: Mut<'_>, value: &Value) -> Result<Vec<Warning>, Error> {
    let mut decoder = Decoder::default();
    decoder.decode(target, value);
    finish(decoder)
}

/// Assigns the content of an object like [`assign`].
pub(crate) fn assign_content(target: Mut<'_>, content: &Map<Value>) -> Result<Vec<Warning>, Error> {
    let mut decoder = Decoder::default();
    decoder.decode_map(target, content);
    finish(decoder)
}

fn finish(mut decoder: Decoder) -> Result<Vec<Warning>, Error> {
    if !decoder.errors.is_empty() {
        return Err(Error::types(decoder.errors, Vec::new(), &|_| None));
    }
    sort_by(&mut decoder.unknown, &Ord::cmp);
    let mut warnings = Vec::with_capacity(decoder.unknown.len());
    for path in decoder.unknown {
        warnings.push(Warning::new(WarningKind::UnknownField(path), None));
    }
    Ok(warnings)
}
