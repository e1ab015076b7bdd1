use std::fmt;

use crate::format;
use crate::schema::GroupVersionKind;
use crate::scheme;

/// Why data could not be decoded into an object, or an object not be encoded.
#[derive(Debug)]
pub struct Error(Box<Reason>);

#[derive(Debug)]
enum Reason {
    NoKind(String),
    NoVersion(String),
    Data(format::Error),
    Scheme(scheme::Error),
    OtherKind { found: GroupVersionKind, expected: GroupVersionKind },
}

impl Error {
    pub(crate) fn missing_kind(data: &[u8]) -> Self {
        Error(Box::new(Reason::NoKind(String::from_utf8_lossy(data).into_owned())))
    }

    pub(crate) fn missing_version(data: &[u8]) -> Self {
        Error(Box::new(Reason::NoVersion(String::from_utf8_lossy(data).into_owned())))
    }

    pub(crate) fn wrong_kind(found: GroupVersionKind, expected: GroupVersionKind) -> Self {
        Error(Box::new(Reason::OtherKind { found, expected }))
    }

    /// True if the data does not say its kind.
    #[must_use]
    pub fn is_missing_kind(&self) -> bool {
        matches!(*self.0, Reason::NoKind(_))
    }

    /// True if the data does not say its version.
    #[must_use]
    pub fn is_missing_version(&self) -> bool {
        matches!(*self.0, Reason::NoVersion(_))
    }

    /// True if the kind is not registered.
    #[must_use]
    pub fn is_not_registered(&self) -> bool {
        matches!(&*self.0, Reason::Scheme(error) if error.is_not_registered())
    }

    /// True if the data is well-formed and only holds what a lax decode would drop.
    #[must_use]
    pub fn is_strict_decoding(&self) -> bool {
        matches!(&*self.0, Reason::Data(error) if error.is_strict_decoding())
    }

    /// Every mistake by itself.
    #[must_use]
    pub fn details(&self) -> Vec<String> {
        match &*self.0 {
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
        match &*self.0 {
            Reason::Data(error) => error.mistakes(),
            _ => vec![(None, self.to_string())],
        }
    }

    /// The same mistakes with their positions in the YAML text from which `json` was made.
    pub(crate) fn in_yaml(self, yaml: &[u8], json: &str) -> Self {
        match *self.0 {
            Reason::Data(error) => error.in_yaml(yaml, json).into(),
            _ => self,
        }
    }

    /// Line and column of the first mistake in the data, both from 1, where they are known.
    #[must_use]
    pub fn position(&self) -> Option<(usize, usize)> {
        match &*self.0 {
            Reason::Data(error) => error.position(),
            _ => None,
        }
    }
}

impl From<format::Error> for Error {
    fn from(error: format::Error) -> Self {
        Error(Box::new(Reason::Data(error)))
    }
}

impl From<crate::yaml::Error> for Error {
    fn from(error: crate::yaml::Error) -> Self {
        format::Error::from(error).into()
    }
}

impl From<scheme::Error> for Error {
    fn from(error: scheme::Error) -> Self {
        Error(Box::new(Reason::Scheme(error)))
    }
}

/// The texts of a missing kind or version are upstream's.
impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &*self.0 {
            Reason::NoKind(data) => write!(f, "Object 'Kind' is missing in '{data}'"),
            Reason::NoVersion(data) => write!(f, "Object 'apiVersion' is missing in '{data}'"),
            Reason::Data(error) => error.fmt(f),
            Reason::Scheme(error) => error.fmt(f),
            Reason::OtherKind { found, expected } => write!(f, "unable to decode {found} into {expected}"),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &*self.0 {
            Reason::Data(error) => Some(error),
            Reason::Scheme(error) => Some(error),
            _ => None,
        }
    }
}
