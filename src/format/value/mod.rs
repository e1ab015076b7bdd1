//! Conversion between typed values, such as API types, and untyped values ([`Value`](crate::meta::Value)). Counterpart
//! of upstream's `DefaultUnstructuredConverter`.
//!
//! The rules are the same as for encoding to JSON and decoding it: the same fields are omitted, nil is `null`, and
//! bytes are base64. Only numbers are treated less strictly: an integer is accepted as a float, and a float without a
//! fraction as an integer.
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

/// Converts a value of any type that implements [`Reflect`](crate::reflect::Reflect) to an untyped one. Counterpart of
/// `ToUnstructured`, which only accepts objects.
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
/// Returns an error if a part with its own encoding cannot be represented as JSON, such as a
/// [`RawExtension`](crate::meta::RawExtension) whose bytes are not JSON.
pub fn to_value<T: Reflect>(value: &T) -> Result<Value, Error> {
    read(Ref::new(value))
}

/// Converts an untyped value to a value of the type `T`. Unknown fields are dropped. Counterpart of `FromUnstructured`.
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

/// Converts the value at a cursor to an untyped one, like [`to_value`].
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

/// Sets the typed value at `target` to the content of an untyped one, and returns warnings about unknown fields, sorted
/// by path. Fields that the untyped value does not contain are set to their zero value.
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
/// Returns an error if values have the wrong type. The error lists all of them; all other values are set.
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
