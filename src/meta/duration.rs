//! Durations in Go's text format.

use super::{ParseError, RangeError};
use crate::wire::rfc3339::quote;
use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};
use std::str::FromStr;

/// A signed span of time in nanoseconds, of at most about 292 years. Counterpart of `metav1.Duration`.
///
/// The text format is Go's: numbers with units, such as `1h30m`. The units are `h`, `m`, `s`, `ms`, `us` or `µs`, and
/// `ns`; there is no unit for days. Units may be parsed in any order and are formatted largest first. Durations below one
/// second are formatted with a single unit, the largest one in which the number is at least 1. JSON contains this text;
/// `null` is rejected. Protobuf contains the number of nanoseconds.
///
/// Durations convert from and to [`std::time::Duration`], which cannot be negative, and with the features `jiff` and
/// `chrono` from and to `jiff::SignedDuration` and `chrono::TimeDelta`.
///
/// # Panics
///
/// The operators panic on overflow, like those of [`std::time::Duration`].
///
/// ```
/// use apimachinery::meta::Duration;
///
/// let duration: Duration = "90m1.5s".parse()?;
/// assert_eq!(duration.as_nanos(), 5_401_500_000_000);
/// assert_eq!(duration.to_string(), "1h30m1.5s");
/// assert_eq!(Duration::from_nanos(-1_500_000).to_string(), "-1.5ms");
/// assert_eq!(Duration::default().to_string(), "0s");
/// assert!("1d".parse::<Duration>().is_err());
///
/// let timeout = Duration::try_from(std::time::Duration::from_secs(30))?;
/// assert_eq!((timeout * 2 + duration).to_string(), "1h31m1.5s");
/// assert_eq!(std::time::Duration::try_from(timeout)?.as_secs(), 30);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Duration {
    nanos: i64,
}

impl Duration {
    /// Creates a duration from a number of nanoseconds, which may be negative.
    pub const fn from_nanos(nanos: i64) -> Self {
        Self { nanos }
    }

    /// Creates a duration from a number of milliseconds, which may be negative. Numbers beyond the range, about 292
    /// years, result in the longest duration of that sign.
    pub const fn from_millis(millis: i64) -> Self {
        Self::from_nanos(millis.saturating_mul(1_000_000))
    }

    /// Creates a duration from a number of seconds, which may be negative. Numbers beyond the range, about 292 years,
    /// result in the longest duration of that sign.
    ///
    /// ```
    /// use apimachinery::meta::Duration;
    ///
    /// assert_eq!(Duration::from_secs(90), Duration::from_millis(90_000));
    /// assert_eq!(Duration::from_secs(i64::MAX).as_nanos(), i64::MAX);
    /// ```
    pub const fn from_secs(seconds: i64) -> Self {
        Self::from_nanos(seconds.saturating_mul(1_000_000_000))
    }

    /// Returns the total number of nanoseconds.
    pub const fn as_nanos(self) -> i64 {
        self.nanos
    }

    /// Returns the sum of both durations, or `None` if it is longer than about 292 years.
    ///
    /// ```
    /// use apimachinery::meta::Duration;
    ///
    /// let longest = Duration::from_nanos(i64::MAX);
    /// assert_eq!(longest.checked_add(Duration::from_nanos(1)), None);
    /// assert_eq!(longest.checked_sub(longest), Some(Duration::default()));
    /// assert_eq!(longest.checked_mul(2), None);
    /// ```
    #[must_use]
    pub const fn checked_add(self, other: Self) -> Option<Self> {
        Self::from_checked(self.nanos.checked_add(other.nanos))
    }

    /// Returns this duration minus `other`, which may be negative, or `None` if it is longer than about 292 years.
    #[must_use]
    pub const fn checked_sub(self, other: Self) -> Option<Self> {
        Self::from_checked(self.nanos.checked_sub(other.nanos))
    }

    /// Returns this duration multiplied by `factor`, or `None` if it is longer than about 292 years.
    #[must_use]
    pub const fn checked_mul(self, factor: i64) -> Option<Self> {
        Self::from_checked(self.nanos.checked_mul(factor))
    }

    const fn from_checked(nanos: Option<i64>) -> Option<Self> {
        match nanos {
            Some(nanos) => Some(Self { nanos }),
            None => None,
        }
    }
}

impl Add for Duration {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        self.checked_add(other).expect("overflow when adding durations")
    }
}

impl AddAssign for Duration {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sub for Duration {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        self.checked_sub(other).expect("overflow when subtracting durations")
    }
}

impl SubAssign for Duration {
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl Mul<i64> for Duration {
    type Output = Self;

    fn mul(self, factor: i64) -> Self {
        self.checked_mul(factor).expect("overflow when multiplying a duration by an integer")
    }
}

impl Neg for Duration {
    type Output = Self;

    fn neg(self) -> Self {
        self * -1
    }
}

impl Sum for Duration {
    fn sum<I: Iterator<Item = Self>>(durations: I) -> Self {
        durations.fold(Self::default(), Self::add)
    }
}

/// Fails for more than about 292 years.
impl TryFrom<std::time::Duration> for Duration {
    type Error = RangeError;

