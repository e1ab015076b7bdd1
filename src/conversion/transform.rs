//! Conversions of values that the rules of definitions describe: tables of values, units, scales, lists and maps.
//!
//! Each pair of functions is exact in one direction. The function for the other direction either reports what it drops
//! to the scope, or returns an error for a value without a counterpart.

use super::{Error, Scope};
use crate::field::named_text::Text;
use crate::field::{List, Map, Str};
use crate::meta::{Duration, Quantity};

/// An integer type of the definition language: `i32` for `int32`, or `i64` for `int64`. The conversions of numbers in
/// this module, such as [`multiply`], accept both; other types cannot implement it.
///
/// ```
/// use apimachinery::private::conversion::Integer;
///
/// assert_eq!(7_i32.to_i64(), 7);
/// assert_eq!(i32::from_i64(1 << 40), None);
/// ```
pub trait Integer: sealed::Sealed + Copy {
    /// Converts the number to an `i64`.
    fn to_i64(self) -> i64;

    /// Converts `value` to this type, or returns `None` if it is outside the range of the type.
    fn from_i64(value: i64) -> Option<Self>;
}

/// Prevents implementations in other crates.
mod sealed {
    #[doc(hidden)]
    pub trait Sealed {}
}

macro_rules! integers {
    ($($rust:ty),*) => {
        $(
            impl sealed::Sealed for $rust {}

            impl Integer for $rust {
                fn to_i64(self) -> i64 {
                    i64::from(self)
                }

                fn from_i64(value: i64) -> Option<Self> {
                    Self::try_from(value).ok()
                }
            }
        )*
    };
}

integers! { i32, i64 }

fn integer<T: Integer>(value: Option<i64>) -> Result<T, Error> {
    value.and_then(T::from_i64).ok_or_else(|| Error::new("the number is too large for the other version"))
}

/// Returns the counterpart of `value` in the table `pairs`: the second element of the first pair whose first element
/// equals `value`.
///
/// ```
/// use apimachinery::private::conversion::replace;
/// use apimachinery::meta::Str;
///
/// let policy: Str = replace(true, &[(true, "Forbid"), (false, "Allow")])?;
/// assert_eq!(policy, "Forbid");
/// let table = [("Forbid", true), ("Allow", false)];
/// assert!(replace::<Str, _, _, bool>("Other".into(), &table).is_err());
/// assert!(replace::<Str, _, _, bool>("".into(), &table).is_err());
/// # Ok::<(), apimachinery::conversion::Error>(())
/// ```
///
/// # Errors
///
/// Returns an error for a value that the table does not contain.
pub fn replace<T, K, R, U>(value: T, pairs: &[(K, R)]) -> Result<U, Error>
where
    T: PartialEq<K>,
    R: Copy,
    U: From<R>,
{
    match pairs.iter().find(|(from, _)| value == *from) {
        Some((_, to)) => Ok(U::from(*to)),
        None => Err(Error::new("the value has no counterpart in the other version")),
    }
}

/// Returns the counterpart of `value` in the table `pairs` as [`replace`] does, or the zero value of `U` if the table does
/// not contain it. In that case, reports a loss to `scope` with the given `reason`.
///
/// ```
/// use apimachinery::private::conversion::{Scope, replace_known};
/// use apimachinery::meta::Str;
/// use apimachinery::schema::GroupVersion;
///
/// let scope = Scope::new(GroupVersion::new("example.com", "v1"));
/// let forbid: bool = replace_known(Str::from("Ask"), &[("Forbid", true)], "v1 never asks", &scope)?;
/// assert!(!forbid);
/// # Ok::<(), apimachinery::conversion::Error>(())
/// ```
///
/// # Errors
///
/// Never returns an error. Returns a `Result` like all conversions of this module, most of which can fail.
pub fn replace_known<T, K, R, U>(
    value: T,
    pairs: &[(K, R)],
    reason: &'static str,
    scope: &Scope<'_>,
) -> Result<U, Error>
where
    T: PartialEq<K>,
    R: Copy,
    U: From<R> + Default,
{
    Ok(replace(value, pairs).unwrap_or_else(|_| {
        scope.lose("", reason);
        U::default()
    }))
}

/// Returns `value` multiplied by `factor`. Use it for a field that has a smaller unit in the other version, such as
/// seconds to milliseconds with the factor 1000. [`divide`] is the inverse.
///
/// ```
/// use apimachinery::private::conversion::multiply;
///
/// assert_eq!(multiply::<i32, i64>(3, 1000)?, 3000);
/// assert!(multiply::<i32, i32>(i32::MAX, 2).is_err());
/// # Ok::<(), apimachinery::conversion::Error>(())
/// ```
///
/// # Errors
///
/// Returns an error if the product is outside the range of `U`.
pub fn multiply<T: Integer, U: Integer>(value: T, factor: i64) -> Result<U, Error> {
    integer(value.to_i64().checked_mul(factor))
}

