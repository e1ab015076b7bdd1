use std::io::Write;
use std::sync::Arc;

use crate::meta::Object;
use crate::schema::GroupVersioner;
use crate::scheme::Scheme;
use crate::serializer::formats::stamp;
use crate::serializer::{Encoder, Error};

/// An encoder that sets the `apiVersion` and `kind` of each object without converting it. Counterpart of
/// `runtime.WithVersionEncoder`.
///
/// Clients use it: their objects are already in the version to send, and usually have an empty `type_meta`. A
/// [`GroupVersioner`] chooses among the kinds registered for the object's type. If it chooses none, the first of these
/// kinds is used. Objects of unregistered types are encoded unchanged.
///
/// ```
/// # #[cfg(feature = "apps")] {
/// use apimachinery::apis::apps::v1::Deployment;
/// use apimachinery::serializer::{CodecFactory, Encoder, Format};
/// use apimachinery::schema::GroupVersion;
///
/// let codecs = CodecFactory::new(apimachinery::apis::scheme()).without_conversion();
/// let json = codecs.factory().serializer(Format::Json).clone();
/// let encoder = codecs.encoder_for_version(json, GroupVersion::new("apps", "v1"));
/// let text = encoder.encode_to_vec(&Deployment::default()).unwrap();
/// assert!(text.starts_with(br#"{"kind":"Deployment","apiVersion":"apps/v1","#));
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct WithVersionEncoder {
    scheme: Arc<Scheme>,
    encoder: Arc<dyn Encoder>,
    version: Option<Arc<dyn GroupVersioner>>,
}

impl WithVersionEncoder {
    /// Creates an encoder that encodes objects with `encoder`. `version` selects among the kinds that `scheme` contains
    /// for the type of an object; if it is `None`, the first of these kinds is used.
    #[must_use]
    pub fn new(scheme: Arc<Scheme>, encoder: Arc<dyn Encoder>, version: Option<Arc<dyn GroupVersioner>>) -> Self {
        WithVersionEncoder { scheme, encoder, version }
    }
}

impl Encoder for WithVersionEncoder {
    fn encode(&self, object: &dyn Object, out: &mut Vec<u8>) -> Result<(), Error> {
        match stamp::kind(&self.scheme, self.version.as_deref(), object)? {
            Some(kind) => self.encoder.encode_as(object, &kind, out),
            None => self.encoder.encode(object, out),
        }
    }

    fn encode_to(&self, object: &dyn Object, stream: &mut dyn Write) -> Result<(), Error> {
        match stamp::kind(&self.scheme, self.version.as_deref(), object)? {
            Some(kind) => self.encoder.encode_as_to(object, &kind, stream),
            None => self.encoder.encode_to(object, stream),
        }
    }

    fn identifier(&self) -> String {
        self.encoder.identifier()
    }
}
