use super::SerializerInfo;

/// Options of a [`CodecFactory`](super::CodecFactory). Counterpart of upstream's `CodecFactoryOptions`.
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
    /// If true, the JSON, YAML and CBOR serializers reject unknown and duplicate fields; defaults to false. Protobuf
    /// never rejects them.
    pub strict: bool,
    /// If true (the default), [`SerializerInfo::pretty_serializer`](super::SerializerInfo::pretty_serializer) of JSON
    /// is set.
    pub pretty: bool,
    /// If true, CBOR is supported: it is recognized, and is the last of the built-in media types. Defaults to false, as
    /// in every release of Kubernetes so far.
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
    /// Serializers in addition to those for JSON, YAML, Protobuf and CBOR; empty by default. An entry whose media type
    /// already exists does not replace the earlier one: it is used only by decoders that detect the format.
    pub serializers: Vec<SerializerInfo>,
}

impl Default for CodecFactoryOptions {
    fn default() -> Self {
        CodecFactoryOptions { strict: false, pretty: true, cbor: false, serializers: Vec::new() }
    }
}
