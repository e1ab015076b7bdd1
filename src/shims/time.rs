//! Conversions of times and durations to and from the types of jiff and chrono, enabled by the features of these names.

use crate::meta::{Duration, MicroTime, RangeError, Time};

/// Implements the conversions of a point in time with the type of jiff.
///
/// ```
/// # #[cfg(feature = "jiff")] {
/// use apimachinery::meta::{Duration, MicroTime, Time};
///
/// let time = Time::from(jiff::Timestamp::UNIX_EPOCH);
/// assert_eq!(time, Time::from_unix(0, 0));
/// assert_eq!(jiff::Timestamp::try_from(MicroTime::from(time)).unwrap(), jiff::Timestamp::UNIX_EPOCH);
/// assert_eq!(jiff::SignedDuration::from(Duration::from_secs(5)), jiff::SignedDuration::from_secs(5));
/// # }
/// ```
#[cfg(feature = "jiff")]
macro_rules! jiff_time {
    ($name:ident) => {
        impl From<jiff::Timestamp> for $name {
            fn from(time: jiff::Timestamp) -> Self {
                // Both parts of an earlier time than 1970 are negative.
                $name::from_unix(time.as_second(), time.subsec_nanosecond().into())
            }
        }

        /// Fails for years outside of -9999 to 9999.
        impl TryFrom<$name> for jiff::Timestamp {
            type Error = RangeError;

            fn try_from(time: $name) -> Result<Self, RangeError> {
                jiff::Timestamp::new(time.seconds(), time.nanos() as i32)
                    .map_err(|_| RangeError::new("time", time, "jiff::Timestamp"))
            }
        }
    };
}

#[cfg(feature = "jiff")]
jiff_time! { Time }
#[cfg(feature = "jiff")]
jiff_time! { MicroTime }

#[cfg(feature = "jiff")]
impl From<Duration> for jiff::SignedDuration {
    fn from(duration: Duration) -> Self {
        jiff::SignedDuration::from_nanos(duration.as_nanos())
    }
}

/// Fails for more than about 292 years.
#[cfg(feature = "jiff")]
impl TryFrom<jiff::SignedDuration> for Duration {
    type Error = RangeError;

    fn try_from(duration: jiff::SignedDuration) -> Result<Self, RangeError> {
        let nanos = i64::try_from(duration.as_nanos()).ok().map(Duration::from_nanos);
        nanos.ok_or_else(|| RangeError::new("duration", duration, "Duration"))
    }
}

/// Implements the conversions of a point in time with the type of chrono.
///
/// ```
/// # #[cfg(feature = "chrono")] {
/// use apimachinery::meta::{Duration, MicroTime, Time};
/// use chrono::{DateTime, TimeDelta, Utc};
///
/// let time = Time::from(DateTime::UNIX_EPOCH);
/// assert_eq!(time, Time::from_unix(0, 0));
/// assert_eq!(DateTime::<Utc>::try_from(MicroTime::from(time)).unwrap(), DateTime::UNIX_EPOCH);
/// assert_eq!(TimeDelta::from(Duration::from_secs(5)), TimeDelta::seconds(5));
/// # }
/// ```
#[cfg(feature = "chrono")]
macro_rules! chrono_time {
    ($name:ident) => {
        /// A leap second becomes the first second of the next minute.
        impl<Zone: chrono::TimeZone> From<chrono::DateTime<Zone>> for $name {
            fn from(time: chrono::DateTime<Zone>) -> Self {
                $name::from_unix(time.timestamp(), time.timestamp_subsec_nanos().into())
            }
        }

        /// Fails for years outside of about -262,000 to 262,000.
        impl TryFrom<$name> for chrono::DateTime<chrono::Utc> {
            type Error = RangeError;

            fn try_from(time: $name) -> Result<Self, RangeError> {
                chrono::DateTime::from_timestamp(time.seconds(), time.nanos())
                    .ok_or_else(|| RangeError::new("time", time, "chrono::DateTime"))
            }
        }
    };
}

#[cfg(feature = "chrono")]
chrono_time! { Time }
#[cfg(feature = "chrono")]
chrono_time! { MicroTime }

