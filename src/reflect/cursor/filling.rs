//! Lists and maps that are filled in order, with memory for the announced number of items.

use std::marker::PhantomData;

use super::exclusive::Mut;
use super::shared::MapRef;
use crate::field::Str;
use crate::reflect::table::{MapType, Type};
use crate::reflect::vector::VectorType;
use crate::reflect::vector_mut::{Filling, VectorMut};

impl<'a> Mut<'a> {
    /// Returns the list with memory for the announced items, or `None` if the list has items.
    #[inline]
    pub(crate) fn filling_list(self, announced: impl FnOnce() -> usize) -> Option<ListFilling<'a>> {
        let Type::List(ty) = self.ty else { return None };
        Some(ListFilling { filling: Filling::new(self.vector(&ty.vector), announced)?, item: &ty.item })
    }

    /// Returns the map with memory for the announced entries, or `None` if the map has entries.
    #[inline]
    pub(crate) fn filling_map(self, announced: impl FnOnce() -> usize) -> Option<MapFilling<'a>> {
        let Type::Map(ty) = self.ty else { return None };
        Some(MapFilling { filling: Filling::new(self.vector(&ty.vector), announced)?, ty })
    }

    /// Returns the list or map, whose description contains `ty`.
    #[inline]
    fn vector(self, ty: &'static VectorType) -> VectorMut<'a> {
        // SAFETY: the cursor points to a live list or map of its type, borrowed exclusively (invariant 2).
        unsafe { VectorMut::new(self.at, ty) }
    }
}

/// Fills a list that was nil. The items become the list's when this value is dropped.
pub(crate) struct ListFilling<'a> {
    filling: Filling<'a>,
    item: &'static Type,
}

/// Fills a map that was nil. The entries become the map's, in order, when this value is dropped; the last of equal keys
/// is kept.
pub(crate) struct MapFilling<'a> {
    filling: Filling<'a>,
    ty: &'static MapType,
}

impl ListFilling<'_> {
    /// Appends a zero item, if its memory is reserved.
    #[inline]
    pub(crate) fn push(&mut self) -> Option<Mut<'_>> {
        Some(Mut { at: self.filling.push()?, ty: self.item, life: PhantomData })
    }

    /// Removes the last item, which is still zero and therefore needs no drop.
    pub(crate) fn forget_last(&mut self) {
        self.filling.forget_last();
    }
}

impl MapFilling<'_> {
    /// Appends a zero value with the key that `set` stores in an empty string, if memory is reserved and `set` returns
    /// true. Otherwise nothing changes.
    #[inline]
    pub(crate) fn push(&mut self, set: impl FnOnce(&mut Str) -> bool) -> Option<Mut<'_>> {
        let entry = self.filling.push()?;
        // SAFETY: the entry is live and borrowed exclusively, with key and value at these offsets (invariant 3).
        let (key, at) = unsafe { (&mut *entry.add(self.ty.key).cast::<Str>(), entry.add(self.ty.at)) };
        if !set(key) {
            self.filling.forget_last();
            return None;
        }
        Some(Mut { at, ty: &self.ty.value, life: PhantomData })
    }
}

impl Drop for MapFilling<'_> {
    #[inline]
    fn drop(&mut self) {
        let (entries, len) = self.filling.items();
        let made = MapRef { entries, len, ty: self.ty, life: PhantomData };
        let is_ordered = made.iter().zip(made.iter().skip(1)).all(|((before, _), (key, _))| **before < **key);
        let map = self.filling.settle();
        if !is_ordered {
            // SAFETY: the pointer is to the map of this type, which has the entries now, and to which the function belongs
            // (invariant 3).
            unsafe { (self.ty.restore_order)(map) }
        }
    }
}
