//! Memory that is used again: most of the time of a small value would go into getting some.

use std::cell::Cell;

use super::json::decode_utf8;

/// What is kept between two uses, in bytes.
const MOST_KEPT: usize = 1 << 20;

/// What is longer, in bytes, is not copied out: it is faster to get new memory for the next use.
const MOST_COPIED: usize = 32 << 10;

/// Runs `work` on an empty buffer with the memory that the last use in this thread left.
pub(crate) fn with_buffer<R>(work: impl FnOnce(&mut Vec<u8>) -> R) -> R {
    thread_local! {
        static BUFFER: Cell<Vec<u8>> = const { Cell::new(Vec::new()) };
    }
    // A use within a use finds none and gets memory of its own.
    let mut buffer = BUFFER.take();
    buffer.clear();
    let result = work(&mut buffer);
    if buffer.capacity() <= MOST_KEPT {
        BUFFER.set(buffer);
    }
    result
}

/// What `write` appends, in a vector of exactly that size.
///
/// # Errors
///
/// Those of `write`.
pub(crate) fn exactly<E>(write: impl FnOnce(&mut Vec<u8>) -> Result<(), E>) -> Result<Vec<u8>, E> {
    with_buffer(|buffer| {
        write(buffer)?;
        Ok(if buffer.len() > MOST_COPIED { taken(buffer) } else { buffer.to_vec() })
    })
}

/// What is in the buffer, which then has room for a little more, if that is to be kept: who writes as much again, or asks for
/// room ahead of what it writes, need not move it.
fn taken(buffer: &mut Vec<u8>) -> Vec<u8> {
    let mut taken = std::mem::take(buffer);
    if taken.len() <= MOST_KEPT {
        taken.shrink_to_fit();
        buffer.reserve_exact(taken.len() + taken.len() / 8);
    }
    taken
}

/// [`exactly`] for what is text.
///
/// # Errors
///
/// Those of `write`.
pub(crate) fn exactly_text<E>(write: impl FnOnce(&mut Vec<u8>) -> Result<(), E>) -> Result<String, E> {
    with_buffer(|buffer| {
        write(buffer)?;
        if buffer.len() > MOST_KEPT {
            return Ok(String::from_utf8(std::mem::take(buffer)).expect("what is written is text"));
        }
        // This check is many times faster than the standard library's.
        Ok(decode_utf8(buffer).into_owned())
    })
}
