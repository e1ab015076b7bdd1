//! The free memory after the written bytes. Its position is passed by value and so stays in registers: checking a
//! vector at every step would take half of the time.

use std::ptr::{self, NonNull};

use super::reverse_buffer::copy_short;
use crate::reflect::{Leaf, Ref};

/// A destination of values in some format.
pub(crate) trait Sink {
    /// Returns the bytes written so far.
    fn out(&mut self) -> &mut Vec<u8>;
    /// Appends a value. Returns false if the format cannot represent it.
    fn value(&mut self, value: Ref<'_>) -> bool;
    /// Appends a leaf. Returns false if the format cannot represent it.
    fn leaf(&mut self, leaf: &dyn Leaf) -> bool;
    /// Records that the value which the format cannot represent is in this member.
    fn below(&mut self, name: &str);
    /// Records that the value which the format cannot represent is in this item.
    fn below_item(&mut self, index: usize);
}

/// The start and the end of free memory.
#[derive(Clone, Copy)]
pub(super) struct OutBuffer {
    at: NonNull<u8>,
    end: NonNull<u8>,
}

/// The memory that is reserved before a member is written: more than a key, an inline string, and the punctuation
/// around them.
pub(super) const MEMBER_SPACE: usize = 128;

/// The minimum by which the memory grows.
pub(super) const MIN_GROWTH: usize = 4 << 10;

/// A few bytes, of which only the given number is written.
pub(super) type Token = ([u8; 8], usize);

impl OutBuffer {
    /// Returns the free memory after the written bytes.
    #[inline]
    pub(super) fn of(sink: &mut impl Sink) -> OutBuffer {
        let out = sink.out();
        let start = out.as_mut_ptr();
        // SAFETY: length and capacity of a vector are in its memory, or behind its end, and that is never at null. What was
        // written is in reach of the pointers, too.
        unsafe {
            let [at, end] = [out.len(), out.capacity()].map(|place| NonNull::new_unchecked(start.add(place)));
            OutBuffer { at, end }
        }
    }

    /// Returns the number of free bytes.
    #[inline(always)]
    pub(super) fn spare(self) -> usize {
        self.end.as_ptr().addr() - self.at.as_ptr().addr()
    }

    /// Sets the length of the vector to the written bytes.
    ///
    /// # Safety
    ///
    /// The buffer belongs to the sink, and all bytes before it have been written.
    #[inline]
    pub(super) unsafe fn commit(self, sink: &mut impl Sink) {
        let out = sink.out();
        // SAFETY: the buffer belongs to the sink, and all bytes before it have been written.
        unsafe { out.set_len(self.at.as_ptr().offset_from_unsigned(out.as_ptr())) }
    }

    /// Calls a function of the sink, which may write.
    ///
    /// # Safety
    ///
    /// As for [`OutBuffer::commit`].
    #[inline]
    pub(super) unsafe fn with_sink<S: Sink>(self, sink: &mut S, write: impl FnOnce(&mut S)) -> OutBuffer {
        // SAFETY: the buffer belongs to the sink.
        unsafe { self.commit(sink) };
        write(sink);
        OutBuffer::of(sink)
    }

    /// Calls a function of the sink that can fail, and returns `None` if it does. Otherwise enough memory is reserved
    /// afterwards.
    ///
    /// # Safety
    ///
    /// As for [`OutBuffer::commit`].
    #[inline(always)]
    pub(super) unsafe fn try_with_sink<S: Sink>(
        self,
        sink: &mut S,
        write: impl FnOnce(&mut S) -> bool,
    ) -> Option<OutBuffer> {
        let mut is_said = false;
        // SAFETY: the buffer belongs to the sink.
        unsafe {
            let buffer = self.with_sink(sink, |sink| is_said = write(sink));
            is_said.then(|| buffer.reserve_member(sink))
        }
    }

