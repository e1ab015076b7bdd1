//! Writing of CBOR heads and strings to reserved memory.

use super::out_buffer::{ENOUGH, LEAST, Room, Sink};
use crate::field::Str;
use crate::reflect::{OWN, own_bytes};
use crate::wire::cbor::{FALSE, Major, NULL, long_head};

/// The smallest argument that does not fit the first byte.
const LONG: u64 = 24;

impl Room {
    /// Writes the head of an item.
    ///
    /// # Safety
    ///
    /// At least nine bytes are reserved.
    #[inline(always)]
    pub(super) unsafe fn head(self, major: Major, value: u64) -> Room {
        if value >= LONG {
            // SAFETY: at least nine bytes are reserved.
            return unsafe { self.long_head(major, value) };
        }
        // SAFETY: at least nine bytes are reserved.
        unsafe { self.all(&[(major as u8) << 5 | value as u8]) }
    }

    /// # Safety
    ///
    /// As for [`Room::head`].
    #[inline(never)]
    unsafe fn long_head(self, major: Major, value: u64) -> Room {
        let (head, length) = long_head(major, value);
        // SAFETY: at least nine bytes are reserved.
        unsafe { self.put(&head, length) }
    }

    /// Writes `null`.
    ///
    /// # Safety
    ///
    /// At least one byte is reserved.
    #[inline(always)]
    pub(super) unsafe fn null(self) -> Room {
        // SAFETY: at least one byte is reserved.
        unsafe { self.all(&[NULL]) }
    }

    /// # Safety
    ///
    /// At least one byte is reserved.
    #[inline(always)]
    pub(super) unsafe fn boolean(self, value: bool) -> Room {
        // SAFETY: at least one byte is reserved.
        unsafe { self.all(&[FALSE | u8::from(value)]) }
    }

    /// # Safety
    ///
    /// As for [`Room::head`].
    #[inline(always)]
    pub(super) unsafe fn integer(self, value: i64) -> Room {
        let major = if value < 0 { Major::Negative } else { Major::Unsigned };
        // All bits of a negative one are turned.
        // SAFETY: at least nine bytes are reserved.
        unsafe { self.head(major, (value ^ value >> 63) as u64) }
    }

    /// Writes a string and reserves memory for the next one.
    ///
    /// # Safety
    ///
    /// As for [`Room::settle`]; memory for a head and an inline string is reserved. The same amount is reserved again
    /// afterwards.
    #[inline(always)]
    pub(super) unsafe fn byte_string(self, sink: &mut impl Sink, text: &Str) -> Room {
        match own_bytes(text) {
            // SAFETY: there is room for all of it.
            Some((bytes, length)) if (length as u64) < LONG => unsafe {
                self.head(Major::Bytes, length as u64).put::<OWN>(bytes, length)
            },
            // SAFETY: memory for a head and an inline string is reserved.
            _ => unsafe { self.long_byte_string(sink, text) },
        }
    }

    /// # Safety
    ///
    /// As for [`Room::settle`].
    #[inline(never)]
    unsafe fn long_byte_string(self, sink: &mut impl Sink, text: &str) -> Room {
        let length = text.len();
        // SAFETY: `self` belongs to `sink`; beside the text, nine bytes are reserved for the head.
        unsafe {
            let room = match self.left() {
                left if left >= length + ENOUGH => self,
                _ => self.with_sink(sink, |sink| sink.out().reserve(length + LEAST)),
            };
            room.head(Major::Bytes, length as u64).bytes(text.as_bytes())
        }
    }
}
