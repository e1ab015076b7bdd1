//! Decoding and encoding of streams of objects, one object in each frame.
//!
//! ```
//! # #[cfg(feature = "apps")] {
//! use std::sync::Arc;
//! use apimachinery::serializer::framer::YamlOrJsonReader;
//! use apimachinery::serializer::{CodecFactory, streaming};
//!
//! let codecs = CodecFactory::new(apimachinery::apis::scheme());
//! let manifests = "apiVersion: apps/v1\nkind: Deployment\n---\napiVersion: apps/v1\nkind: Deployment\n";
//! let documents = YamlOrJsonReader::new(manifests.as_bytes());
//! let objects = streaming::Decoder::new(documents, codecs.universal_deserializer());
//! let kinds: Vec<_> = objects.map(|object| object.unwrap().gvk.kind).collect();
//! assert_eq!(kinds, ["Deployment", "Deployment"]);
//! # }
//! ```

use std::io::Write;
use std::sync::Arc;

use crate::meta::Object;
use crate::schema::GroupVersionKind;
use crate::serializer::framer::{FrameError, FrameReader, Framer};
use crate::serializer::{Decoded, Error};

/// A decoder that decodes the objects of a stream, one in each frame. It is an iterator over the objects. Counterpart
/// of `streaming.NewDecoder`.
///
/// A frame that cannot be decoded or is too large yields an error, after which decoding continues with the next frame.
/// If the stream itself fails or is malformed, the iterator yields that error and then ends.
///
/// ```
/// # #[cfg(feature = "apps")] {
/// use apimachinery::serializer::framer::YamlOrJsonReader;
/// use apimachinery::serializer::{CodecFactory, streaming};
///
/// let codecs = CodecFactory::new(apimachinery::apis::scheme());
/// let stream = "kind: Gadget\napiVersion: example.com/v1\n---\nkind: Deployment\napiVersion: apps/v1\n";
/// let frames = YamlOrJsonReader::new(stream.as_bytes());
/// let mut objects = streaming::Decoder::new(frames, codecs.universal_deserializer());
/// assert!(objects.next().unwrap().unwrap_err().is_not_registered());
/// assert_eq!(objects.next().unwrap().unwrap().gvk.kind, "Deployment");
/// assert!(objects.next().is_none());
/// # }
/// ```
pub struct Decoder<'a> {
    frames: Box<dyn FrameReader + 'a>,
    decoder: Arc<dyn crate::serializer::Decoder>,
    frame: Vec<u8>,
    broken: bool,
}

impl<'a> Decoder<'a> {
    /// Creates a decoder that reads frames from `frames` and decodes each of them with `decoder`.
    #[must_use]
    pub fn new(frames: impl FrameReader + 'a, decoder: Arc<dyn crate::serializer::Decoder>) -> Self {
        Decoder { frames: Box::new(frames), decoder, frame: Vec::new(), broken: false }
    }

    /// Decodes the next object. Returns `None` at the end of the stream. `defaults` supplies parts of the kind that the
    /// frame omits.
    ///
    /// ```
    /// # #[cfg(feature = "apps")] {
    /// use std::sync::Arc;
    /// use apimachinery::schema::GroupVersionKind;
    /// use apimachinery::serializer::framer::{Framer, JsonFramer};
    /// use apimachinery::serializer::{JsonSerializer, streaming};
    ///
    /// let json = JsonSerializer::new(apimachinery::apis::scheme());
    /// let frames = JsonFramer.reader(Box::new(&br#"{"metadata":{"name":"web"}}"#[..]));
    /// let mut objects = streaming::Decoder::new(frames, Arc::new(json));
    /// let kind = GroupVersionKind::new("apps", "v1", "Deployment");
    /// assert_eq!(objects.decode(Some(&kind))?.map(|decoded| decoded.gvk), Some(kind));
    /// assert!(objects.decode(None)?.is_none());
    /// # }
    /// # Ok::<(), apimachinery::serializer::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the next frame cannot be read ([`Error::is_frame`]) or decoded.
    pub fn decode(&mut self, defaults: Option<&GroupVersionKind>) -> Result<Option<Decoded>, Error> {
        if !self.next_frame()? {
            return Ok(None);
        }
        self.decoder.decode(&self.frame, defaults).map(Some)
    }

