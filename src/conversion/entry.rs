//! Fields that are an entry of a map, or a label, in another version.

use super::{AnnotationValue, Error, Scope};
use crate::field::named_text::Text;
use crate::field::{Map, Str};

const FOREIGN: &str = "the key represents a field of another version";

/// Removes the entry `key` from `map` and returns its value, or `None` if the map does not contain it. If the last
/// entry is removed, the map becomes nil.
///
/// ```
/// use apimachinery::private::conversion::take_entry;
/// use apimachinery::meta::Map;
///
/// let mut map = Map::from([("replicas", 3)]);
/// assert_eq!(take_entry(&mut map, "replicas"), Some(3));
/// assert!(map.is_nil());
/// ```
pub fn take_entry<V>(map: &mut Map<V>, key: &str) -> Option<V> {
    let value = map.remove(key)?;
    if map.is_empty() {
        *map = Map::nil();
    }
    Some(value)
}

/// Formats a value as a string that a map of strings can contain, in the format of
/// [`annotation_write`](super::annotation_write). [`text_to_value`] is the inverse.
///
/// ```
/// let text: apimachinery::meta::Str = apimachinery::private::conversion::value_to_text(true)?;
/// assert_eq!(text, "true");
/// # Ok::<(), apimachinery::conversion::Error>(())
/// ```
///
/// # Errors
///
/// Returns an error if the value cannot be encoded as a string, for example because it contains a number that is not
/// finite.
pub fn value_to_text<T: AnnotationValue, U: Text>(value: T) -> Result<U, Error> {
    value.text().map(U::from).map_err(Error::new)
}

/// Parses a string from a map of strings as a `T`. [`value_to_text`] is the inverse.
///
/// ```
/// use apimachinery::meta::Str;
/// use apimachinery::private::conversion::text_to_value;
///
/// assert_eq!(text_to_value::<i32>(Str::from("3"))?, 3);
/// assert!(text_to_value::<i32>(Str::from("03")).is_err(), "it would become 3");
/// # Ok::<(), apimachinery::conversion::Error>(())
/// ```
///
/// # Errors
///
/// Returns an error if the string cannot be parsed as a `T`, or differs from the string that [`value_to_text`] returns
/// for the parsed value, such as `03`.
pub fn text_to_value<T: AnnotationValue>(text: impl Text) -> Result<T, Error> {
    let value = T::parse(&text).map_err(Error::new)?;
    match value.text() {
        Ok(again) if *again == *text => Ok(value),
        Ok(again) => Err(Error::new(format!("expected `{again}`, the only notation of this value"))),
        Err(reason) => Err(Error::new(reason)),
    }
}

