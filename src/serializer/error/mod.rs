mod make;
mod reason;

use std::fmt;

use self::reason::Reason;
use super::{Decoded, Warning};
use crate::meta::Object;
use crate::schema::GroupVersionKind;
use crate::wire::mark::Mark;

/// The error returned when data cannot be decoded into an object, or an object cannot be encoded. The predicates and
/// most texts match upstream's. Errors about values of wrong types differ: they list every wrong value.
///
/// ```
/// # #[cfg(feature = "apps")] {
/// use apimachinery::serializer::{Codec, Mark};
///
/// let codec = Codec::new(apimachinery::apis::scheme());
/// let error = |yaml: &str| codec.decode(yaml.as_bytes()).unwrap_err();
/// assert!(error("a: 1\n").is_missing_kind());
/// assert!(error("kind: Deployment\n").is_missing_version());
/// assert!(error("kind: Gadget\napiVersion: example.com/v1\n").is_not_registered());
///
/// let wrong = error("kind: Deployment\napiVersion: apps/v1\nspec:\n  replicas: x\n  paused: 1\n");
/// assert!(!wrong.is_strict_decoding() && !wrong.is_wrong_kind() && !wrong.is_not_marshalable());
/// assert_eq!(wrong.details().len(), 2);
/// assert_eq!(wrong.position(), Some(Mark::new(4, 13)));
/// # }
/// ```
pub struct Error(Box<Parts>);

struct Parts {
    reason: Reason,
    /// The kind of the data, if it was determined before the error occurred.
    gvk: Option<GroupVersionKind>,
    /// The object, if it was decoded despite the error.
    object: Option<Box<dyn Object>>,
}

impl Error {
    /// Returns true if `kind` is missing or empty in the data. Counterpart of `IsMissingKind`.
    ///
    /// ```
    /// use apimachinery::scheme::Scheme;
    /// use apimachinery::serializer::Codec;
    ///
    /// let codec = Codec::new(Scheme::builder().build());
    /// assert!(codec.decode(b"apiVersion: v1\n").unwrap_err().is_missing_kind());
    /// ```
    #[must_use]
    pub fn is_missing_kind(&self) -> bool {
        match &self.0.reason {
            Reason::NoKind => true,
            Reason::Scheme(error) => error.is_missing_kind(),
            _ => false,
        }
    }

    /// Returns true if `apiVersion` is missing or empty in the data. Counterpart of `IsMissingVersion`.
    ///
    /// ```
    /// use apimachinery::scheme::Scheme;
    /// use apimachinery::serializer::Codec;
    ///
    /// let codec = Codec::new(Scheme::builder().build());
    /// assert!(codec.decode(b"kind: Pod\n").unwrap_err().is_missing_version());
    /// ```
    #[must_use]
    pub fn is_missing_version(&self) -> bool {
        match &self.0.reason {
            Reason::NoVersion => true,
            Reason::Scheme(error) => error.is_missing_version(),
            _ => false,
        }
    }

    /// Returns true if the Scheme does not contain the kind or type of the object. Counterpart of
    /// `IsNotRegisteredError`.
    ///
    /// ```
    /// use apimachinery::scheme::Scheme;
    /// use apimachinery::serializer::Codec;
    ///
    /// let codec = Codec::new(Scheme::builder().build());
    /// let error = codec.decode(b"kind: Gadget\napiVersion: example.com/v1\n").unwrap_err();
    /// assert!(error.is_not_registered());
    /// assert_eq!(error.gvk().map(|gvk| &*gvk.kind), Some("Gadget"), "the kind is known despite the error");
    /// ```
    #[must_use]
    pub fn is_not_registered(&self) -> bool {
        matches!(&self.0.reason, Reason::Scheme(error) if error.is_not_registered())
    }

    /// Returns true if the data is well-formed, and a lax decoder would decode it but drop some of its content.
    /// Counterpart of `IsStrictDecodingError`.
    #[must_use]
    pub fn is_strict_decoding(&self) -> bool {
        matches!(&self.0.reason, Reason::Data(error) if error.is_strict_decoding())
    }

    /// Returns true if the data was decoded, but is of another kind than the caller requires: the type parameter of a
    /// method of [`Codec`](super::Codec), or the object of [`Decoder::decode_into`](super::Decoder::decode_into).
    /// [`Error::into_decoded`] returns the decoded object.
    #[must_use]
    pub fn is_wrong_kind(&self) -> bool {
        matches!(self.0.reason, Reason::OtherKind { .. })
    }

    /// Returns true if an object was to be encoded as Protobuf, but its type, such as
    /// [`Unstructured`](crate::meta::Unstructured), has no Protobuf encoding. The API server responds to such a request
    /// with status 406, `NotAcceptable`.
    ///
    /// ```
    /// use apimachinery::meta::Unstructured;
    /// use apimachinery::scheme::Scheme;
    /// use apimachinery::serializer::{Encoder, ProtobufSerializer};
    ///
    /// let protobuf = ProtobufSerializer::new(Scheme::builder().build());
    /// let error = protobuf.encode_to_vec(&Unstructured::default()).unwrap_err();
    /// assert!(error.is_not_marshalable());
    /// ```
    #[must_use]
    pub fn is_not_marshalable(&self) -> bool {
        matches!(self.0.reason, Reason::NotMarshalable(_))
    }

