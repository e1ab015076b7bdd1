use std::ops::Range;

/// A document to be written. The children of collections are stored contiguously, and texts are borrowed from the
/// source where it contains them unescaped.
pub(super) struct Document<'a> {
    pub(super) root: Node,
    pub(super) items: Vec<Node>,
    pub(super) entries: Vec<Entry>,
    pub(super) texts: Texts<'a>,
}

pub(super) enum Node {
    Scalar(Scalar),
    /// A range of [`Document::items`].
    List(Range<usize>),
    /// A range of [`Document::entries`], in the order in which they are written.
    Map(Range<usize>),
}

pub(super) struct Entry {
    pub(super) key: Scalar,
    /// The first bytes of the key's text, which are compared first.
    pub(super) first: u64,
    pub(super) value: Node,
}

/// A value without children: its kind and the range of its text in [`Texts`].
#[derive(Clone, Copy)]
pub(super) struct Scalar {
    pub(super) kind: Kind,
    pub(super) start: usize,
    pub(super) end: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Text, which must not be read back as another kind of value.
    Text,
    /// A number, a bool or null, written unchanged.
    Word,
    /// Base64, written after `!!binary`.
    Binary,
}

/// The texts of a document. Those that the source does not contain follow the source.
pub(super) struct Texts<'a> {
    pub(super) source: &'a str,
    pub(super) made: String,
}

impl Texts<'_> {
    #[inline]
    pub(super) fn of(&self, scalar: Scalar) -> &str {
        match scalar.end.checked_sub(self.source.len()) {
            Some(end @ 1..) => &self.made[scalar.start - self.source.len()..end],
            _ => &self.source[scalar.start..scalar.end],
        }
    }

    pub(super) fn end(&self) -> usize {
        self.source.len() + self.made.len()
    }
}
