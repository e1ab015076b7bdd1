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

use crate::field::value::GoText;
use crate::field::{List, Map, Str, Value};
use crate::meta::Error;
use crate::wire::quote::quote;

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

/// The list at a path: upstream's `NestedSlice`, without its copy.
///
/// ```
/// use apimachinery::meta::Value;
/// use apimachinery::meta::unstructured::nested;
///
/// let content = [("ports", Value::from([Value::Int(80)]))].into();
/// assert_eq!(nested::list(&content, &["ports"])?.map(|ports| ports.len()), Some(1));
/// # Ok::<(), apimachinery::meta::Error>(())
/// ```
///
/// # Errors
///
/// As [`value`], and if the value is no list.
pub fn list<'a>(content: &'a Map<Value>, path: &[&str]) -> Result<Option<&'a List<Value>>, Error> {
    typed(content, path, "[]interface{}", Value::as_list)
}

/// The list of texts at a path: upstream's `NestedStringSlice`.
///
/// ```
/// use apimachinery::meta::Value;
/// use apimachinery::meta::unstructured::nested;
///
/// let content = [("args", Value::from([Value::from("-v")])), ("ports", Value::from([Value::Int(80)]))].into();
/// assert_eq!(nested::strings(&content, &["args"])?, Some(["-v".into()].into()));
/// assert!(nested::strings(&content, &["ports"]).is_err());
/// # Ok::<(), apimachinery::meta::Error>(())
/// ```
///
/// # Errors
///
/// As [`list`], and if an item is no text.
pub fn strings(content: &Map<Value>, path: &[&str]) -> Result<Option<List<Str>>, Error> {
    let Some(items) = list(content, path)? else { return Ok(None) };
    let text = |item: &Value| match item.as_str() {
        Some(text) => Ok(text.into()),
        None => Err(accessor_error(
            path,
            format_args!("contains non-string key in the slice: {}", Mismatch(item, "string")),
        )),
    };
    items.iter().map(text).collect::<Result<_, _>>().map(Some)
}

/// The object at a path: upstream's `NestedMap`, without its copy.
///
/// ```
/// use apimachinery::meta::Value;
/// use apimachinery::meta::unstructured::nested;
///
/// let content = [("spec", Value::from([("replicas", 3.into())]))].into();
/// assert_eq!(nested::map(&content, &["spec"])?.map(|spec| spec.len()), Some(1));
/// # Ok::<(), apimachinery::meta::Error>(())
/// ```
///
/// # Errors
///
/// As [`value`], and if the value is no object.
pub fn map<'a>(content: &'a Map<Value>, path: &[&str]) -> Result<Option<&'a Map<Value>>, Error> {
    typed(content, path, "map[string]interface{}", Value::as_map)
}

/// The object of texts at a path: upstream's `NestedStringMap`.
///
/// ```
/// use apimachinery::meta::Value;
/// use apimachinery::meta::unstructured::nested;
///
/// let content = [("labels", Value::from([("app", "web".into())]))].into();
/// assert_eq!(nested::string_map(&content, &["labels"])?.unwrap()["app"], "web");
/// # Ok::<(), apimachinery::meta::Error>(())
/// ```
///
/// # Errors
///
/// As [`map`], and if a value in it is no text.
pub fn string_map(content: &Map<Value>, path: &[&str]) -> Result<Option<Map<Str>>, Error> {
    let Some(entries) = map(content, path)? else { return Ok(None) };
    let text = |(key, value)| Ok((Str::clone(key), text_under(path, key, value)?));
    entries.iter().map(text).collect::<Result<_, _>>().map(Some)
}

