use std::borrow::Cow;

use super::token::{Mark, ScalarStyle};

/// One step through the structure of a document, and where its text starts.
#[derive(Debug)]
pub(crate) struct Event<'a> {
    pub(crate) kind: EventKind<'a>,
    pub(crate) start: Mark,
}

#[derive(Debug)]
pub(crate) enum EventKind<'a> {
    DocumentStart,
    DocumentEnd,
    /// The end of a stream without a document.
    StreamEnd,
    /// The anchor that an alias names.
    Alias(&'a str),
    Scalar {
        properties: Properties<'a>,
        text: Cow<'a, str>,
        style: ScalarStyle,
    },
    SequenceStart(Properties<'a>),
    SequenceEnd,
    MappingStart(Properties<'a>),
    MappingEnd,
}

/// What may stand before the content of a node.
#[derive(Debug, Default)]
pub(crate) struct Properties<'a> {
    pub(crate) anchor: Option<&'a str>,
    /// The full name of the tag, such as `tag:yaml.org,2002:str`, or `!` alone.
    pub(crate) tag: Option<Cow<'a, str>>,
}
