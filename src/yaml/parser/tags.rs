use std::borrow::Cow;
use std::collections::HashMap;
use std::collections::hash_map::Entry;

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
    pub(super) fn define(&mut self, handle: &'a str, prefix: Cow<'a, str>) -> Result<(), &'static str> {
        match self.defined.entry(handle) {
            Entry::Occupied(_) => Err("found duplicate %TAG directive"),
            Entry::Vacant(place) => {
                place.insert(prefix);
                Ok(())
            }
        }
    }

    /// The full tag, unless the handle is unknown. Without a handle the suffix is all.
    pub(super) fn resolve(&self, handle: &str, suffix: Cow<'a, str>) -> Option<Cow<'a, str>> {
        if handle.is_empty() {
            return Some(suffix);
        }
        Some(Cow::Owned(format!("{}{suffix}", self.prefix(handle)?)))
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
