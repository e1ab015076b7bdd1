//! YAML as Kubernetes reads it, decoded directly to typed values.
//!
//! The values are the same as those decoded from the JSON that [`to_json`](crate::yaml::to_json) returns for the text, by
//! the rules of [`json`](super::json), but no intermediate text is created. Names are case-sensitive, and keys are read in
//! the order of their bytes.

use super::{Error, Warning, json};
use crate::go_yaml::{self, Reader, ValueRef};
use crate::reflect::{Mut, Reflect};

/// Decodes the first document of a text to a value of the type `T`, such as any API type. The text is UTF-8, or UTF-16
/// with a byte order mark. Unknown fields are dropped, and if a key is duplicated, the last value is used. For types
/// that implement serde's traits, use [`yaml::from_str`](crate::yaml).
///
/// ```
/// use apimachinery::meta::{List, Map, Quantity, Str};
/// use apimachinery::yaml::{self, Mark};
///
/// let modes: List<i32> = yaml::decode(b"- 0644\n- 1e1\n")?;
/// assert_eq!(modes, List::from([420, 10]));
/// let limits: Map<Quantity> = yaml::decode(b"cpu: 0.5\nmemory: 1Gi\n")?;
/// assert_eq!(limits["cpu"].to_string(), "500m");
///
/// let error = yaml::decode::<Map<Str>>(b"app: web\ntier: yes\n").unwrap_err();
/// assert_eq!(error.to_string(), "tier: expected string, found bool");
/// assert_eq!(error.position(), Some(Mark::new(2, 7)));
/// # Ok::<(), apimachinery::serializer::FormatError>(())
/// ```
///
/// # Errors
///
/// Returns an error if the text is not YAML, if it contains a value that JSON cannot represent, if it has more than 500
/// levels of typed values or 10,000 levels in total, or if values have the wrong type. An error about wrong types lists
/// all such values.
pub fn decode<T: Reflect + Default>(yaml: &[u8]) -> Result<T, Error> {
    let mut value = T::default();
    merge(Mut::new(&mut value), yaml)?;
    Ok(value)
}

/// Decodes the first document of a text like [`decode`], and rejects duplicate keys and unknown fields.
///
/// ```
/// use apimachinery::meta::Map;
/// use apimachinery::yaml;
///
/// let error = yaml::decode_strict::<Map<i32>>(b"a: 1\na: 2\n").unwrap_err();
/// assert_eq!(error.details(), ["yaml: unmarshal errors:\n  line 2: key \"a\" already set in map"]);
/// ```
///
/// # Errors
///
/// Same as [`decode`], and also returns an error, for which [`is_strict_decoding`](Error::is_strict_decoding) is true,
/// if the text contains unknown fields or duplicate keys.
pub fn decode_strict<T: Reflect + Default>(yaml: &[u8]) -> Result<T, Error> {
    let mut value = T::default();
    let text = go_yaml::Text::decode(yaml)?;
    let warnings = merge_part(Mut::new(&mut value), go_yaml::read(&text)?.whole()).map_err(Error::strictly)?;
    Warning::judge(warnings).map_or_else(|refused| Err(Error::strict(refused)), |_| Ok(value))
}

/// Encodes a value, such as an object of any API type, as YAML with a trailing newline. The result is the YAML of its
/// JSON; see [`json_to_yaml`](crate::yaml::json_to_yaml). For types that implement serde's traits, use
/// [`yaml::to_string`](crate::yaml).
///
/// ```
/// use apimachinery::meta::Map;
/// use apimachinery::yaml;
///
/// let versions: Map<i32> = [("v10", 1), ("v9", 2)].into();
/// assert_eq!(yaml::encode(&versions)?, "v9: 2\nv10: 1\n");
/// # Ok::<(), apimachinery::serializer::FormatError>(())
/// ```
///
/// # Errors
///
/// Returns an error if the value contains anything that JSON cannot represent, or a key of more than 1,022 characters.
pub fn encode<T: Reflect>(value: &T) -> Result<String, Error> {
    Ok(go_yaml::json_to_yaml(&json::to_vec(value)?)?)
}

/// Decodes the first document of a text into the existing value at `target`, like
/// [`json::merge`](crate::serializer::json::merge). Returns warnings about dropped content; all duplicate keys are in
/// one warning, the first.
///
/// ```
/// use apimachinery::meta::Map;
/// use apimachinery::reflect::Mut;
/// use apimachinery::yaml;
///
/// let mut map: Map<i32> = [("a", 1), ("b", 2)].into();
/// let dropped = yaml::merge(Mut::new(&mut map), b"b: 3\nb: 4\n")?;
/// assert_eq!(map, [("a", 1), ("b", 4)].into());
/// assert_eq!(dropped.len(), 1);
/// # Ok::<(), apimachinery::serializer::FormatError>(())
/// ```
///
/// # Errors
///
/// Same as [`decode`]. The value is unchanged if the text is not YAML; otherwise it may be partly modified.
pub fn merge(target: Mut<'_>, yaml: &[u8]) -> Result<Vec<Warning>, Error> {
    merge_part(target, go_yaml::read(&go_yaml::Text::decode(yaml)?)?.whole()).map(Warning::losses)
}

/// Decodes a document like [`merge`], or a part of one, for which duplicate keys are not reported.
pub(crate) fn merge_part(target: Mut<'_>, part: ValueRef<'_, '_>) -> Result<Vec<Warning>, Error> {
    let dropped = super::decode::decode(Reader::new(part), target)?;
    let mut warnings = Warning::of_yaml(&part.warnings());
    if warnings.is_empty() {
        return Ok(dropped);
    }
    warnings.extend(dropped);
    Ok(warnings)
}
