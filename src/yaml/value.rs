use std::ops::Range;

use super::loss::{Losses, json_text};
use super::mark::Mark;
use super::scalar::Scalar;
use super::warning::Warning;

/// A value whose parts, if it has any, are in the [`Values`] it belongs to.
#[derive(Clone)]
pub(crate) enum Value<'a> {
    Scalar(Scalar<'a>),
    /// A range of [`Values::items`].
    List(Range<usize>),
    /// A range of [`Values::entries`], each with another key.
    Map(Range<usize>),
}

/// Line and column, both from 1. Values are many, and so it is small.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Spot {
    line: u32,
    column: u32,
}

impl Spot {
    /// The start of the text.
    pub(crate) const START: Spot = Spot { line: 1, column: 1 };

    pub(crate) fn line(self) -> usize {
        self.line as usize
    }

    pub(crate) fn column(self) -> usize {
        self.column as usize
    }
}

impl From<Mark> for Spot {
    fn from(mark: Mark) -> Self {
        let short = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        Spot { line: short(mark.line), column: short(mark.column) }
    }
}

#[derive(Clone)]
pub(crate) struct Item<'a> {
    pub(crate) value: Value<'a>,
    /// Where the value stands.
    pub(crate) spot: Spot,
}

#[derive(Clone)]
pub(crate) struct Entry<'a> {
    pub(crate) key: Scalar<'a>,
    pub(crate) key_spot: Spot,
    pub(crate) value: Value<'a>,
    /// Where the value stands.
    pub(crate) spot: Spot,
}

impl Entry<'_> {
    /// The key if it is text; empty for any other.
    pub(crate) fn key_text(&self) -> &str {
        if let Scalar::Text(key) = &self.key { key } else { "" }
    }
}

/// A decoded document: aliases and merge keys are gone.
#[derive(Default)]
pub(crate) struct Values<'a> {
    /// The items of all lists; the last one is the document itself.
    pub(crate) items: Vec<Item<'a>>,
    pub(crate) entries: Vec<Entry<'a>>,
    /// It nests no more levels than these.
    pub(crate) depth: usize,
    /// Whether all keys are text, those of each mapping in the order of their bytes, and no number
    /// is infinite.
    pub(crate) is_arranged: bool,
    pub(super) duplicates: Vec<Duplicate<'a>>,
    pub(super) losses: Losses,
    /// Where text stands behind the document that belongs to none.
    pub(super) unread: Option<Spot>,
}

/// A key that a mapping has more than once.
pub(super) struct Duplicate<'a> {
    pub(super) key: Scalar<'a>,
    /// Where the later key and its value stand.
    pub(super) key_spot: Spot,
    pub(super) spot: Spot,
    pub(super) cause: Cause,
}

/// Why a key is there twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cause {
    /// It is repeated.
    Repeated,
    /// It overrides one that a merge key brought: the normal use of merge keys.
    Overrides,
    /// A merge key behind it overrides it.
    Overridden,
    /// It is another one in YAML, such as `1` beside `"1"`, and the same in JSON.
    SameInJson,
}

/// Where a value is.
#[derive(Clone, Copy)]
pub(crate) enum Place {
    Item(usize),
    Entry(usize),
}

/// A value in the document that it is a part of, or the document itself.
#[derive(Clone, Copy)]
pub(crate) struct Part<'v, 'a> {
    pub(super) values: &'v Values<'a>,
    pub(super) place: Place,
}

impl<'v, 'a> Part<'v, 'a> {
    pub(super) fn value(self) -> &'v Value<'a> {
        self.values.at(self.place)
    }

    /// What of the text does not reach its values, which is known of the whole document alone.
    pub(crate) fn warnings(self) -> Vec<Warning> {
        match self.place {
            Place::Item(index) if index + 1 == self.values.items.len() => self.values.warnings(),
            _ => Vec::new(),
        }
    }
}

impl<'a> Values<'a> {
    /// The document itself.
    pub(crate) fn whole(&self) -> Part<'_, 'a> {
        Part { values: self, place: self.root() }
    }

    /// The place of the document itself.
    pub(crate) fn root(&self) -> Place {
        Place::Item(self.items.len() - 1)
    }

    /// What of the text does not reach the values as JSON: first the keys that are there twice, in the order they were
    /// met.
    pub(crate) fn warnings(&self) -> Vec<Warning> {
        self.warnings_as(json_text)
    }

    /// The same, with numbers as `show` has them.
    pub(super) fn warnings_as(&self, show: fn(&Scalar<'_>) -> String) -> Vec<Warning> {
        let mut warnings: Vec<_> = self.duplicates.iter().map(Warning::from).collect();
        warnings.extend(self.losses.0.iter().map(|loss| Warning::lost(loss, show)));
        warnings.extend(self.unread.map(Warning::unread));
        warnings
    }

    pub(crate) fn at(&self, place: Place) -> &Value<'a> {
        match place {
            Place::Item(index) => &self.items[index].value,
            Place::Entry(index) => &self.entries[index].value,
        }
    }

    pub(crate) fn at_mut(&mut self, place: Place) -> &mut Value<'a> {
        match place {
            Place::Item(index) => &mut self.items[index].value,
            Place::Entry(index) => &mut self.entries[index].value,
        }
    }
}

/// The parts of a collection that are still to be visited, for walks with an explicit stack.
#[derive(Clone)]
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

#[cfg(test)]
mod tests {
    use super::Entry;

    #[test]
    fn an_entry_fills_a_line_of_the_cache() {
        assert!(size_of::<Entry<'_>>() == 64 || size_of::<usize>() < 8);
    }
}
