//! Tokens, which the scanner passes to the parser, and tag handles.

use std::borrow::Cow;
use std::collections::HashMap;

use super::event::{Location, ScalarStyle};

/// A token that the scanner passes to the parser.
pub(crate) struct Token<'a> {
    pub(crate) kind: TokenKind<'a>,
    pub(crate) start: Location,
    pub(crate) end: Location,
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

/// The tag handles of a document, with their prefixes.
#[derive(Default)]
pub(super) struct TagHandles<'a> {
    /// The index of each handle in `prefixes`. The type is the same as for the anchors' map, so that the map's code is
    /// not instantiated a second time.
    defined: HashMap<&'a str, usize>,
    prefixes: Vec<Cow<'a, str>>,
}

impl<'a> TagHandles<'a> {
    /// Processes a `%TAG` directive.
    ///
    /// # Errors
    ///
    /// Returns an error if the handle is already defined.
    pub(super) fn define(&mut self, directive: Tag<'a>) -> Result<(), &'static str> {
        if self.defined.contains_key(directive.handle) {
            return Err("found duplicate %TAG directive");
        }
        self.defined.insert(directive.handle, self.prefixes.len());
        self.prefixes.push(directive.rest);
        Ok(())
    }

    /// Returns the full tag, or `None` if its handle is undefined. A tag without a handle is already complete.
    pub(super) fn resolve(&self, tag: Tag<'a>) -> Option<Cow<'a, str>> {
        if tag.handle.is_empty() {
            return Some(tag.rest);
        }
        Some(Cow::Owned(format!("{}{}", self.prefix(tag.handle)?, tag.rest)))
    }

    fn prefix(&self, handle: &str) -> Option<&str> {
        match (self.defined.get(handle), handle) {
            (Some(&prefix), _) => Some(&self.prefixes[prefix]),
            (None, "!") => Some("!"),
            (None, "!!") => Some("tag:yaml.org,2002:"),
            (None, _) => None,
        }
    }
}
