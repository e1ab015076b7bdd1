//! Memory asked for ahead of time. Large objects are larger than the caches, and most of what is in them is empty: what
//! takes time is the wait for their lines, one after the other.

/// The size of a line of the cache, near enough.
const LINE: usize = 64;

/// Values up to this size are fetched by whoever reads them first.
const SMALL: usize = 2 * LINE;

/// As much is asked for of what a pointer points to, whose size is not looked for.
const START: usize = 3 * LINE;

/// How far behind a value those lines lie that are asked for while it is looked at. What was decoded or copied lies in
/// memory in the order in which it is written, near enough: such lines are looked at about a microsecond later, which is
/// longer than memory takes.
const BEHIND: usize = 4 << 10;

/// The same of who goes from the end to the start: he needs what he asked for sooner, and 4 KB are too far for small objects.
const BEFORE: usize = 3 << 9;

/// How many lines a value of a size has; of a large one as many as lie between it and what is asked for.
pub(crate) const fn lines_of(size: usize) -> u8 {
    let size = if size < BEHIND { size } else { BEHIND };
    size.div_ceil(LINE) as u8
}

/// Asks for as many lines as a value has, and for two at least, far behind it. There may be nothing.
#[inline]
pub(crate) fn prefetch_behind(at: *const u8, lines: u8) {
    const FEW: u8 = 2;
    let at = at.wrapping_add(BEHIND);
    // Most structs have no more, and a loop is a branch that is guessed.
    ask(at, FEW);
    if lines > FEW {
        ask(at.wrapping_add(LINE * FEW as usize), lines - FEW);
    }
}

/// Asks for as many lines as a value has, far in front of it. There may be nothing.
#[inline]
pub(super) fn prefetch_before(at: *const u8, lines: u8) {
    ask(at.wrapping_sub(BEFORE), lines);
}

/// Asks for so many lines. Nothing is read: any address will do. Where there is no such instruction nothing happens.
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

/// Asks for the lines of one of many values of a size, one behind the other, unless they are small; there may be no such value.
#[inline]
pub(super) fn prefetch_nth(first: *const u8, size: usize, index: usize) {
    if size > SMALL {
        ask(first.wrapping_add(index.wrapping_mul(size)), lines_of(size));
    }
}

/// Asks for the first lines of what a pointer points to, which may be nothing.
#[inline]
pub(super) fn prefetch_start(at: *const u8) {
    static HERE: u8 = 0;
    // To look for an address that nobody has takes the processor long, while this one is near; and a branch would often
    // be guessed wrong.
    ask(if at.is_null() { &HERE } else { at }, const { lines_of(START) });
}