/// Returns `value` divided by `factor`, rounded toward zero. Use it for a field that has a larger unit in the other
/// version, such as milliseconds to seconds with the factor 1000. [`multiply`] is the inverse. If there is a remainder,
/// reports a loss to `scope` with the given `reason`.
///
/// ```
/// use apimachinery::private::conversion::{Scope, divide};
/// use apimachinery::schema::GroupVersion;
///
/// let scope = Scope::new(GroupVersion::new("example.com", "v1"));
/// assert_eq!(divide::<i64, i32>(3999, 1000, "whole units", &scope)?, 3);
/// # Ok::<(), apimachinery::conversion::Error>(())
/// ```
///
/// # Errors
///
/// Returns an error if the result is outside the range of `U`, or if `factor` is 0.
pub fn divide<T: Integer, U: Integer>(
    value: T,
    factor: i64,
    reason: &'static str,
    scope: &Scope<'_>,
) -> Result<U, Error> {
    let value = value.to_i64();
    if value.checked_rem(factor).is_some_and(|rest| rest != 0) {
        scope.lose("", reason);
    }
    integer(value.checked_div(factor))
}

/// Converts a number of units to a duration. `nanos` is the length of the unit in nanoseconds: 1,000,000,000 for
/// seconds.
///
/// ```
/// use apimachinery::private::conversion::units_to_duration;
///
/// assert_eq!(units_to_duration(90, 1_000_000_000)?.to_string(), "1m30s");
/// # Ok::<(), apimachinery::conversion::Error>(())
/// ```
///
/// # Errors
///
/// Returns an error if the duration is longer than about 292 years, the largest [`Duration`].
pub fn units_to_duration<T: Integer>(value: T, nanos: i64) -> Result<Duration, Error> {
    multiply(value, nanos).map(Duration::from_nanos)
}

/// Converts a duration to a number of units, rounded toward zero. `nanos` is the length of the unit in nanoseconds. If
/// a fraction of a unit is dropped, reports a loss to `scope` with the given `reason`.
///
/// ```
/// use apimachinery::private::conversion::{Scope, duration_to_units};
/// use apimachinery::schema::GroupVersion;
///
/// let scope = Scope::new(GroupVersion::new("example.com", "v1"));
/// assert_eq!(duration_to_units::<i32>("1m30.5s".parse().unwrap(), 1_000_000_000, "whole seconds", &scope)?, 90);
/// # Ok::<(), apimachinery::conversion::Error>(())
/// ```
///
/// # Errors
///
/// Returns an error if the number is outside the range of `T`, or if `nanos` is 0.
pub fn duration_to_units<T: Integer>(
    value: Duration,
    nanos: i64,
    reason: &'static str,
    scope: &Scope<'_>,
) -> Result<T, Error> {
    divide(value.as_nanos(), nanos, reason, scope)
}

/// Converts a number of the unit `suffix` to a quantity: 512 and `Mi` to `512Mi`. [`quantity_to_units`] is the inverse.
///
/// ```
/// use apimachinery::private::conversion::units_to_quantity;
///
/// assert_eq!(units_to_quantity(1500, "m")?.to_string(), "1500m");
/// # Ok::<(), apimachinery::conversion::Error>(())
/// ```
///
/// # Errors
///
/// Returns an error if `suffix` is not a suffix of quantities, such as `m`, `k`, `Mi`, or the empty string for units of
/// 1.
pub fn units_to_quantity<T: Integer>(value: T, suffix: &str) -> Result<Quantity, Error> {
    let parse = |number: i64| -> Result<Quantity, Error> {
        format!("{number}{suffix}").parse().map_err(|error| Error::new(format!("{error}")))
    };
    // Texts of quantities are limited to 64 bits, as upstream; products are not.
    let (quantity, exact) = (parse(value.to_i64())?, parse(1)? * value.to_i64());
    Ok(if quantity == exact { quantity } else { exact })
}

