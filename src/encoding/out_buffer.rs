//! The free memory after the written bytes. Its position is passed by value and so stays in registers: checking a
//! vector at every step would take half of the time.
//!
//! The number of bytes that are certainly free is part of the type, so that the compiler checks the space for the parts
//! of a member, and memory is compared with its end only once for each member.

use std::marker::PhantomData;
use std::ptr::{self, NonNull};

use super::error::EncodeError;

/// The memory that is reserved before a member is written: more than a key and a short value.
pub(super) const MEMBER: usize = 128;

/// The memory for a value that is not nested: more than an inline string, an integer, and the punctuation around them.
pub(super) const VALUE: usize = 64;

/// The minimum by which the memory grows.
const MIN_GROWTH: usize = 4 << 10;

/// Ties a buffer to its output: a lifetime that no other output has, because it is neither longer nor shorter than any
/// other.
type Brand<'id> = PhantomData<fn(&'id ()) -> &'id ()>;

/// The memory after the written bytes of the [`Output`] with the same brand, at least `FREE` bytes. There is only one
/// buffer for an output: methods that write consume it and return the rest.
pub(super) struct OutBuffer<'id, const FREE: usize> {
    at: NonNull<u8>,
    end: NonNull<u8>,
    brand: Brand<'id>,
}

/// The destination of an [`OutBuffer`], whose vector only changes while no buffer exists.
pub(super) struct Output<'id> {
    out: &'id mut Vec<u8>,
    error: Option<EncodeError>,
    brand: Brand<'id>,
}

/// Shows that a value was not written and that the buffer no longer exists. The output contains the error.
pub(super) struct Failed<'id>(Brand<'id>);

/// The buffer after a value.
pub(super) type Written<'id> = Result<OutBuffer<'id, 0>, Failed<'id>>;

/// Up to `N` bytes, which are copied as a whole.
#[derive(Clone, Copy)]
pub(super) struct Token<const N: usize = 8> {
    bytes: [u8; N],
    /// At most `N`.
    length: u8,
}

impl<const N: usize> Token<N> {
    /// Creates a token of the first `length` bytes.
    ///
    /// # Panics
    ///
    /// Panics if `length` is greater than the number of bytes.
    #[inline(always)]
    pub(super) const fn new(bytes: [u8; N], length: u8) -> Self {
        assert!(length as usize <= N, "the length is one of an array");
        Token { bytes, length }
    }

    /// Returns the bytes of the token.
    #[cfg(any(test, feature = "serde"))]
    #[inline]
    pub(super) fn as_slice(&self) -> &[u8] {
        &self.bytes[..self.length.into()]
    }
}

/// Calls `write` with the free memory after the content of a vector.
///
/// # Errors
///
/// Returns the error of a value that the format cannot represent. The vector then ends with a part of the output.
#[inline]
pub(super) fn append(
    out: &mut Vec<u8>,
    write: impl for<'id> FnOnce(OutBuffer<'id, MEMBER>, &mut Output<'id>) -> Written<'id>,
) -> Result<(), EncodeError> {
    let mut output = Output { out, error: None, brand: PhantomData };
    let buffer = OutBuffer::of(&mut output).reserve(&mut output);
    if let Ok(buffer) = write(buffer, &mut output) {
        buffer.commit(&mut output);
    }
    output.error.map_or(Ok(()), Err)
}

impl<'id> Output<'id> {
    #[cold]
    fn fail(&mut self, error: EncodeError) -> Failed<'id> {
        self.error = Some(error);
        Failed(PhantomData)
    }
}

impl Failed<'_> {
    /// Records that the value is in this member.
    #[cold]
    pub(super) fn below(self, output: &mut Output<'_>, name: &str) -> Self {
        output.error = output.error.take().map(|error| error.below(name));
        self
    }

    /// Records that the value is in this item.
    #[cold]
    pub(super) fn below_item(self, output: &mut Output<'_>, index: usize) -> Self {
        output.error = output.error.take().map(|error| error.below_item(index));
        self
    }
}

impl<'id> OutBuffer<'id, 0> {
    /// Returns the free memory. No other buffer of the output exists.
    #[inline]
    fn of(output: &mut Output<'id>) -> Self {
        let start = output.out.as_mut_ptr();
        // SAFETY: length and capacity of a vector are in its memory, or at its end, which is never at null. The pointers may
        // also access what was written.
        unsafe {
            let [at, end] = [output.out.len(), output.out.capacity()].map(|n| NonNull::new_unchecked(start.add(n)));
            OutBuffer { at, end, brand: PhantomData }
        }
    }
}