    /// Reserves memory for a member.
    ///
    /// # Safety
    ///
    /// As for [`OutBuffer::commit`].
    #[inline(always)]
    pub(super) unsafe fn reserve_member(self, sink: &mut impl Sink) -> OutBuffer {
        if self.spare() >= MEMBER_SPACE {
            return self;
        }
        // SAFETY: the buffer belongs to the sink.
        unsafe { self.grow(sink) }
    }

    /// # Safety
    ///
    /// As for [`OutBuffer::commit`].
    #[cold]
    #[inline(never)]
    unsafe fn grow(self, sink: &mut impl Sink) -> OutBuffer {
        // SAFETY: the buffer belongs to the sink.
        unsafe { self.with_sink(sink, |sink| sink.out().reserve(MIN_GROWTH)) }
    }

    /// Advances by `length` written bytes.
    ///
    /// # Safety
    ///
    /// These bytes are in the buffer.
    #[inline(always)]
    pub(super) unsafe fn advance(self, length: usize) -> OutBuffer {
        // SAFETY: the advance stays in the buffer.
        OutBuffer { at: unsafe { self.at.add(length) }, end: self.end }
    }

    /// Goes back by `length` bytes, which are written again.
    ///
    /// # Safety
    ///
    /// At least as many bytes were written.
    #[inline(always)]
    pub(super) unsafe fn retreat(self, length: usize) -> OutBuffer {
        // SAFETY: at least `length` bytes were written before the buffer.
        OutBuffer { at: unsafe { self.at.sub(length) }, end: self.end }
    }

    /// Writes the first `length` bytes of an array, which is copied as a whole.
    ///
    /// # Safety
    ///
    /// Memory for the whole array is reserved, and `length` is at most its size.
    #[inline(always)]
    pub(super) unsafe fn put<const N: usize>(self, bytes: &[u8; N], length: usize) -> OutBuffer {
        // SAFETY: memory for the whole array is reserved, and `length` is at most its size.
        unsafe {
            self.at.cast::<[u8; N]>().write(*bytes);
            self.advance(length)
        }
    }

    /// Writes a token.
    ///
    /// # Safety
    ///
    /// Memory for eight bytes is reserved, and the number is at most eight.
    #[inline(always)]
    pub(super) unsafe fn token(self, (bytes, length): Token) -> OutBuffer {
        // SAFETY: memory for the whole token is reserved.
        unsafe { self.put(&bytes, length) }
    }

    /// Writes bytes.
    ///
    /// # Safety
    ///
    /// Memory for all bytes is reserved.
    #[inline(always)]
    pub(super) unsafe fn put_all<const N: usize>(self, bytes: &[u8; N]) -> OutBuffer {
        // SAFETY: memory for all bytes is reserved.
        unsafe { self.put(bytes, N) }
    }

    /// Writes a short string unchanged.
    ///
    /// # Safety
    ///
    /// The text has at most 64 bytes, for which memory is reserved.
    #[inline(always)]
    pub(super) unsafe fn put_short(self, text: &[u8]) -> OutBuffer {
        // SAFETY: memory for the text is reserved, which does not overlap it.
        unsafe {
            copy_short(text.as_ptr(), self.at.as_ptr(), text.len());
            self.advance(text.len())
        }
    }

    /// Writes bytes.
    ///
    /// # Safety
    ///
    /// Memory for all bytes is reserved.
    #[inline(always)]
    pub(super) unsafe fn put_bytes(self, bytes: &[u8]) -> OutBuffer {
        // SAFETY: memory for all bytes is reserved, which does not overlap them.
        unsafe {
            ptr::copy_nonoverlapping(bytes.as_ptr(), self.at.as_ptr(), bytes.len());
            self.advance(bytes.len())
        }
    }

    /// Returns the last written byte.
    ///
    /// # Safety
    ///
    /// At least one byte was written.
    #[inline(always)]
    pub(super) unsafe fn last(self) -> u8 {
        // SAFETY: at least one byte was written before the buffer.
        unsafe { self.retreat(1).at.read() }
    }
}
