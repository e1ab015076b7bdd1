//! The layout of the vector in a list or map. Items and length are read directly, because a call for each of the many
//! nil lists would take longer than everything else about them.

use std::alloc::Layout;

use super::layout::Vector;

/// The description of a list or map as an optional vector of items or entries.
pub(super) struct VectorType {
    /// The layout of an item.
    pub(super) layout: Layout,
    /// Writes a zero item to uninitialized memory.
    pub(super) zero: unsafe fn(*mut u8),
    /// True if it has the layout of [`Vector`]. Otherwise functions are called.
    pub(super) fits: bool,
    pub(super) items: unsafe fn(*const u8) -> (*const u8, usize),
    pub(super) items_mut: unsafe fn(*mut u8) -> (*mut u8, usize),
    pub(super) clear: unsafe fn(*mut u8),
    pub(super) adopt: unsafe fn(*mut u8, *mut u8, usize, usize),
}

impl VectorType {
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

    /// Writes a list or map that takes over memory with `len` items and space for `capacity`. The previous content is
    /// not dropped.
    ///
    /// # Safety
    ///
    /// `at` points to memory for a list or map of this type, and the items are at the start of an allocation with capacity
    /// for `capacity` items.
    #[inline]
    pub(super) unsafe fn adopt(&self, at: *mut u8, items: *mut u8, len: usize, capacity: usize) {
        // SAFETY: `at` is valid for a list or map of this type, and the items are in an allocation of `capacity` items; the
        // layout is the expected one, or the function belongs to the type.
        unsafe {
            if self.fits {
                at.cast::<Vector>().write(Vector::new(items, len, capacity))
            } else {
                (self.adopt)(at, items, len, capacity)
            }
        }
    }
}
