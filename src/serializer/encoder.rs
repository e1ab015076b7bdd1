use std::fmt;
use std::io::Write;
use std::sync::Arc;

use super::framer::FrameError;
use super::{Decoder, Error};
use crate::meta::{Object, TypeMeta};
use crate::schema::GroupVersionKind;

/// An encoder of objects to bytes. Counterpart of `runtime.Encoder`.
///
/// Implementations provide [`encode`](Encoder::encode) and [`identifier`](Encoder::identifier); the other methods are
/// variants of `encode` that an implementation can override to be faster.
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
    /// Appends the encoded object to `out`. Its `kind` and `apiVersion` are taken from the object's `type_meta`, unless
    /// the encoder sets them.
    ///
    /// # Errors
    ///
    /// Returns an error if the encoding cannot represent a value of the object, or if the object is not suitable for
    /// this encoder. `out` may then end with part of the object.
    fn encode(&self, object: &dyn Object, out: &mut Vec<u8>) -> Result<(), Error>;

    /// Appends the encoded object to `out`, with `kind` in place of the object's `type_meta`. The object is not
    /// modified.
    ///
    /// # Errors
    ///
    /// Same as [`Encoder::encode`].
    fn encode_as(&self, object: &dyn Object, kind: &GroupVersionKind, out: &mut Vec<u8>) -> Result<(), Error> {
        let mut stamped = object.clone_box();
        stamped.set_type_meta(TypeMeta::from(kind));
        self.encode(&*stamped, out)
    }

    /// Appends the encoded object to `out` and consumes the object. An encoder that converts moves the content of the
    /// object, whereas [`Encoder::encode`] has to copy it.
    ///
    /// # Errors
    ///
    /// Same as [`Encoder::encode`].
    fn encode_owned(&self, object: Box<dyn Object>, out: &mut Vec<u8>) -> Result<(), Error> {
        self.encode(&*object, out)
    }

    /// Returns the encoded object. Counterpart of `runtime.Encode`.
    ///
    /// # Errors
    ///
    /// Same as [`Encoder::encode`].
    fn encode_to_vec(&self, object: &dyn Object) -> Result<Vec<u8>, Error> {
        let mut out = Vec::new();
        self.encode(object, &mut out)?;
        Ok(out)
    }

    /// Writes the bytes of [`Encoder::encode`] to a stream. Compact JSON and Protobuf write the items of a list one by
    /// one, so memory never contains the complete output. Upstream's streaming encoding of collections does the same,
    /// but is optional.
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
    /// Same as [`Encoder::encode`], and also returns an error if writing to the stream fails ([`Error::is_frame`]). The
    /// stream may then end with part of the object.
    fn encode_to(&self, object: &dyn Object, stream: &mut dyn Write) -> Result<(), Error> {
        write_whole(self, object, None, stream)
    }

    /// Writes the object to a stream as [`Encoder::encode_to`] does, with `kind` in place of the object's `type_meta`.
    ///
    /// # Errors
    ///
    /// Same as [`Encoder::encode_to`].
    fn encode_as_to(&self, object: &dyn Object, kind: &GroupVersionKind, stream: &mut dyn Write) -> Result<(), Error> {
        write_whole(self, object, Some(kind), stream)
    }

    /// Returns the identifier of the encoding. Encoders with equal identifiers produce the same bytes for an object, so
    /// the identifier can be part of the key of a cache of encoded objects. The identifiers are identical to
    /// upstream's.
    fn identifier(&self) -> String;
}

/// Encodes an object into a buffer and writes it to a stream at once. `kind`, if given, replaces the object's own
/// `type_meta`.
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

/// An encoder and decoder of one format. Implemented for every type that is both an [`Encoder`] and a [`Decoder`].
/// Counterpart of `runtime.Serializer` and of its alias `runtime.Codec`.
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
