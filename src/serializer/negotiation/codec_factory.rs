use std::sync::Arc;

use super::{CodecFactoryOptions, SerializerInfo, WithoutConversionCodecFactory, media_types};
use crate::defaulting::Defaulting;
use crate::schema::{DisabledGroupVersioner, GroupVersion, GroupVersioner, GroupVersions, InternalGroupVersioner};
use crate::scheme::Scheme;
use crate::serializer::{
    Decoder, Encoder, Format, Recognizer, Serializer, VersioningCodec, VersioningDecoder, VersioningEncoder,
};

/// A factory of codecs for the kinds of a [`Scheme`], in every format. Counterpart of `serializer.CodecFactory`.
///
/// Use it where the version or the format is chosen at run time, as in an API server: it contains a serializer for each
/// media type, and combines serializers with defaulting and conversion. [`Codec`](crate::serializer::Codec) is simpler
/// for programs that decode and encode bytes.
///
/// ```
/// # #[cfg(feature = "apps")] {
/// use apimachinery::serializer::{CodecFactory, Decoder};
///
/// let codecs = CodecFactory::new(apimachinery::apis::scheme());
/// let types: Vec<_> = codecs.supported_media_types().iter().map(|info| &*info.media_type).collect();
/// assert_eq!(types, ["application/json", "application/yaml", "application/vnd.kubernetes.protobuf"]);
///
/// // Neither defaulted nor converted.
/// let decoded = codecs.universal_deserializer().decode(b"apiVersion: apps/v1\nkind: Deployment\n", None).unwrap();
/// assert_eq!(decoded.gvk.to_string(), "apps/v1, Kind=Deployment");
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct CodecFactory {
    scheme: Arc<Scheme>,
    /// The serializers for JSON, YAML, Protobuf and CBOR.
    serializers: [Arc<dyn Serializer>; 4],
    universal: Arc<Recognizer>,
    accepts: Vec<SerializerInfo>,
    defaulting: Defaulting,
}

impl CodecFactory {
    /// Creates a factory for the kinds of `scheme` with the default options: lax decoding of JSON, YAML and Protobuf,
    /// no CBOR.
    #[must_use]
    pub fn new(scheme: impl Into<Arc<Scheme>>) -> Self {
        CodecFactory::with_options(scheme, CodecFactoryOptions::default())
    }

    /// Creates a factory for the kinds of `scheme` with the given options: strictness, pretty JSON, CBOR, and
    /// additional serializers.
    ///
    /// ```
    /// use apimachinery::scheme::Scheme;
    /// use apimachinery::serializer::{CodecFactory, CodecFactoryOptions};
    ///
    /// let options = CodecFactoryOptions::default().with_pretty(false);
    /// let codecs = CodecFactory::with_options(Scheme::builder().build(), options);
    /// assert!(codecs.supported_media_types()[0].pretty_serializer.is_none());
    /// ```
    #[must_use]
    pub fn with_options(scheme: impl Into<Arc<Scheme>>, options: CodecFactoryOptions) -> Self {
        let scheme = scheme.into();
        let own = media_types::own(&scheme, &options);
        let serializers = own.each_ref().map(|info| info.serializer.clone());
        let wanted = own.into_iter().filter(|info| options.cbor || info.media_type != Format::Cbor.media_type());
        let all: Vec<SerializerInfo> = wanted.chain(options.serializers).collect();
        let universal = Recognizer::new(all.iter().map(|info| info.serializer.clone() as Arc<dyn Decoder>));
        let mut accepts: Vec<SerializerInfo> = Vec::with_capacity(all.len());
        for info in all {
            if accepts.iter().all(|earlier| earlier.media_type != info.media_type) {
                accepts.push(info);
            }
        }
        let (universal, defaulting) = (Arc::new(universal), Defaulting::default());
        CodecFactory { scheme, serializers, universal, accepts, defaulting }
    }

    /// Sets the feature gates and the clock on which some defaults depend, for all decoders created afterwards. If this
    /// method is not called, [`Defaulting::default`] is used.
    ///
    /// ```
    /// use apimachinery::defaulting::Defaulting;
    /// use apimachinery::scheme::Scheme;
    /// use apimachinery::serializer::CodecFactory;
    ///
    /// let codecs = CodecFactory::new(Scheme::builder().build());
    /// let codecs = codecs.with_defaulting(Defaulting::default().with_gate("Tea", true));
    /// assert!(codecs.defaulting().gate("Tea"));
    /// ```
    #[must_use]
    pub fn with_defaulting(mut self, defaulting: Defaulting) -> Self {
        self.defaulting = defaulting;
        self
    }

    /// Returns the feature gates and the clock used for defaults, as set by [`CodecFactory::with_defaulting`].
    #[must_use]
    pub fn defaulting(&self) -> &Defaulting {
        &self.defaulting
    }

