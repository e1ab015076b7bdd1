use std::sync::Arc;

use crate::serializer::Serializer;
use crate::serializer::framer::Framer;

/// A media type with its serializers: the regular one, and optional ones for human-readable output, strict decoding and
/// streams. Returned by [`CodecFactory::supported_media_types`](super::CodecFactory::supported_media_types).
/// Counterpart of `runtime.SerializerInfo`.
///
/// ```
/// use apimachinery::scheme::Scheme;
/// use apimachinery::serializer::CodecFactory;
///
/// let codecs = CodecFactory::new(Scheme::builder().build());
/// let json = &codecs.supported_media_types()[0];
/// assert_eq!((json.media_type_type(), json.media_type_subtype()), ("application", "json"));
/// assert!(json.encodes_as_text && json.pretty_serializer.is_some());
/// ```
#[derive(Clone, Debug)]
pub struct SerializerInfo {
    /// The media type without parameters, such as `application/json`; empty for a serializer that accepts any type.
    pub media_type: String,
    /// If true, the encoding is UTF-8 text, as JSON and YAML; if false, it is binary.
    pub encodes_as_text: bool,
    /// The serializer for single objects, such as the body of a request.
    pub serializer: Arc<dyn Serializer>,
    /// The serializer for single objects in a human-readable form, or `None` if the format has no such form or the
    /// options disable it. Only JSON has one.
    pub pretty_serializer: Option<Arc<dyn Serializer>>,
    /// The serializer that rejects unknown and duplicate fields, or `None` if there is none. The one for Protobuf drops
    /// unknown fields nevertheless, as in upstream.
    pub strict_serializer: Option<Arc<dyn Serializer>>,
    /// The framer and serializer for streams of objects, such as watch events, or `None` if the format has no streams,
    /// as YAML.
    pub stream_serializer: Option<StreamSerializerInfo>,
}

/// A media type for streams of objects, such as the events of a watch, with its framer and serializer. Counterpart of
/// `runtime.StreamSerializerInfo`.
///
/// ```
/// use apimachinery::scheme::Scheme;
/// use apimachinery::serializer::CodecFactory;
///
/// let codecs = CodecFactory::new(Scheme::builder().build());
/// let [json, yaml, protobuf] = codecs.supported_media_types() else { panic!("three formats") };
/// assert!(json.stream_serializer.is_some() && yaml.stream_serializer.is_none());
/// assert!(protobuf.stream_serializer.as_ref().is_some_and(|stream| !stream.encodes_as_text));
/// ```
#[derive(Clone, Debug)]
pub struct StreamSerializerInfo {
    /// If true, the encoding is UTF-8 text, as JSON and YAML; if false, it is binary.
    pub encodes_as_text: bool,
    /// The media type of the stream: `application/cbor-seq` for CBOR, otherwise the same as for single objects.
    pub media_type: String,
    /// The framer that divides the stream into one frame for each object.
    pub framer: Arc<dyn Framer>,
    /// The serializer for the object in a frame. The one for Protobuf writes no envelope.
    pub serializer: Arc<dyn Serializer>,
}

impl SerializerInfo {
    /// Returns the part of the media type before the slash, such as `application`.
    #[must_use]
    pub fn media_type_type(&self) -> &str {
        self.media_type.split_once('/').map_or("", |(main, _)| main)
    }

    /// Returns the part of the media type after the slash, such as `json`.
    #[must_use]
    pub fn media_type_subtype(&self) -> &str {
        self.media_type.split_once('/').map_or("", |(_, sub)| sub)
    }
}

/// Returns the entry of `types` for a media type, or else the first entry that accepts any type, whose media type is
/// empty. Returns `None` if there is neither. `media_type` must not have parameters such as `charset`. Counterpart of
/// `runtime.SerializerInfoForMediaType`.
///
/// ```
/// use apimachinery::scheme::Scheme;
/// use apimachinery::serializer::{CodecFactory, serializer_info_for_media_type};
///
/// let factory = CodecFactory::new(Scheme::builder().build());
/// let types = factory.supported_media_types();
/// assert!(serializer_info_for_media_type(types, "application/yaml").is_some());
/// assert!(serializer_info_for_media_type(types, "application/json;as=Table").is_none());
/// ```
#[must_use]
pub fn serializer_info_for_media_type<'a>(types: &'a [SerializerInfo], media_type: &str) -> Option<&'a SerializerInfo> {
    let of = |wanted: &str| types.iter().find(|info| info.media_type == wanted);
    of(media_type).or_else(|| of(""))
}
