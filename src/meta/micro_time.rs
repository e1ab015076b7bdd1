//! Times to the microsecond.

use super::rfc3339::{self, Layout};
use super::{ParseError, Time};
use std::fmt;
use std::str::FromStr;

/// A point in time, written in UTC with six digits of a fraction: `2024-02-29T23:59:59.123456Z`.
/// Kubernetes' `metav1.MicroTime`.
///
/// The six digits are required in a text that is read, too. What is finer is cut off in writing, in JSON as in
/// Protobuf. The default is Go's zero time, as for [`Time`], and is written as `null` and as an empty message.
///
/// ```
/// use apimachinery::meta::MicroTime;
///
/// let renewed: MicroTime = "2024-02-29T23:59:59.120000Z".parse()?;
/// assert_eq!(renewed.to_string(), "2024-02-29T23:59:59.120000Z");
/// assert_eq!((renewed.seconds(), renewed.nanos()), (1_709_251_199, 120_000_000));
/// assert!("2024-02-29T23:59:59.12Z".parse::<MicroTime>().is_err());
/// assert!(MicroTime::default().is_zero());
/// # Ok::<(), apimachinery::meta::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MicroTime {
    seconds: i64,
    nanos: u32,
}

impl MicroTime {
    /// The time so many seconds and nanoseconds after 1970-01-01T00:00:00Z. Nanoseconds beyond a second, or below
    /// zero, are carried over; what is finer than a microsecond stays in memory but is not written.
    ///
    /// ```
    /// use apimachinery::meta::MicroTime;
    ///
    /// assert_eq!(MicroTime::from_unix(0, 1_999).to_string(), "1970-01-01T00:00:00.000001Z");
    /// ```
    pub const fn from_unix(seconds: i64, nanos: i64) -> Self {
        let (seconds, nanos) = rfc3339::normalized(seconds, nanos);
        Self { seconds, nanos }
    }

    /// The whole seconds since 1970-01-01T00:00:00Z, negative before it.
    pub const fn seconds(self) -> i64 {
        self.seconds
    }

    /// The nanoseconds after [`seconds`](Self::seconds), from 0 to 999,999,999.
    pub const fn nanos(self) -> u32 {
        self.nanos
    }

    /// Whether it is the zero time, which stands for none. The epoch, 1970, is not.
    pub fn is_zero(self) -> bool {
        self == Self::default()
    }
}

impl Default for MicroTime {
    fn default() -> Self {
        Time::default().into()
    }
}

impl From<Time> for MicroTime {
    fn from(time: Time) -> Self {
        Self { seconds: time.seconds(), nanos: time.nanos() }
    }
}

/// Reads RFC 3339 with exactly six digits of a fraction, otherwise as [`Time`] does.
impl FromStr for MicroTime {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let (seconds, nanos) = rfc3339::parse(text, Layout::Micros)?;
        Ok(Self { seconds, nanos })
    }
}

impl fmt::Display for MicroTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&rfc3339::text((self.seconds, self.nanos), Layout::Micros))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn six_digits_are_read_and_written() {
        let cases = [
            ("2020-01-02T03:04:05.123456Z", "2020-01-02T03:04:05.123456Z"),
            ("2020-01-02T03:04:05,000001Z", "2020-01-02T03:04:05.000001Z"),
            ("2020-01-02T03:04:05.+12345Z", "2020-01-02T03:04:05.012345Z"),
            ("2020-01-02T03:04:05.-00000Z", "2020-01-02T03:04:05.000000Z"),
            ("2020-01-02T3:04:05.123456+01:00", "2020-01-02T02:04:05.123456Z"),
        ];
        for (text, written) in cases {
            assert_eq!(text.parse::<MicroTime>().unwrap().to_string(), written, "{text}");
        }
        assert_eq!(MicroTime::from_unix(0, -1).to_string(), "1969-12-31T23:59:59.999999Z");
    }

    #[test]
    fn other_fractions_are_refused() {
        let message = |text: &str| text.parse::<MicroTime>().unwrap_err().to_string();
        let layout = "2006-01-02T15:04:05.000000Z07:00";
        for (rest, read, element) in
            [("Z", "Z", ".000000"), (".12345Z", ".12345Z", ".000000"), (".1234567Z", "7Z", "Z07:00")]
        {
            let text = format!("2020-01-02T03:04:05{rest}");
            let expected = format!("parsing time \"{text}\" as \"{layout}\": cannot parse \"{read}\" as \"{element}\"");
            assert_eq!(message(&text), expected);
        }
        let negative = "2020-01-02T03:04:05.-00001Z";
        assert_eq!(message(negative), format!("parsing time \"{negative}\": fractional second out of range"));
    }
}
