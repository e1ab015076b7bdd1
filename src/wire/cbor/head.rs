/// The major type of an item.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Major {
    Unsigned,
    Negative,
    Bytes,
    Text,
    List,
    Map,
    Tag,
    Simple,
}

impl Major {
    #[inline]
    pub(crate) fn of(first: u8) -> Self {
        match first >> 5 {
            0 => Major::Unsigned,
            1 => Major::Negative,
            2 => Major::Bytes,
            3 => Major::Text,
            4 => Major::List,
            5 => Major::Map,
            6 => Major::Tag,
            _ => Major::Simple,
        }
    }

    /// Returns the name of the type in Kubernetes' messages.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Major::Unsigned => "positive integer",
            Major::Negative => "negative integer",
            Major::Bytes => "byte string",
            Major::Text => "UTF-8 text string",
            Major::List => "array",
            Major::Map => "map",
            Major::Tag => "tag",
            Major::Simple => "primitives",
        }
    }
}

/// The head of an item.
#[derive(Clone, Copy)]
pub(crate) struct Head {
    pub(crate) major: Major,
    /// The low five bits of the first byte.
    pub(crate) info: u8,
    /// The argument: a number, a length, or the bits of a float.
    pub(crate) value: u64,
}

/// The low five bits of the head of an item with indefinite length.
pub(super) const INDEFINITE: u8 = 31;

/// The smallest first byte of a tag, a simple value or a float.
pub(super) const SHORT_TAG: u8 = 0xc0;

/// The byte that ends an item of indefinite length.
pub(super) const BREAK: u8 = 0xff;

impl Head {
    /// Reads the head at the start of `data` and returns it with its size, or `None` if `data` ends inside it. Heads
    /// whose `info` is 28 to 31 have no argument.
    #[inline]
    pub(super) fn read(data: &[u8]) -> Option<(Head, usize)> {
        let (&first, rest) = data.split_first()?;
        let (major, info) = (Major::of(first), first & 31);
        let (value, size) = match info {
            24 => (u64::from(*rest.first()?), 2),
            25 => (u64::from(u16::from_be_bytes(*rest.first_chunk()?)), 3),
            26 => (u64::from(u32::from_be_bytes(*rest.first_chunk()?)), 5),
            27 => (u64::from_be_bytes(*rest.first_chunk()?), 9),
            info => (u64::from(info), 1),
        };
        Some((Head { major, info, value }, size))
    }

    /// Returns false if only the full check can determine whether the head may precede an item that starts with `next`.
    pub(super) fn is_surely_fine(self, next: u8) -> bool {
        match self.major {
            _ if self.info > 27 => false,
            Major::Tag => matches!(self.value, 22 | 55_799) && Major::of(next) != Major::Tag,
            Major::Simple => self.info != 24 && self.float().is_none_or(f64::is_finite),
            Major::List | Major::Map => self.value < 1 << 16,
            _ => true,
        }
    }

    #[inline]
    pub(crate) fn is_indefinite(self) -> bool {
        self.info == INDEFINITE
    }

    /// Returns the value of a float.
    pub(crate) fn float(self) -> Option<f64> {
        match (self.major, self.info) {
            (Major::Simple, 25) => Some(half(self.value as u16)),
            (Major::Simple, 26) => Some(f32::from_bits(self.value as u32).into()),
            (Major::Simple, 27) => Some(f64::from_bits(self.value)),
            _ => None,
        }
    }

    /// Returns the value of an integer.
    pub(crate) fn integer(self) -> Option<i128> {
        match self.major {
            Major::Unsigned => Some(self.value.into()),
            Major::Negative => Some(-1 - i128::from(self.value)),
            _ => None,
        }
    }
}

/// Returns two to the power of a small exponent. `powi` does not guarantee an exact result.
fn power_of_two(exponent: i32) -> f64 {
    f64::from_bits(((1023 + exponent) as u64) << 52)
}

/// Returns the value of a 16-bit float.
fn half(bits: u16) -> f64 {
    let (exponent, fraction) = (i32::from(bits >> 10 & 31), f64::from(bits & 0x3ff));
    let size = match exponent {
        0 => fraction * power_of_two(-24),
        31 if fraction == 0.0 => f64::INFINITY,
        31 => f64::NAN,
        _ => (1024.0 + fraction) * power_of_two(exponent - 25),
    };
    if bits >> 15 == 0 { size } else { -size }
}
