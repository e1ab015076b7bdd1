//! The texts of most quantities, a few digits and a suffix, put together in a word.

use super::suffix::Format;
use crate::wire::digits::digits;

/// The canonical text of a value times a power of ten, its first byte lowest, and how long it is: at most ten bytes. None of a
/// value that is not written as it stands, or is too large.
pub(super) fn short_text(value: i64, scale: i32, format: Format) -> Option<(u128, usize)> {
    let (number, suffix) = match format {
        Format::BinarySI if scale == 0 && value >= 1024 => {
            let power = value.trailing_zeros() / 10;
            (value >> (10 * power), BINARY[power as usize])
        }
        Format::BinarySI if scale != 0 => return None,
        Format::BinarySI | Format::DecimalSI if scale % 3 == 0 && value % 1000 != 0 => {
            (value, *DECIMAL.get(usize::try_from(scale / 3 + 3).ok()?)?)
        }
        _ => return None,
    };
    let (digits, length) = digits(number)?;
    let text = u128::from(u64::from_le_bytes(digits)) | u128::from(suffix) << (8 * length);
    Some((text, length + usize::from(suffix != 0) + usize::from(suffix > 0xff)))
}

/// By the power of 1024.
const BINARY: [u16; 7] = [0, word(b"Ki"), word(b"Mi"), word(b"Gi"), word(b"Ti"), word(b"Pi"), word(b"Ei")];

/// By the power of 1000, from -3 on.
const DECIMAL: [u16; 10] = [
    word(b"n\0"),
    word(b"u\0"),
    word(b"m\0"),
    0,
    word(b"k\0"),
    word(b"M\0"),
    word(b"G\0"),
    word(b"T\0"),
    word(b"P\0"),
    word(b"E\0"),
];

const fn word(suffix: &[u8; 2]) -> u16 {
    u16::from_le_bytes(*suffix)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::meta::quantity::amount::Amount;
    use crate::meta::quantity::canonical;

    #[test]
    fn a_short_text_is_the_canonical_one() {
        let mut found = 0;
        let round = (0..18).map(|power| 10_i64.pow(power)).chain((0..62).map(|power| 1 << power));
        let values = round.flat_map(|one| [one, -one, 3 * (one / 2), one + 1, one - 1]).chain([i64::MIN, i64::MAX]);
        for value in values {
            for scale in -12..=21 {
                for format in [Format::BinarySI, Format::DecimalExponent, Format::DecimalSI] {
                    let Some((text, length)) = short_text(value, scale, format) else { continue };
                    let canonical = canonical::text(&Amount::small(value, scale), format);
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
