use super::mismatch::{Mismatch, accessor_error};
use super::{typed, value};
use crate::field::{List, Map, Str, Value};
use crate::meta::Error;
use crate::wire::quote::quote;

/// Returns the list at a path in `content`, or `None` if it does not exist. Counterpart of `NestedSlice`, but without a
/// copy.
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
/// Same as [`value`], and also returns an error if the value is not a list.
pub fn list<'a>(content: &'a Map<Value>, path: &[&str]) -> Result<Option<&'a List<Value>>, Error> {
    typed(content, path, "[]interface{}", Value::as_list)
}

/// Returns a copy of the list of strings at a path in `content`, or `None` if it does not exist. Counterpart of
/// `NestedStringSlice`.
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
/// Same as [`list`], and also returns an error if an item is not a string.
pub fn strings(content: &Map<Value>, path: &[&str]) -> Result<Option<List<Str>>, Error> {
    let Some(items) = list(content, path)? else { return Ok(None) };
    let mut texts = Vec::with_capacity(items.len());
    for item in items.iter() {
        let Some(text) = item.as_str() else {
            let mismatch = Mismatch(item, "string");
            return Err(accessor_error(path, format_args!("contains non-string key in the slice: {mismatch}")));
        };
        texts.push(text.into());
    }
    Ok(Some(texts.into()))
}

/// Returns the object at a path in `content`, or `None` if it does not exist. Counterpart of `NestedMap`, but without a
/// copy.
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
/// Same as [`value`], and also returns an error if the value is not an object.
pub fn map<'a>(content: &'a Map<Value>, path: &[&str]) -> Result<Option<&'a Map<Value>>, Error> {
    typed(content, path, "map[string]interface{}", Value::as_map)
}

/// Returns a copy of the map of strings at a path in `content`, such as labels, or `None` if it does not exist.
/// Counterpart of `NestedStringMap`.
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
/// Same as [`map`], and also returns an error if a value in the map is not a string.
pub fn string_map(content: &Map<Value>, path: &[&str]) -> Result<Option<Map<Str>>, Error> {
    let Some(entries) = map(content, path)? else { return Ok(None) };
    texts(path, entries, false).map(Some)
}

/// Returns a copy of the map of strings at a path in `content`, or `None` if it does not exist. A `null` in the map
/// becomes an empty string, as in the decoders of typed objects; if the map itself is `null`, the result is a nil map.
/// Counterpart of `NestedNullCoercingStringMap`.
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
/// Same as [`string_map`].
pub fn null_coercing_string_map(content: &Map<Value>, path: &[&str]) -> Result<Option<Map<Str>>, Error> {
    if let Some(Value::Null) = value(content, path)? {
        return Ok(Some(Map::nil()));
    }
    let Some(entries) = map(content, path)? else { return Ok(None) };
    texts(path, entries, true).map(Some)
}

/// Copies a map of strings. If `coerces_null` is true, `null` becomes an empty string.
fn texts(path: &[&str], entries: &Map<Value>, coerces_null: bool) -> Result<Map<Str>, Error> {
    let mut texts = Map::with_capacity(entries.len());
    for (key, value) in entries {
        let is_empty = coerces_null && matches!(value, Value::Null);
        let text = if is_empty { Str::EMPTY } else { text_under(path, key, value)? };
        texts.insert(key.clone(), text);
    }
    Ok(texts)
}

fn text_under(path: &[&str], key: &Str, value: &Value) -> Result<Str, Error> {
    value.as_str().map(Str::from).ok_or_else(|| {
        let (key, mismatch) = (quote(key), Mismatch(value, "string"));
        accessor_error(path, format_args!("contains non-string value in the map under key {key}: {mismatch}"))
    })
}
