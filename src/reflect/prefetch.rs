//! Memory asked for ahead of time. Large objects are larger than the caches, and most of what is in them is empty: what
//! takes time is the wait for their lines, one after the other.

/// The size of a line of the cache, near enough.
const LINE: usize = 64;

/// Values up to this size are fetched by whoever reads them first.
const SMALL: usize = 2 * LINE;

/// Asks for the lines of a value, unless it is a small one. Nothing is read: any address will do. Where there is no such
/// instruction nothing happens.
#[inline]
pub(super) fn prefetch(at: *const u8, size: usize) {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    if size > SMALL {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        for line in (0..size).step_by(LINE) {
            // SAFETY: the instruction never fails, whatever the address.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(at.wrapping_add(line).cast()) }
        }
    }
    #[cfg(not(all(target_arch = "x86_64", not(miri))))]
    let _ = (at, size, SMALL);
}

/// Asks for the lines of one of many values of a size, one behind the other; there may be no such value.
#[inline]
pub(super) fn prefetch_nth(first: *const u8, size: usize, index: usize) {
    prefetch(first.wrapping_add(index.wrapping_mul(size)), size);
}

/// Asks for the first lines of what a pointer points to, which may be nothing.
#[inline]
pub(super) fn prefetch_start(at: *const u8) {
    static HERE: u8 = 0;
    // To look for an address that nobody has takes the processor long, while this one is near; and a branch would often
    // be guessed wrong.
    prefetch(if at.is_null() { &HERE } else { at }, SMALL + 1);
}
