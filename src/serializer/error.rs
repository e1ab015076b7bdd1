use std::fmt;

use crate::format;
use crate::schema::GroupVersionKind;
use crate::scheme;

/// Why data could not be decoded into an object, or an object not be encoded.
#[derive(Debug)]
pub struct Error(Box<Kind>);

#[derive(Debug)]
enum Kind {
    MissingKind(String),
    MissingVersion(String),
    Format(format::Error),
    Scheme(scheme::Error),
    WrongKind { found: GroupVersionKind, expected: GroupVersionKind },
}

impl Error {
    pub(crate) fn missing_kind(data: &[u8]) -> Self {
        Error(Box::new(Kind::MissingKind(String::from_utf8_lossy(data).into_owned())))
    }

    pub(crate) fn missing_version(data: &[u8]) -> Self {
        Error(Box::new(Kind::MissingVersion(String::from_utf8_lossy(data).into_owned())))
    }

    pub(crate) fn wrong_kind(found: GroupVersionKind, expected: GroupVersionKind) -> Self {
        Error(Box::new(Kind::WrongKind { found, expected }))
    }

    /// True if the data does not say its kind.
    #[must_use]
    pub fn is_missing_kind(&self) -> bool {
        matches!(*self.0, Kind::MissingKind(_))
    }

    /// True if the data does not say its version.
    #[must_use]
    pub fn is_missing_version(&self) -> bool {
        matches!(*self.0, Kind::MissingVersion(_))
    }

    /// True if the kind is not registered.
    #[must_use]
    pub fn is_not_registered(&self) -> bool {
        matches!(&*self.0, Kind::Scheme(error) if error.is_not_registered())
    }

    /// True if the data is well-formed and only holds what a lax decode would drop.
    #[must_use]
    pub fn is_strict_decoding(&self) -> bool {
        matches!(&*self.0, Kind::Format(error) if error.is_strict_decoding())
    }

    /// Every mistake by itself.
    #[must_use]
    pub fn details(&self) -> Vec<String> {
        match &*self.0 {
            Kind::Format(error) => error.details(),
            _ => vec![self.to_string()],
        }
    }

    /// Every mistake with its place in the data: line and column, both from 1, where they are known.
    #[must_use]
    pub fn mistakes(&self) -> Vec<(Option<(usize, usize)>, String)> {
        match &*self.0 {
            Kind::Format(error) => error.mistakes(),
            _ => vec![(None, self.to_string())],
        }
    }

    /// The same mistakes with their positions in the YAML text from which `json` was made.
    pub(crate) fn in_yaml(self, yaml: &[u8], json: &str) -> Self {
        match *self.0 {
            Kind::Format(error) => error.in_yaml(yaml, json).into(),
            _ => self,
        }
    }

    /// Line and column of the first mistake in the data, both from 1, where they are known.
    #[must_use]
    pub fn position(&self) -> Option<(usize, usize)> {
        match &*self.0 {
            Kind::Format(error) => error.position(),
            _ => None,
        }
    }
}

impl From<format::Error> for Error {
    fn from(error: format::Error) -> Self {
        Error(Box::new(Kind::Format(error)))
    }
}

impl From<crate::yaml::Error> for Error {
    fn from(error: crate::yaml::Error) -> Self {
        format::Error::from(error).into()
    }
}

impl From<scheme::Error> for Error {
    fn from(error: scheme::Error) -> Self {
        Error(Box::new(Kind::Scheme(error)))
    }
}

/// The texts of a missing kind or version are upstream's.
impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &*self.0 {
            Kind::MissingKind(data) => write!(f, "Object 'Kind' is missing in '{data}'"),
            Kind::MissingVersion(data) => write!(f, "Object 'apiVersion' is missing in '{data}'"),
            Kind::Format(error) => error.fmt(f),
            Kind::Scheme(error) => error.fmt(f),
            Kind::WrongKind { found, expected } => write!(f, "unable to decode {found} into {expected}"),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &*self.0 {
            Kind::Format(error) => Some(error),
            Kind::Scheme(error) => Some(error),
            _ => None,
        }
    }
}
