//! Encoding and decoding of tokens: JSON, CBOR and Protobuf, and texts formatted as in Go. Independent of types.

pub(crate) mod base64;
pub(crate) mod category;
pub(crate) mod cbor;
mod civil;
pub(crate) mod decimal;
pub(crate) mod digits;
pub(crate) mod escape;
pub(crate) mod float;
pub(crate) mod json;
pub(crate) mod json_extent;
pub(crate) mod layout;
pub(crate) mod mark;
pub(crate) mod proto;
pub(crate) mod pull;
pub(crate) mod quote;
pub(crate) mod raw;
pub(crate) mod rfc3339;
pub(crate) mod scratch;
pub(crate) mod sixteen;
pub(crate) mod words;

pub(crate) use self::json::{Reader as JsonReader, SyntaxError};
pub use self::proto::{Reader as ProtoReader, WireError, WireType, Writer as ProtoWriter};
pub(crate) use self::proto::{Tag, varint_length};
pub use self::raw::{Raw, RawKind};
