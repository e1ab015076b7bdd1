//! Implementation of `prost::Message` by the tables. Whole buffers are passed directly to the interpreter.
//! `merge_field` is used for a message that is nested in one of another crate.

pub use ::prost::bytes::{Buf, BufMut};
pub use ::prost::encoding::{DecodeContext, WireType};
pub use ::prost::{DecodeError, EncodeError, Message};

use ::prost::encoding::{decode_varint, encode_varint, encoded_len_varint, skip_field};

use crate::format::Error;
use crate::format::protobuf::{self, Pieces};
use crate::reflect::{self, ProtoReader, Ref, StructMut};

/// Returns the encoded length of a value as a message.
pub fn encoded_len<T: reflect::Message>(value: &T) -> usize {
    protobuf::encoded_len(Ref::new(value))
}

/// Calls `work` with a value as a message.
///
/// # Panics
///
/// Panics if the value has no Protobuf form, for which prost has no error: a `RawExtension` that was filled with an
/// object that JSON cannot represent.
fn with_message<T: reflect::Message, R>(value: &T, work: impl FnOnce(&Pieces<'_>) -> R) -> R {
    protobuf::with_pieces(|pieces| {
        pieces.write(Ref::new(value)).expect("the value must have a Protobuf form");
        work(pieces)
    })
}

fn put(message: &Pieces<'_>, buf: &mut impl BufMut) {
    message.iter().for_each(|piece| buf.put_slice(piece));
}

/// Appends a value as a message to a buffer, which must have enough capacity.
pub fn encode_raw<T: reflect::Message>(value: &T, buf: &mut impl BufMut) {
    with_message(value, |message| put(message, buf));
}

/// Encodes a value as a message.
///
/// # Panics
///
/// Panics if the value has no Protobuf form, as [`encode_raw`] does.
pub fn encode_to_vec<T: reflect::Message>(value: &T) -> Vec<u8> {
    protobuf::to_vec(value).expect("the value must have a Protobuf form")
}

/// Encodes a value into a buffer, or returns an error if its capacity is too small.
pub fn encode<T: reflect::Message>(value: &T, buf: &mut impl BufMut) -> Result<(), EncodeError> {
    with_message(value, |message| {
        room(message.len(), buf)?;
        put(message, buf);
        Ok(())
    })
}

/// Encodes a value with a length prefix into a buffer, or returns an error if its capacity is too small.
pub fn encode_length_delimited<T: reflect::Message>(value: &T, buf: &mut impl BufMut) -> Result<(), EncodeError> {
    with_message(value, |message| {
        room(encoded_len_varint(message.len() as u64) + message.len(), buf)?;
        encode_varint(message.len() as u64, buf);
        put(message, buf);
        Ok(())
    })
}

/// Returns an error unless `buf` has capacity for `needed` bytes.
fn room(needed: usize, buf: &mut impl BufMut) -> Result<(), EncodeError> {
    if needed <= buf.remaining_mut() { Ok(()) } else { TooLarge(needed).encode(buf) }
}

/// A message that is larger than its buffer. This is the only way to create an `EncodeError`, which has no constructor.
struct TooLarge(usize);

impl Message for TooLarge {
    fn encode_raw(&self, _: &mut impl BufMut) {}

    fn encoded_len(&self) -> usize {
        self.0
    }

    fn merge_field(&mut self, _: u32, _: WireType, _: &mut impl Buf, _: DecodeContext) -> Result<(), DecodeError> {
        Ok(())
    }

    fn clear(&mut self) {}
}

/// Merges a message without a length prefix, which takes all of `buf`, into `value`.
pub fn merge<T: reflect::Message>(value: &mut T, mut buf: impl Buf) -> Result<(), DecodeError> {
    let length = buf.remaining();
    read(&mut buf, length, |message| protobuf::merge(reflect::Mut::new(value), message, &mut |_| ()))
}

/// Merges a message with a length prefix from `buf` into `value`.
pub fn merge_length_delimited<T: reflect::Message>(value: &mut T, mut buf: impl Buf) -> Result<(), DecodeError> {
    let length = usize::try_from(decode_varint(&mut buf)?).unwrap_or(usize::MAX);
    read(&mut buf, length, |message| protobuf::merge(reflect::Mut::new(value), message, &mut |_| ()))
}

/// Merges one field from `buf` into `value`. The caller has already read its tag.
pub fn merge_field<T: reflect::Message>(
    value: &mut T,
    tag: u32,
    wire_type: WireType,
    buf: &mut impl Buf,
    context: DecodeContext,
) -> Result<(), DecodeError> {
    if T::shape().position_by_number(tag).is_none() {
        return skip_field(wire_type, tag, buf, context);
    }
    let mut target = StructMut::new(value);
    let mut merge = |value: &[u8]| protobuf::merge_field(&mut target, tag, wire(wire_type), value).map_err(Error::from);
    match length(wire_type, buf.chunk()) {
        Some(length) => read(buf, length, merge),
        None => merge(&gather(wire_type, buf)?).map_err(decode_error),
    }
}

/// Returns the length of a value if all of it is in `chunk`.
fn length(wire_type: WireType, chunk: &[u8]) -> Option<usize> {
    let mut reader = ProtoReader::new(chunk);
    reader.skip(wire(wire_type)).ok()?;
    Some(chunk.len() - reader.rest().len())
}

/// Collects a value that is split over several chunks.
fn gather(wire_type: WireType, buf: &mut impl Buf) -> Result<Vec<u8>, DecodeError> {
    let mut value = Vec::new();
    let length = match wire_type {
        WireType::SixtyFourBit => 8,
        WireType::ThirtyTwoBit => 4,
        // No field of this crate's types is a group, so the value is rejected without reading it.
        WireType::StartGroup | WireType::EndGroup => 0,
        WireType::Varint | WireType::LengthDelimited => {
            let number = decode_varint(buf)?;
            encode_varint(number, &mut value);
            if wire_type == WireType::Varint { 0 } else { usize::try_from(number).unwrap_or(usize::MAX) }
        }
    };
    read(buf, length, |bytes| -> Result<(), Error> {
        value.extend_from_slice(bytes);
        Ok(())
    })?;
    Ok(value)
}

/// Reads `length` bytes from `buf`, without a copy if they are in one chunk.
fn read<B: Buf>(buf: &mut B, length: usize, work: impl FnOnce(&[u8]) -> Result<(), Error>) -> Result<(), DecodeError> {
    if buf.remaining() < length {
        return Err(decode_error("unexpected EOF"));
    }
    let result = match buf.chunk().get(..length) {
        Some(bytes) => {
            let result = work(bytes);
            buf.advance(length);
            result
        }
        None => work(&buf.copy_to_bytes(length)),
    };
    result.map_err(decode_error)
}

fn wire(wire_type: WireType) -> reflect::WireType {
    match wire_type {
        WireType::Varint => reflect::WireType::Varint,
        WireType::SixtyFourBit => reflect::WireType::Fixed64,
        WireType::LengthDelimited => reflect::WireType::Length,
        WireType::StartGroup => reflect::WireType::StartGroup,
        WireType::EndGroup => reflect::WireType::EndGroup,
        WireType::ThirtyTwoBit => reflect::WireType::Fixed32,
    }
}

#[expect(deprecated, reason = "the trait requires this error, and prost has no other way to create it")]
fn decode_error(error: impl ToString) -> DecodeError {
    DecodeError::new(error.to_string())
}
