//! The common parts of [`Time`](super::Time) and [`MicroTime`](super::MicroTime).
//!
//! ```
//! use apimachinery::meta::{Duration, MicroTime, Time};
//!
//! assert_eq!(Time::from_unix(10, -1), Time::from_unix(9, 999_999_999));
//! let time = MicroTime::from_unix(0, 1_999);
//! assert_eq!((time.seconds(), time.nanos(), time.is_zero()), (0, 1_999, false));
//! assert_eq!(format!("{time:?}"), "1970-01-01T00:00:00.000001Z");
//! assert_eq!(time.truncated(), MicroTime::from_unix(0, 1_000));
//!
//! let (start, hour) = (Time::from_unix(0, 0), Duration::from_secs(3600));
//! assert_eq!(start.checked_add(hour), Some(Time::from_unix(3600, 0)));
//! assert_eq!(start.checked_sub(hour), Some(Time::from_unix(-3600, 0)));
//! assert_eq!(start.checked_duration_since(start - hour), Some(hour));
//! assert_eq!(start.checked_duration_since(Time::default()), None, "more than 292 years");
//! ```

use std::num::NonZeroU32;
use std::time::SystemTime;

use crate::reflect::{ProtoReader, ProtoWriter, WireError, varint_length};
use crate::wire::cbor;
use crate::wire::rfc3339::{self, Instant, Layout};

use super::leaf::integer;

/// Nanoseconds within a second. They are stored plus one, so that an optional time is no larger than a time.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Nanos(NonZeroU32);

impl Nanos {
    pub(super) const fn new(nanos: u32) -> Self {
        Nanos(NonZeroU32::MIN.saturating_add(nanos))
    }

    pub(super) const fn get(self) -> u32 {
        self.0.get() - 1
    }
}

/// Adds nanoseconds. Returns `None` if the seconds exceed 64 bits.
pub(super) const fn checked_add((seconds, nanos): Instant, added: i128) -> Option<Instant> {
    let sum = nanos as i128 + added;
    // The number of seconds in 64 bits of nanoseconds is far below the limit.
    match seconds.checked_add(sum.div_euclid(NANOS_PER_SECOND) as i64) {
        Some(seconds) => Some((seconds, sum.rem_euclid(NANOS_PER_SECOND) as u32)),
        None => None,
    }
}

/// Returns the nanoseconds from `earlier` to `later`.
pub(super) const fn nanos_between(earlier: Instant, later: Instant) -> i128 {
    let seconds = later.0 as i128 - earlier.0 as i128;
    seconds * NANOS_PER_SECOND + later.1 as i128 - earlier.1 as i128
}

const NANOS_PER_SECOND: i128 = 1_000_000_000;

/// Converts a time of the system. Only some platforms can represent times whose seconds exceed 64 bits; these become the
/// latest time.
pub(super) fn from_system(time: SystemTime) -> Instant {
    let limited = |seconds: u64| i64::try_from(seconds).unwrap_or(i64::MAX);
    match time.duration_since(SystemTime::UNIX_EPOCH) {
        Ok(after) => (limited(after.as_secs()), after.subsec_nanos()),
        Err(error) => {
            let before = error.duration();
            let second = 0i64.saturating_sub_unsigned(before.as_secs());
            checked_add((second, 0), -i128::from(before.subsec_nanos())).unwrap_or((i64::MIN, 0))
        }
    }
}

pub(super) fn to_system((seconds, nanos): Instant) -> Option<SystemTime> {
    let whole = std::time::Duration::from_secs(seconds.unsigned_abs());
    let epoch = SystemTime::UNIX_EPOCH;
    let time = if seconds < 0 { epoch.checked_sub(whole) } else { epoch.checked_add(whole) };
    time?.checked_add(std::time::Duration::from_nanos(nanos.into()))
}

