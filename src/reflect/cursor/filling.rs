//! Lists and maps that are filled in order, with memory for the announced number of items.

use std::marker::PhantomData;

use super::exclusive::Mut;
use super::shared::MapRef;
use crate::field::Str;
use crate::reflect::allocation::memory_for;
use crate::reflect::table::{ListType, MapType, Type};

/// The limit for memory that is reserved for announced values, since the first of them may be invalid.
const MOST_AHEAD: usize = 16 << 20;

/// Returns the number of announced values for which memory is reserved.
#[inline]
pub(super) fn reserved(announced: usize, size: usize) -> usize {
    if announced.saturating_mul(size) <= MOST_AHEAD { announced } else { MOST_AHEAD / size }
}

impl<'a> Mut<'a> {
    /// Returns the list with memory for the announced items, or `None` if the list has items.
    #[inline]
    pub(crate) fn filling_list(self, announced: impl FnOnce() -> usize) -> Option<ListFilling<'a>> {
        let (at, &Type::List(ty)) = (self.at, self.ty) else { return None };
        // SAFETY: the functions belong to the list pointed to (invariant 3).
        unsafe {
            if ty.vector.items(at).1 > 0 {
                return None;
            }
            ty.vector.clear(at);
        }
        let capacity = reserved(announced(), ty.vector.size());
        Some(ListFilling { at, ty, items: memory_for(ty.vector.layout, capacity), len: 0, capacity, life: PhantomData })
    }

    /// Returns the map with memory for the announced entries, or `None` if the map has entries.
    #[inline]
    pub(crate) fn filling_map(self, announced: impl FnOnce() -> usize) -> Option<MapFilling<'a>> {
        let (at, &Type::Map(ty)) = (self.at, self.ty) else { return None };
        // SAFETY: the functions belong to the map pointed to (invariant 3).
        unsafe {
            if ty.vector.items(at).1 > 0 {
                return None;
            }
            ty.vector.clear(at);
        }
        let capacity = reserved(announced(), ty.vector.size());
        Some(MapFilling {
            at,
            ty,
            entries: memory_for(ty.vector.layout, capacity),
            len: 0,
            capacity,
            life: PhantomData,
        })
    }
}

/// Fills a list that was nil. The items become the list's when this value is dropped.
pub(crate) struct ListFilling<'a> {
    at: *mut u8,
    ty: &'static ListType,
    items: *mut u8,
    len: usize,
    capacity: usize,
    life: PhantomData<&'a mut u8>,
}

/// Fills a map that was nil. The entries become the map's, in order, when this value is dropped; the last of equal keys
/// is kept.
pub(crate) struct MapFilling<'a> {
    at: *mut u8,
    ty: &'static MapType,
    entries: *mut u8,
    len: usize,
    capacity: usize,
    life: PhantomData<&'a mut u8>,
}

impl ListFilling<'_> {
    /// Appends a zero item, if its memory is reserved.
    #[inline]
    pub(crate) fn push(&mut self) -> Option<Mut<'_>> {
        if self.len == self.capacity {
            return None;
        }
        // SAFETY: memory for `capacity` items is allocated, and `len` is less; the function initializes an item of this type
        // (invariant 3) before the length includes it.
        let at = unsafe {
            let at = self.items.add(self.len * self.ty.vector.size());
            (self.ty.vector.zero)(at);
            at
        };
        self.len += 1;
        Some(Mut { at, ty: &self.ty.item, life: PhantomData })
    }

    /// Removes the last item, which is still zero and therefore needs no drop.
    pub(crate) fn forget_last(&mut self) {
        self.len = self.len.saturating_sub(1);
    }
}

impl Drop for ListFilling<'_> {
    #[inline]
    fn drop(&mut self) {
        // SAFETY: the function belongs to the list pointed to (invariant 3), which is nil when it gets the memory.
        unsafe { self.ty.vector.adopt(self.at, self.items, self.len, self.capacity) }
    }
}

impl MapFilling<'_> {
    /// Appends a zero value with the key that `set` stores in an empty string, if memory is reserved and `set` returns
    /// true. Otherwise nothing changes.
    #[inline]
    pub(crate) fn push(&mut self, set: impl FnOnce(&mut Str) -> bool) -> Option<Mut<'_>> {
        if self.len == self.capacity {
            return None;
        }
        // SAFETY: memory for `capacity` entries is allocated, and `len` is less; the function initializes an entry of this type
        // (invariant 3), with key and value at these offsets, before the length includes it.
        let at = unsafe {
            let at = self.entries.add(self.len * self.ty.vector.size());
            (self.ty.vector.zero)(at);
            if !set(&mut *at.add(self.ty.key).cast::<Str>()) {
                return None;
            }
            at.add(self.ty.at)
        };
        self.len += 1;
        Some(Mut { at, ty: &self.ty.value, life: PhantomData })
    }
}

impl Drop for MapFilling<'_> {
    #[inline]
    fn drop(&mut self) {
        let made = MapRef { entries: self.entries, len: self.len, ty: self.ty, life: PhantomData };
        let is_ordered = made.iter().zip(made.iter().skip(1)).all(|((before, _), (key, _))| **before < **key);
        // SAFETY: the functions belong to the map pointed to (invariant 3), which is nil when it gets the memory.
        unsafe {
            self.ty.vector.adopt(self.at, self.entries, self.len, self.capacity);
            if !is_ordered {
                (self.ty.restore_order)(self.at);
            }
        }
    }
}