    fn try_from(duration: std::time::Duration) -> Result<Self, RangeError> {
        let nanos = i64::try_from(duration.as_nanos()).ok().map(Self::from_nanos);
        nanos.ok_or_else(|| RangeError::new("duration", format_args!("{duration:?}"), "Duration"))
    }
}

/// Fails for negative durations.
impl TryFrom<Duration> for std::time::Duration {
    type Error = RangeError;

    fn try_from(duration: Duration) -> Result<Self, RangeError> {
        let nanos = u64::try_from(duration.nanos).ok().map(std::time::Duration::from_nanos);
        nanos.ok_or_else(|| RangeError::new("duration", duration, "std::time::Duration"))
    }
}

const SECOND: u64 = 1_000_000_000;
const MINUTE: u64 = 60 * SECOND;
const HOUR: u64 = 60 * MINUTE;

/// The largest magnitude, which only negative durations reach.
const LIMIT: u64 = 1 << 63;

/// Parses numbers with units, such as `1h2m3.5s` or `-300ms`. A lone `0` needs no unit.
impl FromStr for Duration {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let magnitude = magnitude(text).map_err(|problem| problem.of(text))?;
        let nanos =
            if text.starts_with('-') { 0i64.checked_sub_unsigned(magnitude) } else { magnitude.try_into().ok() };
        nanos.map(Self::from_nanos).ok_or_else(|| Problem::Invalid.of(text))
    }
}

/// A reason for rejecting a text.
enum Problem<'a> {
    Invalid,
    MissingUnit,
    UnknownUnit(&'a str),
}

impl Problem<'_> {
    fn of(self, text: &str) -> ParseError {
        let problem = match self {
            Self::Invalid => "invalid".to_owned(),
            Self::MissingUnit => "missing unit in".to_owned(),
            Self::UnknownUnit(unit) => format!("unknown unit {} in", quote(unit)),
        };
        ParseError::new(format!("time: {problem} duration {}", quote(text)))
    }
}

fn magnitude(text: &str) -> Result<u64, Problem<'_>> {
    let mut rest = text.strip_prefix(['+', '-']).unwrap_or(text);
    if rest == "0" {
        return Ok(0);
    }
    if rest.is_empty() {
        return Err(Problem::Invalid);
    }
    let mut sum = 0;
    while !rest.is_empty() {
        let (part, after) = part(rest)?;
        sum = within_limit(part.checked_add(sum))?;
        rest = after;
    }
    Ok(sum)
}

fn within_limit<'a>(nanos: Option<u64>) -> Result<u64, Problem<'a>> {
    nanos.filter(|nanos| *nanos <= LIMIT).ok_or(Problem::Invalid)
}

/// Parses the first number with its unit. Returns its nanoseconds and the remaining text.
fn part(text: &str) -> Result<(u64, &str), Problem<'_>> {
    let (integer, rest) = split_digits(text);
    let (fraction, rest) = rest.strip_prefix('.').map_or(("", rest), split_digits);
    if integer.is_empty() && fraction.is_empty() {
        return Err(Problem::Invalid);
    }
    let whole = if integer.is_empty() { Some(0) } else { integer.parse().ok() };
    let whole = within_limit(whole)?;
    let end = rest.find(|c: char| c == '.' || c.is_ascii_digit()).unwrap_or(rest.len());
    let (unit, rest) = rest.split_at(end);
    let unit = unit_nanos(unit)?;
    let whole = within_limit(whole.checked_mul(unit))?;
    let nanos = within_limit(whole.checked_add(fraction_nanos(fraction, unit)))?;
    Ok((nanos, rest))
}

fn split_digits(text: &str) -> (&str, &str) {
    let end = text.bytes().take_while(u8::is_ascii_digit).count();
    text.split_at(end)
}

fn unit_nanos(unit: &str) -> Result<u64, Problem<'_>> {
    match unit {
        "ns" => Ok(1),
        // The micro sign, and the Greek letter that looks the same.
        "us" | "\u{b5}s" | "\u{3bc}s" => Ok(1_000),
        "ms" => Ok(1_000_000),
        "s" => Ok(SECOND),
        "m" => Ok(MINUTE),
        "h" => Ok(HOUR),
        "" => Err(Problem::MissingUnit),
        unknown => Err(Problem::UnknownUnit(unknown)),
    }
}

/// Converts a fraction of a unit to nanoseconds. Upstream computes it in floating point, so this does too, to obtain
/// the same last digit. Digits that would exceed 63 bits are ignored.
fn fraction_nanos(digits: &str, unit: u64) -> u64 {
    let (mut numerator, mut scale) = (0u64, 1.0f64);
    for digit in digits.bytes() {
        // At or below this limit, one more digit cannot overflow 64 bits.
        if numerator > (LIMIT - 1) / 10 {
            break;
        }
        let longer = numerator * 10 + u64::from(digit - b'0');
        if longer > LIMIT {
            break;
        }
        numerator = longer;
        scale *= 10.0;
    }
    (numerator as f64 * (unit as f64 / scale)) as u64
}

