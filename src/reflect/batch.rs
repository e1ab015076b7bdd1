//! Where the items of a list or map wait until their number is known.
//!
//! A list that grows as it is read has too much room in the end, and was moved on the way. So its first items are made
//! here, in memory that every list of the thread uses again, and move into memory of exactly their size.

use std::alloc::{Layout, alloc, dealloc};
use std::cell::Cell;
use std::mem;
use std::ptr;

use super::copy::copied;
use super::vector::VectorType;

/// What a thread has for all lists that are read at a time; a list with more items goes on by itself.
const MEMORY: Layout = match Layout::from_size_align(64 << 10, 8) {
    Ok(layout) => layout,
    Err(_) => panic!("a layout"),
};

/// What a batch may have before its items are taken, so that those of the items' own lists find room.
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

/// The memory, of which batches take one part behind the other.
struct Places {
    /// Null before there is any.
    memory: Cell<*mut u8>,
    /// Where the next place begins.
    next: Cell<*mut u8>,
    /// How many batches have items here: without any, nothing is taken.
    batches: Cell<usize>,
}

/// Items of one type, one behind the other; whoever has the batch takes them before it goes.
pub(super) struct Batch {
    /// The first item; null without items.
    start: *mut u8,
    /// Behind the last item; null without items.
    end: *mut u8,
    /// Returns the number of rows in the set.
    len: usize,
}

impl Batch {
    /// No items.
    pub(super) const EMPTY: Batch = Batch { start: ptr::null_mut(), end: ptr::null_mut(), len: 0 };

    /// The first item, and how many there are.
    #[inline]
    pub(super) fn items(&self) -> (*mut u8, usize) {
        (self.start, self.len)
    }

    /// Whether there are none.
    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The size of all items.
    #[inline]
    fn size(&self) -> usize {
        self.end.addr() - self.start.addr()
    }

    /// One more item, which is zero. None if the batch is full, or another one has what comes behind it; then the items are
    /// to be taken.
    ///
    /// # Safety
    ///
    /// All items of the batch are of this type.
    #[inline]
    pub(super) unsafe fn add(&mut self, ty: &VectorType) -> Option<*mut u8> {
        let place = PLACES.try_with(|places| places.take(self, ty.layout)).ok().flatten()?;
        // SAFETY: the place is for such an item. Should it panic, the place stays taken, and nobody reads it.
        unsafe { (ty.zero)(place) };
        if self.len == 0 {
            self.start = place;
        }
        self.end = place.wrapping_add(ty.size());
        self.len += 1;
        Some(place)
    }

    /// Makes a list or map of the items, in memory of exactly their size; the batch is empty then. Without items nothing happens.
    ///
    /// # Safety
    ///
    /// All items of the batch are of this type, and so is the list or map at the place, which has nothing.
    #[inline]
    pub(super) unsafe fn settle(&mut self, at: *mut u8, ty: &VectorType) {
        if !self.is_empty() {
            // SAFETY: as the caller says.
            unsafe { self.settle_some(at, ty) }
        }
    }

    /// # Safety
    ///
    /// As for [`Batch::settle`]; there are items.
    #[inline(never)]
    unsafe fn settle_some(&mut self, at: *mut u8, ty: &VectorType) {
        let batch = mem::replace(self, Batch::EMPTY);
        // SAFETY: so many items are there, and nobody has them any more. What is at the place is nil when it gets them.
        unsafe {
            let items = copied(batch.start, ty.layout, batch.len);
            // A thread that ends has no memory to give back to.
            let _ = PLACES.try_with(|places| places.release(&batch));
            ty.clear(at);
            ty.adopt(at, items, batch.len, batch.len);
        }
    }
}

impl Places {
    /// The place of a batch's next item, which comes right behind the others.
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

    /// Where a batch begins.
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

    /// Batches go in the opposite order of their coming, nearly always; what another order leaves in between is free
    /// when the last one has gone.
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
            // SAFETY: it was allocated with this layout, and nobody has items in it.
            unsafe { dealloc(self.memory.get(), MEMORY) }
        }
    }
}
