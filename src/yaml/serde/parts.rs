//! Access to the children of lists and objects.

use std::ops::Range;

use ::serde::de::{DeserializeSeed, Error as _, MapAccess, SeqAccess};

use super::node::Node;
use crate::yaml::Error;
use crate::yaml::value::Place;

/// The remaining items of a list.
pub(super) struct Items<'v, 'de> {
    list: Node<'v, 'de>,
    rest: Range<usize>,
    taken: usize,
}

impl<'v, 'de> Items<'v, 'de> {
    pub(super) fn new(list: Node<'v, 'de>, rest: Range<usize>) -> Self {
        Items { list, rest, taken: 0 }
    }

    /// Returns an error if the visitor left items unread.
    pub(super) fn finish(self) -> Result<(), Error> {
        left(self.taken, self.rest.len(), "items")
    }
}

impl<'de> SeqAccess<'de> for Items<'_, 'de> {
    type Error = Error;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Error> {
        let Some(index) = self.rest.next() else { return Ok(None) };
        let number = self.taken;
        self.taken += 1;
        let item = self.list.part(Place::Item(index)).read(seed);
        item.map(Some).map_err(|error| error.within(&format!("[{number}]")))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.rest.len())
    }
}

/// The remaining members of an object.
pub(super) struct Members<'v, 'de> {
    object: Node<'v, 'de>,
    rest: Range<usize>,
    taken: usize,
}

impl<'v, 'de> Members<'v, 'de> {
    pub(super) fn new(object: Node<'v, 'de>, rest: Range<usize>) -> Self {
        Members { object, rest, taken: 0 }
    }

    /// Returns an error if the visitor left members unread.
    pub(super) fn finish(self) -> Result<(), Error> {
        left(self.taken, self.rest.len(), "members")
    }

    /// Returns the member whose key or value is read next.
    fn member(&self) -> Node<'v, 'de> {
        self.object.part(Place::Entry(self.rest.start))
    }
}

impl<'de> MapAccess<'de> for Members<'_, 'de> {
    type Error = Error;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Error> {
        match self.rest.is_empty() {
            true => Ok(None),
            false => self.member().read_name(seed).map(Some),
        }
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Error> {
        let member = self.member();
        self.rest.start += 1;
        self.taken += 1;
        member.read_member(seed)
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.rest.len())
    }
}

/// Returns the error for a visitor that reads fewer children than there are.
fn left(taken: usize, left: usize, what: &str) -> Result<(), Error> {
    match left {
        0 => Ok(()),
        _ => Err(Error::invalid_length(taken + left, &format!("{taken} {what}").as_str())),
    }
}
