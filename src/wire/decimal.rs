//! Comparison of decimal numbers of any size by value.

/// Returns true if two decimal numbers, such as `-12.50` and `-1.25e1`, have the same value. A negative zero written as
/// a float equals no zero, since `-0` is read back as the integer 0.
pub(crate) fn is_same_number(a: &str, b: &str) -> bool {
    let (first, second) = (Decimal::of(a), Decimal::of(b));
    if first.is_zero() && second.is_zero() {
        return !(first.negative && a.contains(['.', 'e', 'E']));
    }
    first == second
}

/// Returns false if no 64-bit float or integer can change the decimal number. Up to 15 digits are always preserved.
#[inline]
pub(crate) fn may_change(number: &str) -> bool {
    const EXACT: usize = 15;
    number.len() > EXACT || number.starts_with("-0") || number.contains(['e', 'E'])
}

/// A number `0.DIGITS × 10^point` without leading and trailing zeros in its digits.
#[derive(PartialEq)]
struct Decimal {
    negative: bool,
    digits: Vec<u8>,
    point: i64,
}

impl Decimal {
    fn of(text: &str) -> Decimal {
        let unsigned = text.trim_start_matches(['-', '+']);
        let (mantissa, exponent) = unsigned.split_once(['e', 'E']).unwrap_or((unsigned, "0"));
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let all = [whole, fraction].concat().into_bytes();
        let zeros = all.iter().take_while(|digit| **digit == b'0').count();
        let end = all.iter().rposition(|digit| *digit != b'0').map_or(zeros, |last| last + 1);
        // An exponent that does not fit is far beyond the range of all other numbers.
        let exponent = exponent.parse().unwrap_or(if exponent.starts_with('-') { i64::MIN / 2 } else { i64::MAX / 2 });
        let point = whole.len() as i64 - zeros as i64 + exponent;
        Decimal { negative: text.starts_with('-'), digits: all[zeros..end].to_vec(), point }
    }

    fn is_zero(&self) -> bool {
        self.digits.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_compared_by_value() {
        for (a, b) in [
            ("1", "1.0"),
            ("-12.50", "-1.25e1"),
            ("100", "1E+2"),
            ("0.001", "1e-3"),
            (".5", "0.5"),
            ("+7", "7"),
            ("0", "0.0e99"),
            ("-0", "0"),
            ("18446744073709551615", "18446744073709551615.00"),
        ] {
            assert!(is_same_number(a, b), "{a} {b}");
        }
        for (a, b) in [
            ("1", "-1"),
            ("9007199254740993.0", "9007199254740992"),
            ("18446744073709551616", "1.8446744073709552e+19"),
            ("-0.0", "-0"),
            ("-0e0", "0"),
            ("0.1e-400", "0"),
            ("1e99999999999999999999", "1e9999"),
        ] {
            assert!(!is_same_number(a, b), "{a} {b}");
        }
    }

    #[test]
    fn short_numbers_never_change() {
        for number in ["0.1", "123456789012345", "1.2345678901234", "-12345678.12345", "0.0000000000001"] {
            assert!(!may_change(number));
            assert!(
                is_same_number(number, &format!("{}", number.parse::<f64>().expect("the text is a number"))),
                "{number}"
            );
        }
        for number in ["-0.0", "1e400", "18446744073709551616", "0.30000000000000004"] {
            assert!(may_change(number));
        }
    }
}
