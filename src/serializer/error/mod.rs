mod make;
mod reason;

use std::fmt;

use self::reason::Reason;
use super::{Decoded, Warning};
use crate::meta::Object;
use crate::schema::GroupVersionKind;

/// Why data could not be decoded into an object, or an object not be encoded. The predicates are upstream's, and so are
/// most texts; those of wrong values are our own and name all of them.
///
/// ```
/// # #[cfg(feature = "apps")] {
/// use apimachinery::serializer::Codec;
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
/// assert_eq!(wrong.position(), Some((4, 13)));
/// # }
/// ```
pub struct Error(Box<Parts>);

struct Parts {
    reason: Reason,
    /// The kind that was found out before the error.
    gvk: Option<GroupVersionKind>,
    /// What was decoded all the same.
    object: Option<Box<dyn Object>>,
}

impl Error {
    /// True if the data does not say its kind: upstream's `IsMissingKind`.
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

    /// True if the data does not say its version: upstream's `IsMissingVersion`.
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

    /// True if the kind is not registered: upstream's `IsNotRegisteredError`.
    ///
    /// ```
    /// use apimachinery::scheme::Scheme;
    /// use apimachinery::serializer::Codec;
    ///
    /// let codec = Codec::new(Scheme::builder().build());
    /// let error = codec.decode(b"kind: Gadget\napiVersion: example.com/v1\n").unwrap_err();
    /// assert!(error.is_not_registered());
    /// assert_eq!(error.gvk().map(|gvk| &*gvk.kind), Some("Gadget"), "what was found out before");
    /// ```
    #[must_use]
    pub fn is_not_registered(&self) -> bool {
        matches!(&self.0.reason, Reason::Scheme(error) if error.is_not_registered())
    }

    /// True if the data is well-formed and only holds what a lax decode would drop: upstream's `IsStrictDecodingError`.
    #[must_use]
    pub fn is_strict_decoding(&self) -> bool {
        matches!(&self.0.reason, Reason::Data(error) if error.is_strict_decoding())
    }

    /// True if the data was decoded, but is of another kind than the object to decode into.
    #[must_use]
    pub fn is_wrong_kind(&self) -> bool {
        matches!(self.0.reason, Reason::OtherKind { .. })
    }

    /// True if the object has no Protobuf form. A server answers it with 406 `NotAcceptable`.
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

    /// True if a stream has no next frame, because it fails or is no sequence of frames.
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

    /// True if a frame is larger than allowed: upstream's `ErrObjectTooLarge`. The stream goes on
    /// behind it.
    #[must_use]
    pub fn is_too_large(&self) -> bool {
        matches!(&self.0.reason, Reason::Frame(error) if error.is_too_large())
    }

    /// The kind that the data was found to be of before the error came up.
    #[must_use]
    pub fn gvk(&self) -> Option<&GroupVersionKind> {
        self.0.gvk.as_ref()
    }

    /// What was decoded all the same: the object of a strict error, and that of another kind than
    /// was asked for. `None` after other errors, and if it went into the caller's object.
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

    /// Object, kind, and what was refused or dropped.
    pub(in crate::serializer) fn into_parts(self) -> (Option<Box<dyn Object>>, Option<GroupVersionKind>, Vec<Warning>) {
        let Parts { reason, gvk, object } = *self.0;
        let warnings = match reason {
            Reason::Data(error) => error.into_warnings(),
            Reason::OtherKind { warnings, .. } => warnings,
            _ => Vec::new(),
        };
        (object, gvk, warnings)
    }

    /// Every mistake by itself: wrong values in the order of the document, strict ones in upstream's; any other
    /// error is one.
    #[must_use]
    pub fn details(&self) -> Vec<String> {
        match &self.0.reason {
            Reason::Data(error) => error.details(),
            _ => vec![self.to_string()],
        }
    }

    /// Every mistake with its place in the data: line and column, both from 1, where they are known.
    ///
    /// ```
    /// # #[cfg(feature = "apps")] {
    /// use apimachinery::serializer::{Codec, Mode};
    ///
    /// let codec = Codec::new(apimachinery::apis::scheme()).with_mode(Mode::Strict);
    /// let found = |yaml: &str| codec.decode(yaml.as_bytes()).unwrap_err().mistakes();
    ///
    /// let types = found("apiVersion: apps/v1\nkind: Deployment\nspec:\n  replicas: many\n  paused: 1\n");
    /// assert_eq!(types[0], (Some((4, 13)), "spec.replicas: expected int32, found string".to_string()));
    /// assert_eq!(types[1], (Some((5, 11)), "spec.paused: expected bool, found number".to_string()));
    ///
    /// let unknown = found("apiVersion: apps/v1\nkind: Deployment\nspec:\n  replica: 1\n");
    /// assert_eq!(unknown, [(Some((4, 3)), "unknown field \"spec.replica\"".to_string())]);
    /// # }
    /// ```
    #[must_use]
    pub fn mistakes(&self) -> Vec<(Option<(usize, usize)>, String)> {
        match &self.0.reason {
            Reason::Data(error) => error.mistakes(),
            _ => vec![(None, self.to_string())],
        }
    }

    /// What a lax decoder dropped beside the wrong values.
    #[cfg(feature = "cli")]
    pub(crate) fn dropped(&self) -> &[Warning] {
        if let Reason::Data(error) = &self.0.reason { error.dropped() } else { &[] }
    }

    /// Line and column of the first mistake in the data, both from 1, where they are known.
    #[must_use]
    pub fn position(&self) -> Option<(usize, usize)> {
        match &self.0.reason {
            Reason::Data(error) => error.position(),
            _ => None,
        }
    }
}

/// The text, as `main` shows the error that it ends with.
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

/// The texts of what is inside are part of this one's, so that a chain says nothing twice.
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
