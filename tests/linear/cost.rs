//! What work costs, and how that grows.

use std::alloc::System;

use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// The large input is so many times the small one.
pub(crate) const GROWTH: usize = 16;

/// On as much input, large or small, linear work costs the same and quadratic work 16 times as much: in between lie
/// caches, buffers that double, and the logarithms of sorting.
const MOST: usize = 4;

/// Other work on the machine spoils one measurement, not all of them.
const ATTEMPTS: usize = 5;

/// What is measured in less time tells nothing, as the kernel counts in ticks.
const LEAST_TIME: u64 = 12_000_000;

/// One that takes so much while the other takes next to nothing tells enough.
const MOST_TIME: u64 = 10 * LEAST_TIME;

/// Allocations, and the bytes of them.
fn allocated(work: impl FnOnce()) -> (usize, usize) {
    let region = Region::new(ALLOCATOR);
    work();
    let stats = region.change();
    (stats.allocations + stats.reallocations, stats.bytes_allocated + stats.bytes_reallocated.unsigned_abs())
}

/// The nanoseconds that this thread has been on a core: other threads are not in it, however busy they are.
#[cfg(target_os = "linux")]
fn spent() -> u64 {
    let line = std::fs::read_to_string("/proc/thread-self/schedstat").expect("Linux tells");
    line.split(' ').next().and_then(|first| first.parse().ok()).expect("a number")
}

#[cfg(target_os = "linux")]
fn time(times: usize, work: &impl Fn()) -> u64 {
    let begin = spent();
    (0..times).for_each(|_| work());
    spent() - begin
}

/// How many times longer the large input takes once than the small one so often that both are as much input.
#[cfg(target_os = "linux")]
fn slowdown(small: &impl Fn(), large: &impl Fn()) -> f64 {
    let (mut first, mut second) = (0, 0);
    while first.min(second) < LEAST_TIME && first.max(second) < MOST_TIME {
        first += time(GROWTH, small);
        second += time(1, large);
    }
    second as f64 / first.max(1) as f64
}

/// Elsewhere allocations tell alone.
#[cfg(not(target_os = "linux"))]
fn slowdown(_: &impl Fn(), _: &impl Fn()) -> f64 {
    0.0
}

/// Says what is wrong if the work on an input 16 times as large costs much more than 16 times as much.
pub(crate) fn complaint(small: impl Fn(), large: impl Fn()) -> Option<String> {
    // Buffers that threads keep.
    large();
    let ((few, short), (many, long)) = (allocated(&small), allocated(&large));
    if many > MOST * GROWTH * few || long > MOST * GROWTH * short {
        return Some(format!("{few} allocations of {short} bytes become {many} of {long}"));
    }
    let slowdowns = (0..ATTEMPTS).map(|_| slowdown(&small, &large));
    let best = slowdowns.take_while(|slowdown| *slowdown > MOST as f64).collect::<Vec<_>>();
    (best.len() == ATTEMPTS).then(|| format!("takes {best:.1?} times as long as so many small ones"))
}
