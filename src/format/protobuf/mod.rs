//! Protobuf as Kubernetes' generated code encodes and decodes it, without the envelope of stored objects. Values can be
//! of any type that implements [`Reflect`](crate::reflect::Reflect). For whole objects of any kind and version, use a
//! [`Codec`](crate::serializer::Codec).
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

mod count;
mod decode;
mod encode;
mod pieces;
mod sink;
mod stream;
mod writer;

use super::Error;
use crate::reflect::{Mut, ProtoWriter, Ref, Reflect, View};
pub(crate) use count::encoded_len;
pub use decode::Loss;
use decode::merge_body;
#[cfg(feature = "prost")]
pub(crate) use decode::merge_field;
#[cfg(feature = "prost")]
pub(crate) use pieces::Pieces;
use pieces::in_pieces;
pub(crate) use pieces::with_pieces;
use stream::has_long_list;
pub(crate) use stream::stream;
pub(crate) use writer::with_writer;

/// Decodes a value of the type `T` from a message without an envelope. Unknown fields are dropped, and each byte of
/// text that is not UTF-8 becomes U+FFFD.
///
/// Follows the rules of upstream's generated `Unmarshal` methods: if a scalar is repeated, the last value is used;
/// repeated messages are merged; lists and maps are extended.
///
/// ```
/// use apimachinery::meta::Str;
/// use apimachinery::serializer::protobuf;
/// # #[derive(Clone, Default, PartialEq)]
/// # struct Ping { message: Str, count: i32 }
/// # apimachinery::message! { Ping { message => "message", 1, Empty; count => "count", 2, Empty; } }
///
/// let ping: Ping = protobuf::from_slice(&[0x10, 1, 0x10, 2, 0x78, 9])?;
/// assert_eq!((ping.count, &*ping.message), (2, ""));
/// assert_eq!(protobuf::from_slice::<Ping>(&[0x10]).unwrap_err().to_string(), "count: unexpected EOF");
/// # Ok::<(), apimachinery::serializer::FormatError>(())
/// ```
///
/// # Errors
///
/// Returns an error if the message is truncated, contains a field with a wire type other than the one that `T`
/// requires, or nests more than 500 levels.
pub fn from_slice<T: Reflect + Default>(message: &[u8]) -> Result<T, Error> {
    let mut value = T::default();
    merge(Mut::new(&mut value), message, &mut |_| ())?;
    Ok(value)
}

/// Merges a message into the existing value at `target`: fields that the message does not contain keep their values,
/// and lists and maps are extended. Calls `lost`, in the order of the message, for content that the value does not
/// preserve, which upstream drops silently.
///
/// ```
/// use apimachinery::reflect::Mut;
/// use apimachinery::serializer::protobuf;
/// # #[derive(Clone, Default, PartialEq)]
/// # struct Ping { count: i32 }
/// # apimachinery::message! { Ping { count => "count", 2, Empty; } }
///
/// let (mut ping, mut lost) = (Ping { count: 1 }, Vec::new());
/// protobuf::merge(Mut::new(&mut ping), &[0x78, 9], &mut |loss| lost.push(loss.to_string()))?;
/// assert_eq!(ping.count, 1);
/// assert_eq!(lost, ["Ping number 15"]);
/// # Ok::<(), apimachinery::serializer::FormatError>(())
/// ```
///
/// # Errors
///
/// Same as [`from_slice`]. The value may then be partly modified.
pub fn merge(target: Mut<'_>, message: &[u8], lost: &mut dyn FnMut(Loss)) -> Result<(), Error> {
    Ok(merge_body(target, message, lost)?)
}

/// Encodes a value as a message without an envelope. The output is byte for byte what upstream's generated `Marshal`
/// methods write: fields are sorted by number, scalars and structs are written even if zero, options if set, lists and
/// maps if not empty, and map entries are sorted by key.
///
/// ```
/// use apimachinery::meta::{List, Str};
/// use apimachinery::serializer::protobuf;
/// # #[derive(Clone, Default, PartialEq)]
/// # struct Ping { message: Str, count: Option<i32>, hops: List<i32> }
/// # apimachinery::message! {
/// #     Ping { message => "message", 1, Empty; count => "count", 2, Empty; hops => "hops", 3, Empty; }
/// # }
///
/// assert_eq!(protobuf::to_vec(&Ping::default())?, [0x0a, 0]);
/// let zero = Ping { count: Some(0), ..Default::default() };
/// assert_eq!(protobuf::to_vec(&zero)?, [0x0a, 0, 0x10, 0]);
/// # Ok::<(), apimachinery::serializer::FormatError>(())
/// ```
///
/// # Errors
///
/// Returns an error if the value, or one that it contains, has no Protobuf form: an unstructured object, or a
/// [`RawExtension`](crate::meta::RawExtension) with an object that JSON cannot represent.
pub fn to_vec<T: Reflect>(value: &T) -> Result<Vec<u8>, Error> {
    let mut out = Vec::new();
    append(&mut out, Ref::new(value))?;
    out.shrink_to_fit();
    Ok(out)
}

/// Appends a value as a message without an envelope.
///
/// # Errors
///
/// Same as [`to_vec`].
pub(crate) fn append(out: &mut Vec<u8>, value: Ref<'_>) -> Result<(), Error> {
    match value.view() {
        View::Struct(value) if has_long_list(value) => stream(value, &mut |pieces| {
            pieces.append_to(out);
            Ok(())
        }),
        _ => with_pieces(|pieces| {
            pieces.write(value)?;
            pieces.append_to(out);
            Ok(())
        }),
    }
}

/// Encodes the value at the cursor `value` as a message in the format of [`to_vec`], and adds it to `writer` before the
/// bytes that were written so far. The message has no tag and length.
///
/// ```
/// use apimachinery::reflect::{ProtoWriter, Ref};
/// use apimachinery::serializer::protobuf;
/// # #[derive(Clone, Default, PartialEq)]
/// # struct Ping { count: i32 }
/// # apimachinery::message! { Ping { count => "count", 2, Empty; } }
///
/// let mut writer = ProtoWriter::default();
/// protobuf::write(&mut writer, Ref::new(&Ping { count: 7 }))?;
/// writer.length_since(1, 0);
/// assert_eq!(writer.written(), [0x0a, 2, 0x10, 7], "as field 1 of another message");
/// # Ok::<(), apimachinery::serializer::FormatError>(())
/// ```
///
/// # Errors
///
/// Same as [`to_vec`].
pub fn write(writer: &mut ProtoWriter, value: Ref<'_>) -> Result<(), Error> {
    in_pieces(writer, usize::MAX, |pieces| pieces.write(value))
}