#[cfg(feature = "chrono")]
impl From<Duration> for chrono::TimeDelta {
    fn from(duration: Duration) -> Self {
        chrono::TimeDelta::nanoseconds(duration.as_nanos())
    }
}

/// Fails for more than about 292 years.
#[cfg(feature = "chrono")]
impl TryFrom<chrono::TimeDelta> for Duration {
    type Error = RangeError;

    fn try_from(duration: chrono::TimeDelta) -> Result<Self, RangeError> {
        let nanos = duration.num_nanoseconds().map(Duration::from_nanos);
        nanos.ok_or_else(|| RangeError::new("duration", duration, "Duration"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(feature = "jiff")]
    #[test]
    fn times_of_jiff_are_converted_exactly() {
        use jiff::{SignedDuration, Timestamp};

        for (text, seconds, nanos) in [
            ("2024-02-29T23:59:59.123456789Z", 1_709_251_199, 123_456_789),
            ("1969-12-31T23:59:58.5Z", -2, 500_000_000),
            ("0001-01-01T00:00:00Z", -62_135_596_800, 0),
        ] {
            let (jiff, time): (Timestamp, _) = (text.parse().expect("a time"), Time::from_unix(seconds, nanos));
            assert_eq!((Time::from(jiff), MicroTime::from(jiff)), (time, time.into()), "{text}");
            assert_eq!(Timestamp::try_from(time), Ok(jiff), "{text}");
        }
        for limit in [Timestamp::MIN, Timestamp::MAX] {
            assert_eq!(Timestamp::try_from(MicroTime::from(limit)), Ok(limit));
        }
        for (limit, nanos) in [(Timestamp::MIN, -1), (Timestamp::MAX, 1)] {
            assert!(Timestamp::try_from(Time::from(limit) + Duration::from_nanos(nanos)).is_err());
        }
        let error = Timestamp::try_from(Time::from_unix(i64::MAX, 0)).unwrap_err();
        assert_eq!(error.to_string(), "time 292277026596-12-04T15:30:07Z is out of range for jiff::Timestamp");
        for nanos in [0, -1_500_000_000, i64::MIN, i64::MAX] {
            let duration = Duration::from_nanos(nanos);
            assert_eq!(Duration::try_from(SignedDuration::from(duration)), Ok(duration));
        }
        assert!(Duration::try_from(SignedDuration::MAX).is_err());
    }

    #[cfg(feature = "chrono")]
    #[test]
    fn times_of_chrono_are_converted_exactly() {
        use chrono::{DateTime, FixedOffset, TimeDelta, Utc};

        for (text, seconds, nanos) in [
            ("2024-03-01T01:59:59.123456789+02:00", 1_709_251_199, 123_456_789),
            ("1969-12-31T23:59:58.5Z", -2, 500_000_000),
            ("0001-01-01T00:00:00Z", -62_135_596_800, 0),
        ] {
            let chrono: DateTime<FixedOffset> = text.parse().expect("a time");
            let time = Time::from_unix(seconds, nanos);
            assert_eq!((Time::from(chrono), MicroTime::from(chrono)), (time, time.into()), "{text}");
            assert_eq!(DateTime::<Utc>::try_from(time), Ok(chrono.to_utc()), "{text}");
        }
        let leap: DateTime<FixedOffset> = "2016-12-31T23:59:60Z".parse().expect("a leap second");
        assert_eq!(Time::from(leap).to_string(), "2017-01-01T00:00:00Z");
        for limit in [DateTime::<Utc>::MIN_UTC, DateTime::<Utc>::MAX_UTC] {
            assert_eq!(DateTime::try_from(Time::from(limit)), Ok(limit));
        }
        let error = DateTime::<Utc>::try_from(Time::from_unix(i64::MAX, 0)).unwrap_err();
        assert_eq!(error.to_string(), "time 292277026596-12-04T15:30:07Z is out of range for chrono::DateTime");
        for nanos in [0, -1_500_000_000, i64::MIN, i64::MAX] {
            let duration = Duration::from_nanos(nanos);
            assert_eq!(Duration::try_from(TimeDelta::from(duration)), Ok(duration));
        }
        assert!(Duration::try_from(TimeDelta::days(200_000)).is_err());
    }
}
