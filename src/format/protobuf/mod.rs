//! Protobuf as Kubernetes' generated code reads and writes it.
//!
//! ```
//! use apimachinery::meta::Str;
//! use apimachinery::serializer::protobuf;
//!
//! #[derive(Clone, Default, PartialEq)]
//! struct Ping {
//!     message: Str,
//!     count: i32,
//! }
//!
//! apimachinery::message! {
//!     Ping {
//!         message => "message", 1, Empty;
//!         count => "count", 2, Empty;
//!     }
//! }
//!
//! let bytes = protobuf::to_vec(&Ping { message: "a".into(), count: 0 });
//! assert_eq!(bytes, [0x0a, 0x01, b'a', 0x10, 0x00], "plain values are written even when zero");
//! assert_eq!(protobuf::from_slice::<Ping>(&bytes).unwrap().message, "a");
//! ```

mod decode;
mod encode;

use super::Error;
use crate::reflect::{Message, ProtoWriter, Shape, StructMut, StructRef};
pub(crate) use decode::{DecodeError, merge_struct};
pub(crate) use encode::write_struct;

/// Decodes a message without envelope; fields that its type does not know are dropped.
///
/// # Errors
///
/// If the bytes are no such message.
pub fn from_slice<T: Message>(message: &[u8]) -> Result<T, Error> {
    let mut value = T::default();
    merge(StructMut::new(&mut value), message, &mut |_, _| ())?;
    Ok(value)
}

/// Merges a message into a value; `unknown` hears of the fields that are dropped, by their type's
/// table and their number.
///
/// # Errors
///
/// If the bytes are no such message; the value is then partly filled.
pub fn merge(
    mut target: StructMut<'_>,
    message: &[u8],
    unknown: &mut dyn FnMut(&'static Shape, u32),
) -> Result<(), Error> {
    Ok(merge_struct(&mut target, message, 0, unknown)?)
}

/// A value as a message without envelope.
#[must_use]
pub fn to_vec<T: Message>(value: &T) -> Vec<u8> {
    let mut writer = ProtoWriter::default();
    write(&mut writer, StructRef::new(value));
    writer.written().to_vec()
}

/// Writes a value in front of what `writer` holds.
pub fn write(writer: &mut ProtoWriter, value: StructRef<'_>) {
    write_struct(writer, value);
}
