//! An exact decimal number of any length, for quantities that do not fit into 64 bits.
//!
//! It consists of decimal digits instead of a big integer, because quantities are mostly parsed, shifted by powers of
//! ten, rounded and formatted. On digits each of these operations takes a single pass, even for a text of a million
//! digits.

use std::cmp::Ordering;

/// The number `digits * 10^exponent`. The most significant digit comes first and is never zero. Therefore zero has no
/// digits; it is never negative.
#[derive(Clone, Default)]
pub(super) struct Decimal {
    negative: bool,
    digits: Vec<u8>,
    exponent: i64,
}

impl From<i64> for Decimal {
    fn from(value: i64) -> Self {
        Self::new(value < 0, digits_of(value.unsigned_abs()), 0)
    }
}

impl Decimal {
    pub(super) fn new(negative: bool, mut digits: Vec<u8>, exponent: i64) -> Self {
        drop_zeros(&mut digits);
        let negative = negative && !digits.is_empty();
        Self { negative, digits, exponent }
    }

    pub(super) fn is_zero(&self) -> bool {
        self.digits.is_empty()
    }

    pub(super) fn signum(&self) -> i32 {
        match (self.is_zero(), self.negative) {
            (true, _) => 0,
            (_, true) => -1,
            (_, false) => 1,
        }
    }

    pub(super) fn negate(&mut self) {
        self.negative = !self.negative && !self.is_zero();
    }

    pub(super) fn shift(&mut self, places: i64) {
        self.exponent += places;
    }

    pub(super) fn multiply(&mut self, factor: u64) {
        let mut carry = 0;
        for digit in self.digits.iter_mut().rev() {
            let product = u128::from(*digit) * u128::from(factor) + u128::from(carry);
            *digit = (product % 10) as u8;
            // Below the factor, because the digit is below ten.
            carry = (product / 10) as u64;
        }
        let mut digits = digits_of(carry);
        digits.append(&mut self.digits);
        *self = Self::new(self.negative, digits, self.exponent);
    }

    /// Rounds away from zero to a multiple of `10^exponent`. Returns true if the result is exact.
    pub(super) fn round_up(&mut self, exponent: i64) -> bool {
        if self.exponent >= exponent {
            return true;
        }
        let dropped = exponent.saturating_sub(self.exponent);
        let kept = usize::try_from(dropped).map_or(0, |dropped| self.digits.len().saturating_sub(dropped));
        let exact = self.digits[kept..].iter().all(|digit| *digit == 0);
        self.digits.truncate(kept);
        self.exponent = exponent;
        if !exact {
            self.increment();
        }
        exact
    }

    fn increment(&mut self) {
        for digit in self.digits.iter_mut().rev() {
            if *digit < 9 {
                *digit += 1;
                return;
            }
            *digit = 0;
        }
        self.digits.insert(0, 1);
    }

    /// Adds `other`. Takes time and memory proportional to the difference of the two exponents, as upstream.
    pub(super) fn add(&mut self, mut other: Self) {
        if self.is_zero() {
            *self = other;
            return;
        }
        if other.is_zero() {
            return;
        }
        self.refine(other.exponent);
        other.refine(self.exponent);
        if self.negative == other.negative {
            add_digits(&mut self.digits, &other.digits);
            return;
        }
        if self.cmp_magnitude(&other) == Ordering::Less {
            std::mem::swap(self, &mut other);
        }
        subtract_digits(&mut self.digits, &other.digits);
        let exponent = self.exponent;
        *self = Self::new(self.negative, std::mem::take(&mut self.digits), exponent);
    }

    /// Appends zeros until the exponent is at most `exponent`, without changing the value.
    fn refine(&mut self, exponent: i64) {
        let zeros = usize::try_from(self.exponent.saturating_sub(exponent)).unwrap_or(0);
        self.digits.resize(self.digits.len() + zeros, 0);
        self.exponent = self.exponent.min(exponent);
    }

    pub(super) fn cmp(&self, other: &Self) -> Ordering {
        match (self.negative, other.negative) {
            (false, false) => self.cmp_magnitude(other),
            (true, true) => other.cmp_magnitude(self),
            (left, right) => right.cmp(&left),
        }
    }

    fn cmp_magnitude(&self, other: &Self) -> Ordering {
        if self.is_zero() || other.is_zero() {
            return other.is_zero().cmp(&self.is_zero());
        }
        let height = |decimal: &Self| decimal.exponent.saturating_add(decimal.digits.len() as i64);
        height(self).cmp(&height(other)).then_with(|| self.significant().cmp(other.significant()))
    }

    /// Returns the digits without trailing zeros.
    fn significant(&self) -> &[u8] {
        let end = self.digits.iter().rposition(|digit| *digit != 0).map_or(0, |last| last + 1);
        &self.digits[..end]
    }

