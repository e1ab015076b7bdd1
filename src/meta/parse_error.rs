//! The errors returned when a text or a number is not a valid quantity, time, duration or percentage.

use std::borrow::Cow;
use std::fmt;

/// The error returned when a text cannot be parsed as a quantity, time, duration, percentage or other value of this
/// module.
///
/// The message explains what is wrong and, if a single rule was violated, what is accepted. The messages of quantities,
/// times and durations are the same as in Kubernetes.
///
/// ```
/// use apimachinery::meta::Duration;
///
/// let error = "5".parse::<Duration>().unwrap_err();
/// assert_eq!(error.to_string(), r#"time: missing unit in duration "5""#);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    message: Cow<'static, str>,
}

impl ParseError {
    pub(crate) fn new(message: impl Into<Cow<'static, str>>) -> Self {
        let message = message.into();
        Self { message }
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for ParseError {}

/// The error returned when a value is outside the range of the type that it is converted to, such as a quantity that
/// does not fit into an `i64`.
///
/// ```
/// use apimachinery::meta::{Quantity, RangeError};
///
/// let error: RangeError = u64::try_from(&Quantity::from(-5)).unwrap_err();
/// assert_eq!(error.to_string(), "quantity -5 is out of range for u64");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RangeError {
    message: Box<str>,
}

impl RangeError {
    pub(crate) fn new(kind: &str, value: impl fmt::Display, target: &str) -> Self {
        Self { message: format!("{kind} {value} is out of range for {target}").into() }
    }

    pub(crate) fn not_an_integer(quantity: impl fmt::Display) -> Self {
        Self { message: format!("quantity {quantity} is not an integer").into() }
    }
}

impl fmt::Display for RangeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for RangeError {}