/// Converts a quantity to a whole number of the unit `suffix`, such as `Mi`, rounded toward zero. If a fraction is
/// dropped, reports a loss to `scope` with the given `reason`. The original suffix is not kept: [`units_to_quantity`]
/// always writes `suffix`, so `1` becomes `1000m` with the suffix `m`.
///
/// ```
/// use apimachinery::private::conversion::{Scope, quantity_to_units};
/// use apimachinery::schema::GroupVersion;
///
/// let scope = Scope::new(GroupVersion::new("example.com", "v1"));
/// assert_eq!(quantity_to_units::<i32>("1.5Gi".parse().unwrap(), "Mi", "whole mebibytes", &scope)?, 1536);
/// # Ok::<(), apimachinery::conversion::Error>(())
/// ```
///
/// # Errors
///
/// Returns an error if the number is outside the range of `T`, or if `suffix` is not a suffix of quantities, such as
/// `m`, `k`, `Mi`, or the empty string for units of 1.
pub fn quantity_to_units<T: Integer>(
    value: Quantity,
    suffix: &str,
    reason: &'static str,
    scope: &Scope<'_>,
) -> Result<T, Error> {
    // The integer number of units is found by bisection, because products of quantities are exact at any size.
    let one = units_to_quantity(1, suffix)?;
    let is_at_most = |count: i64| (&one * count).cmp(&value).is_le();
    let (mut low, mut high) = (i64::MIN, i64::MAX);
    if !is_at_most(low) || (is_at_most(high) && &one * high != value) {
        return integer(None);
    }
    while low.abs_diff(high) > 1 {
        let middle = low.wrapping_add_unsigned(low.abs_diff(high) / 2);
        if is_at_most(middle) { low = middle } else { high = middle }
    }
    if is_at_most(high) {
        low = high;
    }
    if &one * low != value {
        scope.lose("", reason);
        low += i64::from(value.signum() < 0);
    }
    integer(Some(low))
}

/// Converts an integer to a string in decimal notation, for a field that is a string in the other version.
/// [`text_to_integer`] is the inverse.
///
/// ```
/// let text: apimachinery::meta::Str = apimachinery::private::conversion::integer_to_text(-7)?;
/// assert_eq!(text, "-7");
/// # Ok::<(), apimachinery::conversion::Error>(())
/// ```
///
/// # Errors
///
/// Never returns an error. Returns a `Result` like all conversions of this module, most of which can fail.
pub fn integer_to_text<T: Integer, U: Text>(value: T) -> Result<U, Error> {
    Ok(Str::from(value.to_i64().to_string()).into())
}

/// Converts a string in decimal notation to an integer, for a field that is a string in the other version.
///
/// ```
/// use apimachinery::meta::Str;
/// use apimachinery::private::conversion::text_to_integer;
///
/// assert_eq!(text_to_integer::<i32>(Str::from("-7"))?, -7);
/// assert!(text_to_integer::<i32>(Str::from("007")).is_err(), "it would become 7");
/// # Ok::<(), apimachinery::conversion::Error>(())
/// ```
///
/// # Errors
///
/// Returns an error if the string is not an integer, is outside the range of `T`, or is spelled in another way than by
/// [`integer_to_text`], such as `+1` or `01`, because the inverse conversion could not restore the string.
pub fn text_to_integer<T: Integer>(value: impl Text) -> Result<T, Error> {
    let number: Option<i64> = value.parse().ok();
    match number.filter(|number| *value == *number.to_string()) {
        Some(number) => integer(Some(number)),
        None => Err(Error::new("expected an integer in decimal notation")),
    }
}

/// Converts a string in decimal notation to an integer like [`text_to_integer`], for a string that is not optional. If
/// the string is empty, returns 0 and reports a loss to `scope` with the given `reason`, because the inverse conversion
/// returns `0`.
///
/// ```
/// use apimachinery::meta::Str;
/// use apimachinery::private::conversion::{Scope, text_or_empty_to_integer};
/// use apimachinery::schema::GroupVersion;
///
/// let scope = Scope::new(GroupVersion::new("example.com", "v1"));
/// assert_eq!(text_or_empty_to_integer::<i32>(Str::EMPTY, "the number becomes 0", &scope)?, 0);
/// # Ok::<(), apimachinery::conversion::Error>(())
/// ```
///
/// # Errors
///
/// Same as [`text_to_integer`].
pub fn text_or_empty_to_integer<T: Integer>(
    value: impl Text,
    reason: &'static str,
    scope: &Scope<'_>,
) -> Result<T, Error> {
    if value.is_empty() {
        scope.lose("", reason);
        return integer(Some(0));
    }
    text_to_integer(value)
}

