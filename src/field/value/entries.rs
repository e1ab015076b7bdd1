use std::ops::Range;

/// Entries of maps that are being written, each behind the one before; when a map is complete, its entries are put in
/// the order of their keys.
#[derive(Debug)]
pub(super) struct Entries {
    open: Vec<Entry>,
}

/// As many as one large map has, and no more than allocators keep at hand.
const USUAL: usize = 20;

#[derive(Debug)]
struct Entry {
    /// The first bytes of the key, which decide most comparisons.
    word: u128,
    /// Where the key stands in the text that all keys stand in.
    key: Range<usize>,
    /// Where the entry stands in what is written.
    place: Range<usize>,
}

impl Entries {
    /// None.
    pub(super) fn new() -> Self {
        Entries { open: Vec::new() }
    }

    /// How many there are of the maps that are open.
    pub(super) fn len(&self) -> usize {
        self.open.len()
    }

    /// Adds an entry at `place` in what is written, whose key has these [first bytes](crate::wire::words::first_bytes) and is
    /// at `key` in the text of keys.
    #[inline]
    pub(super) fn push(&mut self, word: u128, key: Range<usize>, place: Range<usize>) {
        if self.open.capacity() == 0 {
            self.open.reserve(USUAL);
        }
        self.open.push(Entry { word, key, place });
    }

    /// Finds the order of those from the `first` on, whose keys stand in `keys`: true if they are written in it. None if
    /// two have one key.
    pub(super) fn sort(&mut self, first: usize, keys: &[u8]) -> Option<bool> {
        let entries = &mut self.open[first..];
        // Nearly always the first bytes decide, and the keys need not be looked up.
        let order =
            |a: &Entry, b: &Entry| a.word.cmp(&b.word).then_with(|| keys[a.key.clone()].cmp(&keys[b.key.clone()]));
        if entries.is_sorted_by(|a, b| order(a, b).is_lt()) {
            return Some(true);
        }
        entries.sort_unstable_by(order);
        entries.is_sorted_by(|a, b| order(a, b).is_lt()).then_some(false)
    }

    /// Writes those from the `first` on, which are the end of `out`, once more in the order that was found, over
    /// themselves.
    pub(super) fn arrange(&mut self, first: usize, out: &mut Vec<u8>) {
        let entries = &self.open[first..];
        let Some(start) = entries.iter().map(|entry| entry.place.start).min() else { return };
        let end = out.len();
        out.reserve(end - start);
        for entry in entries {
            out.extend_from_within(entry.place.clone());
        }
        out.copy_within(end.., start);
        out.truncate(end);
    }

    /// Forgets those from the `first` on: their map is complete.
    pub(super) fn close(&mut self, first: usize) {
        self.open.truncate(first);
    }
}
