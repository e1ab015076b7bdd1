//! Allocation of memory as `Vec` and `Box` do, for values whose types only their tables describe.

use std::alloc::{Layout, alloc, handle_alloc_error, realloc};
use std::mem::ManuallyDrop;
use std::ptr;

/// Returns new memory with the bytes of `len` values.
///
/// # Safety
///
/// `from` points to `len` values of the layout.
pub(super) unsafe fn copied(from: *const u8, layout: Layout, len: usize) -> *mut u8 {
    let size = layout.size() * len;
    // SAFETY: the values exist in memory, so their size is a valid layout. The new memory has the same size and does not
    // overlap them.
    unsafe {
        let to = memory(Layout::from_size_align_unchecked(size, layout.align()));
        ptr::copy_nonoverlapping(from, to, size);
        to
    }
}

/// Allocates memory for `len` values as `Vec` does.
///
/// # Panics
///
/// If the size overflows.
pub(super) fn memory_for(layout: Layout, len: usize) -> *mut u8 {
    memory(repeated(layout, len))
}

/// Returns the layout of `len` values.
///
/// # Panics
///
/// If the size overflows.
fn repeated(layout: Layout, len: usize) -> Layout {
    let size = layout.size().checked_mul(len).expect("memory ends");
    Layout::from_size_align(size, layout.align()).expect("memory ends")
}

/// Enlarges memory for `capacity` values of a size other than zero, which may move.
///
/// # Safety
///
/// The memory was allocated for this number of values of the layout, which is less than `larger`.
pub(super) unsafe fn enlarged(memory: *mut u8, layout: Layout, capacity: usize, larger: usize) -> *mut u8 {
    if capacity == 0 {
        return memory_for(layout, larger);
    }
    let (old, new) = (repeated(layout, capacity), repeated(layout, larger));
    // SAFETY: the memory has the old layout, by the contract of this function, and the new size is not zero and valid.
    let memory = unsafe { realloc(memory, old, new.size()) };
    if memory.is_null() {
        handle_alloc_error(new);
    }
    memory
}

/// [`Box::new`] without the code that drops the value if the allocation fails, which would be compiled once for each
/// kind.
pub(crate) fn boxed<T>(value: T) -> Box<T> {
    let value = ManuallyDrop::new(value);
    // SAFETY: the memory has the layout of a `T`, as a box requires. The value is moved there, and `ManuallyDrop` keeps it
    // from being dropped here.
    unsafe {
        let place = memory_of(Layout::new::<T>()).cast::<T>();
        ptr::copy_nonoverlapping(&*value, place, 1);
        Box::from_raw(place)
    }
}

/// Calls [`memory`], out of line.
#[inline(never)]
fn memory_of(layout: Layout) -> *mut u8 {
    memory(layout)
}

/// Allocates memory of a layout as `Box` does, or returns a dangling pointer for a layout of size zero.
#[inline]
pub(super) fn memory(layout: Layout) -> *mut u8 {
    if layout.size() == 0 {
        return ptr::without_provenance_mut(layout.align());
    }
    // SAFETY: the size is not zero.
    let memory = unsafe { alloc(layout) };
    if memory.is_null() {
        handle_alloc_error(layout);
    }
    memory
}
