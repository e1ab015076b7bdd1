//! The same beginning for every pass.

use std::hint::black_box;
use std::sync::LazyLock;

/// As many bytes as the caches of one core do not hold.
const SIZE: usize = 8 << 20;

/// From one line of the cache to the next, near enough.
const LINE: usize = 64;

/// Reads memory that is nobody's, after which the caches of the core hold nothing else: whoever comes next finds no objects that
/// the one before used, and does not wait until what that one wrote has left them. The program of Go does the same.
pub(crate) fn sweep() {
    static NOBODYS: LazyLock<Vec<u8>> = LazyLock::new(|| vec![1; SIZE]);
    black_box(NOBODYS.iter().step_by(LINE).map(|&byte| u64::from(byte)).sum::<u64>());
}
