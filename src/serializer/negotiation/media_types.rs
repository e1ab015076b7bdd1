//! The media types built into every [`CodecFactory`](super::CodecFactory).

use std::sync::Arc;

use super::{CodecFactoryOptions, SerializerInfo, StreamSerializerInfo};
use crate::scheme::Scheme;
use crate::serializer::framer::{CborFramer, JsonFramer, LengthDelimitedFramer};
use crate::serializer::{
    CborSerializer, Format, JsonSerializer, ProtobufSerializer, RawProtobufSerializer, Serializer, YamlSerializer,
};

/// Creates one entry for each format, in order of preference. The last one is for CBOR, whether or not it is enabled.
pub(super) fn own(scheme: &Arc<Scheme>, options: &CodecFactoryOptions) -> [SerializerInfo; 4] {
    [json(scheme, options), yaml(scheme, options), protobuf(scheme), cbor(scheme, options)]
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
            media_type: Format::Json.media_type().into(),
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
            media_type: Format::Protobuf.media_type().into(),
            framer: Arc::new(LengthDelimitedFramer),
            serializer: raw,
        }),
    }
}

fn cbor(scheme: &Arc<Scheme>, options: &CodecFactoryOptions) -> SerializerInfo {
    let plain = CborSerializer::new(scheme.clone());
    let usual = if options.strict { plain.clone().strict() } else { plain.clone() };
    SerializerInfo {
        media_type: Format::Cbor.media_type().into(),
        encodes_as_text: false,
        serializer: Arc::new(usual),
        pretty_serializer: None,
        strict_serializer: Some(Arc::new(plain.clone().strict())),
        stream_serializer: Some(StreamSerializerInfo {
            encodes_as_text: false,
            media_type: "application/cbor-seq".into(),
            framer: Arc::new(CborFramer::default()),
            serializer: Arc::new(plain.keeping_raw()),
        }),
    }
}
