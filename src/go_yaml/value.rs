//! Decoded values, and the losses of decoding.

use std::borrow::Cow;
use std::hash::{Hash, Hasher};
use std::ops::Range;

use crate::wire::mark::Mark;

/// A value without children, as resolved from a scalar's text and tag.
#[derive(Clone)]
pub(crate) enum Scalar<'a> {
    Null,
    Bool(bool),
    Int(i64),
    /// An integer above `i64::MAX`.
    Uint(u64),
    Float(f64),
    Text(Cow<'a, str>),
    /// A `!!binary` value that is not UTF-8.
    Bytes(Box<[u8]>),
}

/// Compares like keys of a Go map: by type and value, so `1` differs from `1.0`, zero equals negative zero, and NaN
/// equals nothing, not even itself.
impl PartialEq for Scalar<'_> {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Null, Self::Null) => true,
            (Self::Bool(a), Self::Bool(b)) => a == b,
            (Self::Int(a), Self::Int(b)) => a == b,
            (Self::Uint(a), Self::Uint(b)) => a == b,
            (Self::Float(a), Self::Float(b)) => a == b,
            (Self::Text(a), Self::Text(b)) => a == b,
            (Self::Bytes(a), Self::Bytes(b)) => a == b,
            _ => false,
        }
    }
}

/// `Eq` is required by hash maps. A NaN violates reflexivity, so it is never found again, as in a Go map.
impl Eq for Scalar<'_> {}

impl Hash for Scalar<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self {
            Self::Null => 0.hash(state),
            Self::Bool(value) => value.hash(state),
            Self::Int(value) => value.hash(state),
            Self::Uint(value) => value.hash(state),
            // Adding zero makes negative zero positive.
            Self::Float(value) => (value + 0.0).to_bits().hash(state),
            Self::Text(value) => value.hash(state),
            Self::Bytes(value) => value.hash(state),
        }
    }
}

/// A decoded value. The children of lists and maps are stored in the [`Values`] that the value belongs to.
#[derive(Clone)]
pub(crate) enum Value<'a> {
    Scalar(Scalar<'a>),
    /// A range of [`Values::items`].
    List(Range<usize>),
    /// A range of [`Values::entries`] with distinct keys.
    Map(Range<usize>),
}

#[derive(Clone)]
pub(crate) struct Item<'a> {
    pub(crate) value: Value<'a>,
    /// The position of the value in the text.
    pub(crate) mark: Mark,
}

#[derive(Clone)]
pub(crate) struct Entry<'a> {
    pub(crate) key: Scalar<'a>,
    pub(crate) key_mark: Mark,
    pub(crate) value: Value<'a>,
    /// The position of the value in the text.
    pub(crate) mark: Mark,
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
    pub(crate) is_normalized: bool,
    pub(super) duplicates: Vec<Duplicate<'a>>,
    pub(super) losses: Losses,
    /// The position of text after the end of the document that belongs to no document.
    pub(super) unread: Option<Mark>,
}

/// A key that occurs more than once in a mapping.
pub(super) struct Duplicate<'a> {
    pub(super) key: Scalar<'a>,
    /// The positions of the later key and its value.
    pub(super) key_mark: Mark,
    pub(super) mark: Mark,
    pub(super) cause: DuplicateCause,
}

/// The reason why a key occurs twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DuplicateCause {
    /// The key is repeated.
    Repeated,
    /// The key overrides one that a merge key supplied, which is the normal use of merge keys.
    Overrides,
    /// A later merge key overrides the key.
    Overridden,
    /// The keys are distinct in YAML but equal in JSON, such as `1` and `"1"`.
    SameInJson,
}

/// The maximum number of losses recorded for a text.
const MAX_LOSSES: usize = 100;

/// A value that is lost or changed, with its position.
pub(crate) struct Loss {
    pub(super) kind: LossKind,
    /// The path of the value, such as `spec.sizes[0]`.
    pub(super) path: String,
    pub(super) mark: Mark,
}

pub(super) enum LossKind {
    /// A number with this text becomes another number, or text.
    Number(String, Scalar<'static>),
    /// Bytes that are not UTF-8 become U+FFFD.
    Text,
}

/// The losses of a document, at most one for each position.
#[derive(Default)]
pub(super) struct Losses(pub(super) Vec<Loss>);

impl Losses {
    /// Records a loss. `path` is called only if the loss is new.
    pub(super) fn add(&mut self, kind: LossKind, mark: Mark, path: impl FnOnce() -> String) {
        if self.0.len() < MAX_LOSSES && self.0.iter().all(|earlier| earlier.mark != mark) {
            self.0.push(Loss { kind, path: path(), mark });
        }
    }
}

/// The location of a value in [`Values`].
#[derive(Clone, Copy)]
pub(crate) enum ValueIndex {
    Item(usize),
    Entry(usize),
}

/// A value in a document, or the document itself.
#[derive(Clone, Copy)]
pub(crate) struct ValueRef<'v, 'a> {
    pub(super) values: &'v Values<'a>,
    pub(super) place: ValueIndex,
}

impl<'v, 'a> ValueRef<'v, 'a> {
    pub(super) fn value(self) -> &'v Value<'a> {
        self.values.at(self.place)
    }
}

impl<'a> Values<'a> {
    /// Returns the document itself.
    pub(crate) fn whole(&self) -> ValueRef<'_, 'a> {
        ValueRef { values: self, place: self.root() }
    }

    /// Returns the location of the document itself.
    pub(crate) fn root(&self) -> ValueIndex {
        ValueIndex::Item(self.items.len() - 1)
    }

    pub(crate) fn at(&self, place: ValueIndex) -> &Value<'a> {
        match place {
            ValueIndex::Item(index) => &self.items[index].value,
            ValueIndex::Entry(index) => &self.entries[index].value,
        }
    }

    pub(crate) fn at_mut(&mut self, place: ValueIndex) -> &mut Value<'a> {
        match place {
            ValueIndex::Item(index) => &mut self.items[index].value,
            ValueIndex::Entry(index) => &mut self.entries[index].value,
        }
    }
}

/// The children of a collection that are still to be visited, for traversals with an explicit stack.
#[derive(Clone)]
pub(crate) enum Children {
    Items(Range<usize>),
    Entries(Range<usize>),
}

impl Iterator for Children {
    type Item = ValueIndex;

    fn next(&mut self) -> Option<ValueIndex> {
        match self {
            Self::Items(range) => range.next().map(ValueIndex::Item),
            Self::Entries(range) => range.next().map(ValueIndex::Entry),
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
