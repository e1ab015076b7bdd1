//! YAML as Kubernetes reads it, straight into values of known types.
//!
//! The values are those of the JSON that [`yaml::to_json`] would make of the text, decoded by the rules of
//! [`json`](super::json): nothing is turned into text, names are case-sensitive, keys come in the order of their bytes.
//! How a text is read is told by [`yaml`].
//!
//! ```
//! use apimachinery::meta::{List, Map, Quantity};
//! use apimachinery::serializer::yaml;
//!
//! let modes: List<i32> = yaml::from_str("- 0644\n- 1e1\n")?;
//! assert_eq!(modes, List::from([420, 10]));
//! let limits: Map<Quantity> = yaml::from_str("cpu: 0.5\nmemory: 1Gi\n")?;
//! assert_eq!(limits["cpu"].to_string(), "500m");
//! # Ok::<(), apimachinery::serializer::FormatError>(())
//! ```

use super::decode::decode;
use super::{Error, Warning};
use crate::reflect::{Mut, Reflect};
use crate::yaml::{self, Part, Reader};

/// Decodes the first document of a text; what its type does not know is dropped, and of a key that is said twice the
/// last value counts.
///
/// ```
/// use apimachinery::meta::{Map, Str};
/// use apimachinery::serializer::yaml;
///
/// let labels: Map<Str> = yaml::from_str("app: web\ntier: 'yes'\n")?;
/// assert_eq!(labels["tier"], "yes");
/// let error = yaml::from_str::<Map<Str>>("app: web\ntier: yes\n").unwrap_err();
/// assert_eq!(error.to_string(), "tier: expected string, found bool");
/// assert_eq!(error.position(), Some((2, 7)));
/// # Ok::<(), apimachinery::serializer::FormatError>(())
/// ```
///
/// # Errors
///
/// If the text is not YAML, holds what JSON has not, nests too deeply (500 levels of a type, 10,000 of anything), or
/// values have the wrong type: all of those are in the error.
pub fn from_str<T: Reflect + Default>(yaml: &str) -> Result<T, Error> {
    from_slice(yaml.as_bytes())
}

/// [`from_str`] from bytes: UTF-8, or UTF-16 with a byte order mark.
///
/// ```
/// use apimachinery::meta::List;
/// use apimachinery::serializer::yaml;
///
/// assert_eq!(yaml::from_slice::<List<i32>>(b"\xff\xfe[\x001\0]\0")?, List::from([1]));
/// # Ok::<(), apimachinery::serializer::FormatError>(())
/// ```
///
/// # Errors
///
/// As [`from_str`].
pub fn from_slice<T: Reflect + Default>(yaml: &[u8]) -> Result<T, Error> {
    let mut value = T::default();
    merge(Mut::new(&mut value), yaml)?;
    Ok(value)
}

/// [`from_slice`] that refuses what it would drop: keys that are said twice, and unknown fields.
///
/// ```
/// use apimachinery::meta::Map;
/// use apimachinery::serializer::yaml;
///
/// let error = yaml::from_slice_strict::<Map<i32>>(b"a: 1\na: 2\n").unwrap_err();
/// assert_eq!(error.details(), ["yaml: unmarshal errors:\n  line 2: key \"a\" already set in map"]);
/// ```
///
/// # Errors
///
/// As [`from_str`], and an error of which [`Error::is_strict_decoding`] is true.
pub fn from_slice_strict<T: Reflect + Default>(yaml: &[u8]) -> Result<T, Error> {
    let mut value = T::default();
    let warnings =
        merge_part(Mut::new(&mut value), yaml::read(&yaml::Text::decode(yaml)?)?.whole()).map_err(Error::strictly)?;
    Warning::judge(warnings).map_or_else(|refused| Err(Error::strict(refused)), |_| Ok(value))
}

/// Decodes over a value that is there, as [`json::merge`](super::json::merge) does, and returns what was dropped: first
/// the keys that are said twice, as one warning.
///
/// ```
/// use apimachinery::meta::Map;
/// use apimachinery::reflect::Mut;
/// use apimachinery::serializer::yaml;
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
/// As [`from_str`]. If the text is not YAML, the value is as it was; else it is partly filled.
pub fn merge(target: Mut<'_>, yaml: &[u8]) -> Result<Vec<Warning>, Error> {
    merge_part(target, yaml::read(&yaml::Text::decode(yaml)?)?.whole()).map(Warning::losses)
}

/// [`merge`] from a document that was read, or from a part of one, of which repeated keys are not told.
pub(crate) fn merge_part(target: Mut<'_>, part: Part<'_, '_>) -> Result<Vec<Warning>, Error> {
    let dropped = decode(Reader::new(part), target)?;
    let mut warnings = Warning::of_yaml(&part.warnings());
    if warnings.is_empty() {
        return Ok(dropped);
    }
    warnings.extend(dropped);
    Ok(warnings)
}
