//! What each work of `peers` asks of the allocator. It is a program of its own, so that nothing counts while time is
//! taken.

use std::alloc::System;
use std::process::ExitCode;

use stats_alloc::{INSTRUMENTED_SYSTEM, StatsAlloc};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

fn main() -> ExitCode {
    apimachinery_peers::count()
}
