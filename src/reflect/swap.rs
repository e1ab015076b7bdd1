//! Exchanging values of any size by one function.

use std::mem::MaybeUninit;
use std::ptr;

/// [`std::mem::swap`] for what exists once for each kind: kinds are large, and moving one in place is as much code.
#[inline]
pub(crate) fn swap<T>(a: &mut T, b: &mut T) {
    // SAFETY: both are exclusive, so that they are two values of the size.
    unsafe { swap_bytes(ptr::from_mut(a).cast(), ptr::from_mut(b).cast(), size_of::<T>()) }
}

/// # Safety
///
/// There are as many bytes at both pointers, which nobody else uses.
#[inline(never)]
unsafe fn swap_bytes(a: *mut MaybeUninit<u8>, b: *mut MaybeUninit<u8>, size: usize) {
    // SAFETY: as the caller says; bytes that may have no value may have any.
    unsafe { ptr::swap_nonoverlapping(a, b, size) }
}
