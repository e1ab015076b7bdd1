use std::ops::Range;

/// The positions of the map entries written so far. When a map is complete, its entries are rearranged in key order.
#[derive(Debug)]
pub(super) struct Entries {
    open: Vec<Entry>,
}

/// The initial capacity: as many entries as a single large map has, in an allocation small enough to be served from an
/// allocator's cache.
const USUAL: usize = 20;

#[derive(Debug)]
struct Entry {
    /// The first bytes of the key, which decide most comparisons.
    word: u128,
    /// The position of the key in the buffer that contains all keys.
    key: Range<usize>,
    /// The position of the entry in the output.
    place: Range<usize>,
}

impl Entries {
    /// Creates an empty list of entries.
    pub(super) fn new() -> Self {
        Entries { open: Vec::new() }
    }

    /// Returns the number of entries of all open maps.
    pub(super) fn len(&self) -> usize {
        self.open.len()
    }

    /// Adds an entry that is located at `place` in the output. `word` contains the [first
    /// bytes](crate::wire::words::first_bytes) of its key, and `key` is the key's position in the buffer of keys.
    #[inline]
    pub(super) fn push(&mut self, word: u128, key: Range<usize>, place: Range<usize>) {
        if self.open.capacity() == 0 {
            self.open.reserve(USUAL);
        }
        self.open.push(Entry { word, key, place });
    }

    /// Sorts the entries from `first` on by their keys, which are located in `keys`. Returns true if they were already
    /// in order, and `None` if two keys are equal.
    pub(super) fn sort(&mut self, first: usize, keys: &[u8]) -> Option<bool> {
        let entries = &mut self.open[first..];
        // The first bytes nearly always decide, so that the keys need not be loaded.
        let order =
            |a: &Entry, b: &Entry| a.word.cmp(&b.word).then_with(|| keys[a.key.clone()].cmp(&keys[b.key.clone()]));
        if entries.is_sorted_by(|a, b| order(a, b).is_lt()) {
            return Some(true);
        }
        entries.sort_unstable_by(order);
        entries.is_sorted_by(|a, b| order(a, b).is_lt()).then_some(false)
    }

    /// Rewrites the entries from `first` on, which are the end of `out`, in the order established by [`Entries::sort`].
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

    /// Removes the entries from `first` on, after their map is complete.
    pub(super) fn close(&mut self, first: usize) {
        self.open.truncate(first);
    }
}
