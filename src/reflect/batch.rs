//! Where the items of a list or map wait until their number is known.
//!
//! A list that grows as it is read has too much room in the end, and was moved on the way. So its first items are made
//! here, in memory that every list of the thread uses again, and move into memory of exactly their size.

use std::alloc::{Layout, alloc, dealloc};
use std::cell::Cell;
use std::ptr::NonNull;

use super::copy::copied;

/// What a thread has for all lists that are read at a time; a list with more items goes on by itself.
const MEMORY: Layout = match Layout::from_size_align(64 << 10, 16) {
    Ok(layout) => layout,
    Err(_) => panic!("a layout"),
};

/// What a batch may have before its items are taken, so that those of the items' own lists find room.
const LARGEST: usize = MEMORY.size() / 4;

thread_local! {
    static PLACES: Places = const { Places { memory: Cell::new(None), used: Cell::new(0), batches: Cell::new(0) } };
}

struct Places {
    memory: Cell<Option<NonNull<u8>>>,
    /// How much of the memory is taken, from its start on.
    used: Cell<usize>,
    /// How many batches have items here: without any, nothing is taken.
    batches: Cell<usize>,
}

/// Items of one type, one behind the other; whoever has the batch takes them before it goes.
pub(super) struct Batch {
    /// The first item; dangling without items.
    start: NonNull<u8>,
    /// How many there are.
    len: usize,
}

impl Batch {
    /// No items.
    pub(super) const EMPTY: Batch = Batch { start: NonNull::dangling(), len: 0 };

    /// The first item, and how many there are.
    #[inline]
    pub(super) fn items(&self) -> (*mut u8, usize) {
        (self.start.as_ptr(), self.len)
    }

    /// One more item, as `init` makes it. None if the batch is full, or another one has what comes behind it; then the
    /// items are to be taken.
    ///
    /// # Safety
    ///
    /// All items of the batch have this layout, and `init` writes such an item to memory that it is given.
    #[inline]
    pub(super) unsafe fn add(&mut self, item: Layout, init: unsafe fn(*mut u8)) -> Option<*mut u8> {
        let place = PLACES.try_with(|places| self.place(places, item)).ok().flatten()?;
        // SAFETY: the place is for such an item. Should it panic, the place stays taken, and nobody reads it.
        unsafe { init(place.as_ptr()) };
        if self.len == 0 {
            self.start = place;
        }
        self.len += 1;
        Some(place.as_ptr())
    }

    /// The place of the next item.
    #[inline]
    fn place(&self, places: &Places, item: Layout) -> Option<NonNull<u8>> {
        let memory = places.memory.get().or_else(|| places.allocate())?;
        let (used, size) = (places.used.get(), self.len * item.size());
        let free = free_from(used);
        let at = if self.len == 0 { free } else { self.start.as_ptr() as usize - memory.as_ptr() as usize + size };
        let end = at + item.size();
        if end > MEMORY.size() || size > LARGEST || item.align() > MEMORY.align() {
            return None;
        }
        // Batches begin at multiples of the alignment: what is taken up to the next one is this batch's own, and was
        // left out when another one began.
        if free_from(at) != free {
            return None;
        }
        places.batches.set(places.batches.get() + usize::from(self.len == 0));
        places.used.set(end);
        // SAFETY: the place ends within the memory.
        Some(unsafe { memory.add(at) })
    }

    /// The items in memory of exactly their size, and how many there are; the batch is empty then. None without items.
    ///
    /// # Safety
    ///
    /// All items of the batch have this layout.
    #[inline]
    pub(super) unsafe fn take(&mut self, item: Layout) -> Option<(*mut u8, usize)> {
        let len = std::mem::take(&mut self.len);
        if len == 0 {
            return None;
        }
        // SAFETY: so many items are there, and nobody has them any more.
        let items = unsafe { copied(self.start.as_ptr(), item, len) };
        // A thread that ends has no memory to give back to.
        let _ = PLACES.try_with(|places| places.release(self.start, len * item.size()));
        Some((items, len))
    }
}

/// Where the next batch begins, if so much of the memory is taken.
#[inline]
fn free_from(used: usize) -> usize {
    used.next_multiple_of(MEMORY.align())
}

impl Places {
    #[cold]
    fn allocate(&self) -> Option<NonNull<u8>> {
        // SAFETY: the layout has a size.
        self.memory.set(NonNull::new(unsafe { alloc(MEMORY) }));
        self.memory.get()
    }

    /// Batches go in the opposite order of their coming, nearly always; what another order leaves in between is free
    /// when the last one has gone.
    #[inline]
    fn release(&self, start: NonNull<u8>, size: usize) {
        self.batches.set(self.batches.get() - 1);
        let Some(memory) = self.memory.get() else { return };
        let at = start.as_ptr() as usize - memory.as_ptr() as usize;
        if self.batches.get() == 0 {
            self.used.set(0);
        } else if free_from(at + size) == free_from(self.used.get()) {
            self.used.set(at);
        }
    }
}

impl Drop for Places {
    fn drop(&mut self) {
        if let Some(memory) = self.memory.take()
            && self.batches.get() == 0
        {
            // SAFETY: it was allocated with this layout, and nobody has items in it.
            unsafe { dealloc(memory.as_ptr(), MEMORY) }
        }
    }
}