    /// Returns the Scheme that the factory was created with.
    #[must_use]
    pub fn scheme(&self) -> &Arc<Scheme> {
        &self.scheme
    }

    /// Returns the supported media types with their serializers, in order of preference: JSON, YAML, Protobuf, CBOR if
    /// it is enabled, and the entries of [`CodecFactoryOptions::serializers`].
    #[must_use]
    pub fn supported_media_types(&self) -> &[SerializerInfo] {
        &self.accepts
    }

    /// Returns the serializer for a format, without defaulting or conversion. The CBOR serializer is returned even if
    /// the options do not enable it.
    #[must_use]
    pub fn serializer(&self, format: Format) -> &Arc<dyn Serializer> {
        let place = match format {
            Format::Json => 0,
            Format::Yaml => 1,
            Format::Protobuf => 2,
            Format::Cbor => 3,
        };
        &self.serializers[place]
    }

    /// Returns a decoder that detects the format of its input among the supported media types. It neither fills in
    /// defaults nor converts. Counterpart of `UniversalDeserializer`.
    #[must_use]
    pub fn universal_deserializer(&self) -> Arc<Recognizer> {
        self.universal.clone()
    }

    /// Returns a decoder that detects the format of its input, fills in defaults, and converts to the first version of
    /// `versions` that is in the group of the object. If `versions` is empty, objects are converted to the hub.
    /// Counterpart of `UniversalDecoder`.
    ///
    /// ```
    /// # #[cfg(all(feature = "apps", feature = "extensions"))] {
    /// use apimachinery::apis::apps::v1::Deployment;
    /// use apimachinery::schema::GroupVersion;
    /// use apimachinery::serializer::{CodecFactory, Decoder};
    ///
    /// let codecs = CodecFactory::new(apimachinery::apis::scheme());
    /// let decoder = codecs.universal_decoder(&[GroupVersion::new("apps", "v1")]);
    /// let decoded = decoder.decode(b"apiVersion: extensions/v1beta1\nkind: Deployment\n", None)?;
    /// assert_eq!(decoded.gvk.group, "extensions", "the kind stated by the data");
    /// assert!(decoded.downcast::<Deployment>().is_ok());
    /// # }
    /// # Ok::<(), apimachinery::serializer::Error>(())
    /// ```
    #[must_use]
    pub fn universal_decoder(&self, versions: &[GroupVersion]) -> VersioningDecoder {
        if versions.is_empty() {
            return self.decoder_to_version(self.universal.clone(), InternalGroupVersioner);
        }
        self.decoder_to_version(self.universal.clone(), GroupVersions::from(versions.to_vec()))
    }

    /// Returns an encoder that converts objects to `version`, usually a [`GroupVersion`], and encodes them with
    /// `encoder`. If the object has no kind that suits `version`, encoding returns an error. Counterpart of
    /// `EncoderForVersion`.
    ///
    /// ```
    /// # #[cfg(feature = "apps")] {
    /// use apimachinery::apis::apps::v1beta1::Deployment;
    /// use apimachinery::schema::GroupVersion;
    /// use apimachinery::serializer::{CodecFactory, Encoder, JsonSerializer};
    ///
    /// let codecs = CodecFactory::new(apimachinery::apis::scheme());
    /// let json = JsonSerializer::new(codecs.scheme().clone());
    /// let encoder = codecs.encoder_for_version(json, GroupVersion::new("apps", "v1"));
    /// let text = encoder.encode_to_vec(&Deployment::default())?;
    /// assert!(text.starts_with(br#"{"kind":"Deployment","apiVersion":"apps/v1","#));
    /// # }
    /// # Ok::<(), apimachinery::serializer::Error>(())
    /// ```
    #[must_use]
    pub fn encoder_for_version(
        &self,
        encoder: impl Encoder + 'static,
        version: impl GroupVersioner + 'static,
    ) -> VersioningEncoder {
        VersioningEncoder::new(self.scheme.clone(), Arc::new(encoder), Some(Arc::new(version)))
    }

