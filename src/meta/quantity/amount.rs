//! The number of a quantity: a 64-bit integer with a power of ten if it fits, otherwise decimal digits of any length.

use super::decimal::Decimal;
use std::cmp::Ordering;

#[derive(Clone)]
pub(super) enum Amount {
    Small(Scaled),
    Big(Box<Decimal>),
}

/// The number `value * 10^scale`.
#[derive(Clone, Copy)]
pub(super) struct Scaled {
    pub(super) value: i64,
    pub(super) scale: i32,
}

impl Amount {
    pub(super) const fn small(value: i64, scale: i32) -> Self {
        Self::Small(Scaled { value, scale })
    }

    pub(super) fn is_zero(&self) -> bool {
        self.signum() == 0
    }

    pub(super) fn signum(&self) -> i32 {
        match self {
            Self::Small(small) => small.value.signum() as i32,
            Self::Big(decimal) => decimal.signum(),
        }
    }

    /// Returns the value as an integer, if no long arithmetic is needed to compute it.
    pub(super) fn as_i64(&self) -> Option<i64> {
        match self {
            Self::Small(small) => small.aligned(0),
            Self::Big(_) => None,
        }
    }

    /// Returns the value in units of `10^scale`, rounded away from zero. If it does not fit into 64 bits, the result is
    /// the low 64 bits or 0, as upstream.
    pub(super) fn scaled_value(&self, scale: i32) -> i64 {
        match self {
            Self::Small(small) => {
                let rounded = small.rounded_up(scale).0;
                rounded.aligned(scale).unwrap_or_else(|| rounded.overflowed(scale))
            }
            Self::Big(decimal) => decimal.scaled_value(scale.into()),
        }
    }

    /// Returns true if the amount is stored with a power of ten of at least `scale`, so that rounding would not change
    /// it.
    pub(super) fn is_rounded_to(&self, scale: i32) -> bool {
        matches!(self, Self::Small(small) if small.scale >= scale)
    }

    /// Rounds away from zero to a multiple of `10^scale`. Returns true if the result is exact.
    pub(super) fn round_up(&mut self, scale: i32) -> bool {
        match self {
            Self::Small(small) => {
                let (rounded, exact) = small.rounded_up(scale);
                *small = rounded;
                exact
            }
            Self::Big(decimal) => decimal.round_up(scale.into()),
        }
    }

    pub(super) fn negate(&mut self) {
        match self {
            Self::Small(small) if small.value != i64::MIN => small.value = -small.value,
            _ => {
                let mut decimal = self.decimal();
                decimal.negate();
                *self = Self::Big(Box::new(decimal));
            }
        }
    }

    pub(super) fn add(&mut self, other: &Self) {
        match self.small_sum(other) {
            Some(sum) => *self = Self::Small(sum),
            None => {
                let mut sum = self.decimal();
                sum.add(other.decimal());
                *self = Self::Big(Box::new(sum));
            }
        }
    }

    pub(super) fn multiply(&mut self, factor: i64) {
        match self {
            Self::Small(small) if small.value.checked_mul(factor).is_some() => small.value *= factor,
            _ => {
                let mut product = self.decimal();
                product.multiply(factor.unsigned_abs());
                if factor < 0 {
                    product.negate();
                }
                *self = Self::Big(Box::new(product));
            }
        }
    }

    fn small_sum(&self, other: &Self) -> Option<Scaled> {
        let (Self::Small(left), Self::Small(right)) = (self, other) else {
            return None;
        };
        if left.value == 0 || right.value == 0 {
            return Some(if right.value == 0 { *left } else { *right });
        }
        let scale = left.scale.min(right.scale);
        let value = left.aligned(scale)?.checked_add(right.aligned(scale)?)?;
        Some(Scaled { value, scale })
    }

    pub(super) fn cmp(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Self::Small(left), Self::Small(right)) if left.scale == right.scale => left.value.cmp(&right.value),
            _ => self.decimal().cmp(&other.decimal()),
        }
    }

    pub(super) fn decimal(&self) -> Decimal {
        match self {
            Self::Small(small) => {
                let mut decimal = Decimal::from(small.value);
                decimal.shift(small.scale.into());
                decimal
            }
            Self::Big(decimal) => Decimal::clone(decimal),
        }
    }
}

impl Scaled {
    fn places_above(self, scale: i32) -> i64 {
        i64::from(self.scale) - i64::from(scale)
    }

    /// Returns the value in units of `10^scale`. Returns `None` if `scale` is above the value's own or the result
    /// overflows.
    fn aligned(self, scale: i32) -> Option<i64> {
        let places = u32::try_from(self.places_above(scale)).ok()?;
        match self.value {
            0 => Some(0),
            value => value.checked_mul(10i64.checked_pow(places)?),
        }
    }

    /// Returns what upstream returns if the value in units of `10^scale` overflows: the low 64 bits for the powers of ten
    /// by which it multiplies in one step, otherwise 0.
    fn overflowed(self, scale: i32) -> i64 {
        match self.places_above(scale) {
            places @ (1 | 2 | 3 | 6 | 9) if self.value != i64::MIN => self.value.wrapping_mul(10i64.pow(places as u32)),
            _ => 0,
        }
    }

    /// Rounds away from zero to a multiple of `10^scale`. The flag is true if the result is exact.
    fn rounded_up(self, scale: i32) -> (Self, bool) {
        let places = -self.places_above(scale);
        if places <= 0 {
            return (self, true);
        }
        let divisor = u32::try_from(places).ok().and_then(|places| 10i64.checked_pow(places));
        let divided = |divisor| (self.value / divisor, self.value % divisor);
        let (quotient, remainder) = divisor.map_or((0, self.value), divided);
        let value = quotient + remainder.signum();
        (Self { value, scale }, remainder == 0)
    }
}
