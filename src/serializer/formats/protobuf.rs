use std::any::Any;
use std::io::Write;
use std::sync::Arc;

use super::{envelope, kind, message};
use crate::meta::{Object, TypeMeta, Unknown};
use crate::reflect::View;
use crate::schema::GroupVersionKind;
use crate::scheme::Scheme;
use crate::serializer::encoder::write_whole;
use crate::serializer::{Decoded, Decoder, Encoder, Error, Recognition};

/// The serializer for Protobuf in an envelope, the form in which etcd stores objects. Counterpart of
/// `protobuf.Serializer`.
///
/// There is no strict mode, as in upstream; content that is dropped is reported as warnings. The serializer recognizes
/// documents that begin with `k8s` and a zero byte.
///
/// ```
/// # #[cfg(feature = "apps")] {
/// use apimachinery::apis::apps::v1::Deployment;
/// use apimachinery::schema::GroupVersionKind;
/// use apimachinery::serializer::{Decoder, Encoder, ProtobufSerializer};
///
/// let protobuf = ProtobufSerializer::new(apimachinery::apis::scheme());
/// let kind = GroupVersionKind::new("apps", "v1", "Deployment");
/// let mut out = Vec::new();
/// protobuf.encode_as(&Deployment::default(), &kind, &mut out).unwrap();
/// assert!(out.starts_with(b"k8s\0"));
/// assert_eq!(protobuf.decode(&out, None).unwrap().gvk, kind);
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct ProtobufSerializer {
    scheme: Arc<Scheme>,
}

impl ProtobufSerializer {
    /// Creates a serializer for the kinds of `scheme`. Only objects of registered kinds can be decoded.
    #[must_use]
    pub fn new(scheme: impl Into<Arc<Scheme>>) -> Self {
        ProtobufSerializer { scheme: scheme.into() }
    }
}

impl Encoder for ProtobufSerializer {
    /// An [`Unknown`] is itself an envelope, and is written without another one.
    fn encode(&self, object: &dyn Object, out: &mut Vec<u8>) -> Result<(), Error> {
        match as_unknown(object) {
            Some(unknown) => envelope::write_unknown(out, unknown),
            None => envelope::write(out, object, &object.type_meta().group_version_kind()),
        }
    }

    fn encode_as(&self, object: &dyn Object, kind: &GroupVersionKind, out: &mut Vec<u8>) -> Result<(), Error> {
        match as_unknown(object) {
            Some(unknown) => {
                let unknown = Unknown { type_meta: TypeMeta::from(kind), ..unknown.clone() };
                envelope::write_unknown(out, &unknown)
            }
            None => envelope::write(out, object, kind),
        }
    }

    fn encode_to(&self, object: &dyn Object, stream: &mut dyn Write) -> Result<(), Error> {
        self.encode_as_to(object, &object.type_meta().group_version_kind(), stream)
    }

    fn encode_as_to(&self, object: &dyn Object, kind: &GroupVersionKind, stream: &mut dyn Write) -> Result<(), Error> {
        if let View::Struct(value) = object.cursor().view() {
            return envelope::stream(stream, object, value, kind);
        }
        write_whole(self, object, Some(kind), stream)
    }

    fn identifier(&self) -> String {
        "protobuf".into()
    }
}

impl Decoder for ProtobufSerializer {
    fn decode(&self, data: &[u8], defaults: Option<&GroupVersionKind>) -> Result<Decoded, Error> {
        let unknown = envelope::open(data)?;
        let gvk = kind_of(&unknown, defaults);
        kind::check(&gvk)?;
        let mut decoded = message::decode(&self.scheme, gvk, &unknown.raw)?;
        decoded.warnings.extend(envelope::ignored(data, &unknown));
        Ok(decoded)
    }

    fn decode_into(
        &self,
        data: &[u8],
        defaults: Option<&GroupVersionKind>,
        into: &mut dyn Object,
    ) -> Result<Decoded<()>, Error> {
        let mut unknown = envelope::open(data)?;
        let gvk = kind_of(&unknown, defaults);
        if let Some(into) = (into as &mut dyn Any).downcast_mut::<Unknown>() {
            if unknown.raw.starts_with(envelope::PREFIX) {
                unknown.content_type = Unknown::PROTOBUF.into();
            }
            *into = unknown;
            return Ok(Decoded::new((), gvk));
        }
        let mut decoded = message::decode_into(&self.scheme, gvk, &unknown.raw, into)?;
        decoded.warnings.extend(envelope::ignored(data, &unknown));
        Ok(decoded)
    }

    fn recognizes(&self, data: &[u8]) -> Recognition {
        if data.starts_with(envelope::PREFIX) { Recognition::Yes } else { Recognition::No }
    }
}

fn as_unknown(object: &dyn Object) -> Option<&Unknown> {
    (object as &dyn Any).downcast_ref()
}

fn kind_of(unknown: &Unknown, defaults: Option<&GroupVersionKind>) -> GroupVersionKind {
    kind::completed_whole(unknown.type_meta.group_version_kind(), defaults)
}
