use std::fmt;

use crate::format;
use crate::schema::GroupVersionKind;
use crate::scheme;
use crate::serializer::Warning;
use crate::serializer::framer::FrameError;

/// The cause of an [`Error`](super::Error), which determines its text.
pub(super) enum Reason {
    NoKind,
    NoVersion,
    Data(format::Error),
    Scheme(scheme::Error),
    OtherKind { found: GroupVersionKind, expected: String, warnings: Vec<Warning> },
    NotMarshalable(&'static str),
    Frame(FrameError),
}

/// Uses upstream's texts, except for syntax and type errors. Upstream appends the document to the first two, which
/// would print the content of a Secret without a kind.
impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::NoKind => f.write_str("Object 'Kind' is missing"),
            Reason::NoVersion => f.write_str("Object 'apiVersion' is missing"),
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
