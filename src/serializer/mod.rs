//! Serializers and codecs that convert whole objects to and from bytes.
//!
//! A serializer reads and writes one format. A codec also fills in defaults and converts between versions. Most
//! programs need only [`Codec`]. It is built from the parts of upstream's codec stack, which have upstream's names:
//!
//! * [`Encoder`], [`Decoder`] and [`Serializer`] are the traits.
//! * [`JsonSerializer`], [`YamlSerializer`], [`ProtobufSerializer`], [`RawProtobufSerializer`] and [`CborSerializer`]
//!   implement the formats. A [`Recognizer`] detects the format of its input.
//! * A [`CodecFactory`] creates codecs for the requested versions, and the serializers for every media type.
//!
//! A [`framer`] splits a stream into objects, [`streaming`] decodes and encodes them one after another, and [`watch`]
//! handles them as watch events. [`storage`] reads and writes the values that a cluster stores in etcd. A
//! [`ParameterCodec`] converts the options of a request to and from [`query`] parameters. [`wrappers`] contains small
//! encoders and decoders around others.

pub mod framer;

mod decoded;
mod encoded;
mod error;
mod mode;

mod decoder;
mod encoder;
mod findings;

mod formats;
mod versioning;
pub mod wrappers;

mod negotiation;
mod streams;

pub mod query;
pub mod storage;

mod codec;

pub use self::codec::Codec;
pub use self::decoded::Decoded;
pub use self::decoder::{Decoder, Recognition};
pub use self::encoded::Encoded;
pub use self::encoder::{Encoder, Serializer};
pub use self::error::Error;
#[cfg(feature = "cli")]
pub(crate) use self::formats::text::Said;
pub(crate) use self::formats::text::Text;
pub use self::formats::{
    CborSerializer, Format, JsonSerializer, ProtobufSerializer, RawProtobufSerializer, Recognizer,
    UnstructuredJsonScheme, YamlSerializer,
};
pub use self::mode::Mode;
pub use self::negotiation::{
    CodecFactory, CodecFactoryOptions, SerializerInfo, StreamSerializerInfo, WithoutConversionCodecFactory, negotiate,
    serializer_info_for_media_type,
};
pub use self::query::parameter_codec::ParameterCodec;
pub use self::streams::{streaming, watch};
pub use self::versioning::{VersioningCodec, VersioningDecoder, VersioningEncoder};
pub use crate::format::{Error as FormatError, Warning, WarningKind, cbor, json, protobuf, value};
pub use crate::wire::mark::Mark;
