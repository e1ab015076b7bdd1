//! Protobuf's wire format: a reader, and a writer that writes from back to front.

mod reader;
mod tag;
#[cfg(test)]
mod tests;
mod writer;

use std::fmt;

pub use self::reader::Reader;
pub(crate) use self::tag::Tag;
pub use self::writer::Writer;
pub(crate) use self::writer::varint_length;

/// The encoding of a field's value in a Protobuf message, stored in the low three bits of the field's tag. Kubernetes'
/// messages use [`Varint`](WireType::Varint), [`Fixed64`](WireType::Fixed64) and [`Length`](WireType::Length); fields
/// with other types are skipped.
///
/// ```
/// use apimachinery::reflect::{ProtoReader, WireType};
///
/// let (number, wire) = ProtoReader::new(&[2 << 3 | 2, 0]).tag()?.expect("a field");
/// assert_eq!((number, wire), (2, WireType::Length));
/// # Ok::<(), apimachinery::reflect::WireError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum WireType {
    /// A variable-length integer, for integers and bools.
    Varint = 0,
    /// Eight bytes, for `double` and 64-bit fixed numbers.
    Fixed64 = 1,
    /// A length and as many bytes, for texts, bytes and messages.
    Length = 2,
    /// The start of a group, a deprecated form of a nested message. Groups are skipped.
    StartGroup = 3,
    /// The end of a group, which has no value.
    EndGroup = 4,
    /// Four bytes, for `float` and 32-bit fixed numbers.
    Fixed32 = 5,
}

/// The error returned when a Protobuf message cannot be decoded. The texts are the same as in upstream's generated
/// code.
///
/// ```
/// use apimachinery::reflect::{ProtoReader, WireError};
///
/// let error = ProtoReader::new(&[0xff; 11]).varint().unwrap_err();
/// assert_eq!(error, WireError::IntegerOverflow);
/// assert_eq!(error.to_string(), "proto: integer overflow");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WireError {
    /// The message ends inside a tag or a value.
    UnexpectedEof,
    /// A varint has more than ten bytes.
    IntegerOverflow,
    /// The length of a value is negative.
    NegativeLength,
    /// The field number of a tag, the first value, is 0 or negative. The second value is the wire type.
    IllegalTag(i32, u64),
    /// A group ends that was not started.
    EndGroup,
    /// The wire type of a field, given by its number, differs from the one that its type requires.
    WrongWireType(u64),
    /// The wire type of a tag, given by its number, does not exist.
    IllegalWireType(u64),
    /// Messages are nested more than 500 levels deep.
    TooDeep,
    /// A type with its own encoding rejects the value; the text contains the reason.
    Invalid(String),
}

impl fmt::Display for WireError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WireError::UnexpectedEof => f.write_str("unexpected EOF"),
            WireError::IntegerOverflow => f.write_str("proto: integer overflow"),
            WireError::NegativeLength => f.write_str("proto: negative length found during unmarshaling"),
            WireError::IllegalTag(tag, wire) => write!(f, "proto: illegal tag {tag} (wire type {wire})"),
            WireError::EndGroup => f.write_str("proto: wiretype end group for non-group"),
            WireError::WrongWireType(wire) => write!(f, "proto: wrong wireType = {wire}"),
            WireError::IllegalWireType(wire) => write!(f, "proto: illegal wireType {wire}"),
            WireError::TooDeep => f.write_str("exceeded max depth"),
            WireError::Invalid(message) => f.write_str(message),
        }
    }
}

impl std::error::Error for WireError {}
