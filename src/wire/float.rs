//! Formatting of floating-point numbers in the two layouts of Go's encoders.
//!
//! Both use the shortest digits that are read back as the same value. If two shortest candidates are equally near,
//! Rust's own formatting selects different digits than Go. The digits therefore come from a crate that rounds such ties
//! to even, as Go does.

/// Appends `value` like Go's `encoding/json` does: in plain notation from `1e-6` up to `1e21`, in scientific notation
/// outside of that range, whole numbers without a fraction, and `-0` for negative zero.
///
/// JSON cannot represent infinities and NaN, which callers must reject.
pub(crate) fn write_json_float(out: &mut Vec<u8>, value: f64) {
    debug_assert!(value.is_finite(), "JSON numbers are finite");
    let digits = Digits::of(value);
    let size = value.abs();
    if size == 0.0 || (1e-6..1e21).contains(&size) {
        digits.write_plain(out);
    } else {
        digits.write_scientific(out, 1);
    }
}

/// Appends `value` like go-yaml v2 does: in scientific notation below `1e-4` and from `1e6`, with at least two exponent
/// digits. Infinities and NaN are written as `.inf`, `-.inf` and `.nan`.
pub(crate) fn write_yaml_float(out: &mut Vec<u8>, value: f64) {
    if value.is_finite() {
        write_short_float(out, Digits::of(value));
    } else {
        out.extend_from_slice(special_name(value));
    }
}

/// Appends `value` like [`write_yaml_float`], but with the digits of the nearest 32-bit float. This is the text of a
/// YAML map key that is a float.
pub(crate) fn write_yaml_float_key(out: &mut Vec<u8>, value: f64) {
    let single = value as f32;
    if single.is_finite() {
        write_short_float(out, Digits::of_single(single));
    } else {
        out.extend_from_slice(special_name(value));
    }
}

/// Formats like Go's `%g` with the shortest digits.
fn write_short_float(out: &mut Vec<u8>, digits: Digits) {
    if (-3..=6).contains(&digits.point) || digits.is_zero() {
        digits.write_plain(out);
    } else {
        digits.write_scientific(out, 2);
    }
}

fn special_name(value: f64) -> &'static [u8] {
    if value.is_nan() {
        b".nan"
    } else if value < 0.0 {
        b"-.inf"
    } else {
        b".inf"
    }
}

/// A decimal number `0.DIGITS × 10^point` with its sign.
struct Digits {
    negative: bool,
    digits: [u8; 20],
    count: usize,
    point: i32,
}

impl Digits {
    fn of(value: f64) -> Self {
        Self::parse(zmij::Buffer::new().format_finite(value))
    }

    fn of_single(value: f32) -> Self {
        Self::parse(zmij::Buffer::new().format_finite(value))
    }

    /// Parses text such as `-12.5`, `0.001` or `1e-7`.
    fn parse(text: &str) -> Self {
        let (mantissa, exponent) = text.split_once('e').unwrap_or((text, "0"));
        let mut parsed = Self {
            negative: mantissa.starts_with('-'),
            digits: [0; 20],
            count: 0,
            point: exponent.parse().expect("the digits crate writes exponents as integers"),
        };
        let mut whole = true;
        for byte in mantissa.bytes() {
            match byte {
                b'.' => whole = false,
                b'0'..=b'9' => parsed.push(byte, whole),
                _ => {}
            }
        }
        parsed.trim_trailing_zeros();
        parsed
    }

    fn push(&mut self, digit: u8, whole: bool) {
        let leading_zero = self.count == 0 && digit == b'0';
        if !leading_zero {
            self.digits[self.count] = digit;
            self.count += 1;
        }
        match (whole, leading_zero) {
            (true, false) => self.point += 1,
            (false, true) => self.point -= 1,
            _ => {}
        }
    }

    fn trim_trailing_zeros(&mut self) {
        while self.count > 0 && self.digits[self.count - 1] == b'0' {
            self.count -= 1;
        }
    }

    fn is_zero(&self) -> bool {
        self.count == 0
    }

    fn as_slice(&self) -> &[u8] {
        &self.digits[..self.count]
    }

