//! Reading and changing untyped content by paths: upstream's `Nested…` functions.
//!
//! A path is the keys from the outermost object inwards; lists have no steps. What is absent is
//! `None`, and so is everything below a `null`; what is there with another type is an error with
//! upstream's text, in which types are named as Go prints them.
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

/// The value at a path, of any type: upstream's `NestedFieldNoCopy`. A `null` that stands there is a value.
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
/// If a value on the way is neither an object nor `null`.
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

/// The text at a path: upstream's `NestedString`.
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
/// As [`value`], and if the value is no text.
pub fn string<'a>(content: &'a Map<Value>, path: &[&str]) -> Result<Option<&'a str>, Error> {
    typed(content, path, "string", Value::as_str)
}

/// The boolean at a path: upstream's `NestedBool`.
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
/// As [`value`], and if the value is no boolean.
pub fn boolean(content: &Map<Value>, path: &[&str]) -> Result<Option<bool>, Error> {
    typed(content, path, "bool", Value::as_bool)
}

/// The integer at a path: upstream's `NestedInt64`.
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
/// As [`value`], and if the value is no integer; a float never is.
pub fn integer(content: &Map<Value>, path: &[&str]) -> Result<Option<i64>, Error> {
    typed(content, path, "int64", Value::as_i64)
}

/// The float at a path: upstream's `NestedFloat64`.
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
/// As [`value`], and if the value is no float; an integer never is.
pub fn float(content: &Map<Value>, path: &[&str]) -> Result<Option<f64>, Error> {
    typed(content, path, "float64", Value::as_f64)
}

/// The number at a path as a float: upstream's `NestedNumberAsFloat64`.
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
/// As [`value`], if the value is no number, and if it is an integer that no float equals.
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
