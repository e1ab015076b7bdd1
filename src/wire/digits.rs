//! Branch-free formatting of common numbers.

/// The smallest number that is not supported.
const UNUSUAL: u64 = 100_000_000;

/// Returns the digits of a number from 0 to 99,999,999, followed by zero bytes, and the number of digits. Returns
/// `None` for any other number.
#[inline(always)]
pub(crate) fn digits(number: i64) -> Option<([u8; 8], usize)> {
    let number = u64::try_from(number).ok().filter(|&number| number < UNUSUAL)?;
    // Divides all parts at once: first two parts of four digits, then four of two, then eight of one, with the first
    // digits in the lowest bytes. For so few digits, division by multiplication is exact.
    let fours = (number / 10_000) | ((number % 10_000) << 32);
    let hundreds = ((fours * 5243) >> 19) & 0x7f_0000_007f;
    let twos = hundreds | (fours - 100 * hundreds) << 16;
    let tens = ((twos * 103) >> 10) & 0x000f_000f_000f_000f;
    let ones = tens | (twos - 10 * tens) << 8;
    let zeros = (ones | 1 << 56).trailing_zeros() / 8;
    let text = (ones | 0x3030_3030_3030_3030) >> (8 * zeros);
    Some((text.to_le_bytes(), (8 - zeros) as usize))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(number: i64) {
        let (text, length) = digits(number).expect("the number has at most eight digits");
        assert_eq!(str::from_utf8(&text[..length]), Ok(&*number.to_string()), "{number}");
    }

    #[test]
    fn digits_are_those_of_the_number() {
        (0..=99_999).for_each(check);
        // Tests all combinations of four digits, before and after other digits.
        (0..=9_999).for_each(|four| check(four * 10_000 + 9_999 - four));
        (100_000..100_000_000).step_by(9_973).for_each(check);
        check(99_999_999);
        assert!([-1, 100_000_000, i64::MIN, i64::MAX].iter().all(|&number| digits(number).is_none()));
    }
}
