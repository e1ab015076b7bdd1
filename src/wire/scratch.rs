//! Reuse of memory. Allocations would take most of the time of encoding a small value.

use std::cell::Cell;

use super::json::decode_utf8;

/// The maximum number of bytes kept between two uses.
const MOST_KEPT: usize = 1 << 20;

/// The length in bytes above which a result is not copied, since a new allocation for the next use is faster.
const MOST_COPIED: usize = 32 << 10;

/// The length in bytes below which a result is always copied, since that is faster than a new allocation for each use.
const LEAST_HANDED_OUT: usize = 1 << 10;

/// Calls `work` with an empty buffer that reuses the memory of the previous use in this thread.
pub(crate) fn with_buffer<R>(work: impl FnOnce(&mut Vec<u8>) -> R) -> R {
    thread_local! {
        static BUFFER: Cell<Vec<u8>> = const { Cell::new(Vec::new()) };
    }
    // A nested use finds no buffer and allocates its own.
    let mut buffer = BUFFER.take();
    buffer.clear();
    let result = work(&mut buffer);
    if buffer.capacity() <= MOST_KEPT {
        BUFFER.set(buffer);
    }
    result
}

/// Returns the bytes that `write` appends, in a vector of exactly that capacity.
///
/// # Errors
///
/// Returns the errors of `write`.
pub(crate) fn exactly<E>(write: impl FnOnce(&mut Vec<u8>) -> Result<(), E>) -> Result<Vec<u8>, E> {
    with_buffer(|buffer| {
        write(buffer)?;
        if buffer.len() <= MOST_COPIED {
            return Ok(buffer.to_vec());
        }
        let mut taken = std::mem::take(buffer);
        taken.shrink_to_fit();
        Ok(taken)
    })
}

/// Returns the bytes that `write` appends, in a vector with at most a quarter of additional capacity. If the length is
/// about the same as for the previous result in this thread, as is usual for objects of the same kind, the bytes are
/// written directly to the returned vector. A copy takes a twentieth of the total time, mostly because two copies
/// occupy the nearest cache.
///
/// # Errors
///
/// Returns the errors of `write`.
pub(crate) fn handed_out<E>(write: impl FnOnce(&mut Vec<u8>) -> Result<(), E>) -> Result<Vec<u8>, E> {
    thread_local! {
        static BUFFER: Cell<Vec<u8>> = const { Cell::new(Vec::new()) };
        static LAST: Cell<usize> = const { Cell::new(0) };
    }
    // A nested use finds no buffer and allocates its own.
    let (mut buffer, last) = (BUFFER.take(), LAST.get());
    buffer.clear();
    if buffer.capacity() == 0 && last <= MOST_KEPT {
        buffer.reserve_exact(last + last / 8);
    }
    write(&mut buffer)?;
    let length = buffer.len();
    LAST.set(length);
    if length >= LEAST_HANDED_OUT && buffer.capacity() - length <= length / 4 {
        return Ok(buffer);
    }
    if length > MOST_COPIED {
        buffer.shrink_to_fit();
        return Ok(buffer);
    }
    let copy = buffer.to_vec();
    // The next buffer can be returned without a copy if its length is about the same as for this result and the
    // previous one.
    let is_steady = length >= LEAST_HANDED_OUT && length.abs_diff(last) <= length / 8;
    if !is_steady && buffer.capacity() <= MOST_KEPT {
        BUFFER.set(buffer);
    }
    Ok(copy)
}

/// Returns the text that `write` appends, like [`exactly`].
///
/// # Errors
///
/// Returns the errors of `write`.
pub(crate) fn exactly_text<E>(write: impl FnOnce(&mut Vec<u8>) -> Result<(), E>) -> Result<String, E> {
    with_buffer(|buffer| {
        write(buffer)?;
        if buffer.len() > MOST_KEPT {
            return Ok(String::from_utf8(std::mem::take(buffer)).expect("only valid UTF-8 is written to the buffer"));
        }
        // This check is many times faster than the standard library's.
        Ok(decode_utf8(buffer).into_owned())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the result for `length` bytes.
    fn handed(length: usize) -> Vec<u8> {
        let write = |out: &mut Vec<u8>| -> Result<(), ()> {
            // Writers do not know the final length in advance, so bytes are appended one by one.
            (0..length).for_each(|at| out.push(at as u8));
            Ok(())
        };
        let out = handed_out(write).expect("the closure returns no error");
        assert!(out.iter().enumerate().all(|(at, &byte)| byte == at as u8) && out.len() == length);
        assert!(out.capacity() - length <= length / 4, "{length} bytes have room for {}", out.capacity());
        out
    }

    #[test]
    fn what_is_handed_out_has_little_room() {
        let lengths =
            [0, 1, 500, 5_000, 5_100, 4_900, 5_000, 600, 5_000, 100_000, 99_000, 40, 40, 2_000_000, 10, 2_000, 2_000];
        for length in lengths {
            handed(length);
        }
    }

    #[test]
    fn what_is_as_long_as_the_last_is_written_where_it_stays() {
        for _ in 0..3 {
            handed(5_000);
        }
        let mut place = None;
        let write = |out: &mut Vec<u8>| {
            out.extend([7; 5_000]);
            place = Some(out.as_ptr());
            Ok::<(), ()>(())
        };
        assert_eq!(handed_out(write).map(|out| Some(out.as_ptr())), Ok(place));
    }

    #[test]
    fn an_error_and_a_use_within_a_use_leave_nothing_behind() {
        let say = |out: &mut Vec<u8>, text: &str, result: Result<(), ()>| {
            out.extend_from_slice(text.as_bytes());
            result
        };
        assert_eq!(handed_out(|out| say(out, "gone", Err(()))), Err(()));
        let outer = handed_out(|out| {
            say(out, "out", Ok(()))?;
            assert_eq!(handed_out(|inner| say(inner, "inner", Ok(()))), Ok(b"inner".to_vec()));
            say(out, "er", Ok(()))
        });
        assert_eq!(outer, Ok(b"outer".to_vec()));
    }
}