    /// Returns a decoder that decodes objects with `decoder`, fills in defaults, and converts the objects to `version`:
    /// a [`GroupVersion`], or [`InternalGroupVersioner`] for the hub. If the object has no kind that suits `version`,
    /// decoding returns an error. Counterpart of `DecoderToVersion`.
    ///
    /// ```
    /// # #[cfg(feature = "apps")] {
    /// use apimachinery::apis::apps::internal::Deployment;
    /// use apimachinery::schema::InternalGroupVersioner;
    /// use apimachinery::serializer::{CodecFactory, Decoder, YamlSerializer};
    ///
    /// let codecs = CodecFactory::new(apimachinery::apis::scheme());
    /// let yaml = YamlSerializer::new(codecs.scheme().clone());
    /// let decoder = codecs.decoder_to_version(yaml, InternalGroupVersioner);
    /// let hub = decoder.decode(b"apiVersion: apps/v1\nkind: Deployment\n", None)?;
    /// assert_eq!(hub.downcast::<Deployment>().unwrap().object.spec.replicas, Some(1));
    /// # }
    /// # Ok::<(), apimachinery::serializer::Error>(())
    /// ```
    #[must_use]
    pub fn decoder_to_version(
        &self,
        decoder: impl Decoder + 'static,
        version: impl GroupVersioner + 'static,
    ) -> VersioningDecoder {
        let decoder = VersioningDecoder::new(self.scheme.clone(), Arc::new(decoder), Arc::new(version));
        decoder.with_defaulting(Some(self.defaulting.clone()))
    }

    /// Returns a codec for both directions. To encode, it converts objects to the version `encode` and calls `encoder`.
    /// To decode, it calls `decoder`, fills in defaults, and converts the objects to the version `decode`. Counterpart
    /// of `CodecForVersions`.
    ///
    /// If `encode` is `None`, only objects that are the same in every version, such as `Status`, can be encoded. If
    /// `decode` is `None`, objects are converted to the hub.
    ///
    /// ```
    /// # #[cfg(feature = "apps")] {
    /// use apimachinery::apis::apps::v1::Deployment;
    /// use apimachinery::serializer::{CodecFactory, Decoder, Encoder, Format};
    ///
    /// let codecs = CodecFactory::new(apimachinery::apis::scheme());
    /// let json = codecs.serializer(Format::Json).clone();
    /// let reader = codecs.codec_for_versions(json.clone(), json, None, None);
    /// assert!(reader.decode(br#"{"apiVersion":"apps/v1","kind":"Deployment"}"#, None).is_ok());
    /// assert!(reader.encode_to_vec(&Deployment::default()).is_err());
    /// # }
    /// ```
    #[must_use]
    pub fn codec_for_versions(
        &self,
        encoder: impl Encoder + 'static,
        decoder: impl Decoder + 'static,
        encode: Option<Arc<dyn GroupVersioner>>,
        decode: Option<Arc<dyn GroupVersioner>>,
    ) -> VersioningCodec {
        let encode = encode.unwrap_or_else(|| Arc::new(DisabledGroupVersioner));
        let decode = decode.unwrap_or_else(|| Arc::new(InternalGroupVersioner));
        let encoder = VersioningEncoder::new(self.scheme.clone(), Arc::new(encoder), Some(encode));
        let decoder = VersioningDecoder::new(self.scheme.clone(), Arc::new(decoder), decode);
        VersioningCodec::new(encoder, decoder.with_defaulting(Some(self.defaulting.clone())))
    }

    /// Returns a codec that decodes all formats to the hub and encodes JSON in the first suitable version of
    /// `versions`. Counterpart of `LegacyCodec`.
    ///
    /// ```
    /// # #[cfg(feature = "apps")] {
    /// use apimachinery::schema::GroupVersion;
    /// use apimachinery::serializer::{CodecFactory, Decoder, Encoder};
    ///
    /// let codec = CodecFactory::new(apimachinery::apis::scheme()).legacy_codec([GroupVersion::new("apps", "v1")]);
    /// let hub = codec.decode(b"apiVersion: apps/v1beta1\nkind: Deployment\n", None)?;
    /// let json = codec.encode_to_vec(&*hub.object)?;
    /// assert!(json.starts_with(br#"{"kind":"Deployment","apiVersion":"apps/v1","#));
    /// # }
    /// # Ok::<(), apimachinery::serializer::Error>(())
    /// ```
    #[must_use]
    pub fn legacy_codec(&self, versions: impl IntoIterator<Item = GroupVersion>) -> VersioningCodec {
        let versions: Vec<GroupVersion> = versions.into_iter().collect();
        let encode: Arc<dyn GroupVersioner> = Arc::new(GroupVersions::from(versions));
        self.codec_for_versions(self.serializer(Format::Json).clone(), self.universal.clone(), Some(encode), None)
    }

    /// Returns a factory with the same serializers whose codecs never convert or fill in defaults, for clients that use
    /// a single version of each kind. Counterpart of `WithoutConversion`.
    ///
    /// ```
    /// use apimachinery::scheme::Scheme;
    /// use apimachinery::serializer::CodecFactory;
    ///
    /// let plain = CodecFactory::new(Scheme::builder().build()).without_conversion();
    /// assert_eq!(plain.supported_media_types().len(), plain.factory().supported_media_types().len());
    /// ```
    #[must_use]
    pub fn without_conversion(&self) -> WithoutConversionCodecFactory {
        WithoutConversionCodecFactory(self.clone())
    }
}
