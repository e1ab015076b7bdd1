//! What work costs, and how that grows.

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
    /// The most bytes that were held at a time.
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

/// The large input is so many times the small one.
pub(crate) const GROWTH: usize = 16;

/// On as much input, large or small, linear work costs the same and quadratic work 16 times as much: in between lie
/// caches, buffers that double, and the logarithms of sorting.
const MOST: usize = 4;

/// Other work on the machine can spoil some measurements by the caches, but hardly all of them.
const ATTEMPTS: usize = 10;

/// Allocations, the bytes of them, and the most bytes that were held at a time.
fn allocated(work: impl FnOnce()) -> (usize, usize, usize) {
    let (calls, bytes) = (ALLOCATOR.calls.load(Relaxed), ALLOCATOR.bytes.load(Relaxed));
    let held = ALLOCATOR.held.load(Relaxed);
    ALLOCATOR.most.store(held, Relaxed);
    work();
    let most = ALLOCATOR.most.load(Relaxed) - held;
    (ALLOCATOR.calls.load(Relaxed) - calls, ALLOCATOR.bytes.load(Relaxed) - bytes, most)
}

/// The time that this thread has been on a core. Other work on the machine is not counted in it.
fn spent() -> Duration {
    Duration::try_from(clock_gettime(ClockId::ThreadCPUTime)).expect("the clock starts at zero")
}

fn time(times: usize, work: &impl Fn()) -> Duration {
    let begin = spent();
    (0..times).for_each(|_| work());
    spent() - begin
}

/// How many times longer the large input takes once than the small one so often that both are as much input.
fn slowdown(small: &impl Fn(), large: &impl Fn()) -> f64 {
    let first = time(GROWTH, small);
    time(1, large).as_secs_f64() / first.as_secs_f64()
}

/// Says what is wrong if the work on an input 16 times as large costs much more than 16 times as much, or holds more memory
/// than `limit`.
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
