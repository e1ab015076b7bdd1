//! Exchange of values of any type by one function.

use std::any::Any;
use std::mem::MaybeUninit;
use std::ptr;

/// Swaps two values like [`std::mem::swap`], which would be compiled once for each kind. Returns false and changes
/// nothing if the values have different types.
pub(crate) fn swap(a: &mut dyn Any, b: &mut dyn Any) -> bool {
    if (*a).type_id() != (*b).type_id() {
        return false;
    }
    let size = size_of_val(a);
    // SAFETY: both are exclusive and of one type, so that they are two values of the size.
    unsafe { swap_bytes(ptr::from_mut(a).cast(), ptr::from_mut(b).cast(), size) }
    true
}

/// # Safety
///
/// Both pointers are valid for reads and writes of `size` bytes, which nothing else accesses during the call.
#[inline(never)]
unsafe fn swap_bytes(a: *mut MaybeUninit<u8>, b: *mut MaybeUninit<u8>, size: usize) {
    // SAFETY: both pointers are valid for `size` bytes that nothing else accesses; uninitialized bytes are allowed in
    // `MaybeUninit`.
    unsafe { ptr::swap_nonoverlapping(a, b, size) }
}
