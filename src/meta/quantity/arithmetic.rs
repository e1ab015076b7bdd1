//! Arithmetic and comparison of quantities. All results are exact.

use super::Quantity;
use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::iter::Sum;
use std::ops::{Add, AddAssign, Mul, MulAssign, Neg, Sub, SubAssign};

/// Compares the values, regardless of format and text.
impl PartialEq for Quantity {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Quantity {}

impl PartialOrd for Quantity {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Compares the values, regardless of format and text. Counterpart of `Cmp`.
impl Ord for Quantity {
    fn cmp(&self, other: &Self) -> Ordering {
        self.number().amount.cmp(&other.number().amount)
    }
}

impl Hash for Quantity {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.number().amount.decimal().normalized().hash(state);
    }
}

/// Adds the value; zero takes over the format of the other quantity. As in upstream, this takes time proportional to the
/// difference of the exponents: the sum of `1e1000000` and 1 has a million digits.
impl AddAssign<&Quantity> for Quantity {
    fn add_assign(&mut self, other: &Self) {
        self.change(|number| number.add(&other.number()));
    }
}

/// Subtracts the value, with the same rules as for addition.
impl SubAssign<&Quantity> for Quantity {
    fn sub_assign(&mut self, other: &Self) {
        *self += -other;
    }
}

/// Implements an operator of quantities for every combination of values and references.
macro_rules! operator {
    ($operator:ident $function:ident, $assign:ident $assign_function:ident) => {
        impl $assign for Quantity {
            fn $assign_function(&mut self, other: Self) {
                self.$assign_function(&other);
            }
        }

        impl $operator<&Quantity> for Quantity {
            type Output = Quantity;

            fn $function(mut self, other: &Quantity) -> Quantity {
                self.$assign_function(other);
                self
            }
        }

        impl $operator for Quantity {
            type Output = Quantity;

            fn $function(self, other: Quantity) -> Quantity {
                self.$function(&other)
            }
        }

        impl $operator<&Quantity> for &Quantity {
            type Output = Quantity;

            fn $function(self, other: &Quantity) -> Quantity {
                self.clone().$function(other)
            }
        }

        impl $operator<Quantity> for &Quantity {
            type Output = Quantity;

            fn $function(self, other: Quantity) -> Quantity {
                self.clone().$function(&other)
            }
        }
    };
}

operator! { Add add, AddAssign add_assign }
operator! { Sub sub, SubAssign sub_assign }

/// Multiplies by an integer. The format stays the same. Counterpart of `Mul`, which additionally reports if the digits of
/// the product fit into 64 bits.
impl MulAssign<i64> for Quantity {
    fn mul_assign(&mut self, factor: i64) {
        self.change(|number| number.amount.multiply(factor));
    }
}

impl Mul<i64> for Quantity {
    type Output = Quantity;

    fn mul(mut self, factor: i64) -> Quantity {
        self *= factor;
        self
    }
}

impl Mul<i64> for &Quantity {
    type Output = Quantity;

    fn mul(self, factor: i64) -> Quantity {
        self.clone() * factor
    }
}

impl Neg for Quantity {
    type Output = Self;

    fn neg(mut self) -> Self {
        self.change(|number| number.amount.negate());
        self
    }
}

impl Neg for &Quantity {
    type Output = Quantity;

    fn neg(self) -> Quantity {
        -self.clone()
    }
}

/// Adds all quantities. The sum has the format of the first one that is not zero.
impl<'a> Sum<&'a Quantity> for Quantity {
    fn sum<I: Iterator<Item = &'a Quantity>>(quantities: I) -> Self {
        quantities.fold(Quantity::default(), |sum, quantity| sum + quantity)
    }
}

impl Sum for Quantity {
    fn sum<I: Iterator<Item = Quantity>>(quantities: I) -> Self {
        quantities.fold(Quantity::default(), |sum, quantity| sum + quantity)
    }
}
