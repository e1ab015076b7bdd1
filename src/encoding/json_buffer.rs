//! Writing of JSON strings and brackets to reserved memory.

use super::out_buffer::{ENOUGH, Room, Sink};
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
const USUAL: usize = 512;

impl Room {
    /// Writes a string after its opening quote, then the closing quote and one more byte.
    ///
    /// # Safety
    ///
    /// As for [`Room::settle`]; the opening quote was written, and memory for an inline string and two more bytes is
    /// reserved.
    #[inline(always)]
    pub(super) unsafe fn text(self, sink: &mut impl JsonSink, text: &Str, behind: u8) -> Room {
        match own_bytes(text) {
            // SAFETY: there is room for all of it.
            Some((bytes, length)) if !suspects_inline(bytes, length) => unsafe {
                self.put::<OWN>(bytes, length).all(&[b'"', behind])
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
    /// As for [`Room::settle`]; the opening quote was written.
    #[inline(never)]
    unsafe fn long_text(self, sink: &mut impl JsonSink, text: &str, behind: u8) -> Room {
        let length = text.len();
        // SAFETY: `self` belongs to `sink`, and the opening quote was written.
        unsafe {
            if length <= USUAL
                && self.left() >= length + ENOUGH
                && let Some(room) = self.plain(text.as_bytes())
            {
                return room.all(&[b'"', behind]);
            }
            self.before(1).with_sink(sink, |sink| sink.text(text)).enough(sink).all(&[behind])
        }
    }

    /// Writes a string unchanged. Returns `None` if it may need an escape, is not ASCII, or is shorter than 16 bytes.
    ///
    /// # Safety
    ///
    /// Memory for the whole text is reserved.
    #[inline(always)]
    unsafe fn plain(self, text: &[u8]) -> Option<Room> {
        let last = text.last_chunk()?;
        let (sixteens, _) = text.as_chunks();
        let mut room = self;
        let mut found = Found::unusual(last);
        // SAFETY: the parts of the text are not longer than the text, and the last one overlaps those before it.
        unsafe {
            for part in sixteens {
                found = found.or(Found::unusual(part));
                room = room.all(part);
            }
            let room = self.behind(text.len());
            room.before(last.len()).all(last);
            (!found.any()).then_some(room)
        }
    }

    /// Writes a number and a comma.
    ///
    /// # Safety
    ///
    /// Memory for the longest number and two more bytes is reserved.
    #[inline(always)]
    pub(super) unsafe fn decimal(self, value: i64) -> Room {
        // SAFETY: memory for the longest number and two bytes is reserved.
        unsafe {
            match digits(value) {
                Some((digits, length)) => self.put(&digits, length),
                None => self.short(itoa::Buffer::new().format(value).as_bytes()),
            }
            .all(b",")
        }
    }

    /// Writes a bracket in place of the last comma, or after an opening bracket, and then a comma. A caller that knows
    /// that there is a comma need not wait for the last byte to be stored.
    ///
    /// # Safety
    ///
    /// As for [`Room::settle`]; at least one byte was written, and the last one is a comma if the argument is true.
    #[inline(always)]
    pub(super) unsafe fn close(self, sink: &mut impl Sink, is_comma: bool, bracket: u8) -> Room {
        // SAFETY: `self` belongs to `sink`, and the last byte was written.
        unsafe {
            let room = self.enough(sink);
            let room = if is_comma || room.last() == b',' { room.before(1) } else { room };
            room.all(&[bracket, b','])
        }
    }
}
