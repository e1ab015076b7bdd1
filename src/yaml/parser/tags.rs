use std::borrow::Cow;
use std::collections::HashMap;

use crate::yaml::token::Tag;

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