impl<'id, const FREE: usize> OutBuffer<'id, FREE> {
    /// Returns the number of free bytes.
    #[inline(always)]
    fn spare(&self) -> usize {
        self.end.as_ptr().addr() - self.at.as_ptr().addr()
    }

    /// Returns the buffer after `length` bytes.
    ///
    /// # Safety
    ///
    /// These bytes have been written, and `LEFT` bytes are free after them.
    #[inline(always)]
    unsafe fn advance<const LEFT: usize>(self, length: usize) -> OutBuffer<'id, LEFT> {
        // SAFETY: the written bytes are in the free memory, so the result is in it or at its end.
        OutBuffer { at: unsafe { self.at.add(length) }, end: self.end, brand: PhantomData }
    }

    /// Forgets that some bytes are free.
    #[inline(always)]
    pub(super) fn narrow<const LESS: usize>(self) -> OutBuffer<'id, LESS> {
        const { assert!(LESS <= FREE, "a narrower buffer") };
        OutBuffer { at: self.at, end: self.end, brand: PhantomData }
    }

    /// Sets the length of the vector to the written bytes.
    #[inline]
    fn commit(self, output: &mut Output<'id>) {
        // SAFETY: the buffer is the only one of the output, whose vector has not changed since the buffer was created. The
        // position is in the memory of the vector, and all bytes before it have been written.
        unsafe { output.out.set_len(self.at.as_ptr().offset_from_unsigned(output.out.as_ptr())) }
    }

    /// Calls a function that appends to the vector.
    #[inline]
    pub(super) fn with(self, output: &mut Output<'id>, write: impl FnOnce(&mut Vec<u8>)) -> OutBuffer<'id, 0> {
        self.commit(output);
        write(output.out);
        OutBuffer::of(output)
    }

    /// Calls a function that appends to the vector unless it fails.
    #[inline(always)]
    pub(super) fn try_with(
        self,
        output: &mut Output<'id>,
        write: impl FnOnce(&mut Vec<u8>) -> Result<(), String>,
    ) -> Result<OutBuffer<'id, MEMBER>, Failed<'id>> {
        self.commit(output);
        match write(output.out) {
            Ok(()) => Ok(OutBuffer::of(output).reserve(output)),
            Err(message) => Err(output.fail(EncodeError::new(message))),
        }
    }

    /// Reserves memory for a member.
    #[inline(always)]
    pub(super) fn reserve(self, output: &mut Output<'id>) -> OutBuffer<'id, MEMBER> {
        match self.with_space(MEMBER) {
            Ok(buffer) => buffer,
            Err(buffer) => buffer.grow(output, MEMBER),
        }
    }

    /// Returns the buffer with [`MEMBER`] bytes in its type if `total` bytes, at least as many, are free.
    #[inline(always)]
    fn with_space(self, total: usize) -> Result<OutBuffer<'id, MEMBER>, Self> {
        if total >= MEMBER && self.spare() >= total {
            Ok(OutBuffer { at: self.at, end: self.end, brand: PhantomData })
        } else {
            Err(self)
        }
    }

    /// Reserves `total` bytes, at least [`MEMBER`], and more for the members after them.
    #[cold]
    #[inline(never)]
    fn grow(self, output: &mut Output<'id>, total: usize) -> OutBuffer<'id, MEMBER> {
        let buffer = self.with(output, |out| out.reserve(total + MIN_GROWTH));
        debug_assert!(buffer.spare() >= MEMBER);
        OutBuffer { at: buffer.at, end: buffer.end, brand: PhantomData }
    }

    /// Writes the first `length` bytes of an array, which is copied as a whole.
    #[inline(always)]
    pub(super) fn put_start<const N: usize, const LEFT: usize>(
        self,
        bytes: &[u8; N],
        length: usize,
    ) -> OutBuffer<'id, LEFT> {
        const { assert!(N + LEFT <= FREE, "space for the bytes and for what follows") };
        // SAFETY: `N` bytes are free, with `LEFT` more after them, and all of them are written here.
        unsafe {
            self.at.cast::<[u8; N]>().write(*bytes);
            self.advance(length.min(N))
        }
    }

    /// Writes a token.
    #[inline(always)]
    pub(super) fn token<const N: usize, const LEFT: usize>(self, token: &Token<N>) -> OutBuffer<'id, LEFT> {
        const { assert!(N + LEFT <= FREE, "space for the token and for what follows") };
        // SAFETY: `N` bytes are free, with `LEFT` more after them, and all of them are written here. A token has at most `N`
        // bytes.
        unsafe {
            self.at.cast::<[u8; N]>().write(token.bytes);
            self.advance(token.length.into())
        }
    }

    /// Writes bytes.
    #[inline(always)]
    pub(super) fn put<const N: usize, const LEFT: usize>(self, bytes: &[u8; N]) -> OutBuffer<'id, LEFT> {
        self.put_start(bytes, N)
    }

    /// Writes bytes and then the first `length` bytes of an array, which is copied as a whole.
    #[inline(always)]
    pub(super) fn put_with_head<const HEAD: usize, const N: usize, const LEFT: usize>(
        self,
        head: &[u8; HEAD],
        bytes: &[u8; N],
        length: usize,
    ) -> OutBuffer<'id, LEFT> {
        const { assert!(HEAD + N + LEFT <= FREE, "space for the bytes and for what follows") };
        // SAFETY: the space for all bytes is free, with `LEFT` more after them, and all of them are written here.
        unsafe {
            self.at.cast::<[u8; HEAD]>().write(*head);
            self.at.add(HEAD).cast::<[u8; N]>().write(*bytes);
            self.advance(HEAD + length.min(N))
        }
    }

    /// Writes any number of bytes.
    #[inline]
    pub(super) fn put_slice(self, output: &mut Output<'id>, bytes: &[u8]) -> OutBuffer<'id, MEMBER> {
        let total = bytes.len() + MEMBER;
        let buffer = self.with_space(total).unwrap_or_else(|buffer| buffer.grow(output, total));
        // SAFETY: space for the bytes and a member is reserved. The bytes are borrowed, so they are not in the free memory of a
        // vector that is borrowed exclusively.
        unsafe {
            ptr::copy_nonoverlapping(bytes.as_ptr(), buffer.at.as_ptr(), bytes.len());
            buffer.advance(bytes.len())
        }
    }

    /// Writes a text in blocks of 16 bytes, of which the last overlaps the one before it, and passes each block to `fold`.
    /// Returns the unchanged buffer if `accept` rejects the result, for a text without a whole block, and if there is too
    /// little space.
    #[inline(always)]
    pub(super) fn put_blocks<T>(
        self,
        text: &[u8],
        first: T,
        fold: impl Fn(T, &[u8; 16]) -> T,
        accept: impl FnOnce(T) -> bool,
    ) -> Result<OutBuffer<'id, MEMBER>, Self> {
        let Some(last) = text.last_chunk() else { return Err(self) };
        let buffer = self.with_space(text.len() + MEMBER)?;
        let (blocks, _) = text.as_chunks();
        let mut state = fold(first, last);
        let mut at = buffer.at.cast::<[u8; 16]>();
        // SAFETY: the memory is free for the text and a member. The blocks are consecutive parts of the text, and the last one
        // ends where the text ends.
        unsafe {
            for block in blocks {
                state = fold(state, block);
                at.write(*block);
                at = at.add(1);
            }
            buffer.at.add(text.len() - last.len()).cast::<[u8; 16]>().write(*last);
            if accept(state) {
                Ok(buffer.advance(text.len()))
            } else {
                Err(OutBuffer { at: buffer.at, end: buffer.end, brand: PhantomData })
            }
        }
    }

    /// Removes the last byte if it is a comma. A caller that knows that it is one need not wait for the byte to be
    /// stored.
    #[inline(always)]
    pub(super) fn without_comma(self, output: &Output<'id>, is_comma: bool) -> Self {
        if self.at.as_ptr().cast_const() <= output.out.as_ptr() {
            return self;
        }
        // SAFETY: the position is after the start of the vector, so a byte was written before it.
        let last = unsafe { self.at.sub(1) };
        // SAFETY: the byte was written.
        if is_comma || unsafe { last.read() } == b',' {
            return OutBuffer { at: last, end: self.end, brand: PhantomData };
        }
        self
    }
}
