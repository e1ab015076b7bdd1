use std::borrow::Cow;

use super::mark::Mark;
use super::style::ScalarStyle;

/// A token that the scanner passes to the parser.
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

/// A tag as written, or the prefix that a tag handle expands to. Boxed in tokens, since few have one.
pub(crate) struct Tag<'a> {
    pub(crate) handle: &'a str,
    /// The text after the handle, with escapes decoded.
    pub(crate) rest: Cow<'a, str>,
}
