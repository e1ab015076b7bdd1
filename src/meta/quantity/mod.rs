//! Quantities: amounts of a resource, such as `100m` of a CPU or `1.5Gi` of memory.

mod amount;
mod canonical;
mod decimal;
mod parse;
mod short;
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
use std::cmp::Ordering;
use std::fmt;
use std::ops::{AddAssign, Neg, SubAssign};
use std::str::FromStr;

/// An exact decimal number with a unit, as Kubernetes writes amounts of resources: its `resource.Quantity`.
///
/// The text is a sign, digits, an optional fraction and a suffix of one of the three [`Format`]s. Whatever is finer
/// than a nano is rounded away from zero, and a number with a binary suffix is capped at `i64::MAX`. The value is
/// exact otherwise, whatever its length.
///
/// A text that looks canonical is written back as it was read; any other is brought to the canonical form, an integer
/// with the largest suffix that loses nothing. Every change of the number makes the text canonical.
///
/// `==` is exact: the same value, format and text that is written, so `1.500` is not `1500m`.
/// [`cmp_value`](Self::cmp_value) compares values, which is what Kubernetes calls equal. The default is zero.
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
/// assert_eq!("1.500".parse::<Quantity>()?.to_string(), "1.500");
/// # Ok::<(), apimachinery::meta::ParseError>(())
/// ```
#[derive(Clone)]
pub struct Quantity {
    form: Form,
}

#[derive(Clone)]
enum Form {
    /// The text that is written back. It was parsed once, and is parsed again when the number is needed, which is
    /// rarer than being carried around: so the usual quantity is its text and nothing else.
    Text(CompactString),
    /// A number of the usual size. Its parts stand here one by one: as a struct they would need more room than a text.
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
    /// A whole number.
    ///
    /// ```
    /// use apimachinery::meta::quantity::{Format, Quantity};
    ///
    /// assert_eq!(Quantity::new(64 << 20, Format::BinarySI).to_string(), "64Mi");
    /// ```
    pub const fn new(value: i64, format: Format) -> Self {
        Self::scaled(value, 0, format)
    }

    /// A number of thousandths.
    ///
    /// ```
    /// use apimachinery::meta::quantity::{Format, Quantity};
    ///
    /// assert_eq!(Quantity::from_milli(2500, Format::DecimalSI).to_string(), "2500m");
    /// ```
    pub const fn from_milli(value: i64, format: Format) -> Self {
        Self::scaled(value, -3, format)
    }

    const fn scaled(value: i64, scale: i32, format: Format) -> Self {
        Self { form: Form::Small { value, scale, format } }
    }

    /// The family of suffixes it is written with.
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

    /// The value rounded away from zero to a whole number. Ask [`cmp_value`](Self::cmp_value) first where it may not
    /// fit 64 bits: it is then 0 or wraps around, depending on how the quantity was written, as upstream. Negative
    /// numbers of more than 18 digits are rounded too, which upstream states but breaks for them.
    ///
    /// ```
    /// use apimachinery::meta::Quantity;
    ///
    /// assert_eq!("1m".parse::<Quantity>()?.value(), 1);
    /// assert_eq!("-1500m".parse::<Quantity>()?.value(), -2);
    /// # Ok::<(), apimachinery::meta::ParseError>(())
    /// ```
    pub fn value(&self) -> i64 {
        self.number().amount.scaled_value(0)
    }

    /// The value in thousandths, rounded away from zero. What is said of [`value`](Self::value) holds here too.
    ///
    /// ```
    /// use apimachinery::meta::Quantity;
    ///
    /// assert_eq!("1.5".parse::<Quantity>()?.milli_value(), 1500);
    /// assert_eq!("1u".parse::<Quantity>()?.milli_value(), 1);
    /// # Ok::<(), apimachinery::meta::ParseError>(())
    /// ```
    pub fn milli_value(&self) -> i64 {
        self.number().amount.scaled_value(-3)
    }

    /// The value, if it was written as a whole number that fits 64 bits: `1k` is, `1000m` and `1.5Gi` are not.
    /// Upstream's `AsInt64`.
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

    /// Whether the value is zero, in whatever form it is written.
    ///
    /// ```
    /// assert!("0.00Ki".parse::<apimachinery::meta::Quantity>()?.is_zero());
    /// # Ok::<(), apimachinery::meta::ParseError>(())
    /// ```
    pub fn is_zero(&self) -> bool {
        self.number().amount.is_zero()
    }

