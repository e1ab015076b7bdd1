use super::SerializerInfo;

/// The options of a [`CodecFactory`](super::CodecFactory): strict decoding, pretty JSON, CBOR, and additional
/// serializers. Pass them to [`CodecFactory::with_options`](super::CodecFactory::with_options). Counterpart of
/// upstream's `CodecFactoryOptions`.
///
/// ```
/// use apimachinery::scheme::Scheme;
/// use apimachinery::serializer::{CodecFactory, CodecFactoryOptions};
///
/// let options = CodecFactoryOptions::default().with_pretty(false);
/// let codecs = CodecFactory::with_options(Scheme::builder().build(), options);
/// assert!(codecs.supported_media_types()[0].pretty_serializer.is_none());
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
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
    /// let options = CodecFactoryOptions::default().with_cbor(true);
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

impl CodecFactoryOptions {
    /// Returns the options with [`CodecFactoryOptions::strict`] set to `strict`.
    ///
    /// ```
    /// use apimachinery::serializer::CodecFactoryOptions;
    ///
    /// let options = CodecFactoryOptions::default().with_strict(true).with_serializers(Vec::new());
    /// assert!(options.strict && options.serializers.is_empty());
    /// ```
    #[must_use]
    pub fn with_strict(self, strict: bool) -> Self {
        CodecFactoryOptions { strict, ..self }
    }

    /// Returns the options with [`CodecFactoryOptions::pretty`] set to `pretty`.
    #[must_use]
    pub fn with_pretty(self, pretty: bool) -> Self {
        CodecFactoryOptions { pretty, ..self }
    }

    /// Returns the options with [`CodecFactoryOptions::cbor`] set to `cbor`.
    #[must_use]
    pub fn with_cbor(self, cbor: bool) -> Self {
        CodecFactoryOptions { cbor, ..self }
    }

    /// Returns the options with [`CodecFactoryOptions::serializers`] set to `serializers`.
    #[must_use]
    pub fn with_serializers(self, serializers: Vec<SerializerInfo>) -> Self {
        CodecFactoryOptions { serializers, ..self }
    }
}

impl Default for CodecFactoryOptions {
    fn default() -> Self {
        CodecFactoryOptions { strict: false, pretty: true, cbor: false, serializers: Vec::new() }
    }
}
