//! Writing of CBOR heads and strings to reserved memory.

use super::out_buffer::{MEMBER_SPACE, MIN_GROWTH, OutBuffer, Sink};
use crate::field::Str;
use crate::reflect::{OWN, own_bytes};
use crate::wire::cbor::{FALSE, Major, NULL, long_head};

/// The smallest argument that does not fit the first byte.
const LONG: u64 = 24;

impl OutBuffer {
    /// Writes the head of an item.
    ///
    /// # Safety
    ///
    /// At least nine bytes are reserved.
    #[inline(always)]
    pub(super) unsafe fn head(self, major: Major, value: u64) -> OutBuffer {
        if value >= LONG {
            // SAFETY: at least nine bytes are reserved.
            return unsafe { self.long_head(major, value) };
        }
        // SAFETY: at least nine bytes are reserved.
        unsafe { self.put_all(&[(major as u8) << 5 | value as u8]) }
    }

    /// # Safety
    ///
    /// As for [`OutBuffer::head`].
    #[inline(never)]
    unsafe fn long_head(self, major: Major, value: u64) -> OutBuffer {
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
    pub(super) unsafe fn null(self) -> OutBuffer {
        // SAFETY: at least one byte is reserved.
        unsafe { self.put_all(&[NULL]) }
    }

    /// # Safety
    ///
    /// At least one byte is reserved.
    #[inline(always)]
    pub(super) unsafe fn boolean(self, value: bool) -> OutBuffer {
        // SAFETY: at least one byte is reserved.
        unsafe { self.put_all(&[FALSE | u8::from(value)]) }
    }

    /// # Safety
    ///
    /// As for [`OutBuffer::head`].
    #[inline(always)]
    pub(super) unsafe fn integer(self, value: i64) -> OutBuffer {
        let major = if value < 0 { Major::Negative } else { Major::Unsigned };
        // All bits of a negative one are turned.
        // SAFETY: at least nine bytes are reserved.
        unsafe { self.head(major, (value ^ value >> 63) as u64) }
    }

    /// Writes a string and reserves memory for the next one.
    ///
    /// # Safety
    ///
    /// As for [`OutBuffer::commit`]; memory for a head and an inline string is reserved. The same amount is reserved again
    /// afterwards.
    #[inline(always)]
    pub(super) unsafe fn byte_string(self, sink: &mut impl Sink, text: &Str) -> OutBuffer {
        match own_bytes(text) {
            // SAFETY: there is buffer for all of it.
            Some((bytes, length)) if (length as u64) < LONG => unsafe {
                self.head(Major::Bytes, length as u64).put::<OWN>(bytes, length)
            },
            // SAFETY: memory for a head and an inline string is reserved.
            _ => unsafe { self.long_byte_string(sink, text) },
        }
    }

    /// # Safety
    ///
    /// As for [`OutBuffer::commit`].
    #[inline(never)]
    unsafe fn long_byte_string(self, sink: &mut impl Sink, text: &str) -> OutBuffer {
        let length = text.len();
        // SAFETY: `self` belongs to `sink`; beside the text, nine bytes are reserved for the head.
        unsafe {
            let buffer = match self.spare() {
                left if left >= length + MEMBER_SPACE => self,
                _ => self.with_sink(sink, |sink| sink.out().reserve(length + MIN_GROWTH)),
            };
            buffer.head(Major::Bytes, length as u64).put_bytes(text.as_bytes())
        }
    }
}