    fn write_sign(&self, out: &mut Vec<u8>) {
        if self.negative {
            out.push(b'-');
        }
    }

    fn write_plain(&self, out: &mut Vec<u8>) {
        self.write_sign(out);
        let digits = self.as_slice();
        if digits.is_empty() {
            out.push(b'0');
        } else if self.point <= 0 {
            out.extend_from_slice(b"0.");
            write_zeros(out, self.point.unsigned_abs() as usize);
            out.extend_from_slice(digits);
        } else {
            let whole = self.point.unsigned_abs() as usize;
            out.extend_from_slice(&digits[..whole.min(digits.len())]);
            write_zeros(out, whole.saturating_sub(digits.len()));
            if whole < digits.len() {
                out.push(b'.');
                out.extend_from_slice(&digits[whole..]);
            }
        }
    }

    fn write_scientific(&self, out: &mut Vec<u8>, exponent_digits: usize) {
        self.write_sign(out);
        let digits = self.as_slice();
        out.push(digits[0]);
        if digits.len() > 1 {
            out.push(b'.');
            out.extend_from_slice(&digits[1..]);
        }
        let exponent = self.point - 1;
        out.extend_from_slice(if exponent < 0 { b"e-" } else { b"e+" });
        let text = exponent.unsigned_abs().to_string();
        write_zeros(out, exponent_digits.saturating_sub(text.len()));
        out.extend_from_slice(text.as_bytes());
    }
}

fn write_zeros(out: &mut Vec<u8>, count: usize) {
    out.resize(out.len() + count, b'0');
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(write: fn(&mut Vec<u8>, f64), value: f64) -> String {
        let mut out = Vec::new();
        write(&mut out, value);
        String::from_utf8(out).expect("formatted numbers are ASCII")
    }

    #[test]
    fn json_layout() {
        for (value, expected) in [
            (0.0, "0"),
            (-0.0, "-0"),
            (1.0, "1"),
            (-2.5, "-2.5"),
            (100.0, "100"),
            (0.000001, "0.000001"),
            (0.0000001, "1e-7"),
            (-0.00000012, "-1.2e-7"),
            (1e20, "100000000000000000000"),
            (1e21, "1e+21"),
            (123456789012345680000.0, "123456789012345680000"),
            (1.5e300, "1.5e+300"),
            (5e-324, "5e-324"),
            (f64::MAX, "1.7976931348623157e+308"),
            (1596682669812018.0 / 16.0, "99792666863251.12"),
            (0.1 + 0.2, "0.30000000000000004"),
        ] {
            assert_eq!(text(write_json_float, value), expected);
        }
    }

    #[test]
    fn yaml_layout() {
        for (value, expected) in [
            (0.0, "0"),
            (-0.0, "-0"),
            (3.0, "3"),
            (1.5, "1.5"),
            (0.0001, "0.0001"),
            (0.00001, "1e-05"),
            (999999.5, "999999.5"),
            (100000.0, "100000"),
            (1e6, "1e+06"),
            (1234567.5, "1.2345675e+06"),
            (1e100, "1e+100"),
            (f64::INFINITY, ".inf"),
            (f64::NEG_INFINITY, "-.inf"),
            (f64::NAN, ".nan"),
        ] {
            assert_eq!(text(write_yaml_float, value), expected);
        }
    }

    #[test]
    fn float_keys_have_single_precision() {
        for (value, expected) in [
            (0.1, "0.1"),
            (16777217.0, "1.6777216e+07"),
            (0.1234567890123, "0.12345679"),
            (1e300, ".inf"),
            (f64::NAN, ".nan"),
        ] {
            assert_eq!(text(write_yaml_float_key, value), expected);
        }
    }

    #[test]
    fn digits_read_back_as_the_same_value() {
        let mut bits: u64 = 0x9E37_79B9_7F4A_7C15;
        for _ in 0..20_000 {
            bits = bits.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let value = f64::from_bits(bits ^ (bits >> 29));
            if value.is_finite() {
                for write in [write_json_float, write_yaml_float] {
                    let parsed: f64 = text(write, value).parse().expect("the output is a number");
                    assert_eq!(parsed.to_bits(), value.to_bits());
                }
            }
        }
    }
}
