//! Texts and numbers of a document, as serde's visitors receive them.

use std::borrow::Cow;

use ::serde::de::{Unexpected, Visitor};

use crate::go_yaml::Error;
use crate::go_yaml::json::write_number;
use crate::go_yaml::value::Scalar;
use crate::wire::json::decode_utf8;
use crate::wire::raw::{Raw, RawKind};

/// A text of a document.
pub(super) enum Text<'v, 'de> {
    /// Text that is contained in the source.
    Borrowed(&'de str),
    Made(Cow<'v, str>),
}

impl<'v, 'de> Text<'v, 'de> {
    /// Returns the text of a scalar, or `None` for other values.
    pub(super) fn of(scalar: &'v Scalar<'_>, source: &'de str) -> Option<Self> {
        match scalar {
            Scalar::Text(text) => Some(within(source, text).map_or(Text::Made(Cow::Borrowed(text)), Text::Borrowed)),
            Scalar::Bytes(bytes) => Some(Text::Made(decode_utf8(bytes))),
            _ => None,
        }
    }

    pub(super) fn as_str(&self) -> &str {
        match self {
            Text::Borrowed(text) => text,
            Text::Made(text) => text,
        }
    }

    pub(super) fn unexpected(&self) -> Unexpected<'_> {
        Unexpected::Str(self.as_str())
    }

    pub(super) fn visit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self {
            Text::Borrowed(text) => visitor.visit_borrowed_str(text),
            Text::Made(text) => visitor.visit_str(&text),
        }
    }

    pub(super) fn visit_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self {
            Text::Borrowed(text) => visitor.visit_borrowed_bytes(text.as_bytes()),
            Text::Made(text) => visitor.visit_bytes(text.as_bytes()),
        }
    }
}

/// Returns `part` as a slice of `source`, which lives longer, if it is one.
fn within<'s>(source: &'s str, part: &str) -> Option<&'s str> {
    let start = part.as_ptr().addr().checked_sub(source.as_ptr().addr())?;
    source.get(start..start + part.len())
}

/// A number as serde_json passes it to visitors: a 64-bit integer if possible, otherwise a float.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Number {
    Unsigned(u64),
    Signed(i64),
    Float(f64),
}

impl Number {
    /// Returns the number of a scalar, or `None` for other values.
    pub(super) fn of(scalar: &Scalar<'_>) -> Option<Self> {
        match scalar {
            Scalar::Int(value) => Some(u64::try_from(*value).map_or(Number::Signed(*value), Number::Unsigned)),
            Scalar::Uint(value) => Some(Number::Unsigned(*value)),
            Scalar::Float(_) => Number::parse(&number_text(scalar)),
            _ => None,
        }
    }

    /// Parses a JSON number. Returns `None` for any other text.
    pub(super) fn parse(text: &str) -> Option<Self> {
        Raw::new(text).filter(|raw| raw.kind() == RawKind::Number && raw.text() == text)?;
        let signed = || text.parse().ok().filter(|number| *number != 0).map(Number::Signed);
        let float = || text.parse().ok().filter(|number: &f64| number.is_finite()).map(Number::Float);
        text.parse().ok().map(Number::Unsigned).or_else(signed).or_else(float)
    }

    pub(super) fn unexpected(self) -> Unexpected<'static> {
        match self {
            Number::Unsigned(number) => Unexpected::Unsigned(number),
            Number::Signed(number) => Unexpected::Signed(number),
            Number::Float(number) => Unexpected::Float(number),
        }
    }

    pub(super) fn visit<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self {
            Number::Unsigned(number) => visitor.visit_u64(number),
            Number::Signed(number) => visitor.visit_i64(number),
            Number::Float(number) => visitor.visit_f64(number),
        }
    }
}

/// Implements the methods of a `Deserializer` for numbers of at most 64 bits by calling `$method`.
macro_rules! deserialize_numbers {
    ($method:ident) => {
        deserialize_numbers! {
            $method: deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_u8 deserialize_u16
            deserialize_u32 deserialize_u64 deserialize_f32 deserialize_f64
        }
    };
    ($method:ident: $($name:ident)*) => {
        $(fn $name<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            self.$method(visitor)
        })*
    };
}
pub(super) use deserialize_numbers;

/// Formats a number as JSON.
pub(super) fn number_text(scalar: &Scalar<'_>) -> String {
    let mut digits = Vec::new();
    write_number(&mut digits, scalar);
    String::from_utf8(digits).expect("formatted numbers are ASCII")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_of_serde_json() {
        for text in [
            "0",
            "-0",
            "1",
            "-1",
            "1.0",
            "1e2",
            "-1.5",
            "9223372036854775807",
            "-9223372036854775808",
            "-9223372036854775809",
            "18446744073709551615",
            "18446744073709551616",
            "1e400",
            "01",
            "+1",
            "",
            "-",
            " 1",
            "1 ",
            ".5",
            "5.",
            "0x1",
            "1_0",
            "NaN",
            "true",
            "\"1\"",
        ] {
            let expected = serde_json::from_str::<serde_json::Number>(text).ok().filter(|_| text.trim() == text);
            let expected = expected.map(|number| match (number.as_u64(), number.as_i64()) {
                (Some(number), _) => Number::Unsigned(number),
                (None, Some(number)) => Number::Signed(number),
                (None, None) => Number::Float(number.as_f64().expect("JSON numbers have a float value")),
            });
            assert_eq!(Number::parse(text), expected, "{text}");
        }
    }
}
