//! Wrappers of serializers that fill defaults, convert, and set or clear kinds.

mod codec;
mod decoder;
mod encoder;
mod nested;
mod noop_decoder;
mod noop_encoder;
mod with_version;
mod without_version;

pub use self::codec::VersioningCodec;
pub use self::decoder::VersioningDecoder;
pub use self::encoder::VersioningEncoder;
pub use self::noop_decoder::NoopDecoder;
pub use self::noop_encoder::NoopEncoder;
pub use self::with_version::WithVersionEncoder;
pub use self::without_version::WithoutVersionDecoder;
