//! The layout of the vector in a list or map. Items and length are read directly, because a call for each of the many
//! nil lists would take longer than everything else about them.

use std::alloc::Layout;
use std::ptr;

use super::PORTABLE;
use super::containers::{list, zero};

/// The description of a list or map as an optional vector of items or entries.
pub(super) struct VectorType {
    /// The layout of an item.
    pub(super) layout: Layout,
    /// Writes a zero item to uninitialized memory.
    pub(super) zero: unsafe fn(*mut u8),
    /// True if it has the layout of [`Vector`]. Otherwise functions are called.
    pub(super) fits: bool,
    items: unsafe fn(*const u8) -> (*const u8, usize),
    items_mut: unsafe fn(*mut u8) -> (*mut u8, usize),
    clear: unsafe fn(*mut u8),
    adopt: unsafe fn(*mut u8, *mut u8, usize, usize),
}

impl VectorType {
    /// Describes a list of `T`. A map is a list of pairs.
    pub(super) const fn of<T: Default>() -> Self {
        VectorType {
            layout: Layout::new::<T>(),
            zero: zero::<T>,
            fits: Vector::fits::<T>(),
            items: list::items::<T>,
            items_mut: list::items_mut::<T>,
            clear: list::clear::<T>,
            adopt: list::adopt::<T>,
        }
    }

    /// Returns the size of an item.
    #[inline]
    pub(super) fn size(&self) -> usize {
        self.layout.size()
    }

    /// Returns the items, or null for nil, and their number.
    ///
    /// # Safety
    ///
    /// `at` points to a live list or map of this type.
    #[inline]
    pub(super) unsafe fn items(&self, at: *const u8) -> (*const u8, usize) {
        // SAFETY: `at` points to a live list or map of this type, which has the expected layout, or the function
        // belongs to the type.
        unsafe { if self.fits { Vector::items(at) } else { (self.items)(at) } }
    }

    /// Returns the items for writing, or null for nil, and their number.
    ///
    /// # Safety
    ///
    /// As for [`VectorType::items`], borrowed exclusively.
    #[inline]
    pub(super) unsafe fn items_mut(&self, at: *mut u8) -> (*mut u8, usize) {
        if !self.fits {
            // SAFETY: `at` points to a live list or map of this type, borrowed exclusively, to which the function
            // belongs.
            return unsafe { (self.items_mut)(at) };
        }
        // SAFETY: `at` points to a live list or map of this type, borrowed exclusively, with the expected layout.
        let (items, len) = unsafe { Vector::items(at) };
        (items.cast_mut(), len)
    }

    /// Sets the list or map to nil.
    ///
    /// # Safety
    ///
    /// As for [`VectorType::items_mut`].
    #[inline]
    pub(super) unsafe fn clear(&self, at: *mut u8) {
        // SAFETY: `at` points to a live list or map of this type, borrowed exclusively, with the expected layout; the
        // function belongs to the type.
        unsafe {
            if !(self.fits && Vector::items(at).0.is_null()) {
                (self.clear)(at);
            }
        }
    }

    /// Writes a list or map that takes over memory with `len` items and room for `capacity`. The previous content is
    /// not dropped.
    ///
    /// # Safety
    ///
    /// `at` points to memory for a list or map of this type, and the items are at the start of an allocation with room
    /// for `capacity` items.
    #[inline]
    pub(super) unsafe fn adopt(&self, at: *mut u8, items: *mut u8, len: usize, room: usize) {
        // SAFETY: `at` is valid for a list or map of this type, and the items are in an allocation of `room` items; the
        // layout is the expected one, or the function belongs to the type.
        unsafe {
            if self.fits {
                at.cast::<Vector>().write(Vector { room, items, len })
            } else {
                (self.adopt)(at, items, len, room)
            }
        }
    }
}

/// A list or map in memory, if its layout is the expected one.
#[derive(Clone, Copy)]
#[repr(C)]
pub(crate) struct Vector {
    room: usize,
    /// Undefined for nil, like the length.
    items: *const u8,
    len: usize,
}

/// The capacity that marks nil, which no vector has. It depends on the compiler.
const NIL: usize = match Vector::nil::<u8>() {
    Some(room) => room,
    None => 0,
};

impl Vector {
    /// Returns the items or entries, or null for nil, and their number.
    ///
    /// # Safety
    ///
    /// `at` points to a live list or map of a type that fits.
    #[inline(always)]
    pub(crate) unsafe fn items(at: *const u8) -> (*const u8, usize) {
        let vector = at.cast::<Vector>();
        // SAFETY: `at` points to a live list or map with the expected layout; only the first word of nil is read.
        unsafe { if (*vector).room == NIL { (ptr::null(), 0) } else { ((*vector).items, (*vector).len) } }
    }

    /// Returns true if an optional vector has this layout.
    const fn fits<T>() -> bool {
        !PORTABLE && matches!(Vector::nil::<T>(), Some(room) if room == NIL)
    }

    /// Returns the first word of nil if an optional vector has this layout. The compiler is probed, because the
    /// language does not define the layout of a vector, and it has changed before.
    const fn nil<T>() -> Option<usize> {
        // The capacity of a vector of zero-sized items is not stored.
        if size_of::<T>() == 0 || size_of::<Option<Vec<T>>>() != size_of::<Vector>() {
            return None;
        }
        // Three different words, so that each is recognized. The pointer is aligned and larger than the others.
        let (room, len, items) = (3, 2, ptr::without_provenance(4 * align_of::<T>()));
        let (vector, null) = (Vector { room, items, len }, Vector { room, items: ptr::null(), len });
        // SAFETY: the types have equal sizes and alignments. Whatever the order of a vector's words, no word of the first value
        // is null, and each is a valid capacity. Of the second value only the word is read that distinguishes nil, which is
        // the pointer or the capacity. If it is not the pointer, the capacity of nil is initialized.
        unsafe {
            match &*(&raw const vector).cast::<Option<Vec<T>>>() {
                Some(vector) if vector.capacity() == room && vector.len() == len => {}
                _ => return None,
            }
            if (*(&raw const null).cast::<Option<Vec<T>>>()).is_none() {
                return None;
            }
            let nil = None::<Vec<T>>;
            let room = (&raw const nil).cast::<usize>().read();
            std::mem::forget(nil);
            Some(room)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::field::{List, Map, Str};

    fn items<T>(value: &T) -> (*const u8, usize) {
        // SAFETY: called with lists and maps that fit.
        unsafe { Vector::items(std::ptr::from_ref(value).cast()) }
    }

    #[test]
    fn lists_and_maps_are_read_where_they_lie() {
        if PORTABLE {
            return assert!(!Vector::fits::<i32>());
        }
        assert!(Vector::fits::<i32>() && Vector::fits::<Str>() && Vector::fits::<(Str, bool)>());
        // Alignments of 1 and 2 as well.
        assert!(Vector::fits::<bool>() && Vector::fits::<u16>());
        assert!(Vector::fits::<List<bool>>() && Vector::fits::<Option<i64>>() && !Vector::fits::<()>());
        let numbers = List::from([1, 2, 3]);
        assert_eq!(items(&numbers), (numbers.as_ptr().cast(), 3));
        assert_eq!(items(&List::<Str>::from([])).1, 0);
        assert_eq!(items(&List::<Str>::nil()), (std::ptr::null(), 0));

        let map: Map<i32> = [("a", 1), ("b", 2)].into();
        assert_eq!(items(&map), (map.entries().as_ptr().cast(), 2));
        assert_eq!(items(&Map::<i32>::nil()), (std::ptr::null(), 0));
    }
}
