//! Selection of codecs by media type and version.

mod codec_factory;
mod info;
mod media_types;
pub mod negotiate;
mod options;
mod without_conversion;

pub use self::codec_factory::CodecFactory;
pub use self::info::{SerializerInfo, StreamSerializerInfo, serializer_info_for_media_type};
pub use self::options::CodecFactoryOptions;
pub use self::without_conversion::WithoutConversionCodecFactory;
