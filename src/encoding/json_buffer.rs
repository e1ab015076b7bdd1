//! Writing of JSON strings and brackets to reserved memory.

use super::out_buffer::{MEMBER_SPACE, OutBuffer, Sink};
use crate::field::Str;
use crate::reflect::{OWN, own_bytes};
use crate::wire::digits::digits;
use crate::wire::sixteen::{Found, suspects_inline};

/// A destination of JSON.
pub(crate) trait JsonSink: Sink {
    /// Appends a string in quotes.
    fn text(&mut self, text: &str);
}

/// Strings up to this length are copied while they are searched for characters to escape.
const MAX_COPIED: usize = 512;

impl OutBuffer {
    /// Writes a string after its opening quote, then the closing quote and one more byte.
    ///
    /// # Safety
    ///
    /// As for [`OutBuffer::commit`]; the opening quote was written, and memory for an inline string and two more bytes is
    /// reserved.
    #[inline(always)]
    pub(super) unsafe fn text(self, sink: &mut impl JsonSink, text: &Str, behind: u8) -> OutBuffer {
        match own_bytes(text) {
            // SAFETY: there is buffer for all of it.
            Some((bytes, length)) if !suspects_inline(bytes, length) => unsafe {
                self.put::<OWN>(bytes, length).put_all(&[b'"', behind])
            },
            // SAFETY: `self` belongs to `sink`, the opening quote was written, and memory for an inline string and two
            // bytes is reserved.
            _ => unsafe { self.long_text(sink, text, behind) },
        }
    }

    /// Writes a string that is long, empty, or needs an escape.
    ///
    /// # Safety
    ///
    /// As for [`OutBuffer::commit`]; the opening quote was written.
    #[inline(never)]
    unsafe fn long_text(self, sink: &mut impl JsonSink, text: &str, behind: u8) -> OutBuffer {
        let length = text.len();
        // SAFETY: `self` belongs to `sink`, and the opening quote was written.
        unsafe {
            if length <= MAX_COPIED
                && self.spare() >= length + MEMBER_SPACE
                && let Some(buffer) = self.plain(text.as_bytes())
            {
                return buffer.put_all(&[b'"', behind]);
            }
            self.retreat(1).with_sink(sink, |sink| sink.text(text)).reserve_member(sink).put_all(&[behind])
        }
    }

    /// Writes a string unchanged. Returns `None` if it may need an escape, is not ASCII, or is shorter than 16 bytes.
    ///
    /// # Safety
    ///
    /// Memory for the whole text is reserved.
    #[inline(always)]
    unsafe fn plain(self, text: &[u8]) -> Option<OutBuffer> {
        let last = text.last_chunk()?;
        let (sixteens, _) = text.as_chunks();
        let mut buffer = self;
        let mut found = Found::unusual(last);
        // SAFETY: the parts of the text are not longer than the text, and the last one overlaps those before it.
        unsafe {
            for part in sixteens {
                found = found.or(Found::unusual(part));
                buffer = buffer.put_all(part);
            }
            let buffer = self.advance(text.len());
            buffer.retreat(last.len()).put_all(last);
            (!found.any()).then_some(buffer)
        }
    }

    /// Writes a number and a comma.
    ///
    /// # Safety
    ///
    /// Memory for the longest number and two more bytes is reserved.
    #[inline(always)]
    pub(super) unsafe fn decimal(self, value: i64) -> OutBuffer {
        // SAFETY: memory for the longest number and two bytes is reserved.
        unsafe {
            match digits(value) {
                Some((digits, length)) => self.put(&digits, length),
                None => self.put_short(itoa::Buffer::new().format(value).as_bytes()),
            }
            .put_all(b",")
        }
    }

    /// Writes a bracket in place of the last comma, or after an opening bracket, and then a comma. A caller that knows
    /// that there is a comma need not wait for the last byte to be stored.
    ///
    /// # Safety
    ///
    /// As for [`OutBuffer::commit`]; at least one byte was written, and the last one is a comma if the argument is true.
    #[inline(always)]
    pub(super) unsafe fn close(self, sink: &mut impl Sink, is_comma: bool, bracket: u8) -> OutBuffer {
        // SAFETY: `self` belongs to `sink`, and the last byte was written.
        unsafe {
            let buffer = self.reserve_member(sink);
            let buffer = if is_comma || buffer.last() == b',' { buffer.retreat(1) } else { buffer };
            buffer.put_all(&[bracket, b','])
        }
    }
}
