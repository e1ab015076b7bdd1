//! Prefetching. Large objects are larger than the caches, and most of their fields are empty, so walking them mostly
//! waits for one cache line after another.

/// The usual size of a cache line.
const LINE: usize = 64;

/// Values up to this size are not prefetched.
const SMALL: usize = 2 * LINE;

/// The number of bytes that are prefetched at the target of a pointer, whatever its size.
const START: usize = 3 * LINE;

/// The distance from a value to the lines after it that are prefetched while the value is read. Decoded and copied
/// objects are in memory roughly in the order in which they are written, so these lines are read about a microsecond
/// later, which is longer than a memory access takes.
const BEHIND: usize = 4 << 10;

/// The same distance for walks from the end to the start, which need the prefetched lines sooner. 4 KB would be too far
/// for small objects.
const BEFORE: usize = 3 << 9;

/// Returns the number of cache lines of a value of `size` bytes, at most as many as the prefetch distance covers.
pub(crate) const fn lines_of(size: usize) -> u8 {
    let size = if size < BEHIND { size } else { BEHIND };
    size.div_ceil(LINE) as u8
}

/// Prefetches as many lines as a value has, at least two, at the prefetch distance after it. The memory need not exist.
#[inline]
pub(crate) fn prefetch_behind(at: *const u8, lines: u8) {
    const FEW: u8 = 2;
    let at = at.wrapping_add(BEHIND);
    // Most structs have at most two lines, and a loop would add a branch that is often mispredicted.
    ask(at, FEW);
    if lines > FEW {
        ask(at.wrapping_add(LINE * FEW as usize), lines - FEW);
    }
}

/// Prefetches as many lines as a value has, at the prefetch distance before it. The memory need not exist.
#[inline]
pub(crate) fn prefetch_before(at: *const u8, lines: u8) {
    ask(at.wrapping_sub(BEFORE), lines);
}

/// Prefetches `lines` lines at any address, without reading them. Does nothing on targets without such an instruction.
#[inline(always)]
fn ask(at: *const u8, lines: u8) {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    for line in 0..usize::from(lines) {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: the instruction never fails, whatever the address.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(at.wrapping_add(line * LINE).cast()) }
    }
    #[cfg(not(all(target_arch = "x86_64", not(miri))))]
    let _ = (at, lines);
}

/// Prefetches the lines of one of several adjacent values of `size` bytes, unless they are small. The value need not
/// exist.
#[inline]
pub(super) fn prefetch_nth(first: *const u8, size: usize, index: usize) {
    if size > SMALL {
        ask(first.wrapping_add(index.wrapping_mul(size)), lines_of(size));
    }
}

/// Prefetches the first lines of the target of a pointer, which may be null.
#[inline]
pub(crate) fn prefetch_start(at: *const u8) {
    static HERE: u8 = 0;
    // Translating an unmapped address takes the processor long, while this address is near; a branch would often be
    // mispredicted.
    ask(if at.is_null() { &HERE } else { at }, const { lines_of(START) });
}
