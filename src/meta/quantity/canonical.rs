//! The canonical text of a quantity: an integer with the largest suffix that represents the value exactly. The most
//! frequent quantities, a few digits and a suffix, are formatted within a machine word.

use super::amount::{Amount, Scaled};
use super::suffix::{BINARY, DECIMAL, Format, decimal_index, push_binary, push_decimal};
use crate::wire::digits::digits;
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

/// Returns true if the amount can have a binary suffix: it is an integer with a magnitude of at least 1024.
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

/// Returns the canonical text of `value * 10^scale`, with the first byte lowest, and its length, which is at most ten
/// bytes. Returns `None` if the value has to be shortened or is too large.
pub(super) fn short_text(value: i64, scale: i32, format: Format) -> Option<(u128, usize)> {
    let (number, suffix) = match format {
        Format::BinarySI if scale == 0 && value >= 1024 => {
            let power = value.trailing_zeros() as usize / 10;
            (value >> (10 * power), power.checked_sub(1).map_or(0, |index| BINARY_WORDS[index]))
        }
        Format::BinarySI if scale != 0 => return None,
        Format::BinarySI | Format::DecimalSI if scale % 3 == 0 && value % 1000 != 0 => {
            (value, *DECIMAL_WORDS.get(decimal_index(scale)?)?)
        }
        _ => return None,
    };
    let (digits, length) = digits(number)?;
    let text = u128::from(u64::from_le_bytes(digits)) | u128::from(suffix) << (8 * length);
    Some((text, length + usize::from(suffix != 0) + usize::from(suffix > 0xff)))
}

const DECIMAL_WORDS: [u16; DECIMAL.len()] = words(DECIMAL);
const BINARY_WORDS: [u16; BINARY.len()] = words(BINARY);

/// Packs suffixes of at most two letters into words, first letter lowest.
const fn words<const N: usize>(suffixes: [&str; N]) -> [u16; N] {
    let (mut words, mut at) = ([0; N], 0);
    while at < N {
        words[at] = match *suffixes[at].as_bytes() {
            [] => 0,
            [letter] => letter as u16,
            [letter, i] => u16::from_le_bytes([letter, i]),
            _ => panic!("a suffix has at most two letters"),
        };
        at += 1;
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_text_is_the_canonical_one() {
        let mut found = 0;
        let round = (0..18).map(|power| 10_i64.pow(power)).chain((0..62).map(|power| 1 << power));
        let values = round.flat_map(|one| [one, -one, 3 * (one / 2), one + 1, one - 1]).chain([i64::MIN, i64::MAX]);
        for value in values {
            for scale in -12..=21 {
                for format in [Format::BinarySI, Format::DecimalExponent, Format::DecimalSI] {
                    let Some((text, length)) = short_text(value, scale, format) else { continue };
                    let canonical = super::text(&Amount::small(value, scale), format);
                    assert_eq!(str::from_utf8(&text.to_le_bytes()[..length]), Ok(&*canonical), "{value}e{scale}");
                    found += 1;
                }
            }
        }
        assert!(found > 1000);
        let text = |value, scale, format| short_text(value, scale, format).map(|(text, _)| text as u64);
        assert_eq!(text(100, -3, Format::DecimalSI), Some(u64::from_le_bytes(*b"100m\0\0\0\0")));
        assert_eq!(text(512 << 20, 0, Format::BinarySI), Some(u64::from_le_bytes(*b"512Mi\0\0\0")));
        assert_eq!(
            [text(0, 0, Format::DecimalSI), text(2000, -3, Format::DecimalSI), text(-1, 0, Format::DecimalSI)],
            [None; 3]
        );
    }
}
