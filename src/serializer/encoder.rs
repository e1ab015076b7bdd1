use std::fmt;
use std::io::Write;
use std::sync::Arc;

use super::framer::FrameError;
use super::{Decoder, Error};
use crate::meta::{Object, TypeMeta};
use crate::schema::GroupVersionKind;

/// Writes objects as bytes: upstream's `runtime.Encoder`.
///
/// ```
/// # #[cfg(feature = "apps")] {
/// use apimachinery::apis::apps::v1::Deployment;
/// use apimachinery::schema::GroupVersionKind;
/// use apimachinery::serializer::{Encoder, JsonSerializer};
///
/// let serializer = JsonSerializer::new(apimachinery::apis::scheme());
/// let kind = GroupVersionKind::new("apps", "v1", "Deployment");
/// let mut out = Vec::new();
/// serializer.encode_as(&Deployment::default(), &kind, &mut out).unwrap();
/// assert!(out.starts_with(br#"{"kind":"Deployment","apiVersion":"apps/v1","#));
/// # }
/// ```
pub trait Encoder: fmt::Debug + Send + Sync {
    /// Appends the object to `out`.
    ///
    /// # Errors
    ///
    /// If the encoding cannot say a value of the object, or the object is not suitable for this
    /// encoder; `out` may then end inside the object.
    fn encode(&self, object: &dyn Object, out: &mut Vec<u8>) -> Result<(), Error>;

    /// Appends the object with `kind` in place of what it says it is. The object stays as it is:
    /// upstream sets the kind, encodes, and sets the old one again.
    ///
    /// # Errors
    ///
    /// As [`Encoder::encode`].
    fn encode_as(&self, object: &dyn Object, kind: &GroupVersionKind, out: &mut Vec<u8>) -> Result<(), Error> {
        let mut stamped = object.clone_box();
        stamped.set_type_meta(TypeMeta::from(kind));
        self.encode(&*stamped, out)
    }

    /// Encodes an object that nobody needs afterwards. A codec that converts moves its content
    /// where [`Encoder::encode`] has to copy.
    ///
    /// # Errors
    ///
    /// As [`Encoder::encode`].
    fn encode_owned(&self, object: Box<dyn Object>, out: &mut Vec<u8>) -> Result<(), Error> {
        self.encode(&*object, out)
    }

    /// The object as bytes of their own: upstream's `runtime.Encode`.
    ///
    /// # Errors
    ///
    /// As [`Encoder::encode`].
    fn encode_to_vec(&self, object: &dyn Object) -> Result<Vec<u8>, Error> {
        let mut out = Vec::new();
        self.encode(object, &mut out)?;
        Ok(out)
    }

    /// Writes the object to a stream: the bytes of [`Encoder::encode`]. JSON that is not pretty and Protobuf
    /// write the items of a list one by one, so that memory never holds the whole text: upstream's
    /// streaming encoding of collections, which is an option there.
    ///
    /// ```
    /// # #[cfg(feature = "apps")] {
    /// use apimachinery::apis::apps::v1::{Deployment, DeploymentList};
    /// use apimachinery::serializer::{Encoder, JsonSerializer};
    ///
    /// let serializer = JsonSerializer::new(apimachinery::apis::scheme());
    /// let list = DeploymentList { items: vec![Deployment::default(); 3].into(), ..Default::default() };
    /// let mut stream = Vec::new();
    /// serializer.encode_to(&list, &mut stream).unwrap();
    /// assert_eq!(stream, serializer.encode_to_vec(&list).unwrap());
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// As [`Encoder::encode`], and if the stream fails ([`Error::is_frame`]); the stream may then end
    /// inside the object.
    fn encode_to(&self, object: &dyn Object, stream: &mut dyn Write) -> Result<(), Error> {
        write_whole(self, object, None, stream)
    }

    /// Writes the object to a stream as [`Encoder::encode_to`], with `kind` in place of what it says it is.
    ///
    /// # Errors
    ///
    /// As [`Encoder::encode_to`].
    fn encode_as_to(&self, object: &dyn Object, kind: &GroupVersionKind, stream: &mut dyn Write) -> Result<(), Error> {
        write_whole(self, object, Some(kind), stream)
    }

    /// Names the encoding: encoders with the same identifier write the same bytes, so that what one
    /// wrote may be kept for the other. The text is upstream's.
    fn identifier(&self) -> String;
}

/// Writes an object to a stream in one piece, saying `kind` if there is one.
pub(super) fn write_whole<E: Encoder + ?Sized>(
    encoder: &E,
    object: &dyn Object,
    kind: Option<&GroupVersionKind>,
    stream: &mut dyn Write,
) -> Result<(), Error> {
    let mut out = Vec::new();
    match kind {
        Some(kind) => encoder.encode_as(object, kind, &mut out)?,
        None => encoder.encode(object, &mut out)?,
    }
    Ok(stream.write_all(&out).map_err(FrameError::from)?)
}

/// Encodes and decodes one format: upstream's `runtime.Serializer`, and by its second name
/// `runtime.Codec`. Whatever does both is one.
///
/// ```
/// use std::sync::Arc;
/// use apimachinery::scheme::Scheme;
/// use apimachinery::serializer::{JsonSerializer, Serializer, YamlSerializer};
///
/// let scheme = Arc::new(Scheme::builder().build());
/// let both: [Arc<dyn Serializer>; 2] =
///     [Arc::new(JsonSerializer::new(scheme.clone())), Arc::new(YamlSerializer::new(scheme))];
/// assert_ne!(both[0].identifier(), both[1].identifier());
/// ```
pub trait Serializer: Encoder + Decoder {}

impl<T: Encoder + Decoder + ?Sized> Serializer for T {}

impl<E: Encoder + ?Sized> Encoder for Arc<E> {
    fn encode(&self, object: &dyn Object, out: &mut Vec<u8>) -> Result<(), Error> {
        (**self).encode(object, out)
    }

    fn encode_as(&self, object: &dyn Object, kind: &GroupVersionKind, out: &mut Vec<u8>) -> Result<(), Error> {
        (**self).encode_as(object, kind, out)
    }

    fn encode_owned(&self, object: Box<dyn Object>, out: &mut Vec<u8>) -> Result<(), Error> {
        (**self).encode_owned(object, out)
    }

    fn encode_to(&self, object: &dyn Object, stream: &mut dyn Write) -> Result<(), Error> {
        (**self).encode_to(object, stream)
    }

    fn encode_as_to(&self, object: &dyn Object, kind: &GroupVersionKind, stream: &mut dyn Write) -> Result<(), Error> {
        (**self).encode_as_to(object, kind, stream)
    }

    fn identifier(&self) -> String {
        (**self).identifier()
    }
}
