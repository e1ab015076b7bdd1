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
use std::cell::Cell;

use crate::reflect::{Message, ProtoWriter, StructMut, StructRef};
pub use decode::Loss;
pub(crate) use decode::{DecodeError, merge_struct};
pub(crate) use encode::write_struct;

/// Decodes a message without envelope; fields that its type does not know are dropped.
///
/// # Errors
///
/// If the bytes are no such message.
pub fn from_slice<T: Message>(message: &[u8]) -> Result<T, Error> {
    let mut value = T::default();
    merge(StructMut::new(&mut value), message, &mut |_| ())?;
    Ok(value)
}

/// Merges a message into a value; `lost` hears of what the value does not keep.
///
/// # Errors
///
/// If the bytes are no such message; the value is then partly filled.
pub fn merge(mut target: StructMut<'_>, message: &[u8], lost: &mut dyn FnMut(Loss)) -> Result<(), Error> {
    Ok(merge_struct(&mut target, message, 0, lost)?)
}

/// A value as a message without envelope.
#[must_use]
pub fn to_vec<T: Message>(value: &T) -> Vec<u8> {
    with_writer(|writer| {
        write(writer, StructRef::new(value));
        writer.written().to_vec()
    })
}

/// Runs `work` on a writer with the memory that the last one left: most of the time of a small
/// message would go into getting some.
pub(crate) fn with_writer<R>(work: impl FnOnce(&mut ProtoWriter) -> R) -> R {
    /// What is kept between two messages, in bytes.
    const MOST_KEPT: usize = 1 << 20;
    thread_local! {
        static WRITER: Cell<ProtoWriter> = Cell::default();
    }
    let mut writer = WRITER.take();
    writer.clear();
    let result = work(&mut writer);
    if writer.position() <= MOST_KEPT {
        WRITER.set(writer);
    }
    result
}

/// Writes a value in front of what `writer` holds.
pub fn write(writer: &mut ProtoWriter, value: StructRef<'_>) {
    write_struct(writer, value);
}
