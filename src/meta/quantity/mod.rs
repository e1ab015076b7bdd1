//! Quantities: amounts of a resource, such as `100m` of a CPU or `1.5Gi` of memory.

mod amount;
mod arithmetic;
mod canonical;
mod convert;
mod decimal;
mod parse;
mod suffix;
#[cfg(test)]
mod tests;

pub use suffix::Format;

use super::ParseError;
use crate::wire::escape::write_string;
use crate::wire::words::append_words;
use amount::{Amount, Scaled};
use compact_str::CompactString;
use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

/// An exact decimal number with a unit, used for amounts of resources. Counterpart of `resource.Quantity`.
///
/// The text format is a sign, digits, an optional fraction, and a suffix in one of three [`Format`]s. Digits below one
/// nano (`10^-9`) are rounded away from zero, and numbers with a binary suffix are capped at `i64::MAX`. Otherwise
/// values of any length are exact.
///
/// A text that looks canonical is kept and formatted as it was parsed. Any other text is formatted canonically: as an
/// integer with the largest suffix that represents the value exactly. Any modification of the number makes the text
/// canonical.
///
/// Addition, subtraction and multiplication are exact: a result that does not fit into 64 bits has as many digits as it
/// needs. A sum has the format of the left operand, or that of the right one if the left one is zero. The default is
/// zero.
///
/// `==`, ordering and hashes compare values, like upstream's `Cmp` and `Equal`: `1.500` equals `1500m`.
/// [`is_identical`](Self::is_identical) compares format and text as well, and so does `==` between objects that contain
/// quantities, because the two texts are different objects on the wire. [`semantic_eq`](crate::meta::semantic_eq)
/// compares objects with quantities by value.
///
/// ```
/// use apimachinery::meta::Quantity;
///
/// let mut memory: Quantity = "1.5Gi".parse()?;
/// assert_eq!(memory.to_string(), "1536Mi");
/// assert_eq!(memory.value(), 1_610_612_736);
///
/// memory += &"512Mi".parse()?;
/// assert_eq!(memory.to_string(), "2Gi");
/// assert!(memory > "2G".parse()? && memory == "2048Mi".parse()?);
/// assert_eq!("1.500".parse::<Quantity>()?.to_string(), "1.500");
/// # Ok::<(), apimachinery::meta::ParseError>(())
/// ```
#[derive(Clone)]
pub struct Quantity {
    repr: Repr,
}

#[derive(Clone)]
enum Repr {
    /// The text of a parsed quantity that looks canonical. It was validated when it was parsed, and is parsed again
    /// whenever the number is needed. Quantities are copied and formatted more often than their numbers are used, so
    /// the most frequent representation consists of the text alone.
    Text(CompactString),
    /// A number of ordinary size. Its parts are separate fields because, as a struct, they would make a quantity larger
    /// than a text.
    Small {
        value: i64,
        scale: i32,
        format: Format,
    },
    Big(Box<Number>),
}

#[derive(Clone)]
struct Number {
    amount: Amount,
    format: Format,
}

impl Quantity {
    /// Creates a quantity with the integer `value`, which is formatted with suffixes of the family `format`.
    /// Counterpart of `NewQuantity`.
    ///
    /// ```
    /// use apimachinery::meta::quantity::{Format, Quantity};
    ///
    /// assert_eq!(Quantity::new(64 << 20, Format::BinarySI).to_string(), "64Mi");
    /// ```
    pub const fn new(value: i64, format: Format) -> Self {
        Self::from_scaled(value, 0, format)
    }

    /// Creates a quantity of `value` thousandths, such as millicores, which is formatted with suffixes of the family
    /// `format`. Counterpart of `NewMilliQuantity`.
    ///
    /// ```
    /// use apimachinery::meta::quantity::{Format, Quantity};
    ///
    /// assert_eq!(Quantity::from_milli(2500, Format::DecimalSI).to_string(), "2500m");
    /// ```
    pub const fn from_milli(value: i64, format: Format) -> Self {
        Self::from_scaled(value, -3, format)
    }

    /// Creates the quantity `value * 10^scale`, which is formatted with suffixes of the family `format`. A scale of -3
    /// means thousandths. Counterpart of `NewScaledQuantity`, whose format is always [`Format::DecimalSI`].
    ///
    /// ```
    /// use apimachinery::meta::quantity::{Format, Quantity};
    ///
    /// assert_eq!(Quantity::from_scaled(5, 6, Format::DecimalSI).to_string(), "5M");
    /// assert_eq!(Quantity::from_scaled(5, -6, Format::DecimalSI).to_string(), "5u");
    /// ```
    pub const fn from_scaled(value: i64, scale: i32, format: Format) -> Self {
        Self { repr: Repr::Small { value, scale, format } }
    }

