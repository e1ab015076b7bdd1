//! Whole objects to and from bytes: formats, the envelope, recognition by content, and codecs that
//! default and convert on the way.

mod codec;
mod decoded;
mod error;
mod format;
mod meta_sniff;
mod storage;

pub use self::codec::{Codec, Mode};
pub use self::decoded::Decoded;
pub use self::error::Error;
pub use self::format::Format;
pub use crate::format::{Error as FormatError, Warning, WarningKind, json, protobuf};
