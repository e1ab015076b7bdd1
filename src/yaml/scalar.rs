use std::borrow::Cow;
use std::hash::{Hash, Hasher};

/// A value without children, as resolved from a scalar's text and tag.
#[derive(Clone)]
pub(crate) enum Scalar<'a> {
    Null,
    Bool(bool),
    Int(i64),
    /// An integer above `i64::MAX`.
    Uint(u64),
    Float(f64),
    Text(Cow<'a, str>),
    /// A `!!binary` value that is not UTF-8.
    Bytes(Box<[u8]>),
}

/// Compares like keys of a Go map: by type and value, so `1` differs from `1.0`, zero equals negative zero, and NaN
/// equals nothing, not even itself.
impl PartialEq for Scalar<'_> {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Null, Self::Null) => true,
            (Self::Bool(a), Self::Bool(b)) => a == b,
            (Self::Int(a), Self::Int(b)) => a == b,
            (Self::Uint(a), Self::Uint(b)) => a == b,
            (Self::Float(a), Self::Float(b)) => a == b,
            (Self::Text(a), Self::Text(b)) => a == b,
            (Self::Bytes(a), Self::Bytes(b)) => a == b,
            _ => false,
        }
    }
}

/// `Eq` is required by hash maps. A NaN violates reflexivity, so it is never found again, as in a Go map.
impl Eq for Scalar<'_> {}

impl Hash for Scalar<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self {
            Self::Null => 0.hash(state),
            Self::Bool(value) => value.hash(state),
            Self::Int(value) => value.hash(state),
            Self::Uint(value) => value.hash(state),
            // Adding zero makes negative zero positive.
            Self::Float(value) => (value + 0.0).to_bits().hash(state),
            Self::Text(value) => value.hash(state),
            Self::Bytes(value) => value.hash(state),
        }
    }
}
