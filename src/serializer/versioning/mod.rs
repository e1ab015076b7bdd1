//! Codecs that fill in defaults and convert between versions.

mod codec;
mod decoder;
mod encoder;
mod nested;

pub use self::codec::VersioningCodec;
pub use self::decoder::VersioningDecoder;
pub use self::encoder::VersioningEncoder;
