//! Selection of serializers by content type, for clients. A [`ClientNegotiator`] returns the encoder for the body of a
//! request and the decoder for a response or a watch. It selects among the serializers of a [`NegotiatedSerializer`],
//! such as a [`CodecFactory`].
//!
//! ```
//! # #[cfg(feature = "apps")] {
//! use apimachinery::schema::GroupVersion;
//! use apimachinery::serializer::{CodecFactory, Decoder, negotiate::ClientNegotiator};
//!
//! let codecs = CodecFactory::new(apimachinery::apis::scheme()).without_conversion();
//! let negotiator = ClientNegotiator::new(codecs, GroupVersion::new("apps", "v1"));
//! let decoder = negotiator.decoder("application/json").unwrap();
//! assert!(decoder.decode(br#"{"apiVersion":"apps/v1","kind":"Deployment"}"#, None).is_ok());
//!
//! let error = negotiator.decoder("text/html").unwrap_err();
//! assert_eq!(error.to_string(), "no serializers registered for text/html");
//! assert!(negotiator.stream_decoder("application/yaml").unwrap_err().is_stream());
//! # }
//! ```

use std::fmt;
use std::sync::Arc;

use super::{
    CodecFactory, SerializerInfo, StreamSerializerInfo, WithoutConversionCodecFactory, serializer_info_for_media_type,
};
use crate::schema::{GroupVersion, InternalGroupVersioner};
use crate::serializer::{Decoder, Encoder};

/// A set of serializers by media type, and the codecs built from them. Counterpart of `runtime.NegotiatedSerializer`.
///
/// Implemented by [`CodecFactory`], whose codecs convert to and from the hub (the internal version), and by
/// [`WithoutConversionCodecFactory`] and [`SimpleNegotiatedSerializer`], whose codecs never convert. A
/// [`ClientNegotiator`] selects among them by content type.
///
/// ```
/// use apimachinery::scheme::Scheme;
/// use apimachinery::serializer::CodecFactory;
/// use apimachinery::serializer::negotiate::NegotiatedSerializer;
///
/// let codecs = CodecFactory::new(Scheme::builder().build());
/// let either: [&dyn NegotiatedSerializer; 2] = [&codecs, &codecs.without_conversion()];
/// assert!(either.iter().all(|serializers| serializers.media_types().len() == 3));
/// ```
pub trait NegotiatedSerializer: fmt::Debug + Send + Sync {
    /// Returns the supported media types with their serializers, in order of preference. [`ClientNegotiator`] uses the
    /// first one for an empty content type.
    fn media_types(&self) -> &[SerializerInfo];

    /// Returns an encoder that writes objects with `encoder`. [`CodecFactory`] converts them to `version`,
    /// [`WithoutConversionCodecFactory`] only sets their `apiVersion` and `kind`, and [`SimpleNegotiatedSerializer`]
    /// returns `encoder` itself.
    fn encoder_to(&self, encoder: Arc<dyn Encoder>, version: &GroupVersion) -> Arc<dyn Encoder>;

    /// Returns a decoder that reads objects with `decoder`. [`CodecFactory`] fills in defaults and converts them to the
    /// hub, [`WithoutConversionCodecFactory`] clears their `type_meta`, and [`SimpleNegotiatedSerializer`] returns
    /// `decoder` itself.
    fn decoder_from(&self, decoder: Arc<dyn Decoder>) -> Arc<dyn Decoder>;
}