/// Entries of maps and labels that represent a field of another version.
impl Scope<'_> {
    /// Stores `value` in the entry `key` of `map`, where it represents a field of another version. Reports a loss if
    /// the entry had a different value. `name` is the JSON name of the map, for the path of the loss.
    ///
    /// ```
    /// use std::cell::RefCell;
    /// use apimachinery::conversion::Scope;
    /// use apimachinery::meta::Map;
    /// use apimachinery::schema::GroupVersion;
    ///
    /// let losses = RefCell::default();
    /// let scope = Scope::new(GroupVersion::new("apps", "v1")).with_losses(&losses);
    /// let mut map = Map::from([("size", 2)]);
    /// scope.write_entry("limits", &mut map, "size", 3);
    /// assert_eq!((map["size"], losses.take()[0].path.as_str()), (3, "limits[size]"));
    /// ```
    pub fn write_entry<V: PartialEq + Clone>(&self, name: &str, map: &mut Map<V>, key: &str, value: V) {
        if map.get(key).is_some_and(|before| *before != value) {
            self.lose(&format!("{name}[{key}]"), FOREIGN);
        }
        map.insert(key, value);
    }

    /// Removes the entry `key` from `map`, and reports it as a loss if it existed. Use it if the field of another
    /// version that the entry represents is unset: otherwise the entry would be read as its value. `name` is the JSON
    /// name of the map, for the path of the loss.
    ///
    /// ```
    /// use apimachinery::conversion::Scope;
    /// use apimachinery::meta::Map;
    /// use apimachinery::schema::GroupVersion;
    ///
    /// let mut map = Map::from([("size", 2)]);
    /// Scope::new(GroupVersion::new("apps", "v1")).remove_entry("limits", &mut map, "size");
    /// assert!(map.is_nil());
    /// ```
    pub fn remove_entry<V>(&self, name: &str, map: &mut Map<V>, key: &str) {
        if take_entry(map, key).is_some() {
            self.lose(&format!("{name}[{key}]"), FOREIGN);
        }
    }

    /// Stores `value`, a field of another version, in the label `key`. If it is not a valid label value, removes the
    /// label and reports a loss with the given `reason`. Also reports a loss if the label had a different value.
    ///
    /// ```
    /// use apimachinery::conversion::Scope;
    /// use apimachinery::meta::{Map, Str};
    /// use apimachinery::schema::GroupVersion;
    ///
    /// let scope = Scope::new(GroupVersion::new("apps", "v1"));
    /// let mut labels = Map::nil();
    /// scope.write_label(&mut labels, "example.com/tier", &Str::from("gold"), "labels are short")?;
    /// assert_eq!(labels["example.com/tier"], "gold");
    /// scope.write_label(&mut labels, "example.com/tier", &Str::from("no label"), "labels are short")?;
    /// assert!(labels.is_empty());
    /// # Ok::<(), apimachinery::conversion::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the value cannot be encoded as a string, for example because it contains a number that is
    /// not finite.
    pub fn write_label<T: AnnotationValue>(
        &self,
        labels: &mut Map<Str>,
        key: &str,
        value: &T,
        reason: &'static str,
    ) -> Result<(), Error> {
        let text = value.text().map_err(Error::new)?;
        if is_label_value(&text) {
            self.write_entry("metadata.labels", labels, key, text);
        } else {
            self.lose(&format!("metadata.labels[{key}]"), reason);
            self.remove_label(labels, key);
        }
        Ok(())
    }

    /// Removes the label `key`, and reports it as a loss if it existed.
    ///
    /// Call it when you convert an object to a version that stores a field in this label, and the field is unset. If a
    /// label of this name stayed in the object, the conversion back would read it as the value of the field.
    ///
    /// ```
    /// use apimachinery::conversion::Scope;
    /// use apimachinery::meta::{Map, Str};
    /// use apimachinery::schema::GroupVersion;
    ///
    /// let mut labels: Map<Str> = [("example.com/tier", "gold".into())].into();
    /// Scope::new(GroupVersion::new("apps", "v1")).remove_label(&mut labels, "example.com/tier");
    /// assert!(labels.is_empty());
    /// ```
    pub fn remove_label(&self, labels: &mut Map<Str>, key: &str) {
        self.remove_entry("metadata.labels", labels, key);
    }
}

/// Removes the label `key` and returns its value, parsed as a `T`, or `None` if the label does not exist. The label is
/// removed even if its value cannot be parsed.
///
/// ```
/// use apimachinery::private::conversion::label_read;
/// use apimachinery::meta::{Map, Str};
///
/// let mut labels: Map<Str> = [("example.com/size", "3".into())].into();
/// assert_eq!(label_read(&mut labels, "example.com/size"), Ok(Some(3)));
/// assert_eq!(label_read::<i32>(&mut labels, "example.com/size"), Ok(None));
/// ```
///
/// # Errors
///
/// Returns an error if the string cannot be parsed as a `T`, or differs from the string that [`value_to_text`] returns
/// for the parsed value, such as `03`.
pub fn label_read<T: AnnotationValue>(labels: &mut Map<Str>, key: &str) -> Result<Option<T>, Error> {
    match take_entry(labels, key).map(text_to_value) {
        None => Ok(None),
        Some(Ok(value)) => Ok(Some(value)),
        Some(Err(error)) => Err(error.at(&format!("[{key}]")).at("metadata.labels")),
    }
}

/// True for a string that the API server accepts as the value of a label.
fn is_label_value(text: &str) -> bool {
    let is_end = |c: Option<char>| c.is_none_or(|c| c.is_ascii_alphanumeric());
    let is_valid = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    text.len() <= 63 && text.chars().all(is_valid) && is_end(text.chars().next()) && is_end(text.chars().last())
}
