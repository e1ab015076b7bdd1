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
    /// Whether CBOR is among the media types, the last of its own, and is recognised; by default not, as in every
    /// release of Kubernetes so far.
    ///
    /// ```
    /// use apimachinery::scheme::Scheme;
    /// use apimachinery::serializer::{CodecFactory, CodecFactoryOptions};
    ///
    /// let options = CodecFactoryOptions { cbor: true, ..Default::default() };
    /// let codecs = CodecFactory::with_options(Scheme::builder().build(), options);
    /// let cbor = codecs.supported_media_types().last().expect("a media type");
    /// assert_eq!(cbor.media_type, "application/cbor");
    /// assert_eq!(cbor.stream_serializer.as_ref().map(|stream| &*stream.media_type), Some("application/cbor-seq"));
    /// ```
    pub cbor: bool,
    /// Serializers besides those of JSON, YAML, Protobuf and CBOR. One of a media type that is there
    /// already only helps to recognise data.
    pub serializers: Vec<SerializerInfo>,
}

impl Default for CodecFactoryOptions {
    fn default() -> Self {
        CodecFactoryOptions { strict: false, pretty: true, cbor: false, serializers: Vec::new() }
    }
}
