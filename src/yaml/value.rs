use std::ops::Range;

use super::scalar::Scalar;

/// A value whose parts, if it has any, are in the [`Values`] it belongs to.
#[derive(Debug, Clone)]
pub(crate) enum Value<'a> {
    Scalar(Scalar<'a>),
    /// A range of [`Values::items`].
    List(Range<usize>),
    /// A range of [`Values::entries`], each with another key.
    Map(Range<usize>),
}

#[derive(Debug, Clone)]
pub(crate) struct Entry<'a> {
    pub(crate) key: Scalar<'a>,
    pub(crate) value: Value<'a>,
}

/// A decoded document: aliases and merge keys are gone.
#[derive(Debug, Default)]
pub(crate) struct Values<'a> {
    /// The items of all lists; the last one is the document itself.
    pub(crate) items: Vec<Value<'a>>,
    pub(crate) entries: Vec<Entry<'a>>,
}

/// Where a value is.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Place {
    Item(usize),
    Entry(usize),
}

impl<'a> Values<'a> {
    /// The place of the document itself.
    pub(crate) fn root(&self) -> Place {
        Place::Item(self.items.len() - 1)
    }

    pub(crate) fn at(&self, place: Place) -> &Value<'a> {
        match place {
            Place::Item(index) => &self.items[index],
            Place::Entry(index) => &self.entries[index].value,
        }
    }
}

/// The parts of a collection that are still to be visited, for walks with an explicit stack.
#[derive(Debug, Clone)]
pub(crate) enum Parts {
    Items(Range<usize>),
    Entries(Range<usize>),
}

impl Iterator for Parts {
    type Item = Place;

    fn next(&mut self) -> Option<Place> {
        match self {
            Self::Items(range) => range.next().map(Place::Item),
            Self::Entries(range) => range.next().map(Place::Entry),
        }
    }
}
