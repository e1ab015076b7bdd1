use std::borrow::Cow;
use std::collections::HashMap;

use crate::yaml::token::Tag;

/// The tag handles of a document, with what they stand for.
#[derive(Default)]
pub(super) struct TagHandles<'a> {
    /// Which of `prefixes` each is. Anchors have such a map, too: one of its own is fifteen functions.
    defined: HashMap<&'a str, usize>,
    prefixes: Vec<Cow<'a, str>>,
}

impl<'a> TagHandles<'a> {
    /// Takes a `%TAG` directive.
    ///
    /// # Errors
    ///
    /// A handle may be defined once.
    pub(super) fn define(&mut self, directive: Tag<'a>) -> Result<(), &'static str> {
        if self.defined.contains_key(directive.handle) {
            return Err("found duplicate %TAG directive");
        }
        self.defined.insert(directive.handle, self.prefixes.len());
        self.prefixes.push(directive.rest);
        Ok(())
    }

    /// The full tag, unless the handle is unknown. Without a handle the rest is all.
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
