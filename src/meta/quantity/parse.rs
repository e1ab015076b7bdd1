//! The parser of quantities: sign, digits, fraction, suffix.

use super::amount::Amount;
use super::decimal::Decimal;
use super::suffix::{Format, Suffix};
use crate::meta::ParseError;
use crate::wire::words::leading;
use std::cmp::Ordering;

/// The smallest power of ten that a quantity can represent.
const NANO: i32 = -9;

/// The number of decimal digits that always fit into 64 bits.
const SMALL_DIGITS: usize = 18;

/// A parsed quantity, and whether its text is kept for formatting.
pub(super) struct Parsed {
    pub(super) amount: Amount,
    pub(super) format: Format,
    pub(super) keeps_text: bool,
}

pub(super) fn parse(text: &str) -> Result<Parsed, ParseError> {
    let pieces = Pieces::split(text);
    let Some(suffix) = Suffix::read(pieces.suffix).filter(|_| !text.is_empty()) else {
        let has_form = !text.is_empty() && has_suffix_form(pieces.suffix);
        return Err(ParseError::new(if has_form { WRONG_SUFFIX } else { WRONG_FORM }));
    };
    if let Some(parsed) = pieces.small(suffix) {
        return Ok(parsed);
    }
    if !pieces.has_digits {
        return Err(ParseError::new(WRONG_NUMBER));
    }
    Ok(pieces.big(suffix))
}

const WRONG_FORM: &str = "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
const WRONG_NUMBER: &str = "unable to parse numeric part of quantity";
const WRONG_SUFFIX: &str = "unable to parse quantity's suffix";

/// The parts of a text. Both `integer` and `fraction` may be empty: Kubernetes accepts `.` and `Ki` as zero.
struct Pieces<'a> {
    negative: bool,
    /// The integer digits without leading zeros.
    integer: &'a str,
    fraction: &'a str,
    suffix: &'a str,
    has_digits: bool,
}

impl<'a> Pieces<'a> {
    fn split(text: &'a str) -> Self {
        let number = text.strip_prefix(['+', '-']).unwrap_or(text);
        let (integer, rest) = split_digits(number);
        let (fraction, suffix) = rest.strip_prefix('.').map_or(("", rest), split_digits);
        Self {
            negative: text.starts_with('-'),
            integer: integer.trim_start_matches('0'),
            fraction,
            suffix,
            has_digits: !integer.is_empty() || !fraction.is_empty(),
        }
    }

    fn each_digit(&self, mut take: impl FnMut(u8)) {
        for digits in [self.integer, self.fraction] {
            for byte in digits.bytes() {
                take(byte - b'0');
            }
        }
    }

    /// Returns the number in 64 bits. Returns `None` if it might not fit or needs rounding.
    fn small(&self, suffix: Suffix) -> Option<Parsed> {
        let (factor, scale) = self.small_unit(suffix)?;
        let mut number = 0;
        self.each_digit(|digit| number = number * 10 + i64::from(digit));
        let magnitude = number.checked_mul(factor)?;
        let keeps_text = match suffix.format {
            Format::BinarySI => number % 8 != 0,
            Format::DecimalExponent | Format::DecimalSI => scale % 3 == 0 && self.looks_canonical(),
        };
        let value = if self.negative { -magnitude } else { magnitude };
        let amount = Amount::small(value, scale);
        Some(Parsed { amount, format: suffix.format, keeps_text })
    }

    /// Returns the factor and the power of ten of the last digit. As in upstream, only the number of digits determines if
    /// the number fits, which is stricter than necessary. The exact limit is observable, because only small numbers
    /// keep their text.
    fn small_unit(&self, suffix: Suffix) -> Option<(i64, i32)> {
        let count = self.integer.len().max(1) + self.fraction.len();
        match suffix.format {
            Format::BinarySI => {
                let room = 14 - suffix.exponent * 3 / 10;
                let fits = self.fraction.is_empty() && count as i64 <= i64::from(room);
                fits.then_some((1 << suffix.exponent, 0))
            }
            Format::DecimalExponent | Format::DecimalSI => {
                let scale = suffix.exponent.wrapping_sub(self.fraction.len() as i32);
                (count <= SMALL_DIGITS && scale >= NANO).then_some((1, scale))
            }
        }
    }

    fn looks_canonical(&self) -> bool {
        let fraction = self.fraction.trim_end_matches('0');
        let integer = if fraction.is_empty() { self.integer.trim_end_matches('0') } else { self.integer };
        let zeros = self.integer.len() - integer.len() + self.fraction.len() - fraction.len();
        !self.integer.is_empty() && zeros < 3
    }

    fn big(&self, suffix: Suffix) -> Parsed {
        let mut digits = Vec::with_capacity(self.integer.len() + self.fraction.len());
        self.each_digit(|digit| digits.push(digit));
        let mut magnitude = Decimal::new(false, digits, -(self.fraction.len() as i64));
        match suffix.format {
            Format::BinarySI => magnitude.multiply(1 << suffix.exponent),
            Format::DecimalExponent | Format::DecimalSI => magnitude.shift(suffix.exponent.into()),
        }
        magnitude.round_up(NANO.into());
        let (mut magnitude, format) = match suffix.format {
            Format::BinarySI => within_binary(magnitude),
            format => (magnitude, format),
        };
        if self.negative {
            magnitude.negate();
        }
        let amount = Amount::Big(Box::new(magnitude));
        Parsed { amount, format, keeps_text: false }
    }
}

/// Caps numbers with a binary suffix at 64 bits, and changes the format of those below one to decimal.
fn within_binary(magnitude: Decimal) -> (Decimal, Format) {
    let largest = Decimal::from(i64::MAX);
    if magnitude.cmp(&largest) == Ordering::Greater {
        return (largest, Format::BinarySI);
    }
    let is_fraction = !magnitude.is_zero() && magnitude.cmp(&Decimal::from(1)) == Ordering::Less;
    (magnitude, if is_fraction { Format::DecimalSI } else { Format::BinarySI })
}

fn split_digits(text: &str) -> (&str, &str) {
    let end = leading(text.as_bytes(), |byte| byte.is_ascii_digit());
    text.split_at(end)
}

fn has_suffix_form(text: &str) -> bool {
    let exponent = text.trim_start_matches(|c| "eEinumkKMGTP".contains(c));
    let digits = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
    digits.bytes().all(|byte| byte.is_ascii_digit())
}