/// Implements everything for a struct of `seconds` and `nanos` that is a point in time: `$layout` is its text format,
/// and `$wire_nanos` reduces the nanoseconds to the precision of Protobuf.
macro_rules! instant {
    ($name:ident, $layout:expr, $wire_nanos:expr) => {
        impl $name {
            const fn of((seconds, nanos): rfc3339::Instant) -> Self {
                Self { seconds, nanos: Nanos::new(nanos) }
            }

            const fn instant(self) -> rfc3339::Instant {
                (self.seconds, self.nanos.get())
            }

            /// Creates a time from the seconds and nanoseconds since 1970-01-01T00:00:00Z. Nanoseconds below zero or
            /// above 999,999,999 are carried over to the seconds, as in Go's `time.Unix`. If the seconds then exceed 64
            /// bits, they wrap around.
            #[must_use]
            pub const fn from_unix(seconds: i64, nanos: i64) -> Self {
                Self::of(rfc3339::normalized(seconds, nanos))
            }

            /// Returns the whole seconds since 1970-01-01T00:00:00Z; negative for earlier times.
            #[must_use]
            pub const fn seconds(self) -> i64 {
                self.seconds
            }

            /// Returns the nanoseconds after [`seconds`](Self::seconds), from 0 to 999,999,999.
            #[must_use]
            pub const fn nanos(self) -> u32 {
                self.nanos.get()
            }

            /// Adds a duration, which may be negative. Returns `None` if the seconds of the result exceed 64 bits.
            #[must_use]
            pub const fn checked_add(self, duration: Duration) -> Option<Self> {
                match instant::checked_add(self.instant(), duration.as_nanos() as i128) {
                    Some(instant) => Some(Self::of(instant)),
                    None => None,
                }
            }

            /// Subtracts a duration, which may be negative. Returns `None` if the seconds of the result exceed 64 bits.
            #[must_use]
            pub const fn checked_sub(self, duration: Duration) -> Option<Self> {
                match instant::checked_add(self.instant(), -(duration.as_nanos() as i128)) {
                    Some(instant) => Some(Self::of(instant)),
                    None => None,
                }
            }

            /// Returns the time that passed since `earlier`, which is negative if `earlier` is later. Returns `None` if it
            /// exceeds the range of durations, about 292 years.
            #[must_use]
            pub const fn checked_duration_since(self, earlier: Self) -> Option<Duration> {
                let nanos = instant::nanos_between(earlier.instant(), self.instant());
                if nanos < i64::MIN as i128 || nanos > i64::MAX as i128 {
                    return None;
                }
                Some(Duration::from_nanos(nanos as i64))
            }

            /// Returns the time without the part of the fraction that JSON and Protobuf do not contain. This is the
            /// result of encoding and decoding the time.
            #[must_use]
            pub fn truncated(self) -> Self {
                let nanos: fn(u32) -> u32 = $wire_nanos;
                Self::of((self.seconds, nanos(self.nanos())))
            }

            /// Returns true for the zero time, which represents an unset time. The Unix epoch in 1970 is not zero.
            #[must_use]
            pub fn is_zero(self) -> bool {
                self == Self::default()
            }
        }

        impl Default for $name {
            fn default() -> Self {
                Self::of(rfc3339::ZERO)
            }
        }

        /// # Panics
        ///
        /// Panics on overflow, like `SystemTime`. [`checked_add`](Self::checked_add) returns `None` instead.
        impl Add<Duration> for $name {
            type Output = Self;

            fn add(self, duration: Duration) -> Self {
                self.checked_add(duration).expect("overflow when adding a duration to a time")
            }
        }

        impl AddAssign<Duration> for $name {
            fn add_assign(&mut self, duration: Duration) {
                *self = *self + duration;
            }
        }

        /// # Panics
        ///
        /// Panics on overflow, like `SystemTime`. [`checked_sub`](Self::checked_sub) returns `None` instead.
        impl Sub<Duration> for $name {
            type Output = Self;

            fn sub(self, duration: Duration) -> Self {
                self.checked_sub(duration).expect("overflow when subtracting a duration from a time")
            }
        }

        impl SubAssign<Duration> for $name {
            fn sub_assign(&mut self, duration: Duration) {
                *self = *self - duration;
            }
        }

        /// Returns the time between two times. As in Go, a result beyond the range of durations, such as the time since
        /// the zero time, is the longest duration of that sign.
        impl Sub for $name {
            type Output = Duration;

            fn sub(self, earlier: Self) -> Duration {
                let longest = || Duration::from_nanos(if self < earlier { i64::MIN } else { i64::MAX });
                self.checked_duration_since(earlier).unwrap_or_else(longest)
            }
        }

        /// Converts exactly, except for times after the year 292277026596, which only some platforms can represent:
        /// these become the latest time.
        impl From<SystemTime> for $name {
            fn from(time: SystemTime) -> Self {
                Self::of(instant::from_system(time))
            }
        }

        /// Fails for times that the platform cannot represent. The precision is that of the platform, such as 100
        /// nanoseconds on Windows.
        impl TryFrom<$name> for SystemTime {
            type Error = RangeError;

            fn try_from(time: $name) -> Result<Self, RangeError> {
                instant::to_system(time.instant()).ok_or_else(|| RangeError::new("time", time, "SystemTime"))
            }
        }

        /// Parses RFC 3339 like Go: the hour may have a single digit, and a comma may precede the fraction.
        impl FromStr for $name {
            type Err = ParseError;

            fn from_str(text: &str) -> Result<Self, ParseError> {
                rfc3339::parse(text, $layout).map(Self::of).map_err(ParseError::new)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(&rfc3339::text(self.instant(), $layout))
            }
        }

        /// Formats the time as text, which is more readable than the seconds.
        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(self, f)
            }
        }

        crate::reflect::plain_leaf! { $name = $name::of(rfc3339::ZERO) }

        impl Leaf for $name {
            fn semantic_eq(&self, other: &dyn Leaf) -> bool {
                leaf::same_type(other).is_some_and(|other| self == other)
            }

            fn is_zero(&self) -> bool {
                $name::is_zero(*self)
            }

            fn write_json(&self, out: &mut Vec<u8>) -> Result<(), String> {
                instant::write_json(out, self.instant(), $layout);
                Ok(())
            }

            fn read_json(&mut self, raw: Raw<'_>) -> Result<(), String> {
                *self = leaf::read_nullable(raw)?;
                Ok(())
            }

            fn read_cbor(&mut self, item: &[u8]) -> Result<(), String> {
                *self = leaf::read_nullable_cbor(item)?;
                Ok(())
            }

            fn write_cbor(&self, out: &mut Vec<u8>) -> Result<(), String> {
                instant::write_cbor(out, self.instant(), $layout);
                Ok(())
            }

            fn write_proto(&self, writer: &mut ProtoWriter) {
                if !$name::is_zero(*self) {
                    let nanos: fn(u32) -> u32 = $wire_nanos;
                    instant::write_proto(writer, self.seconds, nanos(self.nanos()));
                }
            }

            fn proto_len(&self) -> Option<usize> {
                let nanos: fn(u32) -> u32 = $wire_nanos;
                Some(if $name::is_zero(*self) { 0 } else { instant::proto_len(self.seconds, nanos(self.nanos())) })
            }

            fn merge_proto(&mut self, reader: ProtoReader<'_>) -> Result<(), WireError> {
                let (seconds, nanos) = instant::read_proto(reader)?;
                *self = $name::from_unix(seconds, nanos);
                Ok(())
            }
        }
    };
}

