//! The same cache state at the start of every pass.

use std::hint::black_box;
use std::sync::LazyLock;

/// A size in bytes that exceeds the caches of one core.
const SIZE: usize = 8 << 20;

/// The approximate size of a cache line in bytes.
const LINE: usize = 64;

/// Reads unrelated memory, which evicts everything else from the caches of the core: the next candidate neither finds
/// objects of the previous one in the caches nor waits for its writes. The Go program does the same.
pub(crate) fn sweep() {
    static NOBODYS: LazyLock<Vec<u8>> = LazyLock::new(|| vec![1; SIZE]);
    black_box(NOBODYS.iter().step_by(LINE).map(|&byte| u64::from(byte)).sum::<u64>());
}
