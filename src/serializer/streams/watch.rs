//! Watch streams: decoding and encoding of events about objects that change.
//!
//! An event is a frame that contains the type of the event and the object. The frame and the object in it have separate
//! serializers: in Protobuf, the frame has no envelope but the object does.
//!
//! ```
//! # #[cfg(feature = "apps")] {
//! use apimachinery::apis::apps::v1::Deployment;
//! use apimachinery::serializer::watch::{self, EventType};
//! use apimachinery::serializer::{CodecFactory, streaming};
//!
//! let codecs = CodecFactory::new(apimachinery::apis::scheme());
//! for info in codecs.supported_media_types() {
//!     let Some(stream) = &info.stream_serializer else { continue };
//!     let frames = streaming::Encoder::new(Vec::new(), stream.framer.clone(), stream.serializer.clone());
//!     let mut events = watch::Encoder::new(frames, info.serializer.clone());
//!     let mut object = Deployment::default();
//!     object.type_meta = apimachinery::meta::TypeMeta::new("apps/v1", "Deployment");
//!     events.encode(EventType::Added, &object).unwrap();
//!
//!     let bytes = events.into_inner();
//!     let frames = streaming::Decoder::new(stream.framer.reader(Box::new(&*bytes)), stream.serializer.clone());
//!     let mut events = watch::Decoder::new(frames, info.serializer.clone());
//!     let event = events.decode().unwrap().unwrap();
//!     assert_eq!(event.event_type, EventType::Added);
//!     assert_eq!(event.decoded.downcast::<Deployment>().unwrap().object, object);
//! }
//! # }
//! ```

use std::fmt;
use std::io::Write;
use std::str::FromStr;
use std::sync::Arc;

use super::streaming;
use crate::field::Str;
use crate::meta::{Object, RawExtension};
use crate::serializer::{Decoded, Error};

/// The type of a watch event: an object was added, modified or deleted, or the event is a bookmark or an error.
/// Counterpart of `watch.EventType`.
///
/// ```
/// use apimachinery::serializer::watch::EventType;
///
/// assert_eq!(EventType::Added.as_str(), "ADDED");
/// assert_eq!("BOOKMARK".parse::<EventType>()?, EventType::Bookmark);
/// let error = "added".parse::<EventType>().unwrap_err();
/// assert_eq!(error.to_string(), "got invalid watch event type: added");
/// # Ok::<(), apimachinery::serializer::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EventType {
    /// The object was created, or it existed when the watch began.
    Added,
    /// The object was changed; the event contains its new state.
    Modified,
    /// The object was deleted; the event contains its last state.
    Deleted,
    /// All changes up to the `resourceVersion` of the object have been sent. The other fields of the object are unset.
    Bookmark,
    /// The watch failed; the object is usually a `Status`.
    Error,
}

impl EventType {
    const ALL: [EventType; 5] =
        [EventType::Added, EventType::Modified, EventType::Deleted, EventType::Bookmark, EventType::Error];

    /// Returns the name of the type in events, such as `ADDED`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            EventType::Added => "ADDED",
            EventType::Modified => "MODIFIED",
            EventType::Deleted => "DELETED",
            EventType::Bookmark => "BOOKMARK",
            EventType::Error => "ERROR",
        }
    }
}

impl fmt::Display for EventType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Parses exactly one of the five names.
impl FromStr for EventType {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        let found = EventType::ALL.into_iter().find(|event_type| event_type.as_str() == name);
        found.ok_or_else(|| Error::other(format!("got invalid watch event type: {name}")))
    }
}

