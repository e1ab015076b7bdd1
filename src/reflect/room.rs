//! The free memory behind what is written. Where it is, is handed on by value and so stays in registers: a vector that is
//! asked at every step is half of the work.

use std::ptr::{self, NonNull};

use super::cursor::Ref;
use super::free::copy_short;
use super::leaf::Leaf;

/// Where values go in a format.
pub(crate) trait Sink {
    /// What was written so far.
    fn out(&mut self) -> &mut Vec<u8>;
    /// Appends a value; false if the format cannot say it.
    fn value(&mut self, value: Ref<'_>) -> bool;
    /// The same of a leaf.
    fn leaf(&mut self, leaf: &dyn Leaf) -> bool;
    /// What the format cannot say is in this member.
    fn below(&mut self, name: &str);
    /// What the format cannot say is in this item.
    fn below_item(&mut self, index: usize);
}

/// Free memory: from a place on, up to another one.
#[derive(Clone, Copy)]
pub(super) struct Room {
    at: NonNull<u8>,
    end: NonNull<u8>,
}

/// What is free before a member is written: more than a key, a text that stands inline, and what is around them.
pub(super) const ENOUGH: usize = 128;

/// The least memory that is asked for.
pub(super) const LEAST: usize = 4 << 10;

impl Room {
    /// What is free behind what was written.
    #[inline]
    pub(super) fn of(sink: &mut impl Sink) -> Room {
        let out = sink.out();
        let start = out.as_mut_ptr();
        // SAFETY: length and capacity of a vector are in its memory, or behind its end, and that is never at null. What was
        // written is in reach of the pointers, too.
        unsafe {
            let [at, end] = [out.len(), out.capacity()].map(|place| NonNull::new_unchecked(start.add(place)));
            Room { at, end }
        }
    }

    /// How many bytes are free.
    #[inline(always)]
    pub(super) fn left(self) -> usize {
        self.end.as_ptr().addr() - self.at.as_ptr().addr()
    }

    /// Tells the vector how much was written.
    ///
    /// # Safety
    ///
    /// The room is that of the sink, and everything in front of it was written.
    #[inline]
    pub(super) unsafe fn settle(self, sink: &mut impl Sink) {
        let out = sink.out();
        // SAFETY: as the caller says.
        unsafe { out.set_len(self.at.as_ptr().offset_from_unsigned(out.as_ptr())) }
    }

    /// Lets the sink write.
    ///
    /// # Safety
    ///
    /// As for [`Room::settle`].
    #[inline]
    pub(super) unsafe fn with_sink<S: Sink>(self, sink: &mut S, write: impl FnOnce(&mut S)) -> Room {
        // SAFETY: as the caller says.
        unsafe { self.settle(sink) };
        write(sink);
        Room::of(sink)
    }

    /// The same where the sink may have nothing to say: None if `write` tells that. Otherwise there is room for what is behind it.
    ///
    /// # Safety
    ///
    /// As for [`Room::settle`].
    #[inline(always)]
    pub(super) unsafe fn try_with_sink<S: Sink>(
        self,
        sink: &mut S,
        write: impl FnOnce(&mut S) -> bool,
    ) -> Option<Room> {
        let mut is_said = false;
        // SAFETY: as the caller says.
        unsafe {
            let room = self.with_sink(sink, |sink| is_said = write(sink));
            is_said.then(|| room.enough(sink))
        }
    }

    /// Room for a member.
    ///
    /// # Safety
    ///
    /// As for [`Room::settle`].
    #[inline(always)]
    pub(super) unsafe fn enough(self, sink: &mut impl Sink) -> Room {
        if self.left() >= ENOUGH {
            return self;
        }
        // SAFETY: as the caller says.
        unsafe { self.grow(sink) }
    }

    /// # Safety
    ///
    /// As for [`Room::settle`].
    #[cold]
    #[inline(never)]
    unsafe fn grow(self, sink: &mut impl Sink) -> Room {
        // SAFETY: as the caller says.
        unsafe { self.with_sink(sink, |sink| sink.out().reserve(LEAST)) }
    }

    /// Behind `length` more bytes, which were written.
    ///
    /// # Safety
    ///
    /// They are in the room.
    #[inline(always)]
    pub(super) unsafe fn behind(self, length: usize) -> Room {
        // SAFETY: as the caller says.
        Room { at: unsafe { self.at.add(length) }, end: self.end }
    }

    /// In front of the last `length` bytes, which are written again.
    ///
    /// # Safety
    ///
    /// As many were written.
    #[inline(always)]
    pub(super) unsafe fn before(self, length: usize) -> Room {
        // SAFETY: as the caller says.
        Room { at: unsafe { self.at.sub(length) }, end: self.end }
    }

    /// Writes the first `length` of some bytes, of which all are copied.
    ///
    /// # Safety
    ///
    /// There is room for all of them, and `length` is not more.
    #[inline(always)]
    pub(super) unsafe fn put<const N: usize>(self, bytes: &[u8; N], length: usize) -> Room {
        // SAFETY: as the caller says.
        unsafe {
            self.at.cast::<[u8; N]>().write(*bytes);
            self.behind(length)
        }
    }

    /// Writes bytes.
    ///
    /// # Safety
    ///
    /// There is room for all of them.
    #[inline(always)]
    pub(super) unsafe fn all<const N: usize>(self, bytes: &[u8; N]) -> Room {
        // SAFETY: as the caller says.
        unsafe { self.put(bytes, N) }
    }

    /// Writes a short text as it stands.
    ///
    /// # Safety
    ///
    /// There is room for it, which has at most 64 bytes.
    #[inline(always)]
    pub(super) unsafe fn short(self, text: &[u8]) -> Room {
        // SAFETY: as the caller says; what was written before is elsewhere.
        unsafe {
            copy_short(text.as_ptr(), self.at.as_ptr(), text.len());
            self.behind(text.len())
        }
    }

    /// Writes bytes.
    ///
    /// # Safety
    ///
    /// There is room for all of them.
    #[inline(always)]
    pub(super) unsafe fn bytes(self, bytes: &[u8]) -> Room {
        // SAFETY: as the caller says; what is written here is elsewhere.
        unsafe {
            ptr::copy_nonoverlapping(bytes.as_ptr(), self.at.as_ptr(), bytes.len());
            self.behind(bytes.len())
        }
    }

    /// The byte that was written last.
    ///
    /// # Safety
    ///
    /// Something was written.
    #[inline(always)]
    pub(super) unsafe fn last(self) -> u8 {
        // SAFETY: as the caller says.
        unsafe { self.before(1).at.read() }
    }
}
