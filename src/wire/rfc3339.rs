//! RFC 3339 times as parsed and formatted by Go.
//!
//! Go is less strict than the RFC: the hour may have one digit, a comma may precede the fraction, and an offset may
//! have 24 hours or 60 minutes. Its error messages are preserved as well, since users of Kubernetes know them.

mod reader;

use self::reader::Reader;
pub(crate) use self::reader::quote;
use super::civil::{Date, days_in_month};
use super::words::{HIGH, append_words};

/// Seconds since 1970-01-01T00:00:00Z, and additional nanoseconds from 0 to 999,999,999.
pub(crate) type Instant = (i64, u32);

/// Go's zero time, 0001-01-01T00:00:00Z.
pub(crate) const ZERO: Instant = (-62_135_596_800, 0);

const DAY: i64 = 86_400;
const NANOS_PER_SECOND: i64 = 1_000_000_000;

/// The format of a time.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Layout {
    /// Whole seconds. A fraction of any length is accepted when parsing.
    Seconds,
    /// A fraction of exactly six digits.
    Micros,
}

impl Layout {
    /// Returns the layout as shown in Go's messages.
    fn name(self) -> &'static str {
        match self {
            Self::Seconds => "2006-01-02T15:04:05Z07:00",
            Self::Micros => "2006-01-02T15:04:05.000000Z07:00",
        }
    }
}

/// Carries nanoseconds beyond a second over into the seconds.
pub(crate) const fn normalized(seconds: i64, nanos: i64) -> Instant {
    let carried = seconds.wrapping_add(nanos.div_euclid(NANOS_PER_SECOND));
    (carried, nanos.rem_euclid(NANOS_PER_SECOND) as u32)
}

/// Formats a time in UTC, to the second or microsecond. Years before zero or of more than four digits are written as
/// well, although no parser accepts them.
pub(crate) fn text(instant: Instant, layout: Layout) -> String {
    let mut text = Vec::with_capacity(layout.name().len() + 2);
    write_quoted(&mut text, instant, layout);
    text.pop();
    text.remove(0);
    String::from_utf8(text).expect("formatted times are ASCII")
}

/// Appends the [`text`] of a time in quotes.
pub(crate) fn write_quoted(out: &mut Vec<u8>, instant: Instant, layout: Layout) {
    let (seconds, nanos) = instant;
    let (days, second) = (seconds.div_euclid(DAY), seconds.rem_euclid(DAY) as u32);
    let date = Date::from_days_since_1970(days);
    let text = usual(date, second);
    let is_usual = (0..=9999).contains(&date.year);
    if is_usual && layout == Layout::Seconds {
        return append_words(out, text, USUAL);
    }
    let text = text.map(u64::to_le_bytes);
    let (before_zone, zone) = text.as_flattened()[..USUAL].split_at(BEFORE_ZONE);
    if is_usual {
        out.extend_from_slice(before_zone);
    } else {
        write_unusual(out, date.year, before_zone);
    }
    if layout == Layout::Micros {
        let micros = nanos / 1000;
        out.push(b'.');
        out.extend_from_slice([micros / 10_000, micros / 100 % 100, micros % 100].map(pair).as_flattened());
    }
    out.extend_from_slice(zone);
}

/// The length of a [`usual`] text up to the zone.
const BEFORE_ZONE: usize = 20;

/// The length of a [`usual`] text.
const USUAL: usize = r#""2006-01-02T15:04:05Z""#.len();

