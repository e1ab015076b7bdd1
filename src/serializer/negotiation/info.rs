use std::sync::Arc;

use crate::serializer::Serializer;
use crate::serializer::framer::Framer;

/// A media type and the serializers for it: upstream's `runtime.SerializerInfo`.
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
    /// Such as `application/json`, without parameters; empty for one that takes any type.
    pub media_type: String,
    /// Whether it encodes as text in UTF-8.
    pub encodes_as_text: bool,
    /// For single objects.
    pub serializer: Arc<dyn Serializer>,
    /// The same, written to be read by people, if there is such a form.
    pub pretty_serializer: Option<Arc<dyn Serializer>>,
    /// The same, which refuses what it would drop. That of Protobuf drops all the same, as upstream's.
    pub strict_serializer: Option<Arc<dyn Serializer>>,
    /// For objects that follow one another, if they can.
    pub stream_serializer: Option<StreamSerializerInfo>,
}

/// How objects of a media type follow one another: upstream's `runtime.StreamSerializerInfo`.
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
    /// Whether it encodes as text in UTF-8.
    pub encodes_as_text: bool,
    /// What a stream of them is called: for CBOR `application/cbor-seq`, for the others the media type itself.
    pub media_type: String,
    /// How the frames are told apart.
    pub framer: Arc<dyn Framer>,
    /// For each object.
    pub serializer: Arc<dyn Serializer>,
}

impl SerializerInfo {
    /// What stands before the slash of the media type, such as `application`.
    #[must_use]
    pub fn media_type_type(&self) -> &str {
        self.media_type.split_once('/').map_or("", |(main, _)| main)
    }

    /// What stands behind the slash of the media type, such as `json`.
    #[must_use]
    pub fn media_type_subtype(&self) -> &str {
        self.media_type.split_once('/').map_or("", |(_, sub)| sub)
    }
}

/// The entry of a media type, which has no parameters; else the first one that takes any type, as
/// upstream's `runtime.SerializerInfoForMediaType`.
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
