//! Literals in generated defaulting functions.

use std::fmt;
use std::str::FromStr;

/// Parses `text`, a default of a type such as a quantity or a duration, and returns the value. Called by generated
/// code.
///
/// ```
/// use apimachinery::meta::{Duration, Quantity};
///
/// assert_eq!(apimachinery::private::defaulting::literal::<Quantity>("100m").milli_value(), 100);
/// assert_eq!(apimachinery::private::defaulting::literal::<Duration>("5m").as_nanos(), 300_000_000_000);
/// ```
///
/// # Panics
///
/// Panics if the text cannot be parsed. This does not occur in generated code, because the generator checks the text.
#[must_use]
pub fn literal<T: FromStr<Err: fmt::Debug>>(text: &'static str) -> T {
    text.parse().expect("the generator has parsed every literal")
}