/// Formats whole seconds in quotes, with the last four digits of the year, as three words followed by zeros. Bytes that
/// are stored individually and loaded as words would stall the processor.
#[inline]
fn usual(Date { year, month, day }: Date, second_of_day: u32) -> [u64; 3] {
    let year = year as u32 % 10_000;
    let [century, year, month, day] = [year / 100, year % 100, month, day].map(word);
    let clock = [second_of_day / 3600, second_of_day / 60 % 60, second_of_day % 60];
    let [hour, minute, second] = clock.map(word);
    [
        u64::from_le_bytes(*b"\"\0\0\0\0-\0\0") | century << 8 | year << 24 | month << 48,
        // The second digit of the minute is shifted out at the end; it is the first byte of the next word.
        u64::from_le_bytes(*b"-\0\0T\0\0:\0") | day << 8 | hour << 32 | minute << 56,
        u64::from_le_bytes(*b"\0:\0\0Z\"\0\0") | minute >> 8 | second << 16,
    ]
}

/// Appends the text up to the zone, with another year.
#[cold]
fn write_unusual(out: &mut Vec<u8>, year: i64, before_zone: &[u8]) {
    let mut text = String::from("\"");
    push(&mut text, if year < 0 { "-" } else { "" }, year.unsigned_abs(), 4);
    out.extend_from_slice(text.as_bytes());
    out.extend_from_slice(&before_zone["\"2006".len()..]);
}

/// The two digits of every number below a hundred.
static PAIRS: [[u8; 2]; 100] = {
    let mut pairs = [[0; 2]; 100];
    let mut number = 0;
    while number < pairs.len() {
        pairs[number] = [b'0' + (number / 10) as u8, b'0' + (number % 10) as u8];
        number += 1;
    }
    pairs
};

/// Returns the two digits of a number below a hundred.
#[inline]
fn pair(number: u32) -> [u8; 2] {
    PAIRS[number as usize]
}

/// Returns the two digits of a number in the lowest bytes of a word.
#[inline]
fn word(number: u32) -> u64 {
    u16::from_le_bytes(pair(number)).into()
}

/// Appends `before` and a number with at least `width` digits.
fn push(text: &mut String, before: &str, number: u64, width: u32) {
    text.push_str(before);
    let width = number.checked_ilog10().map_or(width, |last| width.max(last + 1));
    for place in (0..width).rev() {
        text.push(char::from(b'0' + (number / 10u64.pow(place) % 10) as u8));
    }
}

/// Parses a time and formats it in its own zone like Go's `MarshalText`: a fraction without trailing zeros, and `Z` for
/// UTC.
///
/// # Errors
///
/// Returns an error if Go cannot format it: a year that does not have four digits, or a zone of 24 hours.
pub(crate) fn rewritten(text: &str) -> Result<String, String> {
    let ((seconds, nanos), offset) = parse_zoned(text, Layout::Seconds)?;
    if offset.abs() >= DAY {
        return Err("timezone hour outside of range [0,23]".to_string());
    }
    let mut out = with_nanos((seconds + offset, nanos))?;
    if offset != 0 {
        out.pop();
        push(&mut out, if offset < 0 { "-" } else { "+" }, offset.unsigned_abs() / 3600, 2);
        push(&mut out, ":", offset.unsigned_abs() / 60 % 60, 2);
    }
    Ok(out)
}

/// Formats a time in UTC like Go's `MarshalText`, with a fraction if it has one.
///
/// # Errors
///
/// Returns an error if the year does not have four digits.
pub(crate) fn with_nanos(instant: Instant) -> Result<String, String> {
    let mut out = text(instant, Layout::Seconds);
    if out.len() != "2006-01-02T15:04:05Z".len() {
        return Err("year outside of range [0,9999]".to_string());
    }
    if instant.1 > 0 {
        out.pop();
        push(&mut out, ".", instant.1.into(), 9);
        out.truncate(out.trim_end_matches('0').len());
        out.push('Z');
    }
    Ok(out)
}

pub(crate) fn parse(text: &str, layout: Layout) -> Result<Instant, String> {
    if layout == Layout::Seconds
        && let Some(seconds) = text.as_bytes().try_into().ok().and_then(whole_seconds)
    {
        return Ok((seconds, 0));
    }
    Ok(parse_zoned(text, layout)?.0)
}

