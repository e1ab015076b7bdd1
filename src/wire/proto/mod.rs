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

/// The encoding of a field's value, stored in the low three bits of its tag. Kubernetes' messages use varints,
/// eight-byte values and length-delimited values; fields of other types are skipped.
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
    /// Integers and bools.
    Varint = 0,
    /// `double` and 64-bit fixed numbers.
    Fixed64 = 1,
    /// Texts, bytes and messages.
    Length = 2,
    /// The deprecated start of a group; skipped.
    StartGroup = 3,
    /// The end of a group.
    EndGroup = 4,
    /// `float` and 32-bit fixed numbers.
    Fixed32 = 5,
}

/// An error in the wire format of a message. The messages are the same as in upstream's generated code.
///
/// ```
/// use apimachinery::reflect::{ProtoReader, WireError};
///
/// let error = ProtoReader::new(&[0xff; 11]).varint().unwrap_err();
/// assert_eq!(error, WireError::IntegerOverflow);
/// assert_eq!(error.to_string(), "proto: integer overflow");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WireError {
    /// The message ends inside a value.
    UnexpectedEof,
    /// A varint of more than 64 bits.
    IntegerOverflow,
    /// A negative length.
    NegativeLength,
    /// A field number of 0 or below, and the wire type.
    IllegalTag(i32, u64),
    /// The end of a group that was not started.
    EndGroup,
    /// A wire type that the field does not support.
    WrongWireType(u64),
    /// A wire type that does not exist.
    IllegalWireType(u64),
    /// More nested messages than allowed in a typed value.
    TooDeep,
    /// A value that its type rejects.
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
