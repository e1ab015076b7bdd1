//! The description of lists and maps as optional vectors of items or entries. Items and length are read directly,
//! because a call for each of the many nil lists would take longer than everything else about them.

use std::alloc::Layout;
use std::ptr;

use super::layout::Vector;

/// The description of a list or map as an optional vector of items or entries.
pub(super) struct VectorType {
    /// The layout of an item.
    pub(super) layout: Layout,
    /// Writes a zero item to uninitialized memory.
    pub(super) zero: unsafe fn(*mut u8),
    /// True if it has the layout of [`Vector`]. Otherwise functions are called.
    pub(super) fits: bool,
    pub(super) parts: unsafe fn(*const u8) -> Option<Vector>,
    pub(super) adopt: unsafe fn(*mut u8, Vector),
    pub(super) clear: unsafe fn(*mut u8),
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
        if self.fits {
            // SAFETY: `at` points to a live list or map of this type, which has the layout of a `Vector`.
            return unsafe { Vector::items(at) };
        }
        // SAFETY: `at` points to a live list or map of this type, to which the function belongs.
        unsafe { (self.parts)(at) }.map_or((ptr::null(), 0), |vector| (vector.items, vector.len))
    }

    /// Writes a list or map that takes over the memory of `vector`. The previous content is not dropped.
    ///
    /// # Safety
    ///
    /// `at` points to memory for a list or map of this type. The items are live, at the start of an allocation with this
    /// capacity, and nothing else owns them.
    #[inline]
    pub(super) unsafe fn adopt(&self, at: *mut u8, vector: Vector) {
        // SAFETY: `at` is valid for a list or map of this type, which has the layout of a `Vector`, or to which the function
        // belongs.
        unsafe { if self.fits { at.cast::<Vector>().write(vector) } else { (self.adopt)(at, vector) } }
    }
}
