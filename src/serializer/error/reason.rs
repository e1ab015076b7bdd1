use std::fmt;

use crate::format;
use crate::schema::GroupVersionKind;
use crate::scheme;
use crate::serializer::Warning;
use crate::serializer::framer::FrameError;

/// What is wrong, and the text of it.
pub(super) enum Reason {
    NoKind(String),
    NoVersion(String),
    Data(format::Error),
    Scheme(scheme::Error),
    OtherKind { found: GroupVersionKind, expected: String, warnings: Vec<Warning> },
    NotMarshalable(&'static str),
    Frame(FrameError),
}

/// Upstream's texts, but for those of syntax and types.
impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
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
