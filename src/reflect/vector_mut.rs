//! Exclusive cursors over lists and maps of any type, which only their description knows.

use std::marker::PhantomData;
use std::{mem, ptr};

use super::allocation::{copied, enlarged, memory_for};
use super::batch::Batch;
use super::layout::Vector;
use super::vector::VectorType;

/// An exclusive cursor over a list or map of any type. New items are collected in memory of the thread and moved to the
/// list or map when the cursor is dropped.
pub(super) struct VectorMut<'a> {
    /// A live list or map of the type, borrowed exclusively.
    at: *mut u8,
    ty: &'static VectorType,
    /// Items that are not in the vector yet. The vector is empty as long as this is not.
    batch: Batch,
    /// True if the vector has memory, so that items are appended to it directly.
    has_memory: bool,
    life: PhantomData<&'a mut u8>,
}

impl<'a> VectorMut<'a> {
    /// Creates a cursor on the list or map at `at`.
    ///
    /// # Safety
    ///
    /// `at` points to a live list or map of this type, borrowed exclusively for the cursor's lifetime.
    #[inline]
    pub(super) unsafe fn new(at: *mut u8, ty: &'static VectorType) -> Self {
        VectorMut { at, ty, batch: Batch::EMPTY, has_memory: false, life: PhantomData }
    }

    /// Returns the items, which are live and borrowed like the cursor, and their number. The pointer is null for nil.
    #[inline]
    pub(super) fn items(&self) -> (*mut u8, usize) {
        match self.batch.items() {
            // SAFETY: the cursor points to a live list or map of the type.
            (_, 0) => unsafe {
                let (items, len) = self.ty.items(self.at);
                (items.cast_mut(), len)
            },
            items => items,
        }
    }

    /// Returns the item at `index`, which is live and borrowed like the cursor, if there is one.
    #[inline]
    pub(super) fn item(&self, index: usize) -> Option<*mut u8> {
        let (items, len) = self.items();
        (index < len).then(|| items.wrapping_add(index * self.ty.size()))
    }

    /// Returns the size of an item.
    #[inline]
    pub(super) fn size(&self) -> usize {
        self.ty.size()
    }

    /// Moves the items of the batch to the list or map, and returns a pointer to it.
    pub(super) fn settled(&mut self) -> *mut u8 {
        self.settle();
        self.at
    }

    /// Returns the vector in the list or map, or `None` for nil.
    #[inline]
    fn parts(&self) -> Option<Vector> {
        // SAFETY: the cursor points to a live list or map of the type, which has the layout of a `Vector`, or to which the
        // function belongs.
        unsafe {
            if !self.ty.fits {
                return (self.ty.parts)(self.at);
            }
            (!Vector::items(self.at).0.is_null()).then(|| *self.at.cast::<Vector>())
        }
    }

    /// Sets the list or map to nil, and drops all items.
    pub(super) fn clear(&mut self) {
        self.settle();
        self.clear_vector();
        self.has_memory = false;
    }

    #[inline]
    fn clear_vector(&mut self) {
        if self.parts().is_some() {
            // SAFETY: the cursor points to a live list or map of the type, to which the function belongs.
            unsafe { (self.ty.clear)(self.at) }
        }
    }

    /// Turns nil into an empty list or map.
    pub(super) fn make(&mut self) {
        self.settle();
        if self.parts().is_none() {
            self.adopt(memory_for(self.ty.layout, 0), 0, 0);
        }
    }

    /// Reserves memory for the given number of items if there are none. Nil becomes a list or map.
    pub(super) fn reserve(&mut self, items: usize) {
        if self.items().1 == 0 {
            self.clear();
            self.adopt(memory_for(self.ty.layout, items), 0, items);
            self.has_memory = true;
        }
    }

    /// Appends a zero item and returns it: to the batch as long as the vector is empty and the batch has space.
    #[inline]
    pub(super) fn push(&mut self) -> *mut u8 {
        self.push_to_batch().unwrap_or_else(|| self.push_to_vector())
    }

    /// Appends a zero item to the batch.
    #[inline(always)]
    fn push_to_batch(&mut self) -> Option<*mut u8> {
        if self.batch.is_empty() && (self.has_memory || self.items().1 > 0) {
            return None;
        }
        // SAFETY: all items of the batch have been added here, so they are of this type.
        unsafe { self.batch.add(self.ty) }
    }

    /// Appends a zero item to the vector.
    #[inline(never)]
    fn push_to_vector(&mut self) -> *mut u8 {
        self.settle();
        let (mut items, len, mut capacity) = match self.parts() {
            Some(Vector { items, len, capacity }) => (items.cast_mut(), len, capacity),
            None => (ptr::null_mut(), 0, 0),
        };
        if len == capacity {
            let larger = (len * 2).max(4);
            // SAFETY: the memory of a vector has its capacity. The vector is overwritten at once, without being dropped.
            items = unsafe { enlarged(items, self.ty.layout, capacity, larger) };
            capacity = larger;
            // The function below can panic.
            self.adopt(items, len, capacity);
        }
        // SAFETY: there is memory after the last item, and the function initializes an item of this type there.
        let item = unsafe {
            let item = items.add(len * self.ty.size());
            (self.ty.zero)(item);
            item
        };
        self.adopt(items, len + 1, capacity);
        item
    }