    /// Returns the digits with the sign and without trailing zeros, and the exponent that belongs to them.
    pub(super) fn significant_text(&self) -> (String, i64) {
        let (_, significant, exponent) = self.normalized();
        (self.text_of(significant), exponent)
    }

    /// Returns the magnitude as an integer. Returns `None` if it has a fraction or does not fit into 128 bits.
    pub(super) fn magnitude(&self) -> Option<u128> {
        let (_, significant, zeros) = self.normalized();
        let digits =
            significant.iter().try_fold(0u128, |sum, digit| sum.checked_mul(10)?.checked_add((*digit).into()))?;
        match digits {
            0 => Some(0),
            _ => digits.checked_mul(10u128.checked_pow(zeros.try_into().ok()?)?),
        }
    }

    /// Returns true if the number has no fraction.
    pub(super) fn is_integer(&self) -> bool {
        self.clone().round_up(0)
    }

    /// Returns sign, digits and exponent, which are equal for equal numbers.
    pub(super) fn normalized(&self) -> (bool, &[u8], i64) {
        let digits = self.significant();
        let zeros = self.digits.len() - digits.len();
        (self.negative, digits, if digits.is_empty() { 0 } else { self.exponent + zeros as i64 })
    }

    /// Returns an integer as text with the sign, divided by 1024 as often as possible without a remainder, and the
    /// number of divisions.
    pub(super) fn binary_text(&self) -> (String, usize) {
        let mut integer = self.clone();
        integer.round_up(0);
        integer.refine(0);
        let mut power = 0;
        while let Some(quotient) = exact_quotient_by_1024(&integer.digits) {
            integer.digits = quotient;
            power += 1;
        }
        (self.text_of(&integer.digits), power)
    }

    /// Formats digits with the sign of this number.
    fn text_of(&self, digits: &[u8]) -> String {
        let mut text = String::with_capacity(digits.len() + 1);
        if self.negative {
            text.push('-');
        }
        for digit in digits {
            text.push(char::from(b'0' + digit));
        }
        text
    }

    /// Returns the value in units of `10^exponent`, rounded away from zero. If it does not fit, the result is its low
    /// 64 bits.
    pub(super) fn scaled_value(&self, exponent: i64) -> i64 {
        let mut rounded = self.clone();
        rounded.round_up(exponent);
        let digits = rounded.digits.iter();
        let magnitude = digits.fold(0i64, |sum, digit| sum.wrapping_mul(10).wrapping_add(i64::from(*digit)));
        let sign = if self.negative { -1 } else { 1 };
        scaled_wrapping(magnitude.wrapping_mul(sign), rounded.exponent.saturating_sub(exponent))
    }
}

fn digits_of(number: u64) -> Vec<u8> {
    let mut digits = number.to_string().into_bytes();
    for digit in &mut digits {
        *digit -= b'0';
    }
    digits
}

/// Removes leading zeros.
fn drop_zeros(digits: &mut Vec<u8>) {
    let zeros = digits.iter().position(|digit| *digit != 0).unwrap_or(digits.len());
    if zeros > 0 {
        digits.drain(..zeros);
    }
}

/// Returns the low 64 bits of `value * 10^places`.
fn scaled_wrapping(value: i64, places: i64) -> i64 {
    // `10^64` is a multiple of `2^64`.
    let factor = 10i64.wrapping_pow(places.clamp(0, 64) as u32);
    value.wrapping_mul(factor)
}

/// Computes `left += right` for digits with the same exponent.
fn add_digits(left: &mut Vec<u8>, right: &[u8]) {
    let mut sum = vec![0; left.len().max(right.len()) + 1 - left.len()];
    sum.append(left);
    let (mut carry, mut rest) = (0, right);
    for digit in sum.iter_mut().rev() {
        let added = *digit + take_last(&mut rest) + carry;
        *digit = added % 10;
        carry = added / 10;
    }
    drop_zeros(&mut sum);
    *left = sum;
}

/// Computes `left -= right` for digits with the same exponent, where `right` is not larger than `left`.
fn subtract_digits(left: &mut [u8], right: &[u8]) {
    let (mut borrow, mut rest) = (0, right);
    for digit in left.iter_mut().rev() {
        let taken = take_last(&mut rest) + borrow;
        borrow = u8::from(*digit < taken);
        *digit = *digit + 10 * borrow - taken;
    }
}

/// Removes and returns the last digit; returns zero if no digits are left.
fn take_last(digits: &mut &[u8]) -> u8 {
    digits.split_off_last().copied().unwrap_or(0)
}

fn exact_quotient_by_1024(digits: &[u8]) -> Option<Vec<u8>> {
    let mut remainder = 0;
    let mut quotient = Vec::with_capacity(digits.len());
    for digit in digits {
        let dividend = remainder * 10 + u32::from(*digit);
        remainder = dividend % 1024;
        quotient.push((dividend / 1024) as u8);
    }
    drop_zeros(&mut quotient);
    (remainder == 0 && !quotient.is_empty()).then_some(quotient)
}