    /// Returns the family of suffixes with which the quantity is formatted.
    ///
    /// ```
    /// use apimachinery::meta::quantity::{Format, Quantity};
    ///
    /// assert_eq!("1Gi".parse::<Quantity>()?.format(), Format::BinarySI);
    /// assert_eq!("0.5Ki".parse::<Quantity>()?.format(), Format::BinarySI);
    /// assert_eq!("0.0005Ki".parse::<Quantity>()?.format(), Format::DecimalSI, "below one");
    /// # Ok::<(), apimachinery::meta::ParseError>(())
    /// ```
    pub fn format(&self) -> Format {
        self.number().format
    }

    /// Returns the value rounded away from zero to an integer. As in upstream, a value that does not fit into 64 bits is
    /// returned as 0 or wraps around, depending on how the quantity was written; `i64::try_from` returns an error
    /// instead. Negative numbers of more than 18 digits are rounded away from zero, too; upstream documents the same,
    /// but rounds them differently.
    ///
    /// ```
    /// use apimachinery::meta::Quantity;
    ///
    /// assert_eq!("1m".parse::<Quantity>()?.value(), 1);
    /// assert_eq!("-1500m".parse::<Quantity>()?.value(), -2);
    /// # Ok::<(), apimachinery::meta::ParseError>(())
    /// ```
    pub fn value(&self) -> i64 {
        self.scaled_value(0)
    }

    /// Returns the value in thousandths, rounded away from zero. The remarks on [`value`](Self::value) apply to this
    /// method, too.
    ///
    /// ```
    /// use apimachinery::meta::Quantity;
    ///
    /// assert_eq!("1.5".parse::<Quantity>()?.milli_value(), 1500);
    /// assert_eq!("1u".parse::<Quantity>()?.milli_value(), 1);
    /// # Ok::<(), apimachinery::meta::ParseError>(())
    /// ```
    pub fn milli_value(&self) -> i64 {
        self.scaled_value(-3)
    }

    /// Returns the value in units of `10^scale`, rounded away from zero: with a scale of -3, the number of thousandths.
    /// The remarks on [`value`](Self::value) apply to this method, too. Counterpart of `ScaledValue`.
    ///
    /// ```
    /// use apimachinery::meta::Quantity;
    ///
    /// let size: Quantity = "1500".parse()?;
    /// assert_eq!([size.scaled_value(-6), size.scaled_value(3)], [1_500_000_000, 2]);
    /// # Ok::<(), apimachinery::meta::ParseError>(())
    /// ```
    pub fn scaled_value(&self, scale: i32) -> i64 {
        self.number().amount.scaled_value(scale)
    }

    /// Returns the value if the quantity was written as an integer that fits into 64 bits, such as `1k`, and `None`
    /// otherwise, as for `1000m` and `1.5Gi`. `i64::try_from` accepts every quantity whose value is an integer.
    /// Counterpart of `AsInt64`.
    ///
    /// ```
    /// use apimachinery::meta::Quantity;
    ///
    /// assert_eq!("1k".parse::<Quantity>()?.as_i64(), Some(1000));
    /// assert_eq!("1000m".parse::<Quantity>()?.as_i64(), None);
    /// # Ok::<(), apimachinery::meta::ParseError>(())
    /// ```
    pub fn as_i64(&self) -> Option<i64> {
        self.number().amount.as_i64()
    }

    /// Returns true if the value is zero, in any format.
    ///
    /// ```
    /// assert!("0.00Ki".parse::<apimachinery::meta::Quantity>()?.is_zero());
    /// # Ok::<(), apimachinery::meta::ParseError>(())
    /// ```
    pub fn is_zero(&self) -> bool {
        self.number().amount.is_zero()
    }

    /// Returns -1 for a negative value, 0 for zero, and 1 for a positive value. Counterpart of `Sign`.
    ///
    /// ```
    /// assert_eq!("-1n".parse::<apimachinery::meta::Quantity>()?.signum(), -1);
    /// # Ok::<(), apimachinery::meta::ParseError>(())
    /// ```
    pub fn signum(&self) -> i32 {
        self.number().amount.signum()
    }