pub(super) use instant;

/// Encodes a time as a JSON string; the zero time as `null`.
pub(super) fn write_json(out: &mut Vec<u8>, instant: Instant, layout: Layout) {
    if instant == rfc3339::ZERO {
        return out.extend_from_slice(b"null");
    }
    rfc3339::write_quoted(out, instant, layout);
}

/// Encodes a time as CBOR text; the zero time as `null`.
pub(super) fn write_cbor(out: &mut Vec<u8>, instant: Instant, layout: Layout) {
    if instant == rfc3339::ZERO {
        return cbor::write_null(out);
    }
    let start = out.len();
    rfc3339::write_quoted(out, instant, layout);
    // Drop the closing quote and replace the opening one by the head.
    out.pop();
    cbor::set_text(out, start);
}

pub(super) fn write_proto(writer: &mut ProtoWriter, seconds: i64, nanos: u32) {
    writer.varint(2, nanos.into());
    writer.varint(1, seconds as u64);
}

/// Returns the number of bytes that [`write_proto`] writes.
pub(super) fn proto_len(seconds: i64, nanos: u32) -> usize {
    2 + varint_length(seconds as u64) + varint_length(nanos.into())
}

/// Decodes a message of seconds and nanoseconds. An empty message is the zero time, not the Unix epoch.
pub(super) fn read_proto(mut reader: ProtoReader<'_>) -> Result<(i64, i64), WireError> {
    if reader.is_at_end() {
        let (seconds, nanos) = rfc3339::ZERO;
        return Ok((seconds, nanos.into()));
    }
    let (mut seconds, mut nanos) = (0, 0);
    while let Some((number, wire)) = reader.tag()? {
        match number {
            1 => seconds = integer(&mut reader, wire)?,
            2 => nanos = integer(&mut reader, wire)? as i32 as i64,
            _ => reader.skip(wire)?,
        }
    }
    Ok((seconds, nanos))
}

#[cfg(test)]
mod tests {
    use super::super::{Duration, MicroTime, Time};
    use super::*;
    use crate::reflect::Leaf;

    #[test]
    fn an_optional_time_takes_no_more_room_than_a_time() {
        assert_eq!(size_of::<Option<Time>>(), size_of::<Time>());
    }

