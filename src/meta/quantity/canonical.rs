//! The canonical text of a quantity: an integer with the largest suffix that represents the value exactly.

use super::amount::{Amount, Scaled};
use super::suffix::{Format, push_binary, push_decimal};
use compact_str::CompactString;
use std::cmp::Ordering;

/// Formats an amount. The text is usually short enough to need no allocation.
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

/// True if the amount can have a binary suffix: it is an integer with a magnitude of at least 1024.
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
    // Upstream's exponents have 32 bits and wrap around on overflow.
    let surplus = exponent.rem_euclid(3);
    text.extend(std::iter::repeat_n('0', surplus as usize));
    push_decimal(&mut text, exponent.wrapping_sub(surplus), format);
    text
}

/// Formats a value divided by the base as often as possible without a remainder, and returns the number of divisions.
/// As in upstream, `i64::MIN` is not shortened, because `-8Ei` would be parsed as `i64::MIN + 1`.
fn shortened<const BASE: i64>(mut value: i64) -> (CompactString, usize) {
    let mut times = 0;
    while value.checked_abs().is_some_and(|magnitude| magnitude >= BASE) && value % BASE == 0 {
        value /= BASE;
        times += 1;
    }
    (itoa::Buffer::new().format(value).into(), times)
}
