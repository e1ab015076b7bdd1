use std::borrow::Cow;

use super::token::{Mark, ScalarStyle};

/// One step through the structure of a stream, with the stretch of text it comes from.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Event<'a> {
    pub(crate) kind: EventKind<'a>,
    pub(crate) start: Mark,
    pub(crate) end: Mark,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum EventKind<'a> {
    StreamEnd,
    /// `explicit` if the document starts with `---`.
    DocumentStart {
        explicit: bool,
    },
    /// `explicit` if the document ends with `...`.
    DocumentEnd {
        explicit: bool,
    },
    Alias {
        name: &'a str,
    },
    Scalar {
        properties: Properties<'a>,
        text: Cow<'a, str>,
        style: ScalarStyle,
    },
    SequenceStart {
        properties: Properties<'a>,
        style: CollectionStyle,
    },
    SequenceEnd,
    MappingStart {
        properties: Properties<'a>,
        style: CollectionStyle,
    },
    MappingEnd,
}

/// What may stand before the content of a node.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Properties<'a> {
    pub(crate) anchor: Option<&'a str>,
    /// The full name of the tag, such as `tag:yaml.org,2002:str`, or `!` alone.
    pub(crate) tag: Option<Cow<'a, str>>,
}

/// How a sequence or mapping is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CollectionStyle {
    Block,
    Flow,
}
