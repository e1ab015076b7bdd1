//! Conversions between quantities and numbers.
//!
//! ```
//! use apimachinery::meta::Quantity;
//!
//! let memory = "8Pi".parse::<Quantity>()? * 4096;
//! assert_eq!(u128::try_from(&memory)?, 1 << 65);
//! assert_eq!(
//!     i64::try_from(&"1e30".parse::<Quantity>()?).unwrap_err().to_string(),
//!     "quantity 1e30 is out of range for i64",
//! );
//! assert_eq!(Quantity::from(1500).to_string(), "1500");
//! assert_eq!(Quantity::try_from(0.25)?.to_string(), "250m");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::amount::Amount;
use super::{Format, Number, Quantity, parse};
use crate::meta::RangeError;

impl Quantity {
    /// Returns the nearest float. Values beyond its range become infinite. Counterpart of `AsFloat64Slow`.
    ///
    /// ```
    /// use apimachinery::meta::Quantity;
    ///
    /// assert_eq!("1100m".parse::<Quantity>()?.as_f64(), 1.1);
    /// assert_eq!("-1e400".parse::<Quantity>()?.as_f64(), f64::NEG_INFINITY);
    /// # Ok::<(), apimachinery::meta::ParseError>(())
    /// ```
    pub fn as_f64(&self) -> f64 {
        let (digits, exponent) = self.number().amount.decimal().significant_text();
        float(&digits, exponent)
    }

    /// Returns a float whose last digits may be wrong: the product of the digits and a power of ten, as upstream
    /// computes it. Counterpart of `AsApproximateFloat64`.
    ///
    /// ```
    /// use apimachinery::meta::Quantity;
    ///
    /// assert_eq!("1.5Gi".parse::<Quantity>()?.as_approximate_f64(), 1_610_612_736.0);
    /// # Ok::<(), apimachinery::meta::ParseError>(())
    /// ```
    pub fn as_approximate_f64(&self) -> f64 {
        let number = self.number();
        let (digits, exponent) = match &number.amount {
            Amount::Small(small) => (small.value as f64, small.scale.into()),
            // Upstream stores parsed long numbers in nanos.
            Amount::Big(decimal) => {
                let (digits, exponent) = decimal.significant_text();
                (float(&digits, exponent + 9), -9)
            }
        };
        if exponent == 0 { digits } else { digits * power_of_ten(exponent) }
    }
}

/// Returns the float that is nearest to `digits * 10^exponent`. Zero has no digits.
fn float(digits: &str, exponent: i64) -> f64 {
    if digits.is_empty() { 0.0 } else { format!("{digits}e{exponent}").parse().expect("a number") }
}

/// Returns `10^exponent` like Go's `math.Pow10`, which multiplies or divides two powers from tables.
fn power_of_ten(exponent: i64) -> f64 {
    let power = |exponent: i64| float("1", exponent);
    match exponent {
        ..-323 => 0.0,
        -323..0 => power(exponent / 32 * 32) / power(-exponent % 32),
        0..=308 => power(exponent / 32 * 32) * power(exponent % 32),
        309.. => f64::INFINITY,
    }
}

/// Creates quantities from integers, in the format [`Format::DecimalSI`], and converts integral quantities back.
macro_rules! integers {
    ($($integer:ident),*) => {
        $(
            impl From<$integer> for Quantity {
                fn from(value: $integer) -> Self {
                    match i64::try_from(value) {
                        Ok(value) => Quantity::new(value, Format::DecimalSI),
                        Err(_) => value.to_string().parse().expect("digits are a quantity"),
                    }
                }
            }

            /// Fails unless the value is an integer within the range of the type.
            impl TryFrom<&Quantity> for $integer {
                type Error = RangeError;

                fn try_from(quantity: &Quantity) -> Result<Self, RangeError> {
                    let out_of_range = || RangeError::new("quantity", quantity, stringify!($integer));
                    let decimal = quantity.number().amount.decimal();
                    if !decimal.is_integer() {
                        return Err(RangeError::not_an_integer(quantity));
                    }
                    let magnitude = decimal.magnitude().ok_or_else(out_of_range)?;
                    let value = match decimal.signum() {
                        -1 => 0i128.checked_sub_unsigned(magnitude).and_then(|value| value.try_into().ok()),
                        _ => magnitude.try_into().ok(),
                    };
                    value.ok_or_else(out_of_range)
                }
            }
        )*
    };
}

integers! { i32, i64, i128, u32, u64, u128, usize }

/// Converts the shortest decimal number that represents the float, in the format [`Format::DecimalSI`]. Digits below one
/// nano are rounded away from zero, as in a text. Fails for NaN and infinite numbers.
impl TryFrom<f64> for Quantity {
    type Error = RangeError;

    fn try_from(value: f64) -> Result<Self, RangeError> {
        if !value.is_finite() {
            return Err(RangeError::new("float", value, "Quantity"));
        }
        let parsed = parse::parse(&format!("{value:e}")).expect("the text of a finite float is a quantity");
        Ok(Quantity { repr: Number { amount: parsed.amount, format: Format::DecimalSI }.into() })
    }
}
