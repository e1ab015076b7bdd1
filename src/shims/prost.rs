//! `prost::Message` by the tables. Whole buffers go straight to the interpreter; `merge_field`
//! serves a message that is nested in another crate's.

pub use ::prost::bytes::{Buf, BufMut};
pub use ::prost::encoding::{DecodeContext, WireType};
pub use ::prost::{DecodeError, EncodeError, Message};

use ::prost::encoding::{decode_varint, encode_key, encode_varint};

use crate::format::protobuf;
use crate::reflect::{self, Mut};

/// A value as a message.
///
/// # Panics
///
/// If the value has no form on the wire, which prost has no error for: a `RawExtension` that a
/// program filled with an object that JSON cannot say.
pub fn message<T: reflect::Message>(value: &T) -> Vec<u8> {
    protobuf::to_vec(value).expect("a value with a form on the wire")
}

/// Encodes into a buffer, which must have room.
pub fn encode<T: reflect::Message>(value: &T, buf: &mut impl BufMut) -> Result<(), EncodeError> {
    let message = message(value);
    if buf.remaining_mut() < message.len() {
        return TooLarge(message.len()).encode(buf);
    }
    buf.put_slice(&message);
    Ok(())
}

/// Only prost itself makes an `EncodeError`: for a message that is larger than its buffer.
#[derive(Debug)]
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

/// Merges a whole message.
pub fn merge<T: reflect::Message>(value: &mut T, mut buf: impl Buf) -> Result<(), DecodeError> {
    let message = buf.copy_to_bytes(buf.remaining());
    merge_bytes(value, &message)
}

/// Merges one field, whose tag was read.
pub fn merge_field<T: reflect::Message>(
    value: &mut T,
    tag: u32,
    wire_type: WireType,
    buf: &mut impl Buf,
) -> Result<(), DecodeError> {
    let mut message = Vec::new();
    encode_key(tag, wire_type, &mut message);
    copy_value(wire_type, buf, &mut message)?;
    merge_bytes(value, &message)
}

fn merge_bytes<T: reflect::Message>(value: &mut T, message: &[u8]) -> Result<(), DecodeError> {
    let merged = protobuf::merge(Mut::new(value), message, &mut |_| ());
    merged.map_err(|error| decode_error(error.to_string()))
}

#[expect(deprecated, reason = "prost has no other way to make the error that its trait demands")]
fn decode_error(message: impl Into<std::borrow::Cow<'static, str>>) -> DecodeError {
    DecodeError::new(message)
}

fn copy_value(wire_type: WireType, buf: &mut impl Buf, message: &mut Vec<u8>) -> Result<(), DecodeError> {
    let length = match wire_type {
        WireType::Varint => {
            encode_varint(decode_varint(buf)?, message);
            return Ok(());
        }
        WireType::SixtyFourBit => 8,
        WireType::ThirtyTwoBit => 4,
        WireType::LengthDelimited => {
            let length = decode_varint(buf)?;
            encode_varint(length, message);
            usize::try_from(length).unwrap_or(usize::MAX)
        }
        WireType::StartGroup | WireType::EndGroup => return Err(decode_error("groups are not supported")),
    };
    if buf.remaining() < length {
        return Err(decode_error("unexpected EOF"));
    }
    message.extend_from_slice(&buf.copy_to_bytes(length));
    Ok(())
}
