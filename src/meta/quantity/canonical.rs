//! The canonical text: an integer with the largest suffix that loses nothing.

use super::amount::{Amount, Scaled};
use super::suffix::{Format, push_binary, push_decimal};
use compact_str::CompactString;
use std::cmp::Ordering;

/// The usual text takes no memory.
pub(super) fn text(amount: &Amount, format: Format) -> CompactString {
    if amount.is_zero() {
        return CompactString::const_new("0");
    }
    match format {
        Format::BinarySI if is_binary(amount) => binary(amount),
        Format::BinarySI => decimal(amount, Format::DecimalSI),
        Format::DecimalExponent | Format::DecimalSI => decimal(amount, format),
    }
}

/// Whether a power of 1024 can be written: an integer, and not below the smallest suffix.
fn is_binary(amount: &Amount) -> bool {
    if let Amount::Small(Scaled { value, scale: 0 }) = amount {
        return value.unsigned_abs() >= 1024;
    }
    let reaches_kibi = amount.cmp(&Amount::small(1024, 0)) != Ordering::Less
        || amount.cmp(&Amount::small(-1024, 0)) != Ordering::Greater;
    reaches_kibi && amount.clone().round_up(0)
}

fn binary(amount: &Amount) -> CompactString {
    let (mut text, power) = match amount.as_i64() {
        Some(value) => shortened::<1024>(value),
        None => {
            let (text, power) = amount.decimal().binary_text();
            (text.into(), power)
        }
    };
    push_binary(&mut text, power);
    text
}

fn decimal(amount: &Amount, format: Format) -> CompactString {
    let (mut text, exponent) = match amount {
        Amount::Small(small) => {
            let (text, zeros) = shortened::<10>(small.value);
            (text, small.scale.wrapping_add(zeros as i32))
        }
        Amount::Big(decimal) => {
            let (text, exponent) = decimal.significant_text();
            (text.into(), exponent as i32)
        }
    };
    // Exponents live in 32 bits upstream and wrap at the ends.
    let surplus = exponent.rem_euclid(3);
    text.extend(std::iter::repeat_n('0', surplus as usize));
    push_decimal(&mut text, exponent.wrapping_sub(surplus), format);
    text
}

/// The text of a value divided by the base as often as this leaves no remainder, and how often. The smallest value is
/// left alone as upstream does: `-8Ei` would be read as one more.
fn shortened<const BASE: i64>(mut value: i64) -> (CompactString, usize) {
    let mut times = 0;
    while value.checked_abs().is_some_and(|magnitude| magnitude >= BASE) && value % BASE == 0 {
        value /= BASE;
        times += 1;
    }
    (itoa::Buffer::new().format(value).into(), times)
}
