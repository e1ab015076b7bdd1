use std::borrow::Cow;

use ::serde::de::{Unexpected, Visitor};

use crate::wire::json::decode_utf8;
use crate::yaml::Error;
use crate::yaml::scalar::Scalar;

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
