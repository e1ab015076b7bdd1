use crate::meta::Object;
use crate::schema::GroupVersionKind;
use crate::serializer::{Decoded, Decoder, Encoder, Error};
use crate::wire::base64;
use crate::wire::escape::write_string;

/// A serializer whose data is the base64 text of another encoding. Use it to store binary formats such as Protobuf
/// where only text is allowed. Counterpart of `runtime.NewBase64Serializer`.
///
/// ```
/// # #[cfg(feature = "apps")] {
/// use apimachinery::meta::Unknown;
/// use apimachinery::serializer::{Encoder, JsonSerializer};
/// use apimachinery::serializer::wrappers::Base64Serializer;
///
/// let json = JsonSerializer::new(apimachinery::apis::scheme());
/// let base64 = Base64Serializer::new(json.clone(), json);
/// assert_eq!(base64.encode_to_vec(&Unknown { raw: "{}".into(), ..Default::default() }).unwrap(), b"e30K");
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Base64Serializer<E, D> {
    encoder: E,
    decoder: D,
}

impl<E, D> Base64Serializer<E, D> {
    /// Creates a serializer. To encode, it calls `encoder` and converts the bytes to base64. To decode, it converts
    /// base64 to bytes and calls `decoder`.
    #[must_use]
    pub fn new(encoder: E, decoder: D) -> Self {
        Base64Serializer { encoder, decoder }
    }
}

impl<E: Encoder, D: Decoder> Encoder for Base64Serializer<E, D> {
    fn encode(&self, object: &dyn Object, out: &mut Vec<u8>) -> Result<(), Error> {
        out.extend_from_slice(base64::encode(&self.encoder.encode_to_vec(object)?).as_bytes());
        Ok(())
    }

    fn encode_as(&self, object: &dyn Object, kind: &GroupVersionKind, out: &mut Vec<u8>) -> Result<(), Error> {
        let mut bytes = Vec::new();
        self.encoder.encode_as(object, kind, &mut bytes)?;
        out.extend_from_slice(base64::encode(&bytes).as_bytes());
        Ok(())
    }

    fn identifier(&self) -> String {
        let mut text = br#"{"encoder":"#.to_vec();
        write_string(&mut text, &self.encoder.identifier());
        text.extend_from_slice(br#","name":"base64"}"#);
        String::from_utf8(text).expect("JSON made from strings is UTF-8")
    }
}

impl<E: Encoder, D: Decoder> Decoder for Base64Serializer<E, D> {
    fn decode(&self, data: &[u8], defaults: Option<&GroupVersionKind>) -> Result<Decoded, Error> {
        self.decoder.decode(&bytes(data)?, defaults)
    }

    fn decode_into(
        &self,
        data: &[u8],
        defaults: Option<&GroupVersionKind>,
        into: &mut dyn Object,
    ) -> Result<Decoded<()>, Error> {
        self.decoder.decode_into(&bytes(data)?, defaults, into)
    }
}

fn bytes(data: &[u8]) -> Result<Vec<u8>, Error> {
    base64::decode(&String::from_utf8_lossy(data)).map_err(Error::other)
}