    /// -1 for a negative value, 0 for zero, 1 for a positive one: upstream's `Sign`.
    ///
    /// ```
    /// assert_eq!("-1n".parse::<apimachinery::meta::Quantity>()?.signum(), -1);
    /// # Ok::<(), apimachinery::meta::ParseError>(())
    /// ```
    pub fn signum(&self) -> i32 {
        self.number().amount.signum()
    }

    /// Compares by value alone.
    ///
    /// ```
    /// use apimachinery::meta::Quantity;
    ///
    /// let (kept, canonical): (Quantity, Quantity) = ("1.500".parse()?, "1500m".parse()?);
    /// assert!(kept.cmp_value(&canonical).is_eq() && kept != canonical);
    /// # Ok::<(), apimachinery::meta::ParseError>(())
    /// ```
    pub fn cmp_value(&self, other: &Self) -> Ordering {
        self.number().amount.cmp(&other.number().amount)
    }

    /// Rounds away from zero to a multiple of `10^scale`, for example -3 for thousandths. Tells whether nothing was
    /// lost. What is coarse enough already keeps its text too.
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

    /// The text it is written with.
    pub(crate) fn text(&self) -> Cow<'_, CompactString> {
        match &self.form {
            Form::Text(text) => Cow::Borrowed(text),
            _ => {
                let number = self.number();
                Cow::Owned(canonical::text(&number.amount, number.format))
            }
        }
    }

    /// Appends the text in quotes. Nothing in it needs an escape.
    pub(crate) fn write_quoted(&self, out: &mut Vec<u8>) {
        if let Form::Small { value, scale, format } = self.form
            && let Some((text, length)) = short::short_text(value, scale, format)
        {
            const QUOTE: u128 = b'"' as u128;
            let quoted = QUOTE | text << 8 | QUOTE << (8 * length + 8);
            return append_words(out, [quoted as u64, (quoted >> 64) as u64], length + 2);
        }
        write_string(out, &self.text());
    }

    /// JSON's `null` read over a value that is there already: upstream resets the number, but a text that was kept
    /// stays and is what is written.
    pub(crate) fn reset(&mut self) {
        if !matches!(self.form, Form::Text(_)) {
            *self = Self::new(0, self.format());
        }
    }

    fn number(&self) -> Cow<'_, Number> {
        match &self.form {
            Form::Text(text) => Cow::Owned(Number::of_kept(text)),
            &Form::Small { value, scale, format } => Cow::Owned(Number { amount: Amount::small(value, scale), format }),
            Form::Big(number) => Cow::Borrowed(number),
        }
    }

    /// Changes the number, and so the text.
    fn change<R>(&mut self, change: impl FnOnce(&mut Number) -> R) -> R {
        let mut number = self.number().into_owned();
        let result = change(&mut number);
        self.form = number.into();
        result
    }
}

impl Number {
    fn of_kept(text: &str) -> Self {
        let parsed = parse::parse(text).expect("a text is kept only after it was parsed");
        Self { amount: parsed.amount, format: parsed.format }
    }

    /// Adds a number; zero takes over the format of what is added to it.
    fn add(&mut self, other: &Self) {
        if self.amount.is_zero() {
            self.format = other.format;
        }
        self.amount.add(&other.amount);
    }
}

impl From<Number> for Form {
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
        let form = if parsed.keeps_text {
            Form::Text(text.into())
        } else {
            Number { amount: parsed.amount, format: parsed.format }.into()
        };
        Ok(Self { form })
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

impl PartialEq for Quantity {
    fn eq(&self, other: &Self) -> bool {
        if let (Form::Text(left), Form::Text(right)) = (&self.form, &other.form) {
            return left == right;
        }
        self.format() == other.format() && self.cmp_value(other).is_eq() && self.text() == other.text()
    }
}

impl Eq for Quantity {}

/// Adds the value; zero takes over the format of what is added to it. The time grows with the distance of the
/// exponents, as upstream: `1e1000000` plus 1 has a million digits.
impl AddAssign<&Quantity> for Quantity {
    fn add_assign(&mut self, other: &Self) {
        self.change(|number| number.add(&other.number()));
    }
}

/// Subtracts the value, by the rules of addition.
impl SubAssign<&Quantity> for Quantity {
    fn sub_assign(&mut self, other: &Self) {
        let other = -other.clone();
        *self += &other;
    }
}

impl Neg for Quantity {
    type Output = Self;

    fn neg(mut self) -> Self {
        self.change(|number| number.amount.negate());
        self
    }
}