/// A watch event: the type of the change, and the object with its kind and warnings. Returned by [`Decoder::decode`].
/// Counterpart of `watch.Event`.
///
/// ```
/// # #[cfg(feature = "apps")] {
/// use std::sync::Arc;
/// use apimachinery::serializer::framer::{Framer, JsonFramer};
/// use apimachinery::serializer::watch::{self, Event, EventType};
/// use apimachinery::serializer::{JsonSerializer, streaming};
///
/// let text = br#"{"type":"DELETED","object":{"kind":"Deployment","apiVersion":"apps/v1","size":1}}"#;
/// let json = Arc::new(JsonSerializer::new(apimachinery::apis::scheme()));
/// let frames = streaming::Decoder::new(JsonFramer.reader(Box::new(&text[..])), json.clone());
/// let Event { event_type, decoded } = watch::Decoder::new(frames, json).decode()?.expect("an event");
/// assert_eq!((event_type, &*decoded.gvk.kind, decoded.warnings.len()), (EventType::Deleted, "Deployment", 1));
/// # }
/// # Ok::<(), apimachinery::serializer::Error>(())
/// ```
#[derive(Debug)]
pub struct Event {
    /// The type of the event, such as [`EventType::Added`].
    pub event_type: EventType,
    /// The object of the event with its kind and warnings: the state after the change, or the last state if it was
    /// deleted.
    pub decoded: Decoded,
}

/// An event on a stream. Its type is not registered in the Scheme, so serializers decode it without checking its kind.
/// Upstream registers its `WatchEvent` in every version, with a kind that is always empty.
#[derive(Clone, Default, PartialEq)]
struct Frame {
    event_type: Str,
    object: RawExtension,
}

crate::message! {
    Frame: bare {
        event_type => "type", 1, Never;
        object => "object", 2, Never;
    }
}

/// An iterator that decodes watch events from a stream. Counterpart of `watch/versioned.NewDecoder`.
///
/// An event that cannot be decoded or is too large yields an error, and iteration continues with the next event. If the
/// stream itself fails or is malformed, the iterator yields that error and then ends.
///
/// ```
/// # #[cfg(feature = "apps")] {
/// use std::sync::Arc;
/// use apimachinery::serializer::framer::{Framer, JsonFramer};
/// use apimachinery::serializer::{JsonSerializer, streaming, watch};
///
/// let text = br#"{"type":"NEW","object":{}} {"type":"ADDED","object":{"kind":"Deployment","apiVersion":"apps/v1"}}"#;
/// let json = Arc::new(JsonSerializer::new(apimachinery::apis::scheme()));
/// let frames = streaming::Decoder::new(JsonFramer.reader(Box::new(&text[..])), json.clone());
/// let events: Vec<_> = watch::Decoder::new(frames, json).collect();
/// assert!(events[0].is_err() && events[1].is_ok());
/// # }
/// ```
pub struct Decoder<'a> {
    frames: streaming::Decoder<'a>,
    embedded: Arc<dyn crate::serializer::Decoder>,
}

impl<'a> Decoder<'a> {
    /// Creates a decoder that reads events from `frames` and decodes the object in each event with `embedded`. Both are
    /// usually created from the result of
    /// [`ClientNegotiator::stream_decoder`](crate::serializer::negotiate::ClientNegotiator::stream_decoder).
    #[must_use]
    pub fn new(frames: streaming::Decoder<'a>, embedded: Arc<dyn crate::serializer::Decoder>) -> Self {
        Decoder { frames, embedded }
    }

    /// Decodes the next event. Returns `None` at the end of the stream.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use apimachinery::scheme::Scheme;
    /// use apimachinery::serializer::framer::{Framer, JsonFramer};
    /// use apimachinery::serializer::{JsonSerializer, streaming, watch};
    ///
    /// let json = Arc::new(JsonSerializer::new(Scheme::builder().build()));
    /// let frames = JsonFramer.reader(Box::new(&br#"{"type":"ADDED","object":{"#[..]));
    /// let mut events = watch::Decoder::new(streaming::Decoder::new(frames, json.clone()), json);
    /// assert!(events.decode().unwrap_err().is_frame(), "the stream is truncated");
    /// assert!(events.next().is_none());
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the next frame cannot be read ([`Error::is_frame`]), if the frame is not an event or has an
    /// invalid type, or if the object cannot be decoded. If the frame was read but is not valid, the next call decodes
    /// the event after it.
    pub fn decode(&mut self) -> Result<Option<Event>, Error> {
        let mut frame = Frame::default();
        if self.frames.decode_into(None, &mut frame)?.is_none() {
            return Ok(None);
        }
        let event_type = frame.event_type.parse()?;
        let decoded = self.embedded.decode(&frame.object.raw, None);
        let decoded = decoded.map_err(|error| Error::other(format!("unable to decode watch event: {error}")))?;
        Ok(Some(Event { event_type, decoded }))
    }
}

