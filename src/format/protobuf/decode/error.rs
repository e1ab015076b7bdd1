//! The error of a message that cannot be decoded, and the content that a decoded value does not preserve.

use std::fmt;

use crate::format::{Error, WarningKind};
use crate::reflect::{Shape, WireError};

/// The error returned when a message cannot be decoded, with its position.
#[derive(Debug)]
pub(crate) struct DecodeError {
    /// The path of the field.
    path: String,
    /// The name of the message type; empty if unknown.
    message: &'static str,
    error: WireError,
}

impl From<WireError> for Box<DecodeError> {
    #[cold]
    fn from(error: WireError) -> Self {
        Box::new(DecodeError { path: String::new(), message: "", error })
    }
}

impl DecodeError {
    #[cold]
    pub(super) fn below(mut self: Box<Self>, name: &str) -> Box<Self> {
        if !self.path.is_empty() && !name.is_empty() {
            self.path.insert(0, '.');
        }
        self.path.insert_str(0, name);
        self
    }

    #[cold]
    pub(super) fn between_fields(error: WireError, shape: &'static Shape) -> Box<Self> {
        Box::new(DecodeError { path: String::new(), message: shape.name(), error })
    }
}

/// Upstream's messages. Those that do not contain the field are prefixed by its path.
impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let DecodeError { path, message, error } = self;
        match error {
            WireError::WrongWireType(_) if !path.is_empty() => return write!(f, "{error} for field {path}"),
            _ if path.is_empty() => {}
            _ => write!(f, "{path}: ")?,
        }
        match error {
            _ if message.is_empty() => error.fmt(f),
            WireError::IllegalTag(tag, wire) => write!(f, "proto: {message}: illegal tag {tag} (wire type {wire})"),
            WireError::EndGroup => write!(f, "proto: {message}: wiretype end group for non-group"),
            other => other.fmt(f),
        }
    }
}

impl From<Box<DecodeError>> for Error {
    fn from(error: Box<DecodeError>) -> Self {
        Error::other(error.to_string())
    }
}

/// A result with a boxed error, so that the usual result fits into a register.
pub(super) type Result<T> = std::result::Result<T, Box<DecodeError>>;

/// Content of a message that the decoded value does not preserve, as reported by [`merge`](crate::format::protobuf::merge). The displayed
/// text contains the type and the field.
///
/// ```
/// use apimachinery::meta::Str;
/// use apimachinery::reflect::Mut;
/// use apimachinery::serializer::protobuf::{self, Loss};
/// # #[derive(Clone, Default, PartialEq)]
/// # struct Ping { message: Str }
/// # apimachinery::message! { Ping { message => "message", 1, Empty; } }
///
/// let mut lost = Vec::new();
/// protobuf::merge(Mut::new(&mut Ping::default()), &[0x0a, 1, 0xff], &mut |loss| lost.push(loss))?;
/// assert!(matches!(lost[..], [Loss::InvalidText(_, "message")]));
/// # Ok::<(), apimachinery::serializer::FormatError>(())
/// ```
#[derive(Clone, Copy)]
#[non_exhaustive]
pub enum Loss {
    /// A field that the type does not have. The first value is the type table, the second the field number.
    UnknownField(&'static Shape, u32),
    /// A text that is not UTF-8, whose invalid bytes were replaced by U+FFFD. The first value is the type table, the
    /// second the JSON name of the field.
    InvalidText(&'static Shape, &'static str),
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Loss::UnknownField(shape, number) => write!(f, "{} number {number}", shape.name()),
            Loss::InvalidText(shape, name) => write!(f, "{}.{name}", shape.name()),
        }
    }
}

impl From<Loss> for WarningKind {
    fn from(loss: Loss) -> Self {
        match loss {
            Loss::UnknownField(..) => WarningKind::UnknownField(loss.to_string()),
            Loss::InvalidText(..) => WarningKind::InvalidText(loss.to_string()),
        }
    }
}
