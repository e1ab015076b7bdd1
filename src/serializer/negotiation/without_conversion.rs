use std::sync::Arc;

use super::{CodecFactory, SerializerInfo};
use crate::schema::GroupVersioner;
use crate::serializer::wrappers::{WithVersionEncoder, WithoutVersionDecoder};
use crate::serializer::{Decoder, Encoder};

/// A [`CodecFactory`] whose codecs never convert or fill in defaults, for clients that use a single version of each
/// kind. Created by [`CodecFactory::without_conversion`]. Counterpart of `WithoutConversionCodecFactory`.
///
/// ```
/// # #[cfg(feature = "apps")] {
/// use apimachinery::apis::apps::v1::Deployment;
/// use apimachinery::meta::TypeMeta;
/// use apimachinery::schema::GroupVersion;
/// use apimachinery::serializer::{CodecFactory, Decoder, Encoder, Format};
///
/// let codecs = CodecFactory::new(apimachinery::apis::scheme()).without_conversion();
/// let json = codecs.factory().serializer(Format::Json).clone();
/// assert_eq!(codecs.supported_media_types()[0].media_type, "application/json");
///
/// let version = GroupVersion::new("apps", "v1");
/// let text = codecs.encoder_for_version(json.clone(), version.clone()).encode_to_vec(&Deployment::default())?;
/// assert!(text.starts_with(br#"{"kind":"Deployment","apiVersion":"apps/v1","#));
///
/// let decoded = codecs.decoder_to_version(json, version).decode(&text, None)?;
/// assert_eq!(decoded.object.type_meta(), TypeMeta::default(), "the kind is cleared");
/// # }
/// # Ok::<(), apimachinery::serializer::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct WithoutConversionCodecFactory(pub(super) CodecFactory);

impl WithoutConversionCodecFactory {
    /// Returns the [`CodecFactory`] from which this factory was created, whose codecs convert.
    #[must_use]
    pub fn factory(&self) -> &CodecFactory {
        &self.0
    }

    /// Returns the media types with their serializers, in order of preference. The [`CodecFactory`] has the same ones.
    #[must_use]
    pub fn supported_media_types(&self) -> &[SerializerInfo] {
        self.0.supported_media_types()
    }

    /// Returns an encoder that writes objects with `encoder` and without conversion. `version` selects the `apiVersion`
    /// and `kind` that are written, among the kinds registered for the type of the object.
    #[must_use]
    pub fn encoder_for_version(
        &self,
        encoder: impl Encoder + 'static,
        version: impl GroupVersioner + 'static,
    ) -> WithVersionEncoder {
        WithVersionEncoder::new(self.0.scheme().clone(), Arc::new(encoder), Some(Arc::new(version)))
    }

    /// Returns a decoder that reads objects with `decoder` and without conversion, and clears their `type_meta`.
    /// `_version` is ignored; it exists because upstream's interface requires it.
    #[must_use]
    pub fn decoder_to_version<D: Decoder>(
        &self,
        decoder: D,
        _version: impl GroupVersioner,
    ) -> WithoutVersionDecoder<D> {
        WithoutVersionDecoder(decoder)
    }
}
