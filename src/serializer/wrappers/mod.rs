//! Wrappers of encoders and decoders, the counterparts of small types in upstream's `runtime`. Programs that use
//! [`Codec`](super::Codec) do not need them.

mod base64;
mod json_fallback;
mod noop_decoder;
mod noop_encoder;
mod with_version;
mod without_version;

pub use self::base64::Base64Serializer;
pub use self::json_fallback::JsonFallbackEncoder;
pub use self::noop_decoder::NoopDecoder;
pub use self::noop_encoder::NoopEncoder;
pub use self::with_version::WithVersionEncoder;
pub use self::without_version::WithoutVersionDecoder;
