//! Functions that get and set values in untyped content by path. Counterparts of upstream's `Nested…` functions.
//!
//! The parameter `content` is an object as a map keyed by field name, such as
//! [`Unstructured::content`](super::Unstructured::content). A path consists of field names, outermost first, such as
//! `["spec", "replicas"]`; it cannot contain list indices. The result is `None` for values that do not exist and for
//! everything below a `null`. A value of an unexpected type is an error with upstream's message, which contains Go type
//! names.
//!
//! ```
//! use apimachinery::meta::unstructured::nested;
//! use apimachinery::meta::{Map, Value};
//!
//! let mut content: Map<Value> = Map::nil();
//! nested::set(&mut content, &["spec", "replicas"], 3)?;
//! assert_eq!(nested::integer(&content, &["spec", "replicas"])?, Some(3));
//! assert_eq!(nested::string(&content, &["spec", "name"])?, None);
//! assert_eq!(
//!     nested::string(&content, &["spec", "replicas"]).unwrap_err().to_string(),
//!     ".spec.replicas accessor error: 3 is of the type int64, expected string",
//! );
//! # Ok::<(), apimachinery::meta::Error>(())
//! ```

mod change;
mod containers;
mod mismatch;

pub use self::change::{remove, set};
pub use self::containers::{list, map, null_coercing_string_map, string_map, strings};
use self::mismatch::{accessor_error, mismatch};
use crate::field::{Map, Value};
use crate::meta::Error;

/// Returns the value at a path in `content`, of any type, or `None` if it does not exist; a `null` counts as a value.
/// Counterpart of `NestedFieldNoCopy`.
///
/// ```
/// use apimachinery::meta::unstructured::nested;
/// use apimachinery::meta::{Map, Value};
///
/// let content: Map<Value> = [("spec", Value::from([("paused", Value::Null)]))].into();
/// assert_eq!(nested::value(&content, &["spec", "paused"])?, Some(&Value::Null));
/// assert_eq!(nested::value(&content, &["spec", "paused", "deeper"])?, None);
/// # Ok::<(), apimachinery::meta::Error>(())
/// ```
///
/// # Errors
///
/// Returns an error if a value along the path is neither an object nor `null`.
pub fn value<'a>(content: &'a Map<Value>, path: &[&str]) -> Result<Option<&'a Value>, Error> {
    let Some((first, rest)) = path.split_first() else { return Ok(None) };
    let mut found = content.get(first);
    for (index, field) in rest.iter().enumerate() {
        found = match found {
            None | Some(Value::Null) => return Ok(None),
            Some(Value::Map(map)) => map.get(field),
            Some(other) => return Err(mismatch(&path[..index + 2], other, "map[string]interface{}")),
        };
    }
    Ok(found)
}

/// Returns the string at a path in `content`, or `None` if it does not exist. Counterpart of `NestedString`.
///
/// ```
/// use apimachinery::meta::unstructured::nested;
///
/// let content = [("kind", "Pod".into()), ("size", 3.into())].into();
/// assert_eq!(nested::string(&content, &["kind"])?, Some("Pod"));
/// assert_eq!(nested::string(&content, &["name"])?, None);
/// assert!(nested::string(&content, &["size"]).is_err());
/// # Ok::<(), apimachinery::meta::Error>(())
/// ```
///
/// # Errors
///
/// Same as [`value`], and also returns an error if the value is not a string.
pub fn string<'a>(content: &'a Map<Value>, path: &[&str]) -> Result<Option<&'a str>, Error> {
    typed(content, path, "string", Value::as_str)
}

/// Returns the boolean at a path in `content`, or `None` if it does not exist. Counterpart of `NestedBool`.
///
/// ```
/// use apimachinery::meta::unstructured::nested;
///
/// assert_eq!(nested::boolean(&[("paused", true.into())].into(), &["paused"])?, Some(true));
/// # Ok::<(), apimachinery::meta::Error>(())
/// ```
///
/// # Errors
///
/// Same as [`value`], and also returns an error if the value is not a boolean.
pub fn boolean(content: &Map<Value>, path: &[&str]) -> Result<Option<bool>, Error> {
    typed(content, path, "bool", Value::as_bool)
}

/// Returns the integer at a path in `content`, or `None` if it does not exist. Counterpart of `NestedInt64`.
///
/// ```
/// use apimachinery::meta::unstructured::nested;
///
/// let content = [("replicas", 3.into()), ("share", 3.0.into())].into();
/// assert_eq!(nested::integer(&content, &["replicas"])?, Some(3));
/// assert!(nested::integer(&content, &["share"]).is_err());
/// # Ok::<(), apimachinery::meta::Error>(())
/// ```
///
/// # Errors
///
/// Same as [`value`], and also returns an error if the value is not an integer; floats are rejected.
pub fn integer(content: &Map<Value>, path: &[&str]) -> Result<Option<i64>, Error> {
    typed(content, path, "int64", Value::as_i64)
}

/// Returns the float at a path in `content`, or `None` if it does not exist. Counterpart of `NestedFloat64`.
///
/// ```
/// use apimachinery::meta::unstructured::nested;
///
/// let content = [("replicas", 3.into()), ("share", 0.5.into())].into();
/// assert_eq!(nested::float(&content, &["share"])?, Some(0.5));
/// assert!(nested::float(&content, &["replicas"]).is_err());
/// # Ok::<(), apimachinery::meta::Error>(())
/// ```
///
/// # Errors
///
/// Same as [`value`], and also returns an error if the value is not a float; integers are rejected.
pub fn float(content: &Map<Value>, path: &[&str]) -> Result<Option<f64>, Error> {
    typed(content, path, "float64", Value::as_f64)
}

/// Returns the integer or float at a path in `content` as a float, or `None` if it does not exist. Counterpart of
/// `NestedNumberAsFloat64`.
///
/// ```
/// use apimachinery::meta::unstructured::nested;
///
/// let content = [("replicas", 3.into()), ("large", i64::MAX.into())].into();
/// assert_eq!(nested::number(&content, &["replicas"])?, Some(3.0));
/// assert!(nested::number(&content, &["large"]).is_err());
/// # Ok::<(), apimachinery::meta::Error>(())
/// ```
///
/// # Errors
///
/// Same as [`value`], and also returns an error if the value is not a number or is an integer that a float cannot
/// represent exactly.
pub fn number(content: &Map<Value>, path: &[&str]) -> Result<Option<f64>, Error> {
    match value(content, path)? {
        None => Ok(None),
        Some(Value::Float(number)) => Ok(Some(*number)),
        Some(Value::Int(number)) if *number as f64 as i128 == i128::from(*number) => Ok(Some(*number as f64)),
        Some(Value::Int(number)) => {
            Err(accessor_error(path, format_args!("int64 value {number} cannot be losslessly converted to float64")))
        }
        Some(other) => Err(mismatch(path, other, "float64 or int64")),
    }
}

fn typed<'a, T>(
    content: &'a Map<Value>,
    path: &[&str],
    expected: &str,
    take: impl FnOnce(&'a Value) -> Option<T>,
) -> Result<Option<T>, Error> {
    match value(content, path)? {
        None => Ok(None),
        Some(found) => take(found).map(Some).ok_or_else(|| mismatch(path, found, expected)),
    }
}