impl Iterator for Decoder<'_> {
    type Item = Result<Event, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.frames.is_broken() { None } else { self.decode().transpose() }
    }
}

/// An encoder of watch events to a stream. Objects are converted only if the encoder for objects converts, such as one
/// of [`CodecFactory::encoder_for_version`](crate::serializer::CodecFactory::encoder_for_version). Counterpart of
/// `watch/versioned.NewEncoder`.
///
/// ```
/// use std::sync::Arc;
/// use apimachinery::meta::Unknown;
/// use apimachinery::scheme::Scheme;
/// use apimachinery::serializer::framer::JsonFramer;
/// use apimachinery::serializer::watch::{self, EventType};
/// use apimachinery::serializer::{JsonSerializer, streaming};
///
/// let json = Arc::new(JsonSerializer::new(Scheme::builder().build()));
/// let frames = streaming::Encoder::new(Vec::new(), Arc::new(JsonFramer), json.clone());
/// let mut events = watch::Encoder::new(frames, json);
/// events.encode(EventType::Added, &Unknown { raw: "{}".into(), ..Default::default() })?;
/// assert_eq!(events.get_mut(), b"{\"type\":\"ADDED\",\"object\":{}}\n");
/// # Ok::<(), apimachinery::serializer::Error>(())
/// ```
#[derive(Debug)]
pub struct Encoder<W> {
    frames: streaming::Encoder<W>,
    embedded: Arc<dyn crate::serializer::Encoder>,
}

impl<W: Write> Encoder<W> {
    /// Creates an encoder that encodes the object of each event with `embedded`, and writes the event to `frames`.
    #[must_use]
    pub fn new(frames: streaming::Encoder<W>, embedded: Arc<dyn crate::serializer::Encoder>) -> Self {
        Encoder { frames, embedded }
    }

    /// Writes an event of type `event_type` about `object`. The stream is not flushed.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use apimachinery::meta::Unknown;
    /// use apimachinery::scheme::Scheme;
    /// use apimachinery::serializer::framer::JsonFramer;
    /// use apimachinery::serializer::watch::{self, EventType};
    /// use apimachinery::serializer::{JsonSerializer, streaming};
    ///
    /// let json = Arc::new(JsonSerializer::new(Scheme::builder().build()));
    /// let frames = streaming::Encoder::new(Vec::new(), Arc::new(JsonFramer), json.clone());
    /// let mut events = watch::Encoder::new(frames, json);
    /// let bytes = Unknown { content_type: Unknown::PROTOBUF.into(), ..Default::default() };
    /// assert!(events.encode(EventType::Added, &bytes).is_err());
    /// assert!(events.into_inner().is_empty());
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the object cannot be encoded or if writing to the stream fails. Nothing is written if the
    /// object cannot be encoded.
    pub fn encode(&mut self, event_type: EventType, object: &dyn Object) -> Result<(), Error> {
        let raw = self.embedded.encode_to_vec(object)?;
        let object = RawExtension { raw: raw.into(), object: None };
        self.frames.encode(&Frame { event_type: event_type.as_str().into(), object })
    }

    /// Returns a mutable reference to the stream. Writing to it directly may corrupt the frames.
    pub fn get_mut(&mut self) -> &mut W {
        self.frames.get_mut()
    }

    /// Returns the stream and drops the encoder. Nothing is buffered in the encoder, so the stream contains all events.
    pub fn into_inner(self) -> W {
        self.frames.into_inner()
    }
}
