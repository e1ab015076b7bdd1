use super::{VersioningDecoder, VersioningEncoder};
use crate::meta::Object;
use crate::schema::GroupVersionKind;
use crate::serializer::{Decoded, Decoder, Encoder, Error, Recognition};

/// A codec that converts objects when it decodes and encodes them: a [`VersioningDecoder`] and a [`VersioningEncoder`]
/// in one value. Usually created by
/// [`CodecFactory::codec_for_versions`](crate::serializer::CodecFactory::codec_for_versions). Counterpart of upstream's
/// versioning codec.
///
/// ```
/// # #[cfg(all(feature = "apps", feature = "extensions"))] {
/// use apimachinery::schema::GroupVersion;
/// use apimachinery::serializer::{CodecFactory, Decoder, Encoder};
///
/// let codec = CodecFactory::new(apimachinery::apis::scheme()).legacy_codec([GroupVersion::new("apps", "v1")]);
/// let hub = codec.decode(b"apiVersion: extensions/v1beta1\nkind: Deployment\n", None).unwrap();
/// let mut new = Vec::new();
/// codec.encode_owned(hub.object, &mut new).unwrap();
/// assert!(new.starts_with(br#"{"kind":"Deployment","apiVersion":"apps/v1","#));
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct VersioningCodec {
    encoder: VersioningEncoder,
    decoder: VersioningDecoder,
}

impl VersioningCodec {
    /// Creates a codec that encodes with `encoder` and decodes with `decoder`.
    #[must_use]
    pub fn new(encoder: VersioningEncoder, decoder: VersioningDecoder) -> Self {
        VersioningCodec { encoder, decoder }
    }
}

impl Encoder for VersioningCodec {
    fn encode(&self, object: &dyn Object, out: &mut Vec<u8>) -> Result<(), Error> {
        self.encoder.encode(object, out)
    }

    fn encode_as(&self, object: &dyn Object, kind: &GroupVersionKind, out: &mut Vec<u8>) -> Result<(), Error> {
        self.encoder.encode_as(object, kind, out)
    }

    fn encode_owned(&self, object: Box<dyn Object>, out: &mut Vec<u8>) -> Result<(), Error> {
        self.encoder.encode_owned(object, out)
    }

    fn identifier(&self) -> String {
        self.encoder.identifier()
    }
}

impl Decoder for VersioningCodec {
    fn decode(&self, data: &[u8], defaults: Option<&GroupVersionKind>) -> Result<Decoded, Error> {
        self.decoder.decode(data, defaults)
    }

    fn decode_into(
        &self,
        data: &[u8],
        defaults: Option<&GroupVersionKind>,
        into: &mut dyn Object,
    ) -> Result<Decoded<()>, Error> {
        self.decoder.decode_into(data, defaults, into)
    }

    fn recognizes(&self, data: &[u8]) -> Recognition {
        self.decoder.recognizes(data)
    }
}