/// Creates a list that contains only `value`, for a field that is a list in the other version. The inverse of
/// [`first_item`].
///
/// ```
/// assert_eq!(apimachinery::private::conversion::list_of_one(7)?[..], [7]);
/// # Ok::<(), apimachinery::conversion::Error>(())
/// ```
///
/// # Errors
///
/// Never returns an error. Returns a `Result` like all conversions of this module, most of which can fail.
pub fn list_of_one<T>(value: T) -> Result<List<T>, Error> {
    Ok([value].into())
}

/// Returns the first item of a list, or the default value of `T` if the list is empty, for a field that is a single
/// value in the other version. If the list has more than one item, reports a loss to `scope` with the given `reason`.
///
/// ```
/// use apimachinery::private::conversion::{Scope, first_item};
/// use apimachinery::meta::List;
/// use apimachinery::schema::GroupVersion;
///
/// let scope = Scope::new(GroupVersion::new("example.com", "v1"));
/// assert_eq!(first_item(List::from([7, 8]), "one item", &scope)?, 7);
/// # Ok::<(), apimachinery::conversion::Error>(())
/// ```
///
/// # Errors
///
/// Never returns an error. Returns a `Result` like all conversions of this module, most of which can fail.
pub fn first_item<T: Default>(value: List<T>, reason: &'static str, scope: &Scope<'_>) -> Result<T, Error> {
    if value.len() > 1 {
        scope.lose("", reason);
    }
    Ok(value.into_vec().into_iter().next().unwrap_or_default())
}

/// Returns the first item of a list like [`first_item`], for a field that is not optional. Also reports a loss if the
/// first item is the zero value, which the field cannot distinguish from an empty list.
///
/// ```
/// use apimachinery::private::conversion::{Scope, first_value};
/// use apimachinery::meta::List;
/// use apimachinery::schema::GroupVersion;
///
/// let scope = Scope::new(GroupVersion::new("example.com", "v1"));
/// assert_eq!(first_value(List::from([7]), "one item", &scope)?, 7);
/// # Ok::<(), apimachinery::conversion::Error>(())
/// ```
///
/// # Errors
///
/// Never returns an error. Returns a `Result` like all conversions of this module, most of which can fail.
pub fn first_value<T: Default + PartialEq>(
    value: List<T>,
    reason: &'static str,
    scope: &Scope<'_>,
) -> Result<T, Error> {
    if value.len() == 1 && value[0] == T::default() {
        scope.lose("", reason);
    }
    first_item(value, reason, scope)
}

/// Converts a list to a map. `entry` is called for each item and returns its key and value. If several items have the
/// same key, the last one is kept. A nil list is converted to a nil map. The inverse, [`map_to_list`], returns items in
/// the order of their keys. If items are dropped, or if the list is not sorted by key, reports a loss to `scope` with
/// the given `reason`.
///
/// ```
/// use apimachinery::private::conversion::{Scope, list_to_map};
/// use apimachinery::meta::{List, Str};
/// use apimachinery::schema::GroupVersion;
///
/// let scope = Scope::new(GroupVersion::new("example.com", "v1"));
/// let list = List::from([(Str::from("a"), 1), ("b".into(), 2)]);
/// let map = list_to_map(list, |item| (item.0.clone(), item.1), "sorted", &scope)?;
/// assert_eq!(map["b"], 2);
/// # Ok::<(), apimachinery::conversion::Error>(())
/// ```
///
/// # Errors
///
/// Never returns an error. Returns a `Result` like all conversions of this module, most of which can fail.
pub fn list_to_map<T, K: Text, V>(
    value: List<T>,
    entry: impl Fn(&mut T) -> (K, V),
    reason: &'static str,
    scope: &Scope<'_>,
) -> Result<Map<V>, Error> {
    if value.is_nil() {
        return Ok(Map::nil());
    }
    let entry = |item: &mut T| -> (Str, V) {
        let (key, value) = entry(item);
        (key.into(), value)
    };
    let entries: Vec<(Str, V)> = value.into_vec().iter_mut().map(entry).collect();
    if entries.windows(2).any(|pair| pair[0].0 >= pair[1].0) {
        scope.lose("", reason);
    }
    let mut map = Map::nil();
    let inner = map.make();
    for (key, value) in entries {
        inner.insert(key, value);
    }
    Ok(map)
}