/// The object of texts at a path, in which `null` is the empty text, as a decoder of typed objects
/// reads it; where the object itself is `null` it is nil. Upstream's `NestedNullCoercingStringMap`.
///
/// ```
/// use apimachinery::meta::Value;
/// use apimachinery::meta::unstructured::nested;
///
/// let content = [("labels", Value::from([("app", Value::Null)]))].into();
/// assert_eq!(nested::null_coercing_string_map(&content, &["labels"])?.unwrap()["app"], "");
/// assert!(nested::string_map(&content, &["labels"]).is_err());
/// # Ok::<(), apimachinery::meta::Error>(())
/// ```
///
/// # Errors
///
/// As [`string_map`].
pub fn null_coercing_string_map(content: &Map<Value>, path: &[&str]) -> Result<Option<Map<Str>>, Error> {
    if let Some(Value::Null) = value(content, path)? {
        return Ok(Some(Map::nil()));
    }
    let Some(entries) = map(content, path)? else { return Ok(None) };
    let text = |(key, value): (&Str, &Value)| match value {
        Value::Null => Ok((key.clone(), Str::EMPTY)),
        value => Ok((key.clone(), text_under(path, key, value)?)),
    };
    entries.iter().map(text).collect::<Result<_, _>>().map(Some)
}

/// Sets the value at a path; objects that are missing on the way are made. Upstream's `SetNestedField`.
///
/// ```
/// use apimachinery::meta::unstructured::nested;
/// use apimachinery::meta::{Map, Value};
///
/// let mut content: Map<Value> = Map::nil();
/// nested::set(&mut content, &["metadata", "labels", "app"], "web")?;
/// assert_eq!(nested::string(&content, &["metadata", "labels", "app"])?, Some("web"));
/// assert!(nested::set(&mut content, &["metadata", "labels", "app", "deeper"], 1).is_err());
/// # Ok::<(), apimachinery::meta::Error>(())
/// ```
///
/// # Errors
///
/// If a value on the way is no object, or the path is empty; the content is then as before, but
/// for objects made on the way.
pub fn set(content: &mut Map<Value>, path: &[&str], value: impl Into<Value>) -> Result<(), Error> {
    let Some((last, way)) = path.split_last() else { return Err(Error::new("no path was given")) };
    let mut map = content;
    for (index, field) in way.iter().enumerate() {
        if !map.contains_key(field) {
            map.insert(*field, Map::from_iter::<[(Str, Value); 0]>([]).into());
        }
        let inner = map.get_mut(field).and_then(Value::as_map_mut);
        map = inner.ok_or_else(|| {
            let way = json_path(&path[..=index]);
            Error::new(format!("value cannot be set because {way} is not a map[string]interface{{}}"))
        })?;
    }
    map.insert(*last, value.into());
    Ok(())
}

/// Takes the value at a path out; `None` if it was not there or is out of reach. The objects on the way stay, even
/// empty. Upstream's `RemoveNestedField`.
///
/// ```
/// use apimachinery::meta::unstructured::nested;
/// use apimachinery::meta::{Map, Value};
///
/// let mut content: Map<Value> = [("spec", Value::from([("paused", true.into())]))].into();
/// assert_eq!(nested::remove(&mut content, &["spec", "paused"]), Some(Value::Bool(true)));
/// assert!(nested::map(&content, &["spec"])?.is_some_and(|spec| spec.is_empty()));
/// # Ok::<(), apimachinery::meta::Error>(())
/// ```
pub fn remove(content: &mut Map<Value>, path: &[&str]) -> Option<Value> {
    let (last, way) = path.split_last()?;
    let mut map = content;
    for field in way {
        map = map.get_mut(field)?.as_map_mut()?;
    }
    map.remove(last)
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

fn text_under(path: &[&str], key: &Str, value: &Value) -> Result<Str, Error> {
    value.as_str().map(Str::from).ok_or_else(|| {
        let (key, mismatch) = (quote(key), Mismatch(value, "string"));
        accessor_error(path, format_args!("contains non-string value in the map under key {key}: {mismatch}"))
    })
}

/// A value, its type, and the type that it should have.
struct Mismatch<'a>(&'a Value, &'a str);

impl std::fmt::Display for Mismatch<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Mismatch(value, expected) = self;
        write!(f, "{} is of the type {}, expected {expected}", GoText(value), value.go_type())
    }
}

fn mismatch(path: &[&str], found: &Value, expected: &str) -> Error {
    accessor_error(path, format_args!("{}", Mismatch(found, expected)))
}

fn accessor_error(path: &[&str], reason: std::fmt::Arguments<'_>) -> Error {
    Error::new(format!("{} accessor error: {reason}", json_path(path)))
}

fn json_path(path: &[&str]) -> String {
    format!(".{}", path.join("."))
}
