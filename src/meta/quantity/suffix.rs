//! Suffixes: the unit at the end of a quantity, and the format it stands for.

use compact_str::CompactString;

/// The family of suffixes a quantity is written with: upstream's `resource.Format`.
///
/// A parsed quantity remembers the family of its text, and is written with the same one again; a binary one below
/// 1024, or with a fraction, is written as [`Format::DecimalSI`]. Zero takes the family of what is added to it.
///
/// ```
/// use apimachinery::meta::quantity::{Format, Quantity};
///
/// let format = |text: &str| text.parse().map(|quantity: Quantity| quantity.format());
/// assert_eq!(format("1Ki")?, Format::BinarySI);
/// assert_eq!(format("1e3")?, Format::DecimalExponent);
/// assert_eq!(format("1k")?, Format::DecimalSI);
/// assert_eq!(Quantity::new(2048, Format::BinarySI).to_string(), "2Ki");
/// assert_eq!(Quantity::new(1000, Format::BinarySI).to_string(), "1k");
/// # Ok::<(), apimachinery::meta::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Format {
    /// Powers of 1024: `Ki`, `Mi`, `Gi`, `Ti`, `Pi`, `Ei`.
    BinarySI,
    /// Powers of ten as a number: `12e6`.
    DecimalExponent,
    /// Powers of ten as a letter: `n`, `u`, `m`, none, `k`, `M`, `G`, `T`, `P`, `E`.
    #[default]
    DecimalSI,
}

/// A suffix understood: the power of its format's base (2 for [`Format::BinarySI`], else 10).
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Suffix {
    pub(super) format: Format,
    pub(super) exponent: i32,
}

/// Smallest power first, from -9 on, three apart.
pub(super) const DECIMAL: [&str; 10] = ["n", "u", "m", "", "k", "M", "G", "T", "P", "E"];
const SMALLEST_DECIMAL: i32 = -9;

/// Smallest power first, from 10 on, ten apart.
pub(super) const BINARY: [&str; 6] = ["Ki", "Mi", "Gi", "Ti", "Pi", "Ei"];

impl Suffix {
    pub(super) fn read(text: &str) -> Option<Self> {
        let exponent = |index, step, first| index as i32 * step + first;
        if let Some(index) = DECIMAL.iter().position(|s| *s == text) {
            return Some(Self::new(Format::DecimalSI, exponent(index, 3, SMALLEST_DECIMAL)));
        }
        if let Some(index) = BINARY.iter().position(|s| *s == text) {
            return Some(Self::new(Format::BinarySI, exponent(index, 10, 10)));
        }
        let number: i64 = text.strip_prefix(['e', 'E'])?.parse().ok()?;
        // Upstream keeps the low 32 bits: `1e4294967299` is 1e3 there too.
        Some(Self::new(Format::DecimalExponent, number as i32))
    }

    fn new(format: Format, exponent: i32) -> Self {
        Self { format, exponent }
    }
}

/// The suffix for `10^exponent`. Upstream writes none where [`Format::DecimalSI`] has no letter, so that `1000E`
/// comes out as `1`; other writers would not agree with its bytes if this one did better.
pub(super) fn push_decimal(text: &mut CompactString, exponent: i32, format: Format) {
    if format == Format::DecimalSI {
        let letter = decimal_index(exponent).and_then(|index| DECIMAL.get(index));
        text.push_str(letter.copied().unwrap_or_default());
    } else if exponent != 0 {
        text.push_str(&format!("e{exponent}"));
    }
}

/// Where among the [`DECIMAL`] suffixes that for `10^exponent` would be; there may be none.
pub(super) fn decimal_index(exponent: i32) -> Option<usize> {
    usize::try_from((i64::from(exponent) - i64::from(SMALLEST_DECIMAL)) / 3).ok()
}

/// The suffix for `1024^power`, none beyond `Ei`.
pub(super) fn push_binary(text: &mut CompactString, power: usize) {
    let suffix = power.checked_sub(1).and_then(|index| BINARY.get(index));
    text.push_str(suffix.copied().unwrap_or_default());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_every_family() {
        let read = |text| Suffix::read(text).map(|s| (s.format, s.exponent));
        assert_eq!(read("n"), Some((Format::DecimalSI, -9)));
        assert_eq!(read(""), Some((Format::DecimalSI, 0)));
        assert_eq!(read("E"), Some((Format::DecimalSI, 18)));
        assert_eq!(read("Ki"), Some((Format::BinarySI, 10)));
        assert_eq!(read("Ei"), Some((Format::BinarySI, 60)));
        assert_eq!(read("E-6"), Some((Format::DecimalExponent, -6)));
        assert_eq!(read("e+4294967299"), Some((Format::DecimalExponent, 3)));
        for text in ["e", "e-", "K", "ki", "Kii", "kk", "eE5", "-5", "e99999999999999999999"] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