    /// Decodes the next object into the existing object `into`. Returns its kind and warnings. At the end of the
    /// stream, returns `None` and leaves `into` unchanged. `defaults` supplies parts of the kind that the frame omits.
    ///
    /// ```
    /// # #[cfg(feature = "apps")] {
    /// use std::sync::Arc;
    /// use apimachinery::apis::apps::v1::Deployment;
    /// use apimachinery::serializer::framer::{Framer, JsonFramer};
    /// use apimachinery::serializer::{JsonSerializer, streaming};
    ///
    /// let json = JsonSerializer::new(apimachinery::apis::scheme());
    /// let frames = JsonFramer.reader(Box::new(&br#"{"metadata":{"name":"web"}}"#[..]));
    /// let mut deployment = Deployment::default();
    /// streaming::Decoder::new(frames, Arc::new(json)).decode_into(None, &mut deployment)?;
    /// assert_eq!(deployment.metadata.name, "web");
    /// # }
    /// # Ok::<(), apimachinery::serializer::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Same as [`Decoder::decode`]. If decoding fails, `into` may be partly filled.
    pub fn decode_into(
        &mut self,
        defaults: Option<&GroupVersionKind>,
        into: &mut dyn Object,
    ) -> Result<Option<Decoded<()>>, Error> {
        if !self.next_frame()? {
            return Ok(None);
        }
        self.decoder.decode_into(&self.frame, defaults, into).map(Some)
    }

    /// True after the stream itself has failed.
    pub(super) fn is_broken(&self) -> bool {
        self.broken
    }

    fn next_frame(&mut self) -> Result<bool, FrameError> {
        let read = self.frames.read_frame(&mut self.frame);
        self.broken |= read.as_ref().is_err_and(|error| !error.is_too_large());
        read
    }
}

impl Iterator for Decoder<'_> {
    type Item = Result<Decoded, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.broken { None } else { self.decode(None).transpose() }
    }
}

/// An encoder of objects to a stream, each in a separate frame. Counterpart of `streaming.NewEncoder` with the writer
/// of a framer.
///
/// ```
/// # #[cfg(feature = "apps")] {
/// use std::sync::Arc;
/// use apimachinery::apis::apps::v1::Deployment;
/// use apimachinery::serializer::framer::YamlFramer;
/// use apimachinery::serializer::{YamlSerializer, streaming};
///
/// let serializer = YamlSerializer::new(apimachinery::apis::scheme());
/// let mut encoder = streaming::Encoder::new(Vec::new(), Arc::new(YamlFramer), Arc::new(serializer));
/// encoder.encode(&Deployment::default()).unwrap();
/// encoder.encode(&Deployment::default()).unwrap();
/// assert_eq!(encoder.into_inner().windows(4).filter(|line| line == b"---\n").count(), 2);
/// # }
/// ```
#[derive(Debug)]
pub struct Encoder<W> {
    stream: W,
    framer: Arc<dyn Framer>,
    encoder: Arc<dyn crate::serializer::Encoder>,
    frame: Vec<u8>,
}

impl<W: Write> Encoder<W> {
    /// Creates an encoder that writes objects to `stream` with `encoder`, each in a frame of `framer`.
    #[must_use]
    pub fn new(stream: W, framer: Arc<dyn Framer>, encoder: Arc<dyn crate::serializer::Encoder>) -> Self {
        Encoder { stream, framer, encoder, frame: Vec::new() }
    }

    /// Writes an object in a separate frame. The stream is not flushed.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use apimachinery::meta::Unknown;
    /// use apimachinery::scheme::Scheme;
    /// use apimachinery::serializer::framer::JsonFramer;
    /// use apimachinery::serializer::{JsonSerializer, streaming};
    ///
    /// let json = Arc::new(JsonSerializer::new(Scheme::builder().build()));
    /// let mut objects = streaming::Encoder::new(Vec::new(), Arc::new(JsonFramer), json);
    /// let bytes = Unknown { content_type: Unknown::PROTOBUF.into(), ..Default::default() };
    /// assert!(objects.encode(&bytes).is_err());
    /// assert!(objects.get_mut().is_empty(), "nothing is written for an object that cannot be encoded");
    /// objects.encode(&Unknown { raw: "{}".into(), ..Default::default() })?;
    /// assert_eq!(objects.into_inner(), b"{}\n");
    /// # Ok::<(), apimachinery::serializer::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the object cannot be encoded or if writing to the stream fails. Nothing is written if the
    /// object cannot be encoded; part of the frame may have been written if writing fails.
    pub fn encode(&mut self, object: &dyn Object) -> Result<(), Error> {
        self.frame.clear();
        self.encoder.encode(object, &mut self.frame)?;
        Ok(self.framer.write_frame(&mut self.stream, &self.frame).map_err(FrameError::from)?)
    }

    /// Returns a mutable reference to the stream. Writing to it directly may corrupt the frames.
    pub fn get_mut(&mut self) -> &mut W {
        &mut self.stream
    }

    /// Returns the stream and drops the encoder. Nothing is buffered in the encoder, so the stream contains all encoded
    /// objects.
    pub fn into_inner(self) -> W {
        self.stream
    }
}
