//! Memory that is used again: most of the time of a small value would go into getting some.

use std::cell::Cell;

use super::json::decode_utf8;

/// What is kept between two uses, in bytes.
const MOST_KEPT: usize = 1 << 20;

/// What is longer, in bytes, is not copied out: it is faster to get new memory for the next use.
const MOST_COPIED: usize = 32 << 10;

/// What is shorter, in bytes, is copied out: that takes less than other memory for each use.
const LEAST_HANDED_OUT: usize = 1 << 10;

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
        if buffer.len() <= MOST_COPIED {
            return Ok(buffer.to_vec());
        }
        let mut taken = std::mem::take(buffer);
        taken.shrink_to_fit();
        Ok(taken)
    })
}

/// What `write` appends, in a vector that has at most a quarter more room. What is about as long as the last one in this thread,
/// as objects of one kind are, is written where it stays: to copy it takes a twentieth of all time, most of it for the place of
/// two copies in the nearest cache.
///
/// # Errors
///
/// Those of `write`.
pub(crate) fn handed_out<E>(write: impl FnOnce(&mut Vec<u8>) -> Result<(), E>) -> Result<Vec<u8>, E> {
    thread_local! {
        static BUFFER: Cell<Vec<u8>> = const { Cell::new(Vec::new()) };
        static LAST: Cell<usize> = const { Cell::new(0) };
    }
    // A use within a use finds none and gets memory of its own.
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
    // The next one is handed out if it is as long as this one and the last.
    let is_steady = length >= LEAST_HANDED_OUT && length.abs_diff(last) <= length / 8;
    if !is_steady && buffer.capacity() <= MOST_KEPT {
        BUFFER.set(buffer);
    }
    Ok(copy)
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

#[cfg(test)]
mod tests {
    use super::*;

    /// What is handed out after so many bytes were written.
    fn handed(length: usize) -> Vec<u8> {
        let write = |out: &mut Vec<u8>| -> Result<(), ()> {
            // As who writes does not know what will come.
            (0..length).for_each(|at| out.push(at as u8));
            Ok(())
        };
        let out = handed_out(write).expect("nothing fails");
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
