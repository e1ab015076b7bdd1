//! Memory usage of operations, measured by a program with a counting allocator.

use std::path::Path;
use std::process::{Command, Stdio};

use serde::{Deserialize, Serialize};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region};

use crate::row::Row;

/// Mean memory usage of one object.
#[derive(Clone, Copy, Serialize, Deserialize)]
pub(crate) struct Usage {
    /// Number of allocator calls during the operation.
    pub(crate) allocations: f64,
    /// Bytes kept by the result, including the result itself.
    pub(crate) bytes: f64,
}

/// Returns the mean usage of `work` over `items`; zero in a program without a counting allocator.
pub(crate) fn usage<'a, T, R>(items: &'a [T], work: impl Fn(&'a T) -> R) -> Usage {
    let mut kept = Vec::with_capacity(items.len());
    // Excludes values that are created once for all objects.
    items.iter().for_each(|item| drop(work(item)));
    let region = Region::new(&INSTRUMENTED_SYSTEM);
    kept.extend(items.iter().map(work));
    let change = region.change();
    let bytes = change.bytes_allocated as f64 - change.bytes_deallocated as f64 + size_of_val(&kept[..]) as f64;
    let count = items.len().max(1) as f64;
    Usage { allocations: (change.allocations + change.reallocations) as f64 / count, bytes: bytes / count }
}

/// Returns the rows of a corpus measured by the program `counted`, which cargo builds, or none if that fails.
pub(crate) fn rows(arguments: &[String]) -> Vec<Row> {
    let program = std::env::current_exe().unwrap_or_default();
    let target = program.parent().and_then(Path::parent).unwrap_or(Path::new("target"));
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["run", "--quiet", "--release", "--manifest-path", manifest, "--bin", "counted", "--target-dir"]);
    let output = cargo.arg(target).arg("--").args(arguments).stderr(Stdio::inherit()).output();
    let lines = output.map(|output| output.stdout).unwrap_or_default();
    String::from_utf8_lossy(&lines).lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
}
