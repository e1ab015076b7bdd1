//! Constructors and conversions of [`Error`].

use super::reason::Reason;
use super::{Error, Parts};
use crate::format;
use crate::meta::{self, Object};
use crate::schema::{GroupVersionKind, ParseGroupVersionError};
use crate::scheme;
use crate::serializer::framer::FrameError;
use crate::serializer::{Decoded, Warning};

impl Error {
    fn new(reason: Reason) -> Self {
        Error(Box::new(Parts { reason, gvk: None, object: None }))
    }

    pub(crate) fn missing_kind() -> Self {
        Error::new(Reason::NoKind)
    }

    pub(crate) fn missing_version() -> Self {
        Error::new(Reason::NoVersion)
    }

    /// Creates an error for data of another kind than the expected one. The error keeps the decoded object.
    pub(crate) fn wrong_kind(decoded: Decoded, expected: impl Into<String>) -> Self {
        let Decoded { object, gvk, warnings } = decoded;
        let reason = Reason::OtherKind { found: gvk.clone(), expected: expected.into(), warnings };
        Error(Box::new(Parts { reason, gvk: Some(gvk), object: Some(object) }))
    }

    /// Creates the error of a strict decoder. `object` is `None` if the data was decoded into an existing object.
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

    /// Converts the error of a lax decoder to the error of a strict one.
    pub(in crate::serializer) fn strictly(self) -> Self {
        let Parts { reason, gvk, object } = *self.0;
        let reason = match reason {
            Reason::OtherKind { found, expected, warnings } => match Warning::judge(warnings) {
                Ok(warnings) => Reason::OtherKind { found, expected, warnings },
                Err(refused) => Reason::Data(format::Error::strict(refused)),
            },
            Reason::Data(error) => Reason::Data(error.strictly()),
            other => other,
        };
        Error(Box::new(Parts { reason, gvk, object }))
    }

    /// Returns the object that was decoded despite the error, for modification.
    pub(in crate::serializer) fn object_mut(&mut self) -> Option<&mut dyn Object> {
        self.0.object.as_deref_mut()
    }

    /// Returns true if the data was decoded despite the error.
    pub(in crate::serializer) fn has_decoded(&self) -> bool {
        self.is_strict_decoding() || self.is_wrong_kind()
    }

    /// Records the kind of the data, unless the error already has one.
    pub(crate) fn of_kind(mut self, gvk: &GroupVersionKind) -> Self {
        self.0.gvk.get_or_insert_with(|| gvk.clone());
        self
    }
}

impl From<format::Error> for Error {
    fn from(error: format::Error) -> Self {
        Error::new(Reason::Data(error))
    }
}

impl From<crate::go_yaml::Error> for Error {
    fn from(error: crate::go_yaml::Error) -> Self {
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
