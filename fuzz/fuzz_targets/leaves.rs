//! Texts of quantities, times and durations: a printed value parses to the same value and prints the same.
#![no_main]

use std::fmt::Display;
use std::str::FromStr;

use apimachinery::meta::{Duration, IntOrString, MicroTime, Quantity, Time};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    stable::<Duration>(text);
    stable::<MicroTime>(text);
    stable::<Time>(text);
    let printed = IntOrString::parse(text).to_string();
    assert_eq!(IntOrString::parse(&printed).to_string(), printed, "{text:?}");
    let Some(quantity) = stable::<Quantity>(text) else { return };
    quantities(&quantity, text);
});

/// Returns the value of a text, if it has one.
fn stable<T: Display + FromStr>(text: &str) -> Option<T>
where
    T::Err: Display,
{
    let value = text.parse::<T>().ok()?;
    let printed = value.to_string();
    let again = printed.parse::<T>().unwrap_or_else(|error| panic!("{text:?} printed as {printed:?}: {error}"));
    assert_eq!(again.to_string(), printed, "{text:?}");
    Some(value)
}

/// Checks that arithmetic is consistent.
fn quantities(quantity: &Quantity, text: &str) {
    assert_eq!(*quantity, quantity.clone(), "{text:?}");
    assert_eq!(quantity.is_zero(), quantity.signum() == 0, "{text:?}");
    assert!(quantity.as_i64().is_none_or(|value| value == quantity.value()), "{text:?}");
    let _ = quantity.milli_value();
    let negative = -quantity.clone();
    assert_eq!(negative.signum(), -quantity.signum(), "{text:?}");
    let mut sum = quantity.clone();
    sum += &negative;
    assert!(sum.is_zero(), "{text:?}: {sum}");
}
