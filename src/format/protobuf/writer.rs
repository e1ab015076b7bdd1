//! The reused writer of small messages.

use std::cell::Cell;

use crate::reflect::ProtoWriter;

/// Calls `work` with a writer that reuses the memory of the previous one. Allocating memory would take most of the time
/// of encoding a small message.
pub(crate) fn with_writer<R>(work: impl FnOnce(&mut ProtoWriter) -> R) -> R {
    /// The maximum number of bytes kept between two messages.
    const MOST_KEPT: usize = 1 << 20;
    thread_local! {
        static WRITER: Cell<ProtoWriter> = Cell::default();
    }
    let mut writer = WRITER.take();
    writer.clear();
    let result = work(&mut writer);
    if writer.position() <= MOST_KEPT {
        WRITER.set(writer);
    }
    result
}
