//! The free memory behind JSON that is written. Where it is, is handed on by value and so stays in registers: a vector that
//! is asked at every step is half of the work.

use std::ptr::{self, NonNull};

use super::cursor::Ref;
use super::free::copy_short;
use super::leaf::Leaf;
use super::text::{OWN, own_bytes};
use crate::field::Str;
use crate::wire::sixteen::{is_plain, suspects_inline};

/// Where JSON goes.
pub(crate) trait JsonSink {
    /// What was written so far.
    fn out(&mut self) -> &mut Vec<u8>;
    /// Appends a value; false if JSON cannot say it.
    fn value(&mut self, value: Ref<'_>) -> bool;
    /// The same of a leaf.
    fn leaf(&mut self, leaf: &dyn Leaf) -> bool;
    /// Appends a text in quotes.
    fn text(&mut self, text: &str);
    /// What JSON cannot say is in this member.
    fn below(&mut self, name: &str);
    /// What JSON cannot say is in this item.
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

/// Texts up to this length are looked at, then copied.
const USUAL: usize = 512;

/// The least memory that is asked for.
const LEAST: usize = 4 << 10;

impl Room {
    /// What is free behind what was written.
    #[inline]
    pub(super) fn of(sink: &mut impl JsonSink) -> Room {
        let out = sink.out();
        let start = out.as_mut_ptr();
        // SAFETY: length and capacity of a vector are in its memory, or behind its end, and that is never at null. What was
        // written is in reach of the pointers, too.
        unsafe {
            let [at, end] = [out.len(), out.capacity()].map(|place| NonNull::new_unchecked(start.add(place)));
            Room { at, end }
        }
    }

    #[inline(always)]
    fn left(self) -> usize {
        self.end.as_ptr().addr() - self.at.as_ptr().addr()
    }

    /// Tells the vector how much was written.
    ///
    /// # Safety
    ///
    /// The room is that of the sink, and everything in front of it was written.
    #[inline]
    pub(super) unsafe fn settle(self, sink: &mut impl JsonSink) {
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
    pub(super) unsafe fn with_sink<S: JsonSink>(self, sink: &mut S, write: impl FnOnce(&mut S)) -> Room {
        // SAFETY: as the caller says.
        unsafe { self.settle(sink) };
        write(sink);
        Room::of(sink)
    }

    /// Room for a member.
    ///
    /// # Safety
    ///
    /// As for [`Room::settle`].
    #[inline(always)]
    pub(super) unsafe fn enough(self, sink: &mut impl JsonSink) -> Room {
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
    unsafe fn grow(self, sink: &mut impl JsonSink) -> Room {
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

    /// Writes a text behind its quote, the other quote, and a byte.
    ///
    /// # Safety
    ///
    /// As for [`Room::settle`]; the quote was written, and there is room for a text that stands inline and two bytes more.
    #[inline(always)]
    pub(super) unsafe fn text(self, sink: &mut impl JsonSink, text: &Str, behind: u8) -> Room {
        match own_bytes(text) {
            // SAFETY: there is room for all of it.
            Some((bytes, length)) if !suspects_inline(bytes, length) => unsafe {
                self.put::<OWN>(bytes, length).all(&[b'"', behind])
            },
            // SAFETY: as the caller says.
            _ => unsafe { self.long_text(sink, text, behind) },
        }
    }

    /// Writes a text that is longer, or empty, or needs an escape.
    ///
    /// # Safety
    ///
    /// As for [`Room::settle`]; the quote was written.
    #[inline(never)]
    unsafe fn long_text(self, sink: &mut impl JsonSink, text: &str, behind: u8) -> Room {
        let (at, length) = (self.at.as_ptr(), text.len());
        // SAFETY: as the caller says.
        unsafe {
            if length <= USUAL && self.left() >= length + ENOUGH && is_plain(text.as_bytes()) {
                ptr::copy_nonoverlapping(text.as_ptr(), at, length);
                return self.behind(length).all(&[b'"', behind]);
            }
            self.before(1).with_sink(sink, |sink| sink.text(text)).enough(sink).all(&[behind])
        }
    }

    /// Puts a bracket in the place of the last comma, or behind an opening bracket, and a comma.
    ///
    /// # Safety
    ///
    /// As for [`Room::settle`]; something was written.
    #[inline(always)]
    pub(super) unsafe fn close(self, sink: &mut impl JsonSink, bracket: u8) -> Room {
        // SAFETY: as the caller says.
        unsafe {
            let room = self.enough(sink);
            let last = room.before(1);
            let room = if last.at.read() == b',' { last } else { room };
            room.all(&[bracket, b','])
        }
    }
}
