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
//! let bytes = protobuf::to_vec(&Ping { message: "a".into(), count: 0 }).unwrap();
//! assert_eq!(bytes, [0x0a, 0x01, b'a', 0x10, 0x00], "plain values are written even when zero");
//! assert_eq!(protobuf::from_slice::<Ping>(&bytes).unwrap().message, "a");
//! ```

mod decode;
mod encode;

use super::Error;
use std::cell::Cell;

use crate::reflect::{Mut, ProtoWriter, Ref, Reflect};
pub(crate) use decode::DecodeError;
pub use decode::Loss;
use decode::merge_body;
use encode::write_body;

/// Decodes a message without envelope; fields that its type does not know are dropped.
///
/// # Errors
///
/// If the bytes are no such message.
pub fn from_slice<T: Reflect + Default>(message: &[u8]) -> Result<T, Error> {
    let mut value = T::default();
    merge(Mut::new(&mut value), message, &mut |_| ())?;
    Ok(value)
}

/// Merges a message into a value; `lost` hears of what the value does not keep.
///
/// # Errors
///
/// If the bytes are no such message; the value is then partly filled.
pub fn merge(target: Mut<'_>, message: &[u8], lost: &mut dyn FnMut(Loss)) -> Result<(), Error> {
    Ok(merge_body(target, message, lost)?)
}

/// A value as a message without envelope.
///
/// # Errors
///
/// If the value, or one in it, has no form on the wire: an unstructured object, or a
/// [`RawExtension`](crate::meta::RawExtension) with an object that JSON cannot say.
pub fn to_vec<T: Reflect>(value: &T) -> Result<Vec<u8>, Error> {
    with_writer(|writer| {
        write(writer, Ref::new(value))?;
        Ok(writer.written().to_vec())
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
///
/// # Errors
///
/// As [`to_vec`].
pub fn write(writer: &mut ProtoWriter, value: Ref<'_>) -> Result<(), Error> {
    write_body(writer, value);
    writer.failure().map_or(Ok(()), |message| Err(Error::other(message)))
}