    /// Returns true if a frame of a stream cannot be read or written, because the stream fails, is malformed, or
    /// contains a frame that is too large.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use apimachinery::scheme::Scheme;
    /// use apimachinery::serializer::framer::{Framer, LengthDelimitedFramer};
    /// use apimachinery::serializer::{JsonSerializer, streaming};
    ///
    /// let frames = LengthDelimitedFramer.reader(Box::new(&b"\0\0\0\x09cut off"[..]));
    /// let json = JsonSerializer::new(Scheme::builder().build());
    /// let error = streaming::Decoder::new(frames, Arc::new(json)).decode(None).unwrap_err();
    /// assert!(error.is_frame() && !error.is_too_large());
    /// ```
    #[must_use]
    pub fn is_frame(&self) -> bool {
        matches!(self.0.reason, Reason::Frame(_))
    }

    /// Returns true if a frame exceeds the size limit of 16 MiB, [`MAX_FRAME`](super::framer::MAX_FRAME). Reading the
    /// stream can continue with the next frame. Counterpart of `ErrObjectTooLarge`.
    #[must_use]
    pub fn is_too_large(&self) -> bool {
        matches!(&self.0.reason, Reason::Frame(error) if error.is_too_large())
    }

    /// Returns the group, version and kind of the data, or `None` if the error occurred before they were read.
    #[must_use]
    pub fn gvk(&self) -> Option<&GroupVersionKind> {
        self.0.gvk.as_ref()
    }

    /// Returns the object that was decoded despite the error. There is one for strict errors
    /// ([`Error::is_strict_decoding`]) and for objects of an unexpected kind ([`Error::is_wrong_kind`]). Returns `None`
    /// for other errors, and if the data was decoded into an object of the caller.
    ///
    /// ```
    /// # #[cfg(feature = "apps")] {
    /// use apimachinery::serializer::{Decoder, JsonSerializer};
    ///
    /// let strict = JsonSerializer::new(apimachinery::apis::scheme()).strict();
    /// let data = br#"{"apiVersion":"apps/v1","kind":"Deployment","spec":{"replica":1,"paused":true}}"#;
    /// let error = strict.decode(data, None).unwrap_err();
    /// assert_eq!(error.to_string(), "strict decoding error: unknown field \"spec.replica\"");
    /// let decoded = error.into_decoded().unwrap();
    /// assert_eq!(decoded.gvk.kind, "Deployment");
    /// # }
    /// ```
    #[must_use]
    pub fn into_decoded(self) -> Option<Decoded> {
        let (object, gvk, warnings) = self.into_parts();
        Some(Decoded { object: object?, gvk: gvk?, warnings })
    }

    /// Returns the object, its kind, and the warnings that were refused or reported.
    pub(in crate::serializer) fn into_parts(self) -> (Option<Box<dyn Object>>, Option<GroupVersionKind>, Vec<Warning>) {
        let Parts { reason, gvk, object } = *self.0;
        let warnings = match reason {
            Reason::Data(error) => error.into_warnings(),
            Reason::OtherKind { warnings, .. } => warnings,
            _ => Vec::new(),
        };
        (object, gvk, warnings)
    }

    /// Returns one message for each mistake in the data: values of a wrong type in the order of the document, and
    /// unknown and duplicate fields in the order in which upstream reports them. For any other error, returns the text
    /// of the error as the only message.
    #[must_use]
    pub fn details(&self) -> Vec<String> {
        match &self.0.reason {
            Reason::Data(error) => error.details(),
            _ => vec![self.to_string()],
        }
    }

    /// Returns one message for each mistake, as [`Error::details`] does, with its position in the data. The position is
    /// `None` if it is not known, as in binary formats.
    ///
    /// ```
    /// # #[cfg(feature = "apps")] {
    /// use apimachinery::serializer::{Codec, Mark, Mode};
    ///
    /// let codec = Codec::new(apimachinery::apis::scheme()).with_mode(Mode::Strict);
    /// let found = |yaml: &str| codec.decode(yaml.as_bytes()).unwrap_err().mistakes();
    ///
    /// let types = found("apiVersion: apps/v1\nkind: Deployment\nspec:\n  replicas: many\n  paused: 1\n");
    /// assert_eq!(types[0], (Some(Mark::new(4, 13)), "spec.replicas: expected int32, found string".to_string()));
    /// assert_eq!(types[1], (Some(Mark::new(5, 11)), "spec.paused: expected bool, found number".to_string()));
    ///
    /// let unknown = found("apiVersion: apps/v1\nkind: Deployment\nspec:\n  replica: 1\n");
    /// assert_eq!(unknown, [(Some(Mark::new(4, 3)), "unknown field \"spec.replica\"".to_string())]);
    /// # }
    /// ```
    #[must_use]
    pub fn mistakes(&self) -> Vec<(Option<Mark>, String)> {
        match &self.0.reason {
            Reason::Data(error) => error.mistakes(),
            _ => vec![(None, self.to_string())],
        }
    }

    /// Returns warnings about content that a lax decoder dropped in addition to the wrong values.
    #[cfg(feature = "cli")]
    pub(crate) fn dropped(&self) -> &[Warning] {
        if let Reason::Data(error) = &self.0.reason { error.dropped() } else { &[] }
    }

    /// Returns the position of the first mistake in the data, or `None` if it is not known, as in binary formats.
    #[must_use]
    pub fn position(&self) -> Option<Mark> {
        match &self.0.reason {
            Reason::Data(error) => error.position(),
            _ => None,
        }
    }
}

/// Prints the text of the error, which is what a user sees when `main` returns it.
impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Error").field(&format_args!("{self}")).finish()
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.reason.fmt(f)
    }
}

/// Returns the source of the inner error, because the text of the inner error is already part of this one and would
/// otherwise be printed twice.
impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.0.reason {
            Reason::Data(error) => error.source(),
            Reason::Scheme(error) => error.source(),
            Reason::Frame(error) => error.source(),
            _ => None,
        }
    }
}
