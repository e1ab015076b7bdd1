use crate::meta::Object;
use crate::schema::GroupVersionKind;
use crate::serializer::{Decoded, Decoder, Encoder, Error, Recognition};

/// A serializer that decodes with the wrapped decoder, and whose encoding methods always return an error. Use it where
/// a [`Serializer`](crate::serializer::Serializer) is required but only decoding is needed. Counterpart of
/// `runtime.NoopEncoder`.
///
/// ```
/// # #[cfg(feature = "apps")] {
/// use apimachinery::meta::Unknown;
/// use apimachinery::serializer::{Encoder, YamlSerializer};
/// use apimachinery::serializer::wrappers::NoopEncoder;
///
/// let reader = NoopEncoder(YamlSerializer::new(apimachinery::apis::scheme()));
/// let error = reader.encode_to_vec(&Unknown::default()).unwrap_err();
/// assert!(error.to_string().starts_with("encoding is not allowed for this codec: YamlSerializer"));
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct NoopEncoder<D>(pub D);

impl<D: Decoder> Encoder for NoopEncoder<D> {
    fn encode(&self, _object: &dyn Object, _out: &mut Vec<u8>) -> Result<(), Error> {
        Err(Error::other(format!("encoding is not allowed for this codec: {:?}", self.0)))
    }

    fn identifier(&self) -> String {
        "noop".into()
    }
}

impl<D: Decoder> Decoder for NoopEncoder<D> {
    fn decode(&self, data: &[u8], defaults: Option<&GroupVersionKind>) -> Result<Decoded, Error> {
        self.0.decode(data, defaults)
    }

    fn decode_into(
        &self,
        data: &[u8],
        defaults: Option<&GroupVersionKind>,
        into: &mut dyn Object,
    ) -> Result<Decoded<()>, Error> {
        self.0.decode_into(data, defaults, into)
    }

    fn recognizes(&self, data: &[u8]) -> Recognition {
        self.0.recognizes(data)
    }
}