/// Implements the trait by the inherent methods of a factory.
macro_rules! negotiated {
    ($($(#[$doc:meta])* $factory:ty;)*) => {
        $(
            $(#[$doc])*
            impl NegotiatedSerializer for $factory {
                fn media_types(&self) -> &[SerializerInfo] {
                    self.supported_media_types()
                }

                fn encoder_to(&self, encoder: Arc<dyn Encoder>, version: &GroupVersion) -> Arc<dyn Encoder> {
                    Arc::new(self.encoder_for_version(encoder, version.clone()))
                }

                fn decoder_from(&self, decoder: Arc<dyn Decoder>) -> Arc<dyn Decoder> {
                    Arc::new(self.decoder_to_version(decoder, InternalGroupVersioner))
                }
            }
        )*
    };
}

negotiated! {
    /// Encodes to the version and decodes to the hub.
    CodecFactory;
    /// Converts nothing, for clients that use a single version.
    WithoutConversionCodecFactory;
}

/// A [`NegotiatedSerializer`] with a single media type, whose serializer is used without conversion. If the media type
/// is empty, it is used for every content type. Counterpart of `runtime.NewSimpleNegotiatedSerializer`.
///
/// ```
/// use apimachinery::schema::GroupVersion;
/// use apimachinery::scheme::Scheme;
/// use apimachinery::serializer::negotiate::{ClientNegotiator, SimpleNegotiatedSerializer};
/// use apimachinery::serializer::{CodecFactory, SerializerInfo};
///
/// let json = CodecFactory::new(Scheme::builder().build()).supported_media_types()[0].clone();
/// let any = SimpleNegotiatedSerializer::new(SerializerInfo { media_type: String::new(), ..json });
/// let negotiator = ClientNegotiator::new(any, GroupVersion::new("apps", "v1"));
/// assert!(negotiator.decoder("text/html").is_ok());
/// ```
#[derive(Clone, Debug)]
pub struct SimpleNegotiatedSerializer([SerializerInfo; 1]);

impl SimpleNegotiatedSerializer {
    /// Creates a negotiated serializer whose only media type is `info`.
    #[must_use]
    pub fn new(info: SerializerInfo) -> Self {
        SimpleNegotiatedSerializer([info])
    }
}

impl NegotiatedSerializer for SimpleNegotiatedSerializer {
    fn media_types(&self) -> &[SerializerInfo] {
        &self.0
    }

    fn encoder_to(&self, encoder: Arc<dyn Encoder>, _version: &GroupVersion) -> Arc<dyn Encoder> {
        encoder
    }

    fn decoder_from(&self, decoder: Arc<dyn Decoder>) -> Arc<dyn Decoder> {
        decoder
    }
}

/// A client's selection of encoders and decoders by the content types of requests and responses. An empty content type
/// selects the first serializer. Counterpart of `runtime.NewClientNegotiator`.
///
/// ```
/// # #[cfg(feature = "apps")] {
/// use apimachinery::apis::apps::v1beta1::Deployment;
/// use apimachinery::schema::GroupVersion;
/// use apimachinery::serializer::negotiate::ClientNegotiator;
/// use apimachinery::serializer::{CodecFactory, Encoder};
///
/// let codecs = CodecFactory::new(apimachinery::apis::scheme());
/// let negotiator = ClientNegotiator::new(codecs, GroupVersion::new("apps", "v1"));
/// let body = negotiator.encoder("")?.encode_to_vec(&Deployment::default()).unwrap();
/// assert!(body.starts_with(br#"{"kind":"Deployment","apiVersion":"apps/v1","#));
/// # }
/// # Ok::<(), apimachinery::serializer::negotiate::NegotiateError>(())
/// ```
#[derive(Clone, Debug)]
pub struct ClientNegotiator<S> {
    serializers: S,
    version: GroupVersion,
}

impl<S: NegotiatedSerializer> ClientNegotiator<S> {
    /// Creates a negotiator that selects among `serializers` and encodes objects in `version`. If `serializers` never
    /// converts, `version` only determines the `apiVersion` that is written.
    #[must_use]
    pub fn new(serializers: S, version: GroupVersion) -> Self {
        ClientNegotiator { serializers, version }
    }

    /// Returns the encoder for the body of a request with the content type `content_type`, which must not have
    /// parameters such as `charset`. If `content_type` is empty, the first serializer is used.
    ///
    /// ```
    /// use apimachinery::schema::GroupVersion;
    /// use apimachinery::scheme::Scheme;
    /// use apimachinery::serializer::{CodecFactory, negotiate::ClientNegotiator};
    ///
    /// let codecs = CodecFactory::new(Scheme::builder().build());
    /// let negotiator = ClientNegotiator::new(codecs, GroupVersion::new("apps", "v1"));
    /// assert!(negotiator.encoder("application/yaml").is_ok());
    /// assert!(negotiator.encoder("application/json;charset=utf-8").is_err());
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if no serializer is registered for the content type, as for types with parameters.
    pub fn encoder(&self, content_type: &str) -> Result<Arc<dyn Encoder>, NegotiateError> {
        let info = self.info(content_type, false)?;
        Ok(self.serializers.encoder_to(info.serializer.clone(), &self.version))
    }

    /// Returns the decoder for the body of a response with the content type `content_type`, which must not have
    /// parameters such as `charset`. If `content_type` is empty, the first serializer is used.
    ///
    /// ```
    /// use apimachinery::schema::GroupVersion;
    /// use apimachinery::scheme::Scheme;
    /// use apimachinery::serializer::{CodecFactory, negotiate::ClientNegotiator};
    ///
    /// let codecs = CodecFactory::new(Scheme::builder().build());
    /// let negotiator = ClientNegotiator::new(codecs, GroupVersion::new("apps", "v1"));
    /// assert!(negotiator.decoder("application/vnd.kubernetes.protobuf").is_ok());
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if no serializer is registered for the content type, as for types with parameters.
    pub fn decoder(&self, content_type: &str) -> Result<Arc<dyn Decoder>, NegotiateError> {
        let info = self.info(content_type, false)?;
        Ok(self.serializers.decoder_from(info.serializer.clone()))
    }

    /// Returns the decoders for watch events with the content type `content_type`, which must not have parameters such
    /// as `charset`: the decoder for the objects in the events, and the framer and serializer for the events.
    ///
    /// ```
    /// use apimachinery::schema::GroupVersion;
    /// use apimachinery::scheme::Scheme;
    /// use apimachinery::serializer::{CodecFactory, negotiate::ClientNegotiator};
    ///
    /// let codecs = CodecFactory::new(Scheme::builder().build());
    /// let negotiator = ClientNegotiator::new(codecs, GroupVersion::new("apps", "v1"));
    /// let (_objects, events) = negotiator.stream_decoder("application/json")?;
    /// assert!(events.encodes_as_text);
    /// # Ok::<(), apimachinery::serializer::negotiate::NegotiateError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if no serializer is registered for the content type, which includes types with parameters, or
    /// if the serializer does not support streams.
    pub fn stream_decoder(
        &self,
        content_type: &str,
    ) -> Result<(Arc<dyn Decoder>, &StreamSerializerInfo), NegotiateError> {
        let info = self.info(content_type, true)?;
        let stream = info.stream_serializer.as_ref();
        let stream = stream.ok_or_else(|| NegotiateError { content_type: info.media_type.clone(), stream: true })?;
        Ok((self.serializers.decoder_from(info.serializer.clone()), stream))
    }

    fn info(&self, content_type: &str, stream: bool) -> Result<&SerializerInfo, NegotiateError> {
        let types = self.serializers.media_types();
        let found = serializer_info_for_media_type(types, content_type);
        let found = found.or_else(|| if content_type.is_empty() { types.first() } else { None });
        found.ok_or_else(|| NegotiateError { content_type: content_type.to_string(), stream })
    }
}

/// The error returned by [`ClientNegotiator`] if no serializer is registered for a content type, or if its serializer
/// does not support streams. Counterpart of `runtime.NegotiateError`.
///
/// ```
/// use apimachinery::schema::GroupVersion;
/// use apimachinery::scheme::Scheme;
/// use apimachinery::serializer::{CodecFactory, negotiate::ClientNegotiator};
///
/// let codecs = CodecFactory::new(Scheme::builder().build());
/// let negotiator = ClientNegotiator::new(codecs, GroupVersion::new("apps", "v1"));
/// let error = negotiator.stream_decoder("application/yaml").unwrap_err();
/// assert_eq!((error.content_type(), error.is_stream()), ("application/yaml", true));
/// assert_eq!(error.to_string(), "no stream serializers registered for application/yaml");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NegotiateError {
    content_type: String,
    stream: bool,
}

impl NegotiateError {
    /// Returns the content type for which no serializer is registered, or whose serializer does not support streams. It
    /// is the text that was passed to the method of [`ClientNegotiator`].
    #[must_use]
    pub fn content_type(&self) -> &str {
        &self.content_type
    }

    /// Returns true if the error was returned by [`ClientNegotiator::stream_decoder`]. The content type may then be
    /// supported for single objects.
    #[must_use]
    pub fn is_stream(&self) -> bool {
        self.stream
    }
}

impl fmt::Display for NegotiateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let stream = if self.stream { "stream " } else { "" };
        write!(f, "no {stream}serializers registered for {}", self.content_type)
    }
}

impl std::error::Error for NegotiateError {}
