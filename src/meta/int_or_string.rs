//! Values that are an integer or a string, such as a port number or name, or a count or percentage.

use super::ParseError;
use crate::field::Str;
use std::fmt;

/// A 32-bit integer or a string. Counterpart of `intstr.IntOrString`.
///
/// JSON contains a plain number or string. The two never equal each other: the string `"80"` differs from the integer
/// 80, in JSON and for `==`. The default is the integer 0. Protobuf encodes the type and both values, one of which is
/// empty.
///
/// ```
/// use apimachinery::meta::IntOrString;
///
/// let max_unavailable = IntOrString::from("25%");
/// assert_eq!(max_unavailable.scaled_value(10, true)?, 3);
/// assert_eq!(max_unavailable.scaled_value(10, false)?, 2);
/// assert_ne!(IntOrString::from("80"), IntOrString::from(80));
/// assert_eq!(IntOrString::default(), IntOrString::Int(0));
/// # Ok::<(), apimachinery::meta::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum IntOrString {
    /// An integer, such as a port number or a number of pods.
    Int(i32),
    /// A string, such as the name of a port or a percentage.
    String(Str),
}

impl IntOrString {
    /// Parses `text` as an integer, or keeps it as a string. Counterpart of `intstr.Parse`. Use it for input such as
    /// command line arguments, in which the two cannot be distinguished; decoders distinguish them by their encoding.
    /// An integer that does not fit into 32 bits remains a string.
    ///
    /// ```
    /// use apimachinery::meta::IntOrString;
    ///
    /// assert_eq!(IntOrString::parse("8080"), IntOrString::Int(8080));
    /// assert_eq!(IntOrString::parse("http"), IntOrString::from("http"));
    /// assert_eq!(IntOrString::parse("2147483648"), IntOrString::from("2147483648"));
    /// ```
    pub fn parse(text: &str) -> Self {
        text.parse().map_or_else(|_| text.into(), Self::Int)
    }

    /// Returns the integer, or for a string such as `25%` this percentage of `total`, rounded up if `round_up` is true,
    /// and down otherwise. Percentages may be negative or above 100; the result is not limited to `total`. Counterpart
    /// of `GetScaledValueFromIntOrPercent`.
    ///
    /// ```
    /// use apimachinery::meta::IntOrString;
    ///
    /// assert_eq!(IntOrString::from(5).scaled_value(3, true)?, 5);
    /// assert_eq!(IntOrString::from("150%").scaled_value(3, true)?, 5);
    /// let error = IntOrString::from("half").scaled_value(3, true).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "invalid value for IntOrString: invalid type: string is not a percentage",
    /// );
    /// # Ok::<(), apimachinery::meta::ParseError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the string is not an integer followed by `%`; for example, `5` is rejected.
    pub fn scaled_value(&self, total: i64, round_up: bool) -> Result<i64, ParseError> {
        let percentage = match self {
            Self::Int(value) => return Ok((*value).into()),
            Self::String(text) => percentage(text)?,
        };
        // Upstream computes in floating point.
        let share = percentage as f64 * total as f64 / 100.0;
        Ok(if round_up { share.ceil() } else { share.floor() } as i64)
    }
}

fn percentage(text: &str) -> Result<i64, ParseError> {
    let invalid = |reason| ParseError::new(format!("invalid value for IntOrString: {reason}"));
    let number =
        text.strip_suffix('%').ok_or_else(|| invalid("invalid type: string is not a percentage".to_owned()))?;
    number.parse().map_err(|error| invalid(format!("invalid value {text:?}: {error}")))
}

impl Default for IntOrString {
    fn default() -> Self {
        Self::Int(0)
    }
}

impl From<i32> for IntOrString {
    fn from(value: i32) -> Self {
        Self::Int(value)
    }
}

impl From<&str> for IntOrString {
    fn from(text: &str) -> Self {
        Self::String(text.into())
    }
}

impl From<String> for IntOrString {
    fn from(text: String) -> Self {
        Self::String(text.into())
    }
}

impl fmt::Display for IntOrString {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Int(value) => value.fmt(f),
            Self::String(text) => f.pad(text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parse_prefers_the_integer() {
        assert_eq!(["1", "-1", "+1"].map(IntOrString::parse), [1, -1, 1].map(IntOrString::Int));
        for text in ["", "http", "2147483648", "1.0", " 1", "50%"] {
            assert_eq!(IntOrString::parse(text), IntOrString::from(text));
        }
        assert_eq!(format!("{:>4}|{:<5}|", IntOrString::from(80), IntOrString::from("http")), "  80|http |");
    }

    #[test]
    fn percentages_scale() {
        let cases = [("50%", 9, 5, 4), ("0%", 9, 0, 0), ("-10%", 15, -1, -2), ("200%", 3, 6, 6), ("+1%", 1, 1, 0)];
        for (text, total, up, down) in cases {
            let value = IntOrString::from(text);
            assert_eq!(
                (value.scaled_value(total, true), value.scaled_value(total, false)),
                (Ok(up), Ok(down)),
                "{text}"
            );
        }
        assert_eq!(IntOrString::Int(7).scaled_value(100, true), Ok(7));
        for text in ["", "5", "%", "5.5%", "5%%", " 5%"] {
            assert!(IntOrString::from(text).scaled_value(10, true).is_err(), "{text}");
        }
    }
}