    /// Drops all items after the first `length`. Nil becomes an empty list.
    pub(super) fn truncate(&mut self, length: usize) {
        let made = self.batch.items().1;
        self.settle();
        // All items are then in the batch.
        if made > 0 && made <= length {
            return;
        }
        match self.parts() {
            Some(vector) if vector.len > length => self.shorten(vector, length),
            Some(_) => {}
            None => self.make(),
        }
    }

    /// Moves the first items to new memory and drops the vector with the others: the code for dropping a whole vector
    /// exists, while a function that drops some items would be compiled for every type.
    #[cold]
    fn shorten(&mut self, vector: Vector, length: usize) {
        let (size, items, removed) = (self.ty.size(), vector.items.cast_mut(), vector.len - length);
        // SAFETY: the vector has more than `length` items. Those before it are moved to the new memory, and the others to the
        // start, so that the vector only contains them when it drops them.
        let kept = unsafe {
            let kept = copied(items, self.ty.layout, length);
            ptr::copy(items.add(length * size), items, removed * size);
            kept
        };
        self.adopt(items, removed, vector.capacity);
        self.clear_vector();
        self.adopt(kept, length, length);
    }

    /// Moves the items of the batch to the list or map.
    #[inline]
    fn settle(&mut self) {
        if !self.batch.is_empty() {
            self.settle_batch();
        }
    }

    #[inline(never)]
    fn settle_batch(&mut self) {
        // SAFETY: all items of the batch are of this type.
        let (items, len) = unsafe { self.batch.take(self.ty) };
        self.clear_vector();
        self.adopt(items, len, len);
    }

    /// Overwrites the list or map, whose memory has been moved or which has none.
    #[inline]
    fn adopt(&mut self, items: *mut u8, len: usize, capacity: usize) {
        // SAFETY: the cursor points to a list or map of the type. All callers pass `len` live items at the start of memory for
        // `capacity` items, which nothing else owns from here on.
        unsafe { self.ty.adopt(self.at, Vector { capacity, items, len }) }
    }
}

impl Drop for VectorMut<'_> {
    #[inline]
    fn drop(&mut self) {
        self.settle();
    }
}

/// Fills a list or map in order that was nil, in memory for an announced number of items. The items become its own when
/// this value is dropped.
pub(super) struct Filling<'a> {
    vector: VectorMut<'a>,
    /// Null after the items have been moved to the list or map.
    items: *mut u8,
    len: usize,
    capacity: usize,
}

/// The limit for memory that is reserved for announced values, since the first of them may be invalid.
const MOST_AHEAD: usize = 16 << 20;

/// Returns the number of announced values for which memory is reserved.
#[inline]
pub(super) fn reserved(announced: usize, size: usize) -> usize {
    if announced.saturating_mul(size) <= MOST_AHEAD { announced } else { MOST_AHEAD / size }
}

impl<'a> Filling<'a> {
    /// Reserves memory for the announced items, or returns `None` if the list or map has items.
    #[inline]
    pub(super) fn new(mut vector: VectorMut<'a>, announced: impl FnOnce() -> usize) -> Option<Self> {
        if vector.items().1 > 0 {
            return None;
        }
        vector.clear_vector();
        let ty = vector.ty;
        let capacity = reserved(announced(), ty.size());
        Some(Filling { vector, items: memory_for(ty.layout, capacity), len: 0, capacity })
    }

    /// Returns the items so far, and their number.
    #[inline]
    pub(super) fn items(&self) -> (*mut u8, usize) {
        (self.items, self.len)
    }

    /// Appends a zero item, if its memory is reserved.
    #[inline]
    pub(super) fn push(&mut self) -> Option<*mut u8> {
        if self.len == self.capacity {
            return None;
        }
        // SAFETY: memory for `capacity` items is allocated, and `len` is less; the function initializes an item of this type
        // before the length includes it.
        let item = unsafe {
            let item = self.items.add(self.len * self.vector.ty.size());
            (self.vector.ty.zero)(item);
            item
        };
        self.len += 1;
        Some(item)
    }

    /// Moves the items to the list or map, unless this was done before, and returns a pointer to it.
    #[inline]
    pub(super) fn settle(&mut self) -> *mut u8 {
        let items = mem::replace(&mut self.items, ptr::null_mut());
        if !items.is_null() {
            // The list or map is nil until now.
            self.vector.adopt(items, mem::take(&mut self.len), mem::take(&mut self.capacity));
        }
        self.vector.at
    }

    /// Removes the last item, which is still zero and therefore needs no drop.
    pub(super) fn forget_last(&mut self) {
        self.len = self.len.saturating_sub(1);
    }
}

impl Drop for Filling<'_> {
    #[inline]
    fn drop(&mut self) {
        self.settle();
    }
}
