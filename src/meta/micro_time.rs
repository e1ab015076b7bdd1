//! Times with microsecond precision.

use std::fmt;
use std::ops::{Add, AddAssign, Sub, SubAssign};
use std::str::FromStr;
use std::time::SystemTime;

use super::instant::{self, Nanos, instant};
use super::{Duration, ParseError, RangeError, Time, leaf};
use crate::reflect::{Leaf, ProtoReader, ProtoWriter, Raw, WireError};
use crate::wire::rfc3339::{self, Layout};

/// A point in time with microsecond precision, formatted in UTC: `2024-02-29T23:59:59.123456Z`. Counterpart of
/// `metav1.MicroTime`.
///
/// Parsing requires all six digits of the fraction, too. Conversions and arithmetic keep nanoseconds in memory; encoding
/// truncates to microseconds, in JSON as in Protobuf, and [`truncated`](MicroTime::truncated) does the same in memory.
/// The default is Go's zero time, as for [`Time`], which is encoded as `null` in JSON and as an empty message in
/// Protobuf.
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
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MicroTime {
    seconds: i64,
    nanos: Nanos,
}

instant! { MicroTime, Layout::Micros, |nanos| nanos / 1000 * 1000 }

/// Keeps the whole fraction.
impl From<Time> for MicroTime {
    fn from(time: Time) -> Self {
        MicroTime::from_unix(time.seconds(), time.nanos().into())
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