    /// Returns true if both quantities have the same value, family of suffixes and text, whereas `==` compares only the
    /// value.
    ///
    /// ```
    /// use apimachinery::meta::Quantity;
    ///
    /// let (kept, canonical): (Quantity, Quantity) = ("1.500".parse()?, "1500m".parse()?);
    /// assert!(kept == canonical && !kept.is_identical(&canonical));
    /// # Ok::<(), apimachinery::meta::ParseError>(())
    /// ```
    pub fn is_identical(&self, other: &Self) -> bool {
        if let (Repr::Text(left), Repr::Text(right)) = (&self.repr, &other.repr) {
            return left == right;
        }
        self.format() == other.format() && self == other && self.text() == other.text()
    }

    /// Rounds away from zero to a multiple of `10^scale`; for example, a scale of -3 means thousandths. Returns true if
    /// the result is exact. A quantity that is already a multiple may keep its text.
    ///
    /// ```
    /// use apimachinery::meta::Quantity;
    ///
    /// let mut cpu: Quantity = "1500u".parse()?;
    /// assert!(!cpu.round_up(-3));
    /// assert_eq!(cpu.to_string(), "2m");
    /// # Ok::<(), apimachinery::meta::ParseError>(())
    /// ```
    pub fn round_up(&mut self, scale: i32) -> bool {
        self.number().amount.is_rounded_to(scale) || self.change(|number| number.amount.round_up(scale))
    }

    /// Returns the formatted text.
    pub(crate) fn text(&self) -> Cow<'_, CompactString> {
        match &self.repr {
            Repr::Text(text) => Cow::Borrowed(text),
            _ => {
                let number = self.number();
                Cow::Owned(canonical::text(&number.amount, number.format))
            }
        }
    }

    /// Appends the text in quotes. It never contains characters that need escaping.
    pub(crate) fn write_quoted(&self, out: &mut Vec<u8>) {
        if let Repr::Small { value, scale, format } = self.repr
            && let Some((text, length)) = canonical::short_text(value, scale, format)
        {
            const QUOTE: u128 = b'"' as u128;
            let quoted = QUOTE | text << 8 | QUOTE << (8 * length + 8);
            return append_words(out, [quoted as u64, (quoted >> 64) as u64], length + 2);
        }
        write_string(out, &self.text());
    }

    /// Decodes a JSON `null` into an existing value. As in upstream, the number is reset, but a kept text remains and
    /// determines what is formatted.
    pub(crate) fn reset(&mut self) {
        if !matches!(self.repr, Repr::Text(_)) {
            *self = Self::new(0, self.format());
        }
    }

    fn number(&self) -> Cow<'_, Number> {
        match &self.repr {
            Repr::Text(text) => Cow::Owned(Number::of_kept(text)),
            &Repr::Small { value, scale, format } => Cow::Owned(Number { amount: Amount::small(value, scale), format }),
            Repr::Big(number) => Cow::Borrowed(number),
        }
    }

    /// Modifies the number, which makes the text canonical.
    fn change<R>(&mut self, change: impl FnOnce(&mut Number) -> R) -> R {
        let mut number = self.number().into_owned();
        let result = change(&mut number);
        self.repr = number.into();
        result
    }
}

impl Number {
    fn of_kept(text: &str) -> Self {
        let parsed = parse::parse(text).expect("a kept text has been parsed before");
        Self { amount: parsed.amount, format: parsed.format }
    }

    /// Adds a number; if this one is zero, it takes over the format of `other`.
    fn add(&mut self, other: &Self) {
        if self.amount.is_zero() {
            self.format = other.format;
        }
        self.amount.add(&other.amount);
    }
}

impl From<Number> for Repr {
    fn from(number: Number) -> Self {
        match number.amount {
            Amount::Small(Scaled { value, scale }) => Self::Small { value, scale, format: number.format },
            Amount::Big(_) => Self::Big(Box::new(number)),
        }
    }
}

impl Default for Quantity {
    fn default() -> Self {
        Self::new(0, Format::default())
    }
}

impl FromStr for Quantity {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let parsed = parse::parse(text)?;
        let repr = if parsed.keeps_text {
            Repr::Text(text.into())
        } else {
            Number { amount: parsed.amount, format: parsed.format }.into()
        };
        Ok(Self { repr })
    }
}

impl fmt::Display for Quantity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.text().as_str())
    }
}

impl fmt::Debug for Quantity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Quantity({}, {:?})", self.text(), self.format())
    }
}
