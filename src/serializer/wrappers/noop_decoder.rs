use crate::meta::Object;
use crate::schema::GroupVersionKind;
use crate::serializer::{Decoded, Decoder, Encoder, Error};

/// A serializer that encodes with the wrapped encoder, and whose decoding methods always return an error. Use it where
/// a [`Serializer`](crate::serializer::Serializer) is required but only encoding is needed. Counterpart of
/// `runtime.NoopDecoder`.
///
/// ```
/// # #[cfg(feature = "apps")] {
/// use apimachinery::serializer::{Decoder, YamlSerializer};
/// use apimachinery::serializer::wrappers::NoopDecoder;
///
/// let writer = NoopDecoder(YamlSerializer::new(apimachinery::apis::scheme()));
/// let error = writer.decode(b"kind: Pod", None).unwrap_err();
/// assert!(error.to_string().starts_with("decoding is not allowed for this codec: YamlSerializer"));
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct NoopDecoder<E>(pub E);

impl<E: Encoder> NoopDecoder<E> {
    fn refuse<R>(&self) -> Result<R, Error> {
        Err(Error::other(format!("decoding is not allowed for this codec: {:?}", self.0)))
    }
}

impl<E: Encoder> Encoder for NoopDecoder<E> {
    fn encode(&self, object: &dyn Object, out: &mut Vec<u8>) -> Result<(), Error> {
        self.0.encode(object, out)
    }

    fn encode_as(&self, object: &dyn Object, kind: &GroupVersionKind, out: &mut Vec<u8>) -> Result<(), Error> {
        self.0.encode_as(object, kind, out)
    }

    fn encode_owned(&self, object: Box<dyn Object>, out: &mut Vec<u8>) -> Result<(), Error> {
        self.0.encode_owned(object, out)
    }

    fn identifier(&self) -> String {
        self.0.identifier()
    }
}

impl<E: Encoder> Decoder for NoopDecoder<E> {
    fn decode(&self, _data: &[u8], _defaults: Option<&GroupVersionKind>) -> Result<Decoded, Error> {
        self.refuse()
    }

    fn decode_into(
        &self,
        _data: &[u8],
        _defaults: Option<&GroupVersionKind>,
        _into: &mut dyn Object,
    ) -> Result<Decoded<()>, Error> {
        self.refuse()
    }
}
