//! How texts and brackets of JSON are written into free memory.

use super::room::{ENOUGH, Room, Sink};
use super::text::{OWN, own_bytes};
use crate::field::Str;
use crate::wire::digits::digits;
use crate::wire::sixteen::{Found, suspects_inline};

/// Where JSON goes.
pub(crate) trait JsonSink: Sink {
    /// Appends a text in quotes.
    fn text(&mut self, text: &str);
}

/// Texts up to this length are copied while they are looked at.
const USUAL: usize = 512;

impl Room {
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
        let length = text.len();
        // SAFETY: as the caller says.
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

    /// Writes a text as it stands; None if something in it may need an escape or is no ASCII, or if it is shorter than sixteen bytes.
    ///
    /// # Safety
    ///
    /// There is room for all of it.
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
    /// There is room for the longest number, and two bytes more.
    #[inline(always)]
    pub(super) unsafe fn decimal(self, value: i64) -> Room {
        // SAFETY: as the caller says.
        unsafe {
            match digits(value) {
                Some((digits, length)) => self.put(&digits, length),
                None => self.short(itoa::Buffer::new().format(value).as_bytes()),
            }
            .all(b",")
        }
    }

    /// Puts a bracket in the place of the last comma, or behind an opening bracket, and a comma. Who knows that there is a
    /// comma need not wait for the last byte.
    ///
    /// # Safety
    ///
    /// As for [`Room::settle`]; something was written, and a comma last if the caller says so.
    #[inline(always)]
    pub(super) unsafe fn close(self, sink: &mut impl Sink, is_comma: bool, bracket: u8) -> Room {
        // SAFETY: as the caller says.
        unsafe {
            let room = self.enough(sink);
            let room = if is_comma || room.last() == b',' { room.before(1) } else { room };
            room.all(&[bracket, b','])
        }
    }
}
