//! The error of the value types: a text that is not a quantity, a time, a duration or a percentage.

use std::borrow::Cow;
use std::fmt;

/// A text that does not mean a value of the type asked for.
///
/// Its message names what is wrong and, where one rule decides, what is accepted. The messages of quantities,
/// times and durations are those of Kubernetes.
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
