use super::SerializerInfo;

/// What a [`CodecFactory`](super::CodecFactory) is made with: upstream's `CodecFactoryOptions`.
///
/// ```
/// use apimachinery::scheme::Scheme;
/// use apimachinery::serializer::{CodecFactory, CodecFactoryOptions};
///
/// let options = CodecFactoryOptions { pretty: false, ..Default::default() };
/// let codecs = CodecFactory::with_options(Scheme::builder().build(), options);
/// assert!(codecs.supported_media_types()[0].pretty_serializer.is_none());
/// ```
#[derive(Clone, Debug)]
pub struct CodecFactoryOptions {
    /// Whether the text serializers refuse unknown and repeated fields; by default not. Protobuf never
    /// does.
    pub strict: bool,
    /// Whether JSON has its pretty form; by default it has.
    pub pretty: bool,
    /// Serializers besides those of JSON, YAML and Protobuf. One of a media type that is there
    /// already only helps to recognise data.
    pub serializers: Vec<SerializerInfo>,
}

impl Default for CodecFactoryOptions {
    fn default() -> Self {
        CodecFactoryOptions { strict: false, pretty: true, serializers: Vec::new() }
    }
}
