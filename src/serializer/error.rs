use std::fmt;

use super::framer::FrameError;
use super::{Decoded, Warning};
use crate::format;
use crate::meta::{self, Object};
use crate::schema::{GroupVersionKind, ParseGroupVersionError};
use crate::scheme;

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

enum Reason {
    NoKind(String),
    NoVersion(String),
    Data(format::Error),
    Scheme(scheme::Error),
    OtherKind { found: GroupVersionKind, expected: String, warnings: Vec<Warning> },
    NotMarshalable(&'static str),
    Frame(FrameError),
}

impl Error {
    fn new(reason: Reason) -> Self {
        Error(Box::new(Parts { reason, gvk: None, object: None }))
    }

    pub(crate) fn missing_kind(data: impl Into<String>) -> Self {
        Error::new(Reason::NoKind(data.into()))
    }

    pub(crate) fn missing_version(data: impl Into<String>) -> Self {
        Error::new(Reason::NoVersion(data.into()))
    }

    /// Data of another kind than was asked for; with the object that it is.
    pub(crate) fn wrong_kind(decoded: Decoded, expected: impl Into<String>) -> Self {
        let Decoded { object, gvk, warnings } = decoded;
        let reason = Reason::OtherKind { found: gvk.clone(), expected: expected.into(), warnings };
        Error(Box::new(Parts { reason, gvk: Some(gvk), object: Some(object) }))
    }

    /// What a strict decoder refuses; with the object, unless it was decoded into one that was there.
    pub(crate) fn strict(warnings: Vec<Warning>, gvk: GroupVersionKind, object: Option<Box<dyn Object>>) -> Self {
        let reason = Reason::Data(format::Error::strict(warnings));
        Error(Box::new(Parts { reason, gvk: Some(gvk), object }))
    }

    pub(crate) fn not_marshalable(type_name: &'static str) -> Self {
        Error::new(Reason::NotMarshalable(type_name))
    }

    pub(crate) fn other(message: impl Into<String>) -> Self {
        format::Error::other(message).into()
    }

    /// The error of a strict decoder, where a lax one says this.
    pub(super) fn strictly(self) -> Self {
        let Parts { reason, gvk, object } = *self.0;
        let reason = match reason {
            Reason::OtherKind { warnings, .. } if !warnings.is_empty() => Reason::Data(format::Error::strict(warnings)),
            other => other,
        };
        Error(Box::new(Parts { reason, gvk, object }))
    }

    /// The object that was decoded all the same, to be changed.
    pub(super) fn object_mut(&mut self) -> Option<&mut dyn Object> {
        self.0.object.as_deref_mut()
    }

    /// True if data was decoded, but not as it should be.
    pub(super) fn has_decoded(&self) -> bool {
        self.is_strict_decoding() || self.is_wrong_kind()
    }

    /// The same error, about data of this kind.
    pub(crate) fn of_kind(mut self, gvk: &GroupVersionKind) -> Self {
        self.0.gvk.get_or_insert_with(|| gvk.clone());
        self
    }

    /// True if the data does not say its kind: upstream's `IsMissingKind`.
    #[must_use]
    pub fn is_missing_kind(&self) -> bool {
        match &self.0.reason {
            Reason::NoKind(_) => true,
            Reason::Scheme(error) => error.is_missing_kind(),
            _ => false,
        }
    }

    /// True if the data does not say its version: upstream's `IsMissingVersion`.
    #[must_use]
    pub fn is_missing_version(&self) -> bool {
        match &self.0.reason {
            Reason::NoVersion(_) => true,
            Reason::Scheme(error) => error.is_missing_version(),
            _ => false,
        }
    }

    /// True if the kind is not registered: upstream's `IsNotRegisteredError`.
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
    pub(super) fn into_parts(self) -> (Option<Box<dyn Object>>, Option<GroupVersionKind>, Vec<Warning>) {
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

    /// The same mistakes with their positions in the YAML text from which `json` was made.
    pub(crate) fn in_yaml(mut self, yaml: &[u8], json: &str) -> Self {
        if let Reason::Data(error) = self.0.reason {
            self.0.reason = Reason::Data(error.in_yaml(yaml, json));
        }
        self
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

impl From<format::Error> for Error {
    fn from(error: format::Error) -> Self {
        Error::new(Reason::Data(error))
    }
}

impl From<crate::yaml::Error> for Error {
    fn from(error: crate::yaml::Error) -> Self {
        format::Error::from(error).into()
    }
}

impl From<FrameError> for Error {
    fn from(error: FrameError) -> Self {
        Error::new(Reason::Frame(error))
    }
}

impl From<scheme::Error> for Error {
    fn from(error: scheme::Error) -> Self {
        Error::new(Reason::Scheme(error))
    }
}

impl From<meta::Error> for Error {
    fn from(error: meta::Error) -> Self {
        Error::other(error.to_string())
    }
}

impl From<ParseGroupVersionError> for Error {
    fn from(error: ParseGroupVersionError) -> Self {
        Error::other(error.to_string())
    }
}

/// Upstream's texts, but for those of syntax and types.
impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0.reason {
            Reason::NoKind(data) => write!(f, "Object 'Kind' is missing in '{data}'"),
            Reason::NoVersion(data) => write!(f, "Object 'apiVersion' is missing in '{data}'"),
            Reason::Data(error) => error.fmt(f),
            Reason::Scheme(error) => error.fmt(f),
            Reason::Frame(error) => error.fmt(f),
            Reason::OtherKind { found, expected, .. } => write!(f, "unable to decode {found} into {expected}"),
            Reason::NotMarshalable(name) => write!(
                f,
                "object {name} does not implement the protobuf marshalling interface and cannot be encoded to a \
                 protobuf message"
            ),
        }
    }
}

/// The text, as `main` shows the error that it ends with.
impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Error").field(&format_args!("{self}")).finish()
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
