//! Times with a precision of one second.

use std::fmt;
use std::ops::{Add, AddAssign, Sub, SubAssign};
use std::str::FromStr;
use std::time::SystemTime;

use super::instant::{self, Nanos, instant};
use super::{Duration, MicroTime, ParseError, RangeError, leaf};
use crate::reflect::{Leaf, ProtoReader, ProtoWriter, Raw, WireError};
use crate::wire::rfc3339::{self, Layout};

/// A point in time, formatted in UTC with whole seconds: `2024-02-29T23:59:59Z`. Counterpart of `metav1.Time`.
///
/// Any RFC 3339 text with any offset is accepted. A fraction is kept in memory, but not formatted, and Protobuf
/// contains zero nanoseconds. The default is Go's zero time, the first second of year 1, which Kubernetes encodes as
/// `null` in JSON and as an empty message in Protobuf; both decode to it. It counts as empty for fields that are
/// omitted when empty, such as `metadata.creationTimestamp`.
///
/// `==` and ordering include the fraction, so a decoded time may differ from the one that was encoded, but equals its
/// [`truncated`](Time::truncated) form.
///
/// Times convert from and to [`SystemTime`], and with the features `jiff` and `chrono` from and to `jiff::Timestamp` and
/// `chrono::DateTime`. `Time::from(SystemTime::now())` is the counterpart of `metav1.Now`.
///
/// ```
/// use apimachinery::meta::{Duration, Time};
/// use std::time::SystemTime;
///
/// let time: Time = "2024-03-01T01:30:00.5+02:00".parse()?;
/// assert_eq!(time.to_string(), "2024-02-29T23:30:00Z");
/// assert_eq!((time.seconds(), time.nanos()), (1_709_249_400, 500_000_000));
/// assert_eq!(time.truncated(), Time::from_unix(1_709_249_400, 0));
/// assert!(Time::default().is_zero() && !Time::from_unix(0, 0).is_zero());
///
/// let expires = time + Duration::from_secs(90);
/// assert_eq!((expires - time).to_string(), "1m30s");
/// assert!(Time::from(SystemTime::now()) > expires);
/// assert!(SystemTime::try_from(time)? < SystemTime::now());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Time {
    seconds: i64,
    nanos: Nanos,
}

instant! { Time, Layout::Seconds, |_| 0 }

/// Keeps the whole fraction.
impl From<MicroTime> for Time {
    fn from(time: MicroTime) -> Self {
        Time::from_unix(time.seconds(), time.nanos().into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_and_writes_as_go() {
        let cases = [
            ("2020-01-02T03:04:05Z", "2020-01-02T03:04:05Z"),
            ("2020-01-02T3:04:05Z", "2020-01-02T03:04:05Z"),
            ("2020-01-02T03:04:05,999999999999Z", "2020-01-02T03:04:05Z"),
            ("2020-02-29T23:00:00-01:00", "2020-03-01T00:00:00Z"),
            ("0000-01-01T00:00:00+00:01", "-0001-12-31T23:59:00Z"),
            ("9999-12-31T23:59:59-24:60", "10000-01-02T00:59:59Z"),
            ("0001-01-01T00:00:00Z", "0001-01-01T00:00:00Z"),
            ("1969-12-31T23:59:59.5Z", "1969-12-31T23:59:59Z"),
        ];
        for (text, written) in cases {
            assert_eq!(text.parse::<Time>().unwrap().to_string(), written, "{text}");
        }
        assert!("0001-01-01T02:00:00+02:00".parse::<Time>().unwrap().is_zero());
        assert!(!"0001-01-01T00:00:00.1Z".parse::<Time>().unwrap().is_zero());
    }

    #[test]
    fn refuses_with_the_place() {
        let cases = [
            ("", "cannot parse \"\" as \"2006\""),
            ("2020-01-02", "cannot parse \"\" as \"T\""),
            ("2020-01-02t03:04:05Z", "cannot parse \"t03:04:05Z\" as \"T\""),
            ("2020-1-2T03:04:05Z", "cannot parse \"1-2T03:04:05Z\" as \"01\""),
            ("2020-01-02T03:04:05", "cannot parse \"\" as \"Z07:00\""),
            ("2020-01-02T03:04:05z", "cannot parse \"z\" as \"Z07:00\""),
            ("2020-01-02T03:04:05.Z", "cannot parse \".Z\" as \"Z07:00\""),
            ("2020-01-02T03:04:05+0200", "cannot parse \"+0200\" as \"Z07:00\""),
        ];
        for (text, problem) in cases {
            let message = format!("parsing time \"{text}\" as \"2006-01-02T15:04:05Z07:00\": {problem}");
            assert_eq!(text.parse::<Time>().unwrap_err().to_string(), message);
        }
        let ranges = [
            ("2020-13-02T03:04:05Z", "month"),
            ("2021-02-29T03:04:05Z", "day"),
            ("2020-01-02T24:00:00Z", "hour"),
            ("2020-01-02T03:60:00Z", "minute"),
            ("2020-01-02T03:04:60Z", "second"),
            ("2020-01-02T03:04:05+25:00", "time zone offset hour"),
            ("2020-01-02T03:04:05+25:61", "time zone offset minute"),
            ("2020-00-02T03:04:05Z", "month"),
            ("2020-01-00T03:04:05Z", "day"),
        ];
        for (text, what) in ranges {
            let message = format!("parsing time \"{text}\": {what} out of range");
            assert_eq!(text.parse::<Time>().unwrap_err().to_string(), message);
        }
        let error = "2020-01-02T03:04:05Z\u{b5}".parse::<Time>().unwrap_err();
        assert_eq!(error.to_string(), r#"parsing time "2020-01-02T03:04:05Z\xc2\xb5": extra text: "\xc2\xb5""#);
    }

    #[test]
    fn nanoseconds_are_carried() {
        assert_eq!(Time::from_unix(5, -1), Time::from_unix(4, 999_999_999));
        assert_eq!(Time::from_unix(5, 2_000_000_001), Time::from_unix(7, 1));
        assert_eq!((Time::from_unix(-1, 0).to_string()), "1969-12-31T23:59:59Z");
        assert!(Time::from_unix(i64::MAX, 0) > Time::from_unix(i64::MIN, 0));
        assert_eq!(Time::from_unix(i64::MAX, 0).to_string(), "292277026596-12-04T15:30:07Z");
    }
}
