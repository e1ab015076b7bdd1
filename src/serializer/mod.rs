//! Whole objects to and from bytes.
//!
//! A serializer reads and writes one format; a codec defaults and converts on the way. [`Codec`] is
//! the short way; what it is made of is upstream's codec stack, under upstream's names:
//!
//! * [`Encoder`], [`Decoder`] and [`Serializer`] are the traits;
//! * [`JsonSerializer`], [`YamlSerializer`], [`ProtobufSerializer`], [`RawProtobufSerializer`] and
//!   [`CborSerializer`] are the formats, and a [`Recognizer`] tells them apart;
//! * a [`CodecFactory`] gives codecs for the versions that are asked for, and the serializers of
//!   every media type.
//!
//! Objects that follow one another are cut by a [`framer`], decoded and encoded as [`streaming`] or as
//! the events of a [`watch`]; what a cluster stores is read and written by [`storage`]; the options of a request are [`query`] parameters for a [`ParameterCodec`].

pub mod framer;

mod decoded;
mod error;
mod mode;

mod decoder;
mod encoder;
mod findings;

mod formats;
mod versioning;

mod negotiation;
mod streams;

pub mod query;
pub mod storage;

mod codec;

pub use self::codec::Codec;
pub use self::decoded::Decoded;
pub use self::decoder::{Decoder, Recognition};
pub use self::encoder::{Encoder, Serializer};
pub use self::error::Error;
#[cfg(feature = "cli")]
pub(crate) use self::formats::text::Said;
pub(crate) use self::formats::text::Text;
pub use self::formats::{
    Base64Serializer, CborSerializer, Format, JsonFallbackEncoder, JsonSerializer, ProtobufSerializer,
    RawProtobufSerializer, Recognizer, UnstructuredJsonScheme, YamlSerializer,
};
pub use self::mode::Mode;
pub use self::negotiation::{
    CodecFactory, CodecFactoryOptions, SerializerInfo, StreamSerializerInfo, WithoutConversionCodecFactory, negotiate,
    serializer_info_for_media_type,
};
pub use self::query::parameter_codec::ParameterCodec;
pub use self::streams::{streaming, watch};
pub use self::versioning::{
    NoopDecoder, NoopEncoder, VersioningCodec, VersioningDecoder, VersioningEncoder, WithVersionEncoder,
    WithoutVersionDecoder,
};
pub use crate::format::{Error as FormatError, Warning, WarningKind, cbor, json, protobuf, value, yaml};