/// Parses the common form, `2006-01-02T15:04:05Z`, or returns `None`.
#[inline]
fn whole_seconds(text: &[u8; 20]) -> Option<i64> {
    let (eights, _) = text.as_chunks();
    let [century, _, of_century, _, _, month, ..] = pairs(&eights[0], b"0000-00-")?;
    let [day, _, _, hour, _, _, minute, _] = pairs(&eights[1], b"00T00:00")?;
    let [_, _, _, _, _, second, ..] = pairs(text.last_chunk()?, b"0:00:00Z")?;
    let year = i64::from(century) * 100 + i64::from(of_century);
    let [month, day, hour, minute, second] = [month, day, hour, minute, second].map(u32::from);
    let is_there = (1..=12).contains(&month) && (1..=days_in_month(year, month)).contains(&day);
    let is_in_range = is_there && hour < 24 && minute < 60 && second < 60;
    let seconds = || i64::from(hour * 3600 + minute * 60 + second);
    is_in_range.then(|| Date { year, month, day }.days_since_1970() * DAY + seconds())
}

/// Parses two-digit numbers. `text` must contain a digit for every zero of `form`, and otherwise be identical to it.
/// Each number is returned at the position of its first digit; all other positions are undefined.
#[inline(always)]
fn pairs(text: &[u8; 8], form: &[u8; 8]) -> Option<[u8; 8]> {
    // Digits may differ from a zero by up to nine, other bytes not at all. A larger difference sets the highest bit of
    // its byte.
    let beyond = u64::from_le_bytes(form.map(|byte| if byte == b'0' { 0x7f - 9 } else { 0x7f }));
    let digits = u64::from_le_bytes(*text) ^ u64::from_le_bytes(*form);
    // A carry only comes from a byte that is rejected anyway.
    let is_refused = (digits.wrapping_add(beyond) | digits) & HIGH != 0;
    (!is_refused).then(|| (digits * 10 + (digits >> 8)).to_le_bytes())
}

/// Parses a time, and returns it with the offset of its zone in seconds east of UTC.
fn parse_zoned(text: &str, layout: Layout) -> Result<(Instant, i64), String> {
    let mut reader = Reader::new(text, layout);
    let year = reader.year()?;
    reader.literal("-")?;
    let month = reader.month()?;
    reader.literal("-")?;
    let day = reader.two_digits("02")?;
    reader.literal("T")?;
    let hour = reader.hour()?;
    reader.literal(":")?;
    let minute = reader.sixtieth("04", "minute")?;
    reader.literal(":")?;
    let second = reader.sixtieth("05", "second")?;
    let nanos = reader.fraction()?;
    let offset = reader.offset()?;
    reader.end()?;
    if !(1..=days_in_month(year, month)).contains(&day) {
        return Err(reader.out_of_range("day"));
    }
    let date = Date { year, month, day };
    let second_of_day = i64::from(hour * 3600 + minute * 60 + second);
    Ok(((date.days_since_1970() * DAY + second_of_day - offset, nanos), offset))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_form_is_read_as_any_other() {
        let texts = ["2024-02-29T23:59:59Z", "0000-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "1969-07-20T20:17:40Z"];
        for text in texts {
            let (instant, _) = parse_zoned(text, Layout::Seconds).unwrap();
            assert_eq!(whole_seconds(text.as_bytes().try_into().unwrap()), Some(instant.0), "{text}");
            for at in 0..text.len() {
                for byte in [b'0', b'2', b'3', b'4', b'6', b'9', b'/', b':', b'-', b'T', b'Z', b't', 0xff] {
                    let mut changed: [u8; 20] = text.as_bytes().try_into().unwrap();
                    changed[at] = byte;
                    let other = str::from_utf8(&changed).map(|text| parse_zoned(text, Layout::Seconds).ok());
                    if let Some(seconds) = whole_seconds(&changed) {
                        assert_eq!(other, Ok(Some(((seconds, 0), 0))), "{changed:?}");
                    }
                }
            }
        }
    }
}
