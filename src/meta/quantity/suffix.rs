//! Suffixes of quantities and their formats.

use compact_str::CompactString;

/// The family of suffixes that a quantity is formatted with. Counterpart of `resource.Format`.
///
/// A parsed quantity keeps the family of its text. Binary quantities with a magnitude below 1024, or with a fraction,
/// are formatted as [`Format::DecimalSI`]. Zero takes over the format of the quantity that is added to it.
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
    /// Powers of ten as a decimal exponent, such as `12e6`.
    DecimalExponent,
    /// Powers of ten as a letter: `n`, `u`, `m`, none, `k`, `M`, `G`, `T`, `P`, `E`.
    #[default]
    DecimalSI,
}

/// A parsed suffix. `exponent` is a power of the base of the format, which is 2 for [`Format::BinarySI`] and 10
/// otherwise.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Suffix {
    pub(super) format: Format,
    pub(super) exponent: i32,
}

/// The decimal suffixes in ascending order, from `10^-9` in steps of `10^3`.
pub(super) const DECIMAL: [&str; 10] = ["n", "u", "m", "", "k", "M", "G", "T", "P", "E"];
const SMALLEST_DECIMAL: i32 = -9;

/// The binary suffixes in ascending order, from `2^10` in steps of `2^10`.
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
        // Upstream keeps the low 32 bits, so `1e4294967299` equals 1e3 there, too.
        Some(Self::new(Format::DecimalExponent, number as i32))
    }

    fn new(format: Format, exponent: i32) -> Self {
        Self { format, exponent }
    }
}

/// Appends the suffix for `10^exponent`. As in upstream, none is appended if [`Format::DecimalSI`] has no letter for the
/// exponent, so that `1000E` is formatted as `1`; a correct text would differ from upstream's bytes.
pub(super) fn push_decimal(text: &mut CompactString, exponent: i32, format: Format) {
    if format == Format::DecimalSI {
        let letter = decimal_index(exponent).and_then(|index| DECIMAL.get(index));
        text.push_str(letter.copied().unwrap_or_default());
    } else if exponent != 0 {
        text.push_str(&format!("e{exponent}"));
    }
}

/// Returns the index in [`DECIMAL`] of the suffix for `10^exponent`, which may be out of bounds.
pub(super) fn decimal_index(exponent: i32) -> Option<usize> {
    usize::try_from((i64::from(exponent) - i64::from(SMALLEST_DECIMAL)) / 3).ok()
}

/// Appends the suffix for `1024^power`; none beyond `Ei`.
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
