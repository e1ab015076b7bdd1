//! Conversion of the items of lists and the values of maps. `name` is the JSON name of the field. Nil stays nil, and
//! empty stays empty. Errors of the conversion function are returned with the path prepended.

// Each conversion instantiates these functions, including every generic helper of the standard library that they call.
// To keep generated code small they use no iterator adapters with closures and no `Result` combinators.

use super::Error;
use crate::field::named_text::{FromTexts, Text};
use crate::field::{List, Map, Str};
use crate::reflect::convert_items;

/// Converts the items of the list `from` in order: calls `convert` for each with a default value to fill, and returns
/// the list of these values. A nil list returns a nil list. `name` is the JSON name of the field, for the path of
/// errors.
///
/// ```
/// use apimachinery::conversion::{self, Error};
/// use apimachinery::meta::{List, Str};
///
/// let to_number = |from: &mut Str, to: &mut i32| {
///     *to = from.parse().map_err(|_| Error::new("not a number"))?;
///     Ok(())
/// };
/// assert_eq!(conversion::list("ports", List::from(["80".into()]), to_number), Ok(List::from([80])));
/// assert_eq!(conversion::list("ports", List::nil(), to_number), Ok(List::nil()));
///
/// let error = conversion::list("ports", List::from(["80".into(), "http".into()]), to_number).unwrap_err();
/// assert_eq!(error.to_string(), "ports[1]: not a number");
/// ```
///
/// # Errors
///
/// Returns the error of `convert` for the first item that it rejects, with the path `name[index]`.
pub fn list<A, B: Default>(
    name: &'static str,
    mut from: List<A>,
    convert: impl FnMut(&mut A, &mut B) -> Result<(), Error>,
) -> Result<List<B>, Error> {
    if from.is_nil() {
        return Ok(List::nil());
    }
    match convert_items(&mut from, convert) {
        (items, None) => Ok(items),
        (items, Some(error)) => Err(at_item(error, items.len() - 1, name)),
    }
}

/// Converts the values of the map `from`: calls `convert` for each with a default value to fill, and returns a map of
/// these values with the same keys. A nil map returns a nil map. `name` is the JSON name of the field, for the path of
/// errors.
///
/// ```
/// use apimachinery::conversion;
/// use apimachinery::meta::Map;
///
/// let seconds: Map<i32> = [("grace", 2)].into();
/// let millis = conversion::map("limits", seconds, |from, to| {
///     *to = i64::from(*from) * 1000;
///     Ok(())
/// })?;
/// assert_eq!(millis, [("grace", 2000_i64)].into());
/// # Ok::<(), conversion::Error>(())
/// ```
///
/// # Errors
///
/// Returns the error of `convert` for the first value that it rejects, with the path `name.key`.
pub fn map<A, B: Default>(
    name: &'static str,
    mut from: Map<A>,
    mut convert: impl FnMut(&mut A, &mut B) -> Result<(), Error>,
) -> Result<Map<B>, Error> {
    if from.is_nil() {
        return Ok(Map::nil());
    }
    let mut entries = Vec::with_capacity(from.len());
    for (key, value) in from.iter_mut() {
        let mut to = B::default();
        match convert(value, &mut to) {
            Ok(()) => entries.push((key.clone(), to)),
            Err(error) => return Err(at_value(error, key, name)),
        }
    }
    Ok(Map::from_entries(entries))
}

/// Converts the items of a list in place: calls `convert` for each, in order. Use it if the items have the same Rust
/// type in the version and in the hub. `name` is the JSON name of the field, for the path of errors.
///
/// ```
/// use apimachinery::conversion;
/// use apimachinery::meta::List;
///
/// let mut ports = List::from([80, 443]);
/// conversion::each("ports", &mut ports, |port| {
///     *port += 8000;
///     Ok(())
/// })?;
/// assert_eq!(ports, List::from([8080, 8443]));
/// # Ok::<(), conversion::Error>(())
/// ```
///
/// # Errors
///
/// Returns the error of `convert` for the first item that it rejects, with the path `name[index]`; the items before it
/// are converted.
pub fn each<A>(
    name: &'static str,
    items: &mut List<A>,
    mut convert: impl FnMut(&mut A) -> Result<(), Error>,
) -> Result<(), Error> {
    for (index, item) in items.iter_mut().enumerate() {
        if let Err(error) = convert(item) {
            return Err(at_item(error, index, name));
        }
    }
    Ok(())
}

/// Converts the values of a map in place: calls `convert` for each, in the order of the keys. Use it if the values have
/// the same Rust type in the version and in the hub. `name` is the JSON name of the field, for the path of errors.
///
/// ```
/// use apimachinery::conversion::{self, Error};
/// use apimachinery::meta::Map;
///
/// let mut weights: Map<i32> = [("a", 1), ("b", -1)].into();
/// let checked = conversion::each_value("weights", &mut weights, |weight| match weight {
///     0.. => Ok(()),
///     _ => Err(Error::new("below zero")),
/// });
/// assert_eq!(checked.unwrap_err().to_string(), "weights.b: below zero");
/// ```
///
/// # Errors
///
/// Returns the error of `convert` for the first value that it rejects, with the path `name.key`; the values before it
/// are converted.
pub fn each_value<A>(
    name: &'static str,
    map: &mut Map<A>,
    mut convert: impl FnMut(&mut A) -> Result<(), Error>,
) -> Result<(), Error> {
    for (key, value) in map.iter_mut() {
        if let Err(error) = convert(value) {
            return Err(at_value(error, key, name));
        }
    }
    Ok(())
}

