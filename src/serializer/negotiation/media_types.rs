//! The media types that every [`CodecFactory`](super::CodecFactory) has.

use std::sync::Arc;

use super::{CodecFactoryOptions, SerializerInfo, StreamSerializerInfo};
use crate::scheme::Scheme;
use crate::serializer::framer::{JsonFramer, LengthDelimitedFramer};
use crate::serializer::{
    Format, JsonSerializer, ProtobufSerializer, RawProtobufSerializer, Serializer, YamlSerializer,
};

/// One for each format, the preferred one first.
pub(super) fn own(scheme: &Arc<Scheme>, options: &CodecFactoryOptions) -> [SerializerInfo; 3] {
    [json(scheme, options), yaml(scheme, options), protobuf(scheme)]
}

/// Where the media type of a format stands among those of [`own`].
pub(super) fn place(format: Format) -> usize {
    match format {
        Format::Json => 0,
        Format::Yaml => 1,
        Format::Protobuf => 2,
    }
}

fn json(scheme: &Arc<Scheme>, options: &CodecFactoryOptions) -> SerializerInfo {
    let plain = JsonSerializer::new(scheme.clone());
    let usual = if options.strict { plain.clone().strict() } else { plain.clone() };
    let serializer: Arc<dyn Serializer> = Arc::new(usual.clone());
    SerializerInfo {
        media_type: Format::Json.media_type().into(),
        encodes_as_text: true,
        serializer: serializer.clone(),
        pretty_serializer: options.pretty.then(|| Arc::new(usual.pretty()) as Arc<dyn Serializer>),
        strict_serializer: Some(Arc::new(plain.strict())),
        stream_serializer: Some(StreamSerializerInfo {
            encodes_as_text: true,
            framer: Arc::new(JsonFramer),
            serializer,
        }),
    }
}

fn yaml(scheme: &Arc<Scheme>, options: &CodecFactoryOptions) -> SerializerInfo {
    let plain = YamlSerializer::new(scheme.clone());
    let usual = if options.strict { plain.clone().strict() } else { plain.clone() };
    SerializerInfo {
        media_type: Format::Yaml.media_type().into(),
        encodes_as_text: true,
        serializer: Arc::new(usual),
        pretty_serializer: None,
        strict_serializer: Some(Arc::new(plain.strict())),
        stream_serializer: None,
    }
}

fn protobuf(scheme: &Arc<Scheme>) -> SerializerInfo {
    let serializer: Arc<dyn Serializer> = Arc::new(ProtobufSerializer::new(scheme.clone()));
    let raw = Arc::new(RawProtobufSerializer::new(scheme.clone()));
    SerializerInfo {
        media_type: Format::Protobuf.media_type().into(),
        encodes_as_text: false,
        serializer: serializer.clone(),
        pretty_serializer: None,
        strict_serializer: Some(serializer),
        stream_serializer: Some(StreamSerializerInfo {
            encodes_as_text: false,
            framer: Arc::new(LengthDelimitedFramer),
            serializer: raw,
        }),
    }
}
