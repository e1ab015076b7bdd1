//! Converting what options, lists and maps hold. `name` is the JSON name of the field; nil stays
//! nil and empty stays empty. The error is always that of the function, with the path before it.

use super::Error;
use crate::field::{List, Map, Str};

/// Converts the items of a list.
///
/// # Errors
///
/// That of `convert`.
pub fn list<A, B: Default>(
    name: &'static str,
    from: List<A>,
    mut convert: impl FnMut(&mut A, &mut B) -> Result<(), Error>,
) -> Result<List<B>, Error> {
    if from.is_nil() {
        return Ok(List::nil());
    }
    let items = from.into_iter().enumerate().map(|(index, mut item)| {
        converted(&mut item, &mut convert).map_err(|error| error.at(&format!("[{index}]")).at(name))
    });
    items.collect()
}

/// Converts the values of a map.
///
/// # Errors
///
/// That of `convert`.
pub fn map<A, B: Default>(
    name: &'static str,
    from: Map<A>,
    mut convert: impl FnMut(&mut A, &mut B) -> Result<(), Error>,
) -> Result<Map<B>, Error> {
    if from.is_nil() {
        return Ok(Map::nil());
    }
    let entries = from.into_iter().map(|(key, mut value)| match converted(&mut value, &mut convert) {
        Ok(value) => Ok((key, value)),
        Err(error) => Err(error.at(&key).at(name)),
    });
    entries.collect()
}

/// Runs a conversion in place on every item of a list.
///
/// # Errors
///
/// That of `convert`.
pub fn each<A>(
    name: &'static str,
    items: &mut List<A>,
    mut convert: impl FnMut(&mut A) -> Result<(), Error>,
) -> Result<(), Error> {
    items
        .iter_mut()
        .enumerate()
        .try_for_each(|(index, item)| convert(item).map_err(|error| error.at(&format!("[{index}]")).at(name)))
}

/// Runs a conversion in place on every value of a map.
///
/// # Errors
///
/// That of `convert`.
pub fn each_value<A>(
    name: &'static str,
    map: &mut Map<A>,
    mut convert: impl FnMut(&mut A) -> Result<(), Error>,
) -> Result<(), Error> {
    map.iter_mut().try_for_each(|(key, value)| convert(value).map_err(|error| error.at(key).at(name)))
}

/// The second of the pair whose first is `value`; any other value passes.
///
/// ```
/// use apimachinery::conversion::values;
///
/// assert_eq!(values("red".into(), &[("red", "Red")]), "Red");
/// assert_eq!(values("pink".into(), &[("red", "Red")]), "pink");
/// ```
#[must_use]
pub fn values(value: Str, pairs: &[(&str, &str)]) -> Str {
    match pairs.iter().find(|(from, _)| value == *from) {
        Some((_, to)) => (*to).into(),
        None => value,
    }
}

fn converted<A, B: Default>(
    from: &mut A,
    convert: impl FnOnce(&mut A, &mut B) -> Result<(), Error>,
) -> Result<B, Error> {
    let mut to = B::default();
    convert(from, &mut to)?;
    Ok(to)
}
