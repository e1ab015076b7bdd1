//! YAML as Kubernetes reads it, decoded directly to typed values.
//!
//! The values are the same as those decoded from the JSON that [`yaml::to_json`] returns for the text, by the rules of
//! [`json`](super::json), but no intermediate text is created. Names are case-sensitive, and keys are read in the order
//! of their bytes. See [`yaml`] for the YAML dialect.
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

/// Decodes the first document of a text. Unknown fields are dropped, and the last of several duplicate keys counts.
///
/// ```
/// use apimachinery::meta::{Map, Str};
/// use apimachinery::serializer::{Mark, yaml};
///
/// let labels: Map<Str> = yaml::from_str("app: web\ntier: 'yes'\n")?;
/// assert_eq!(labels["tier"], "yes");
/// let error = yaml::from_str::<Map<Str>>("app: web\ntier: yes\n").unwrap_err();
/// assert_eq!(error.to_string(), "tier: expected string, found bool");
/// assert_eq!(error.position(), Some(Mark::new(2, 7)));
/// # Ok::<(), apimachinery::serializer::FormatError>(())
/// ```
///
/// # Errors
///
/// Returns an error if the text is not YAML, contains a value that JSON cannot represent, or nests too deeply (500
/// levels of typed values, 10,000 of any values), or if values have the wrong type. In the last case, the error lists
/// all of them.
pub fn from_str<T: Reflect + Default>(yaml: &str) -> Result<T, Error> {
    from_slice(yaml.as_bytes())
}

/// Decodes a value like [`from_str`] from UTF-8 bytes, or from UTF-16 with a byte order mark.
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
/// Same as [`from_str`].
pub fn from_slice<T: Reflect + Default>(yaml: &[u8]) -> Result<T, Error> {
    let mut value = T::default();
    merge(Mut::new(&mut value), yaml)?;
    Ok(value)
}

/// Decodes a value like [`from_slice`], and rejects duplicate keys and unknown fields.
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
/// Same as [`from_str`], plus an error for which [`Error::is_strict_decoding`] returns true.
pub fn from_slice_strict<T: Reflect + Default>(yaml: &[u8]) -> Result<T, Error> {
    let mut value = T::default();
    let warnings =
        merge_part(Mut::new(&mut value), yaml::read(&yaml::Text::decode(yaml)?)?.whole()).map_err(Error::strictly)?;
    Warning::judge(warnings).map_or_else(|refused| Err(Error::strict(refused)), |_| Ok(value))
}

/// Decodes text into an existing value like [`json::merge`](super::json::merge), and returns warnings about dropped
/// content. Duplicate keys come first, as a single warning.
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
/// Same as [`from_str`]. The value is unchanged if the text is not YAML; otherwise it may be partly modified.
pub fn merge(target: Mut<'_>, yaml: &[u8]) -> Result<Vec<Warning>, Error> {
    merge_part(target, yaml::read(&yaml::Text::decode(yaml)?)?.whole()).map(Warning::losses)
}

/// Decodes a document like [`merge`], or a part of one, for which duplicate keys are not reported.
pub(crate) fn merge_part(target: Mut<'_>, part: Part<'_, '_>) -> Result<Vec<Warning>, Error> {
    let dropped = decode(Reader::new(part), target)?;
    let mut warnings = Warning::of_yaml(&part.warnings());
    if warnings.is_empty() {
        return Ok(dropped);
    }
    warnings.extend(dropped);
    Ok(warnings)
}
