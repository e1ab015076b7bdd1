use super::mismatch::json_path;
use crate::field::{Map, Str, Value};
use crate::meta::Error;

/// Sets the value at a path, such as `["spec", "replicas"]`, and creates missing objects along it. Counterpart of
/// `SetNestedField`.
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
/// Returns an error if a value along the path is not an object, or the path is empty. The content is then unchanged,
/// except for objects created along the path.
pub fn set(content: &mut Map<Value>, path: &[&str], value: impl Into<Value>) -> Result<(), Error> {
    let Some((last, way)) = path.split_last() else { return Err(Error::new("empty path")) };
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

/// Removes the value at a path in `content` and returns it, or returns `None` if it does not exist. Objects along the
/// path remain, even if they become empty. Counterpart of `RemoveNestedField`.
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
