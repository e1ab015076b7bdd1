//! Where the vector of a list or map has its items and their number. It is read where it lies: a call for each of the many
//! that are nil took longer than all else about them.

use std::alloc::Layout;
use std::ptr;

use super::PORTABLE;
use super::containers::{list, zero};

/// What lists and maps are to the tables: a vector in an option, of items or of entries.
pub(super) struct VectorType {
    /// Of an item.
    pub(super) layout: Layout,
    /// Writes a zero item to memory for one.
    pub(super) zero: unsafe fn(*mut u8),
    /// Whether it lies as [`Vector`] says. Otherwise the functions are called.
    pub(super) fits: bool,
    items: unsafe fn(*const u8) -> (*const u8, usize),
    items_mut: unsafe fn(*mut u8) -> (*mut u8, usize),
    clear: unsafe fn(*mut u8),
    adopt: unsafe fn(*mut u8, *mut u8, usize, usize),
}

impl VectorType {
    /// Of a list of `T`; a map is one of pairs.
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

    /// The size of an item.
    #[inline]
    pub(super) fn size(&self) -> usize {
        self.layout.size()
    }

    /// The items and their number; null for nil.
    ///
    /// # Safety
    ///
    /// `at` points to a live list or map of this type.
    #[inline]
    pub(super) unsafe fn items(&self, at: *const u8) -> (*const u8, usize) {
        // SAFETY: as the caller says; it lies so, or the function is its own.
        unsafe { if self.fits { Vector::items(at) } else { (self.items)(at) } }
    }

    /// The same to be changed.
    ///
    /// # Safety
    ///
    /// As for [`VectorType::items`], borrowed exclusively.
    #[inline]
    pub(super) unsafe fn items_mut(&self, at: *mut u8) -> (*mut u8, usize) {
        if !self.fits {
            // SAFETY: as the caller says; the function is its own.
            return unsafe { (self.items_mut)(at) };
        }
        // SAFETY: as the caller says, and it lies so.
        let (items, len) = unsafe { Vector::items(at) };
        (items.cast_mut(), len)
    }

    /// Makes it nil.
    ///
    /// # Safety
    ///
    /// As for [`VectorType::items_mut`].
    #[inline]
    pub(super) unsafe fn clear(&self, at: *mut u8) {
        // SAFETY: as the caller says; it lies so, and the function is its own.
        unsafe {
            if !(self.fits && Vector::items(at).0.is_null()) {
                (self.clear)(at);
            }
        }
    }

    /// Writes a list or map of so many items in memory that becomes its own, with room for so many; what was there is
    /// forgotten.
    ///
    /// # Safety
    ///
    /// `at` points to memory for a list or map of this type, and the items are there, in memory of that room.
    #[inline]
    pub(super) unsafe fn adopt(&self, at: *mut u8, items: *mut u8, len: usize, room: usize) {
        // SAFETY: as the caller says; it lies so, or the function is its own.
        unsafe {
            if self.fits {
                at.cast::<Vector>().write(Vector { room, items, len })
            } else {
                (self.adopt)(at, items, len, room)
            }
        }
    }
}

/// A list or map as it lies in memory, of one that is known to lie so.
#[derive(Clone, Copy)]
#[repr(C)]
pub(super) struct Vector {
    room: usize,
    /// Says nothing of nil, as the length.
    items: *const u8,
    len: usize,
}

/// The room of nil, which no vector has. It differs between compilers.
const NIL: usize = match Vector::nil::<u8>() {
    Some(room) => room,
    None => 0,
};

impl Vector {
    /// The items, or the entries of a map, and their number; null for nil.
    ///
    /// # Safety
    ///
    /// `at` points to a live list or map of a type that [fits](VectorType::fits).
    #[inline(always)]
    pub(super) unsafe fn items(at: *const u8) -> (*const u8, usize) {
        let vector = at.cast::<Vector>();
        // SAFETY: as the caller says; of nil the first word alone is read.
        unsafe { if (*vector).room == NIL { (ptr::null(), 0) } else { ((*vector).items, (*vector).len) } }
    }

    /// Whether the vector in an option lies so.
    const fn fits<T>() -> bool {
        !PORTABLE && matches!(Vector::nil::<T>(), Some(room) if room == NIL)
    }

    /// The first word of nil, if the vector in an option lies so. The compiler is asked what such words are to it: nothing
    /// in the language says how a vector lies, and it did change.
    const fn nil<T>() -> Option<usize> {
        // The room of what has no size is no number that was written.
        if size_of::<T>() == 0 || size_of::<Option<Vec<T>>>() != size_of::<Vector>() {
            return None;
        }
        // Three different words, so that each is found where it was written. The pointer is aligned, and larger than the others.
        let (room, len, items) = (3, 2, ptr::without_provenance(4 * align_of::<T>()));
        let (vector, null) = (Vector { room, items, len }, Vector { room, items: ptr::null(), len });
        // SAFETY: they have as many bytes, and are as aligned as their pointer. Whatever the order of a vector's words: none of
        // the first's is null, and each is a room that there may be. Of the second it is only asked what says whether there is
        // a vector, which is the pointer or the room. If not the pointer, the room of nil is there to be read.
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
        // Alignments of 1 and 2, too.
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
