//! Which codec serves a media type and a version.

mod codec_factory;
mod info;
pub mod negotiate;
mod without_conversion;

pub use self::codec_factory::{CodecFactory, CodecFactoryOptions};
pub use self::info::{SerializerInfo, StreamSerializerInfo, serializer_info_for_media_type};
pub use self::without_conversion::WithoutConversionCodecFactory;