impl fmt::Display for Duration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.nanos < 0 { "-" } else { "" };
        f.pad(&format!("{sign}{}", text(self.nanos.unsigned_abs())))
    }
}

fn text(nanos: u64) -> String {
    match nanos {
        0 => "0s".to_owned(),
        1..1_000 => format!("{nanos}ns"),
        1_000..1_000_000 => decimal(nanos, 3) + "\u{b5}s",
        1_000_000..SECOND => decimal(nanos, 6) + "ms",
        SECOND..MINUTE => decimal(nanos, 9) + "s",
        MINUTE..HOUR => format!("{}m{}s", nanos / MINUTE, decimal(nanos % MINUTE, 9)),
        _ => format!("{}h{}m{}s", nanos / HOUR, nanos % HOUR / MINUTE, decimal(nanos % MINUTE, 9)),
    }
}

/// Formats `value / 10^places` without trailing zeros.
fn decimal(value: u64, places: usize) -> String {
    let unit = 10u64.pow(places as u32);
    let fraction = format!("{:0places$}", value % unit);
    let text = format!("{}.{fraction}", value / unit);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_and_writes_as_go() {
        let cases = [
            ("0", 0, "0s"),
            ("-0", 0, "0s"),
            ("+5s", 5_000_000_000, "5s"),
            ("1h2m3.5s", 3_723_500_000_000, "1h2m3.5s"),
            ("300ms", 300_000_000, "300ms"),
            ("1.5us", 1_500, "1.5\u{b5}s"),
            ("1.5\u{3bc}s", 1_500, "1.5\u{b5}s"),
            (".5m", 30_000_000_000, "30s"),
            ("1.s", 1_000_000_000, "1s"),
            ("100h", 360_000_000_000_000, "100h0m0s"),
            ("0.3333333333333333333h", 1_200_000_000_000, "20m0s"),
            ("1s1h", 3_601_000_000_000, "1h0m1s"),
            ("-2540400h10m10s", -9_145_440_610_000_000_000, "-2540400h10m10s"),
            ("7ns", 7, "7ns"),
            ("-9223372036854775808ns", i64::MIN, "-2562047h47m16.854775808s"),
            ("10s", 10_000_000_000, "10s"),
        ];
        for (text, nanos, written) in cases {
            let duration: Duration = text.parse().unwrap();
            assert_eq!((duration.as_nanos(), duration.to_string().as_str()), (nanos, written), "{text}");
        }
    }

    #[test]
    fn arithmetic_ends_at_the_limits() {
        let [one, longest, shortest] = [1, i64::MAX, i64::MIN].map(Duration::from_nanos);
        assert_eq!((longest.checked_add(one), shortest.checked_sub(one), shortest.checked_mul(-1)), (None, None, None));
        let mut sum = longest - one;
        sum += one;
        sum -= longest;
        assert_eq!((sum, -longest - one), (Duration::default(), shortest));
        assert_eq!([one, one * 2, -one].into_iter().sum::<Duration>(), Duration::from_nanos(2));
        assert_eq!([Duration::from_secs(i64::MIN), Duration::from_millis(i64::MIN)], [shortest; 2]);
        assert!(std::panic::catch_unwind(|| longest + one).is_err());
    }

    #[test]
    fn converts_within_both_ranges() {
        use std::time::Duration as StdDuration;
        for nanos in [0, 1, 1_500_000_000, i64::MAX] {
            let std = StdDuration::from_nanos(nanos.unsigned_abs());
            assert_eq!(Duration::try_from(std), Ok(Duration::from_nanos(nanos)));
            assert_eq!(StdDuration::try_from(Duration::from_nanos(nanos)), Ok(std));
        }
        assert!(Duration::try_from(StdDuration::from_nanos(1 << 63)).is_err());
        let error = Duration::try_from(StdDuration::MAX).unwrap_err();
        assert_eq!(error.to_string(), "duration 18446744073709551615.999999999s is out of range for Duration");
        let error = StdDuration::try_from(Duration::from_nanos(-1)).unwrap_err();
        assert_eq!(error.to_string(), "duration -1ns is out of range for std::time::Duration");
    }

    #[test]
    fn refuses_as_go() {
        let cases = [
            ("", r#"time: invalid duration """#),
            ("x", r#"time: invalid duration "x""#),
            ("-", r#"time: invalid duration "-""#),
            ("3", r#"time: missing unit in duration "3""#),
            ("1d", r#"time: unknown unit "d" in duration "1d""#),
            (".s", r#"time: invalid duration ".s""#),
            ("1h-2m", r#"time: unknown unit "h-" in duration "1h-2m""#),
            ("9223372036854775808ns", r#"time: invalid duration "9223372036854775808ns""#),
            ("3000000h", r#"time: invalid duration "3000000h""#),
            (" 1s", r#"time: invalid duration " 1s""#),
            ("1\u{e9}", r#"time: unknown unit "\xc3\xa9" in duration "1\xc3\xa9""#),
        ];
        for (text, message) in cases {
            assert_eq!(text.parse::<Duration>().unwrap_err().to_string(), message);
        }
    }
}
