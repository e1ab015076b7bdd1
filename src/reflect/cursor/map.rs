//! Cursors over maps.

use std::marker::PhantomData;
use std::slice;

use super::exclusive::{MapMut, Mut};
use super::shared::{MapRef, Ref};
use crate::field::Str;
use crate::reflect::prefetch::prefetch_nth;
use crate::reflect::table::Type;
use crate::reflect::text::set_text;

impl<'a> MapRef<'a> {
    /// Returns true if the map is nil, which is different from an empty map: JSON represents nil as `null`, and empty
    /// as `{}`.
    #[inline]
    #[must_use]
    pub fn is_nil(&self) -> bool {
        self.entries.is_null()
    }

    /// Returns the number of entries; 0 for nil.
    #[expect(clippy::len_without_is_empty, reason = "nil and empty must not be mixed up")]
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns the entries, each as its key and a cursor on its value, by ascending key.
    #[inline]
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (&'a Str, Ref<'a>)> + ExactSizeIterator + use<'a> {
        let map = *self;
        (0..self.len).map(move |index| map.entry(index))
    }

    /// Returns the entry at `index`.
    ///
    /// # Panics
    ///
    /// Panics if there is no such entry.
    #[inline]
    pub(crate) fn entry(self, index: usize) -> (&'a Str, Ref<'a>) {
        assert!(index < self.len, "no entry {index}");
        // SAFETY: the map has more entries than `index`, and of this entry these are the places of key and value; they live as
        // long as the map is borrowed (invariant 2).
        let (key, at) = unsafe {
            let entry = self.entries.add(index * self.ty.vector.size());
            (&*entry.add(self.ty.key).cast(), entry.add(self.ty.at))
        };
        (key, Ref { at, ty: &self.ty.value, life: PhantomData })
    }

    /// Returns the entries of a map of strings.
    #[inline]
    pub(crate) fn texts(&self) -> Option<&'a [(Str, Str)]> {
        match self.ty.has_text_pairs() {
            true if self.len == 0 => Some(&[]),
            // SAFETY: the map has `len` entries (invariant 2), borrowed for the lifetime, which are pairs of strings.
            true => Some(unsafe { slice::from_raw_parts(self.entries.cast(), self.len) }),
            false => None,
        }
    }

    /// Returns the type of the values.
    pub(crate) fn value_type(&self) -> Type {
        self.ty.value
    }

    /// Prefetches the entry that is read next. It need not exist.
    #[inline]
    pub(crate) fn prefetch(&self, index: usize) {
        prefetch_nth(self.entries, self.ty.vector.size(), index);
    }
}

impl MapMut<'_> {
    /// Turns nil into an empty map. Does nothing for other maps.
    pub fn make(&mut self) {
        self.vector.make();
    }

    /// Removes all entries and sets the map to nil, as decoding `null` does.
    pub fn clear(&mut self) {
        self.unordered = false;
        self.vector.clear();
    }

    /// Appends an entry with `key` and the zero value, and returns a cursor on the value. Nil becomes a map. If the map
    /// already contains `key`, the new entry replaces the earlier one when this cursor is dropped.
    #[inline]
    pub fn append(&mut self, key: &str) -> Mut<'_> {
        self.append_start(key, key.len())
    }

    /// Appends a zero value with a key of the first `length` bytes of the rest of a document.
    #[inline]
    pub(crate) fn append_start(&mut self, start: &str, length: usize) -> Mut<'_> {
        let entry = self.vector.push();
        let has_other = self.vector.items().1 > 1;
        // SAFETY: the entry is live and borrowed exclusively, with key and value at these offsets (invariant 3). If there is
        // another one, it precedes the entry.
        let at = unsafe {
            if has_other {
                let last: &Str = &*entry.sub(self.vector.size()).add(self.ty.key).cast();
                self.unordered |= **last >= start[..length];
            }
            set_text(&mut *entry.add(self.ty.key).cast(), start, length);
            entry.add(self.ty.at)
        };
        Mut { at, ty: &self.ty.value, life: PhantomData }
    }

    /// Returns true if a key was appended that is not greater than the key before it. In that case, dropping the cursor
    /// sorts the map.
    #[must_use]
    pub fn is_unordered(&self) -> bool {
        self.unordered
    }

    /// Returns the key of an entry, where 0 is the entry appended last.
    #[inline]
    pub(crate) fn key_back(&self, behind: usize) -> Option<&Str> {
        self.entry_back(behind).map(|(key, _)| key)
    }

    /// Returns the value of an entry, where 0 is the entry appended last.
    pub(crate) fn value_back(&self, behind: usize) -> Option<Ref<'_>> {
        self.entry_back(behind).map(|(_, value)| value)
    }

    /// Returns the keys of the entries from index `first` on, in the order in which they were appended. Entries that
    /// the map contained before have the first indexes. Use it to find duplicate keys.
    pub fn keys_from(&self, first: usize) -> impl Iterator<Item = &Str> {
        let map = self.shared();
        // No `skip`, which would count the first entries one by one.
        (first..map.len).map(move |index| map.entry(index).0)
    }

    /// Returns the type of the values.
    pub(super) fn value_type(&self) -> Type {
        self.ty.value
    }

    /// Returns the value of an entry by its index.
    pub(super) fn value(&mut self, index: usize) -> Mut<'_> {
        let entry = self.vector.item(index).expect("the index is below the number of entries");
        Mut { at: entry.wrapping_add(self.ty.at), ty: &self.ty.value, life: PhantomData }
    }

    /// Does not sort the map when the cursor is dropped: [`Unsorted`](super::order::Unsorted) does it later.
    pub(super) fn leave_unordered(&mut self) {
        self.unordered = false;
    }

    /// Sorts the entries.
    pub(super) fn sort(&mut self) {
        let is_ordered = self.keys_from(0).zip(self.keys_from(1)).all(|(before, key)| **before < **key);
        if !is_ordered {
            self.restore_order();
        }
        self.unordered = false;
    }

    #[cold]
    fn restore_order(&mut self) {
        // SAFETY: the pointer is to a live map of this type, borrowed exclusively (invariant 2), to which the function belongs
        // (invariant 3).
        unsafe { (self.ty.restore_order)(self.vector.settled()) }
    }

    /// Returns the number of entries, including those that a later entry with the same key replaces.
    #[expect(clippy::len_without_is_empty, reason = "nil and empty must not be mixed up")]
    #[must_use]
    pub fn len(&self) -> usize {
        self.shared().len()
    }

    /// Returns an entry by the number of entries after it.
    #[inline]
    fn entry_back(&self, behind: usize) -> Option<(&Str, Ref<'_>)> {
        let map = self.shared();
        let index = map.len.checked_sub(behind + 1)?;
        Some(map.entry(index))
    }

    fn shared(&self) -> MapRef<'_> {
        let (entries, len) = self.vector.items();
        MapRef { entries, len, ty: self.ty, life: PhantomData }
    }
}

impl Drop for MapMut<'_> {
    fn drop(&mut self) {
        if self.unordered {
            self.restore_order();
        }
    }
}
