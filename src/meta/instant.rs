//! The common parts of [`Time`](super::Time) and [`MicroTime`](super::MicroTime).
//!
//! ```
//! use apimachinery::meta::{MicroTime, Time};
//!
//! assert_eq!(Time::from_unix(10, -1), Time::from_unix(9, 999_999_999));
//! let time = MicroTime::from_unix(0, 1_999);
//! assert_eq!((time.seconds(), time.nanos(), time.is_zero()), (0, 1_999, false));
//! assert_eq!(format!("{time:?}"), "1970-01-01T00:00:00.000001Z");
//! ```

use std::num::NonZeroU32;

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
            /// above 999,999,999 are carried over to the seconds, as in Go's `time.Unix`.
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

            /// True for the zero time, which represents an unset time. The Unix epoch in 1970 is not zero.
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
    use super::super::{MicroTime, Time};
    use super::*;
    use crate::reflect::Leaf;

    #[test]
    fn an_optional_time_takes_no_more_room_than_a_time() {
        assert_eq!(size_of::<Option<Time>>(), size_of::<Time>());
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
