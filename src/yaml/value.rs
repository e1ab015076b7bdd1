use std::ops::Range;

use super::loss::{Losses, json_text};
use super::mark::Mark;
use super::scalar::Scalar;
use super::warning::Warning;

/// A decoded value. The children of lists and maps are stored in the [`Values`] that the value belongs to.
#[derive(Clone)]
pub(crate) enum Value<'a> {
    Scalar(Scalar<'a>),
    /// A range of [`Values::items`].
    List(Range<usize>),
    /// A range of [`Values::entries`] with distinct keys.
    Map(Range<usize>),
}

/// A line and column, both counted from 1. Every value has one, so it is kept small.
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
    /// The position of the value in the text.
    pub(crate) spot: Spot,
}

#[derive(Clone)]
pub(crate) struct Entry<'a> {
    pub(crate) key: Scalar<'a>,
    pub(crate) key_spot: Spot,
    pub(crate) value: Value<'a>,
    /// The position of the value in the text.
    pub(crate) spot: Spot,
}

impl Entry<'_> {
    /// Returns the key if it is text, or an empty string.
    pub(crate) fn key_text(&self) -> &str {
        if let Scalar::Text(key) = &self.key { key } else { "" }
    }
}

/// A decoded document, with aliases and merge keys resolved.
#[derive(Default)]
pub(crate) struct Values<'a> {
    /// The items of all lists. The last item is the document itself.
    pub(crate) items: Vec<Item<'a>>,
    pub(crate) entries: Vec<Entry<'a>>,
    /// An upper bound of the nesting depth.
    pub(crate) depth: usize,
    /// True if all keys are text, the keys of each mapping are sorted by their bytes, and no number is infinite.
    pub(crate) is_arranged: bool,
    pub(super) duplicates: Vec<Duplicate<'a>>,
    pub(super) losses: Losses,
    /// The position of text after the end of the document that belongs to no document.
    pub(super) unread: Option<Spot>,
}

/// A key that occurs more than once in a mapping.
pub(super) struct Duplicate<'a> {
    pub(super) key: Scalar<'a>,
    /// The positions of the later key and its value.
    pub(super) key_spot: Spot,
    pub(super) spot: Spot,
    pub(super) cause: Cause,
}

/// The reason why a key occurs twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cause {
    /// The key is repeated.
    Repeated,
    /// The key overrides one that a merge key supplied, which is the normal use of merge keys.
    Overrides,
    /// A later merge key overrides the key.
    Overridden,
    /// The keys are distinct in YAML but equal in JSON, such as `1` and `"1"`.
    SameInJson,
}

/// The location of a value in [`Values`].
#[derive(Clone, Copy)]
pub(crate) enum Place {
    Item(usize),
    Entry(usize),
}

/// A value in a document, or the document itself.
#[derive(Clone, Copy)]
pub(crate) struct Part<'v, 'a> {
    pub(super) values: &'v Values<'a>,
    pub(super) place: Place,
}

impl<'v, 'a> Part<'v, 'a> {
    pub(super) fn value(self) -> &'v Value<'a> {
        self.values.at(self.place)
    }

    /// Returns the warnings of the document if this part is the whole document, and none otherwise: losses are only
    /// recorded for the document as a whole.
    pub(crate) fn warnings(self) -> Vec<Warning> {
        match self.place {
            Place::Item(index) if index + 1 == self.values.items.len() => self.values.warnings(),
            _ => Vec::new(),
        }
    }
}

impl<'a> Values<'a> {
    /// Returns the document itself.
    pub(crate) fn whole(&self) -> Part<'_, 'a> {
        Part { values: self, place: self.root() }
    }

    /// Returns the location of the document itself.
    pub(crate) fn root(&self) -> Place {
        Place::Item(self.items.len() - 1)
    }

    /// Returns a warning for everything in the text that its JSON does not preserve. Duplicate keys come first, in the
    /// order in which they were found.
    pub(crate) fn warnings(&self) -> Vec<Warning> {
        self.warnings_as(json_text)
    }

    /// Returns the same warnings as [`Self::warnings`], with numbers formatted by `show`.
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

/// The children of a collection that are still to be visited, for traversals with an explicit stack.
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