    #[test]
    fn arithmetic_carries_and_ends_at_the_limits() {
        let time = Time::from_unix(10, 999_999_999);
        assert_eq!(time + Duration::from_nanos(1), Time::from_unix(11, 0));
        assert_eq!(time - Duration::from_nanos(1_999_999_999), Time::from_unix(9, 0));
        assert_eq!(time + Duration::from_nanos(-11_000_000_000), Time::from_unix(-1, 999_999_999));
        let (latest, earliest) = (Time::from_unix(i64::MAX, 999_999_999), Time::from_unix(i64::MIN, 0));
        assert_eq!(latest.checked_add(Duration::from_nanos(1)), None);
        assert_eq!(earliest.checked_sub(Duration::from_nanos(1)), None);
        let longest = Duration::from_nanos(i64::MIN);
        assert_eq!(Time::from_unix(0, 0).checked_sub(longest), Some(Time::from_unix(9_223_372_036, 854_775_808)));
        let mut changed = MicroTime::from_unix(0, 1);
        changed += Duration::from_secs(2);
        changed -= Duration::from_millis(500);
        assert_eq!(changed, MicroTime::from_unix(1, 500_000_001));
    }

    #[test]
    fn differences_have_a_sign_and_end_at_the_limits() {
        let (early, late) = (Time::from_unix(-1, 900_000_000), Time::from_unix(1, 100_000_000));
        assert_eq!(late - early, Duration::from_millis(1200));
        assert_eq!(early - late, Duration::from_millis(-1200));
        assert_eq!(late - Time::default(), Duration::from_nanos(i64::MAX));
        assert_eq!(Time::default() - late, Duration::from_nanos(i64::MIN));
        let limit = early + Duration::from_nanos(i64::MAX);
        assert_eq!(limit.checked_duration_since(early), Some(Duration::from_nanos(i64::MAX)));
        assert_eq!((limit + Duration::from_nanos(1)).checked_duration_since(early), None);
        let (earliest, latest) = (Time::from_unix(i64::MIN, 0), Time::from_unix(i64::MAX, 999_999_999));
        assert_eq!(latest.checked_duration_since(earliest), None);
    }

    #[test]
    fn times_of_the_system_are_converted_exactly() {
        let nanos = std::time::Duration::from_nanos;
        let epoch = SystemTime::UNIX_EPOCH;
        for (system, time) in [
            (epoch, Time::from_unix(0, 0)),
            (epoch + nanos(1_500_000_000), Time::from_unix(1, 500_000_000)),
            (epoch - nanos(1_500_000_000), Time::from_unix(-2, 500_000_000)),
            (epoch - nanos(1_000_000_000), Time::from_unix(-1, 0)),
            (epoch - nanos(100), Time::from_unix(-1, 999_999_900)),
        ] {
            assert_eq!(Time::from(system), time);
            assert_eq!(SystemTime::try_from(time), Ok(system));
            assert_eq!(SystemTime::try_from(MicroTime::from(system)), Ok(system));
        }
        for seconds in [i64::MIN, i64::MAX, rfc3339::ZERO.0] {
            let time = Time::from_unix(seconds, 999_999_900);
            match SystemTime::try_from(time) {
                Ok(system) => assert_eq!(Time::from(system), time),
                Err(error) => assert_eq!(error.to_string(), format!("time {time} is out of range for SystemTime")),
            }
        }
    }

    #[test]
    fn a_truncated_time_survives_encoding() {
        for (seconds, nanos) in [(0, 0), (5, 999_999_999), (-5, 1), (1 << 30, 123_456_789), rfc3339::ZERO] {
            let (time, precise) = (Time::from_unix(seconds, nanos.into()), MicroTime::from_unix(seconds, nanos.into()));
            assert_eq!(time.to_string().parse(), Ok(time.truncated()));
            assert_eq!(precise.to_string().parse(), Ok(precise.truncated()));
            assert_eq!((time.truncated().nanos(), precise.truncated().nanos()), (0, nanos / 1000 * 1000));
        }
    }

    #[test]
    fn cbor_has_the_text() {
        let item = |text: String| {
            let mut item = Vec::new();
            cbor::write_text(&mut item, &text);
            item
        };
        for seconds in [0, -1, 253_402_300_799, 253_402_300_800, -62_167_219_201, 1 << 50] {
            let (time, precise) = (Time::from_unix(seconds, 1_000), MicroTime::from_unix(seconds, 1_999));
            let mut out = Vec::new();
            time.write_cbor(&mut out).expect("encoding a time cannot fail");
            precise.write_cbor(&mut out).expect("encoding a time cannot fail");
            assert_eq!(out, [item(time.to_string()), item(precise.to_string())].concat(), "{seconds}");
        }
    }
}
