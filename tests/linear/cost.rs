//! Measurement of time and memory, and of their growth.

use std::alloc::System;
use std::alloc::{GlobalAlloc, Layout};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

#[global_allocator]
static ALLOCATOR: Counting = Counting { calls: COUNT, bytes: COUNT, held: COUNT, most: COUNT };

#[expect(clippy::declare_interior_mutable_const, reason = "each counter starts with its own copy")]
const COUNT: AtomicUsize = AtomicUsize::new(0);

/// The allocator of the system that counts.
struct Counting {
    calls: AtomicUsize,
    bytes: AtomicUsize,
    held: AtomicUsize,
    /// The greatest number of allocated bytes.
    most: AtomicUsize,
}

impl Counting {
    fn add(&self, bytes: usize) {
        self.calls.fetch_add(1, Relaxed);
        self.bytes.fetch_add(bytes, Relaxed);
        let held = self.held.fetch_add(bytes, Relaxed) + bytes;
        self.most.fetch_max(held, Relaxed);
    }
}

// SAFETY: all memory is the system's.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        self.add(layout.size());
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        self.held.fetch_sub(layout.size(), Relaxed);
        // SAFETY: the caller keeps the contract of `dealloc`, and the memory is from `System`.
        unsafe { System.dealloc(memory, layout) }
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        self.held.fetch_sub(layout.size(), Relaxed);
        self.add(size);
        // SAFETY: the caller keeps the contract of `realloc`, and the memory is from `System`.
        unsafe { System.realloc(memory, layout, size) }
    }
}

/// The ratio of the sizes of the large and the small input.
pub(crate) const GROWTH: usize = 16;

/// The greatest accepted ratio of the costs per byte. It is 1 for linear and 16 for quadratic work; caches, buffers
/// that double, and the logarithms of sorting lie between.
const MOST: usize = 4;

/// Other work on the machine can spoil some measurements by the caches, but hardly all of them.
const ATTEMPTS: usize = 10;

/// Returns the number of allocations, their bytes, and the greatest number of allocated bytes.
fn allocated(work: impl FnOnce()) -> (usize, usize, usize) {
    let (calls, bytes) = (ALLOCATOR.calls.load(Relaxed), ALLOCATOR.bytes.load(Relaxed));
    let held = ALLOCATOR.held.load(Relaxed);
    ALLOCATOR.most.store(held, Relaxed);
    work();
    let most = ALLOCATOR.most.load(Relaxed) - held;
    (ALLOCATOR.calls.load(Relaxed) - calls, ALLOCATOR.bytes.load(Relaxed) - bytes, most)
}

/// Returns the CPU time of this thread, which does not include other work on the machine.
fn spent() -> Duration {
    Duration::try_from(clock_gettime(ClockId::ThreadCPUTime)).expect("the clock starts at zero")
}

fn time(times: usize, work: &impl Fn()) -> Duration {
    let begin = spent();
    (0..times).for_each(|_| work());
    spent() - begin
}

/// Returns the ratio of the time for the large input to the time for equally much input in small pieces.
fn slowdown(small: &impl Fn(), large: &impl Fn()) -> f64 {
    let first = time(GROWTH, small);
    time(1, large).as_secs_f64() / first.as_secs_f64()
}

/// Returns a complaint if the cost grows faster than the input, or if the work allocates more than `limit` bytes.
pub(crate) fn complaint(small: impl Fn(), large: impl Fn(), limit: usize) -> Option<String> {
    // Buffers that threads keep.
    large();
    let ((few, short, _), (many, long, most)) = (allocated(&small), allocated(&large));
    if most > limit {
        return Some(format!("holds {most} bytes, more than {limit}"));
    }
    if many > MOST * GROWTH * few || long > MOST * GROWTH * short {
        return Some(format!("{few} allocations of {short} bytes become {many} of {long}"));
    }
    let slowdowns = (0..ATTEMPTS).map(|_| slowdown(&small, &large));
    let best = slowdowns.take_while(|slowdown| *slowdown > MOST as f64).collect::<Vec<_>>();
    (best.len() == ATTEMPTS).then(|| format!("takes {best:.1?} times as long as so many small ones"))
}
