use std::borrow::Cow;
use std::collections::HashMap;
use std::collections::hash_map::Entry;

use crate::yaml::token::Tag;

/// The tag handles of a document, with what they stand for.
#[derive(Default)]
pub(super) struct TagHandles<'a> {
    defined: HashMap<&'a str, Cow<'a, str>>,
}

impl<'a> TagHandles<'a> {
    /// Takes a `%TAG` directive.
    ///
    /// # Errors
    ///
    /// A handle may be defined once.
    pub(super) fn define(&mut self, directive: Tag<'a>) -> Result<(), &'static str> {
        match self.defined.entry(directive.handle) {
            Entry::Occupied(_) => Err("found duplicate %TAG directive"),
            Entry::Vacant(place) => {
                place.insert(directive.rest);
                Ok(())
            }
        }
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
            (Some(prefix), _) => Some(prefix),
            (None, "!") => Some("!"),
            (None, "!!") => Some("tag:yaml.org,2002:"),
            (None, _) => None,
        }
    }
}
