use std::borrow::Cow;

use super::mark::Mark;
use super::style::ScalarStyle;

/// What the scanner hands to the parser.
pub(crate) struct Token<'a> {
    pub(crate) kind: TokenKind<'a>,
    pub(crate) start: Mark,
    pub(crate) end: Mark,
}

pub(crate) enum TokenKind<'a> {
    StreamEnd,
    VersionDirective { major: u8, minor: u8 },
    TagDirective(Box<Tag<'a>>),
    DocumentStart,
    DocumentEnd,
    BlockSequenceStart,
    BlockMappingStart,
    BlockEnd,
    FlowSequenceStart,
    FlowSequenceEnd,
    FlowMappingStart,
    FlowMappingEnd,
    BlockEntry,
    FlowEntry,
    Key,
    Value,
    Alias(&'a str),
    Anchor(&'a str),
    Tag(Box<Tag<'a>>),
    Scalar { text: Cow<'a, str>, style: ScalarStyle },
}

/// A tag as it is written, or what a handle stands for. Boxed in tokens: few have one.
pub(crate) struct Tag<'a> {
    pub(crate) handle: &'a str,
    /// What follows the handle, with escapes gone.
    pub(crate) rest: Cow<'a, str>,
}
