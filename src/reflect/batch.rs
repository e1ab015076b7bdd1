//! Temporary memory for the items of a list or map whose number is not known yet.
//!
//! A list that grows while it is read is moved several times and ends with unused capacity. Its first items are
//! therefore collected here, in memory that all lists of the thread reuse, and are then moved to memory of exactly
//! their size.

use std::alloc::{Layout, alloc, dealloc};
use std::cell::Cell;
use std::mem;
use std::ptr;

use super::allocation::copied;
use super::vector::VectorType;

/// The memory of a thread for all lists that are being read. A list with more items grows as usual from then on.
const MEMORY: Layout = match Layout::from_size_align(64 << 10, 8) {
    Ok(layout) => layout,
    Err(_) => panic!("a layout"),
};

/// The size at which the items of a batch are moved to the list, so that there is memory for the lists within the items.
const LARGEST: usize = MEMORY.size() / 4;

thread_local! {
    static PLACES: Places = const {
        Places {
            memory: Cell::new(ptr::null_mut()),
            next: Cell::new(ptr::null_mut()),
            batches: Cell::new(0),
        }
    };
}

/// The memory of a thread, which batches use like a stack.
struct Places {
    /// Null until the memory is allocated.
    memory: Cell<*mut u8>,
    /// The start of the unused memory.
    next: Cell<*mut u8>,
    /// The number of batches with items. If it is zero, all memory is unused.
    batches: Cell<usize>,
}

/// Adjacent items of one type. The owner moves them to a list or drops them before it drops the batch.
pub(super) struct Batch {
    /// The first item, or null if the batch is empty.
    start: *mut u8,
    /// The end of the last item, or null if the batch is empty.
    end: *mut u8,
    /// The number of items.
    len: usize,
}

impl Batch {
    /// A batch without items.
    pub(super) const EMPTY: Batch = Batch { start: ptr::null_mut(), end: ptr::null_mut(), len: 0 };

    /// Returns the first item and the number of items.
    #[inline]
    pub(super) fn items(&self) -> (*mut u8, usize) {
        (self.start, self.len)
    }

    /// Returns true if the batch has no items.
    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns the size of all items in bytes.
    #[inline]
    fn size(&self) -> usize {
        self.end.addr() - self.start.addr()
    }

    /// Adds a zero item. Returns `None` if the batch is full, or if another batch uses the memory after it; the items
    /// then have to be moved to the list.
    ///
    /// # Safety
    ///
    /// All items of the batch are of this type.
    #[inline]
    pub(super) unsafe fn add(&mut self, ty: &VectorType) -> Option<*mut u8> {
        let place = PLACES.try_with(|places| places.take(self, ty.layout)).ok().flatten()?;
        // SAFETY: `take` returns unused memory of the layout of an item. If the function panics, the place stays reserved
        // and is never read.
        unsafe { (ty.zero)(place) };
        if self.len == 0 {
            self.start = place;
        }
        self.end = place.wrapping_add(ty.size());
        self.len += 1;
        Some(place)
    }

    /// Moves the items to memory of exactly their size, and returns the memory and their number.
    ///
    /// # Safety
    ///
    /// All items of the batch are of this type, and there is at least one.
    pub(super) unsafe fn take(&mut self, ty: &VectorType) -> (*mut u8, usize) {
        let batch = mem::replace(self, Batch::EMPTY);
        // SAFETY: the batch contains `len` initialized items, which `self` no longer refers to, so they are moved.
        let items = unsafe { copied(batch.start, ty.layout, batch.len) };
        // The thread's memory is already gone while the thread ends.
        let _ = PLACES.try_with(|places| places.release(&batch));
        (items, batch.len)
    }
}

impl Places {
    /// Reserves the place directly after the items of a batch.
    #[inline]
    fn take(&self, batch: &Batch, item: Layout) -> Option<*mut u8> {
        let at = if batch.is_empty() {
            self.begin()?
        } else if batch.end == self.next.get() && batch.size() <= LARGEST {
            batch.end
        } else {
            return None;
        };
        let used = at.addr() - self.memory.get().addr();
        if used + item.size() > MEMORY.size() || item.align() > MEMORY.align() {
            return None;
        }
        self.batches.set(self.batches.get() + usize::from(batch.is_empty()));
        self.next.set(at.wrapping_add(item.size()));
        Some(at)
    }

    /// Returns the place where a new batch begins.
    #[inline]
    fn begin(&self) -> Option<*mut u8> {
        if self.memory.get().is_null() {
            self.allocate();
        }
        let next = self.next.get();
        (!next.is_null()).then(|| next.map_addr(|next| next.next_multiple_of(MEMORY.align())))
    }

    #[cold]
    fn allocate(&self) {
        // SAFETY: the layout has a size.
        let memory = unsafe { alloc(MEMORY) };
        self.memory.set(memory);
        self.next.set(memory);
    }

    /// Releases the memory of a batch. Batches are nearly always dropped in the opposite order of their creation; gaps
    /// that another order leaves are reused after the last batch is dropped.
    #[inline]
    fn release(&self, batch: &Batch) {
        self.batches.set(self.batches.get() - 1);
        if self.batches.get() == 0 {
            self.next.set(self.memory.get());
        } else if self.next.get() == batch.end {
            self.next.set(batch.start);
        }
    }
}

impl Drop for Places {
    fn drop(&mut self) {
        if self.batches.get() == 0 && !self.memory.get().is_null() {
            // SAFETY: `allocate` used this layout, and no batch has items in the memory.
            unsafe { dealloc(self.memory.get(), MEMORY) }
        }
    }
}
