use std::any::Any;
use std::sync::Arc;

use super::{kind, message};
use crate::meta::{Object, TypeMeta, Unknown};
use crate::schema::GroupVersionKind;
use crate::scheme::Scheme;
use crate::serializer::{Decoded, Decoder, Encoder, Error};

/// The serializer for Protobuf without an envelope, for streams whose reader knows the type of the objects. Counterpart
/// of `protobuf.RawSerializer`.
///
/// The data does not contain its kind, so it can only be decoded into an existing object with [`Decoder::decode_into`];
/// [`Decoder::decode`] always returns an error.
///
/// ```
/// # #[cfg(feature = "apps")] {
/// use apimachinery::apis::apps::v1::Deployment;
/// use apimachinery::serializer::{Decoder, Encoder, RawProtobufSerializer};
///
/// let raw = RawProtobufSerializer::new(apimachinery::apis::scheme());
/// let mut object = Deployment::default();
/// object.spec.replicas = Some(3);
/// let message = raw.encode_to_vec(&object).unwrap();
///
/// let mut again = Deployment::default();
/// raw.decode_into(&message, None, &mut again).unwrap();
/// assert_eq!(again.spec, object.spec);
/// assert!(raw.decode(&message, None).is_err());
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct RawProtobufSerializer {
    scheme: Arc<Scheme>,
}

impl RawProtobufSerializer {
    /// Creates a serializer. Decoding requires the type of the object to be registered in `scheme`.
    #[must_use]
    pub fn new(scheme: impl Into<Arc<Scheme>>) -> Self {
        RawProtobufSerializer { scheme: scheme.into() }
    }
}

impl Encoder for RawProtobufSerializer {
    fn encode(&self, object: &dyn Object, out: &mut Vec<u8>) -> Result<(), Error> {
        message::write(out, object)
    }

    /// The kind is not part of the message.
    fn encode_as(&self, object: &dyn Object, _kind: &GroupVersionKind, out: &mut Vec<u8>) -> Result<(), Error> {
        message::write(out, object)
    }

    fn identifier(&self) -> String {
        "raw-protobuf".into()
    }
}

impl Decoder for RawProtobufSerializer {
    fn decode(&self, _data: &[u8], _defaults: Option<&GroupVersionKind>) -> Result<Decoded, Error> {
        Err(Error::other(format!("this serializer requires an object to decode into: {self:?}")))
    }

    fn decode_into(
        &self,
        data: &[u8],
        defaults: Option<&GroupVersionKind>,
        into: &mut dyn Object,
    ) -> Result<Decoded<()>, Error> {
        if data.is_empty() {
            return Err(Error::other("empty data"));
        }
        let gvk = kind::completed_whole(GroupVersionKind::default(), defaults);
        if let Some(unknown) = (into as &mut dyn Any).downcast_mut::<Unknown>() {
            let (type_meta, content_type) = (TypeMeta::from(&gvk), Unknown::PROTOBUF.into());
            *unknown = Unknown { type_meta, raw: data.into(), content_encoding: "".into(), content_type };
            return Ok(Decoded::new((), gvk));
        }
        message::decode_into(&self.scheme, gvk, data, into)
    }
}