/// Converts a map to a list, in the order of the keys. `item` is called with each key and its value and returns the
/// item. A nil map is converted to a nil list. The inverse of [`list_to_map`].
///
/// ```
/// use apimachinery::private::conversion::map_to_list;
/// use apimachinery::meta::{Map, Str};
///
/// let list = map_to_list(Map::from([("a", 1)]), |key: Str, value| (key, value))?;
/// assert_eq!(list[..], [(Str::from("a"), 1)]);
/// # Ok::<(), apimachinery::conversion::Error>(())
/// ```
///
/// # Errors
///
/// Never returns an error. Returns a `Result` like all conversions of this module, most of which can fail.
pub fn map_to_list<T, K: Text, V: Clone>(value: Map<V>, item: impl Fn(K, V) -> T) -> Result<List<T>, Error> {
    if value.is_nil() {
        return Ok(List::nil());
    }
    Ok(value.iter().map(|(key, value)| item(key.clone().into(), value.clone())).collect::<Vec<_>>().into())
}

/// Converts a list of strings such as `key=value` to a map. Each string is split at the first `separator`. A string
/// without the separator becomes a key with an empty value; if several strings have the same key, the last one is kept.
/// [`map_to_texts`] cannot restore such strings, or a list that is not sorted by key, so a loss with the given `reason`
/// is reported to `scope`.
///
/// ```
/// use apimachinery::private::conversion::{Scope, texts_to_map};
/// use apimachinery::meta::{List, Map, Str};
/// use apimachinery::schema::GroupVersion;
///
/// let scope = Scope::new(GroupVersion::new("example.com", "v1"));
/// let map: Map<Str> = texts_to_map(List::from([Str::from("a=b=c")]), "=", "sorted", &scope)?;
/// assert_eq!(map["a"], "b=c");
/// # Ok::<(), apimachinery::conversion::Error>(())
/// ```
///
/// # Errors
///
/// Never returns an error. Returns a `Result` like all conversions of this module, most of which can fail.
pub fn texts_to_map<A: Text, B: Text>(
    value: List<A>,
    separator: &str,
    reason: &'static str,
    scope: &Scope<'_>,
) -> Result<Map<B>, Error> {
    if value.iter().any(|text| !text.contains(separator)) {
        scope.lose("", reason);
    }
    let entry = |text: &mut A| {
        let (key, value) = text.split_once(separator).unwrap_or((&**text, ""));
        (Str::from(key), B::from(Str::from(value)))
    };
    list_to_map(value, entry, reason, scope)
}

/// Converts a map to a list of strings such as `key=value`, with `separator` between key and value, in the order of the
/// keys. [`texts_to_map`] is the inverse.
///
/// ```
/// use apimachinery::private::conversion::map_to_texts;
/// use apimachinery::meta::{Map, Str};
///
/// let texts = |key| map_to_texts::<_, Str>(Map::from([(key, Str::from("b"))]), "=");
/// assert_eq!(texts("a")?[..], ["a=b"]);
/// assert!(texts("a=").is_err());
/// # Ok::<(), apimachinery::conversion::Error>(())
/// ```
///
/// # Errors
///
/// Returns an error if a key contains the separator, because the string could not be split correctly.
pub fn map_to_texts<A: Text, B: Text>(value: Map<A>, separator: &str) -> Result<List<B>, Error> {
    if value.iter().any(|(key, _)| key.contains(separator)) {
        return Err(Error::new("a key contains the separator of the other version"));
    }
    map_to_list(value, |key: Str, value| B::from(Str::from(format!("{key}{separator}{}", &*value))))
}

/// Renames keys of a map: for each pair of `pairs`, the key in the first element is replaced by the second. Other keys
/// and all values are not changed.
///
/// ```
/// use apimachinery::private::conversion::rename_keys;
/// use apimachinery::meta::Map;
///
/// let map = rename_keys(Map::from([("cpu", 1), ("disk", 2)]), &[("cpu", "CPU")])?;
/// assert_eq!((map["CPU"], map["disk"]), (1, 2));
/// # Ok::<(), apimachinery::conversion::Error>(())
/// ```
///
/// # Errors
///
/// Returns an error if the map contains a key that is the second element of a pair but not the first element of any
/// pair, because the inverse conversion would rename it.
pub fn rename_keys<V: Clone>(value: Map<V>, pairs: &[(&str, &str)]) -> Result<Map<V>, Error> {
    if value.is_nil() {
        return Ok(value);
    }
    let mut renamed = Map::nil();
    let inner = renamed.make();
    for (key, value) in value.iter() {
        let new = pairs.iter().find(|(from, _)| *key == **from).map(|(_, to)| *to);
        if new.is_none() && pairs.iter().any(|(_, to)| *key == **to) {
            return Err(Error::new("a key of the map is a name of another key in the other version"));
        }
        inner.insert(new.map_or_else(|| key.clone(), Str::from), value.clone());
    }
    Ok(renamed)
}