/// Converts the value `from`: calls `convert` with it and a default value of `B` to fill, and returns the filled value.
/// Called by generated conversions.
///
/// ```
/// use apimachinery::private::conversion;
///
/// let doubled: i64 = conversion::converted(7, |from: &mut i32, to| Ok(*to = i64::from(*from) * 2))?;
/// assert_eq!(doubled, 14);
/// # Ok::<(), conversion::Error>(())
/// ```
///
/// # Errors
///
/// Returns the error of `convert`.
pub fn converted<A, B: Default>(
    mut from: A,
    convert: impl FnOnce(&mut A, &mut B) -> Result<(), Error>,
) -> Result<B, Error> {
    let mut to = B::default();
    convert(&mut from, &mut to)?;
    Ok(to)
}

/// Adds the entries of `kept`, usually a map that was stored in an annotation, to `map`. Keys that `map` already
/// contains keep their values. If `map` is nil, it becomes `kept`.
///
/// ```
/// use apimachinery::private::conversion::merge;
/// use apimachinery::meta::Map;
///
/// let mut limits = Map::from([("cpu", 2)]);
/// merge(&mut limits, Map::from([("cpu", 1), ("memory", 1)]));
/// assert_eq!(limits, Map::from([("cpu", 2), ("memory", 1)]));
/// ```
pub fn merge<V: Clone>(map: &mut Map<V>, kept: Map<V>) {
    if map.is_nil() {
        *map = kept;
        return;
    }
    for (key, value) in kept.iter() {
        if map.get(key).is_none() {
            map.insert(key.clone(), value.clone());
        }
    }
}

/// Returns a copy of `map` without the entries for `keys`. Use it to leave out entries that are fields of another
/// version. If this removes the last entry, the result is nil.
///
/// ```
/// use apimachinery::private::conversion::without;
/// use apimachinery::meta::Map;
///
/// assert_eq!(without(&Map::from([("a", 1), ("b", 2)]), &["a"]), Map::from([("b", 2)]));
/// assert!(without(&Map::from([("a", 1)]), &["a"]).is_nil());
/// ```
#[must_use]
pub fn without<V: Clone>(map: &Map<V>, keys: &[&str]) -> Map<V> {
    let mut rest = map.clone();
    let mut removed = false;
    for key in keys {
        removed |= rest.remove(key).is_some();
    }
    if removed && rest.is_empty() { Map::nil() } else { rest }
}

/// Translates a value of a named text whose values are spelled differently in another version. Returns the second
/// element of the first pair whose first element is `value`. Any other value is returned unchanged, because newer
/// versions can add values.
///
/// ```
/// use apimachinery::meta::Str;
/// use apimachinery::private::conversion::values;
///
/// let written = |text: &str| -> Str { values(Str::from(text), &[("red", "Red")]) };
/// assert_eq!(written("red"), "Red");
/// assert_eq!(written("pink"), "pink");
/// ```
#[must_use]
pub fn values<A: Text, B: Text>(value: A, pairs: &[(&str, &str)]) -> B {
    let value: Str = value.into();
    B::from(match pairs.iter().find(|(from, _)| value == *from) {
        Some((_, to)) => (*to).into(),
        None => value,
    })
}

/// Converts a string, or each string in an option, list or map, to another string type. The content does not change.
///
/// ```
/// use apimachinery::meta::{List, Str};
/// use apimachinery::private::conversion::retyped;
///
/// apimachinery::named_text! { pub struct Color { RED = "Red" } }
///
/// let colors: List<Color> = retyped(List::from([Str::from("Red")]));
/// assert_eq!(colors, List::from([Color::RED]));
/// ```
#[must_use]
pub fn retyped<A, B: FromTexts<A>>(value: A) -> B {
    B::from_texts(value)
}

/// Returns true if two values with different string types contain the same strings.
///
/// ```
/// use apimachinery::meta::{List, Str};
/// use apimachinery::private::conversion::same_texts;
///
/// apimachinery::named_text! { pub struct Color { RED = "Red" } }
///
/// assert!(same_texts(&List::from([Color::RED]), &List::from([Str::from("Red")])));
/// assert!(!same_texts(&Color::RED, &Str::from("red")));
/// ```
#[must_use]
pub fn same_texts<A, B: FromTexts<A>>(value: &B, other: &A) -> bool {
    value.has_texts_of(other)
}

#[cold]
fn at_item(error: Error, index: usize, name: &str) -> Error {
    error.at(&format!("[{index}]")).at(name)
}

#[cold]
fn at_value(error: Error, key: &str, name: &str) -> Error {
    error.at(key).at(name)
}
