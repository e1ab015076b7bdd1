//! Whole objects to and from bytes.
//!
//! A serializer reads and writes one format; a codec defaults and converts on the way. [`Codec`] is
//! the short way; what it is made of is upstream's codec stack, under upstream's names:
//!
//! * [`Encoder`], [`Decoder`] and [`Serializer`] are the traits;
//! * [`JsonSerializer`], [`YamlSerializer`], [`ProtobufSerializer`] and [`RawProtobufSerializer`] are
//!   the formats, and a [`Recognizer`] tells them apart;
//! * a [`CodecFactory`] gives codecs for the versions that are asked for, and the serializers of
//!   every media type.
//!
//! Objects that follow one another are cut by a [`framer`], decoded and encoded as [`streaming`] or as
//! the events of a [`watch`]; the options of a request are [`query`] parameters for a [`ParameterCodec`].

mod base64_serializer;
mod codec;
mod codec_factory;
mod decoded;
mod decoder;
mod encoder;
mod envelope;
mod error;
mod findings;
mod format;
pub mod framer;
mod info;
mod json_fallback_encoder;
mod json_serializer;
mod kind;
mod message;
mod meta_sniff;
mod mode;
pub mod negotiate;
mod nested;
mod noop_decoder;
mod noop_encoder;
mod parameter_codec;
mod protobuf_serializer;
pub mod query;
mod raw_protobuf_serializer;
mod recognizer;
mod stamp;
pub mod streaming;
mod text;
mod unstructured_json_scheme;
mod untyped;
mod versioning_codec;
mod versioning_decoder;
mod versioning_encoder;
pub mod watch;
mod with_version_encoder;
mod without_conversion;
mod without_version_decoder;
mod yaml_serializer;

pub use self::base64_serializer::Base64Serializer;
pub use self::codec::Codec;
pub use self::codec_factory::{CodecFactory, CodecFactoryOptions};
pub use self::decoded::Decoded;
pub use self::decoder::{Decoder, Recognition};
pub use self::encoder::{Encoder, Serializer};
pub use self::error::Error;
pub use self::format::Format;
pub use self::info::{SerializerInfo, StreamSerializerInfo, serializer_info_for_media_type};
pub use self::json_fallback_encoder::JsonFallbackEncoder;
pub use self::json_serializer::JsonSerializer;
pub use self::mode::Mode;
pub use self::noop_decoder::NoopDecoder;
pub use self::noop_encoder::NoopEncoder;
pub use self::parameter_codec::ParameterCodec;
pub use self::protobuf_serializer::ProtobufSerializer;
pub use self::raw_protobuf_serializer::RawProtobufSerializer;
pub use self::recognizer::Recognizer;
pub use self::unstructured_json_scheme::UnstructuredJsonScheme;
pub use self::versioning_codec::VersioningCodec;
pub use self::versioning_decoder::VersioningDecoder;
pub use self::versioning_encoder::VersioningEncoder;
pub use self::with_version_encoder::WithVersionEncoder;
pub use self::without_conversion::WithoutConversionCodecFactory;
pub use self::without_version_decoder::WithoutVersionDecoder;
pub use self::yaml_serializer::YamlSerializer;
pub use crate::format::{Error as FormatError, Warning, WarningKind, json, protobuf, value};
