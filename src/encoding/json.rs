//! Encoding of structs as JSON.

use super::out_buffer::{MEMBER_SPACE, OutBuffer, Sink, Token};
use super::row_key::RowKey;
use super::row_writer::{RowWriter, write_rows};
use crate::field::Str;
use crate::reflect::{Leaf, MapRef, OWN, Ref, Shape, StructRef, Type, own_bytes};
use crate::wire::digits::digits;
use crate::wire::sixteen::{Found, suspects_inline};

impl StructRef<'_> {
    /// Appends the members from one of the first 64 rows on, and a closing brace, after an opening brace or a comma.
    /// Returns false if JSON cannot represent one of them.
    pub(crate) fn write_json(self, sink: &mut impl JsonSink, first: usize) -> bool {
        // SAFETY: the cursor points to such a struct (invariant 2). What is written ends with a comma.
        unsafe {
            match members(OutBuffer::of(sink), sink, self.as_ptr(), self.shape(), u64::MAX << first) {
                Some(buffer) => buffer.retreat(1).commit(sink),
                None => return false,
            }
        }
        true
    }
}

/// The JSON format, with a comma after every value.
struct Json;

impl<S: JsonSink> RowWriter<S> for Json {
    const NULL: Token = (*b"null,   ", 5);

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn boolean(value: bool) -> Token {
        if value { (*b"true,   ", 5) } else { (*b"false,  ", 6) }
    }

    #[cold]
    #[inline(never)]
    unsafe fn long_key(buffer: OutBuffer, sink: &mut S, key: &RowKey, shape: &'static Shape) -> OutBuffer {
        let field = &shape.fields()[usize::from(key.row)];
        let quote: &[u8] = if matches!(field.ty(), Type::Str) { b"\"" } else { b"" };
        // SAFETY: the contract of [`RowWriter`] gives `buffer` to the sink, with enough memory for the parts of a key.
        unsafe {
            let buffer = buffer.with_sink(sink, |sink| {
                sink.out().extend_from_slice(field.key().as_bytes());
                sink.out().extend_from_slice(quote);
            });
            buffer.reserve_member(sink)
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn integer(buffer: OutBuffer, value: i64) -> OutBuffer {
        // SAFETY: the contract of [`RowWriter`] gives `buffer` to the sink, with enough memory for twenty digits, the most
        // that a number has.
        unsafe { buffer.decimal(value) }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn text(buffer: OutBuffer, sink: &mut S, text: &Str) -> OutBuffer {
        // SAFETY: the contract of [`RowWriter`] gives `buffer` to the sink, with enough memory; the key ends with the
        // quote.
        unsafe { buffer.text(sink, text, b',') }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn item(buffer: OutBuffer, sink: &mut S, text: &Str) -> OutBuffer {
        // SAFETY: the contract of [`RowWriter`] gives `buffer` to the sink, with enough memory for a quote.
        unsafe { buffer.put_all(b"\"").text(sink, text, b',') }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn begin_list(buffer: OutBuffer, _len: usize) -> OutBuffer {
        // SAFETY: the contract of [`RowWriter`] gives `buffer` to the sink, with enough memory for a bracket.
        unsafe { buffer.put_all(b"[") }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn end_list(buffer: OutBuffer, sink: &mut S, len: usize) -> OutBuffer {
        // SAFETY: the contract of [`RowWriter`] gives `buffer` to the sink, with enough memory; every item ends with a
        // comma.
        unsafe { buffer.close(sink, len != 0, b']') }
    }

    #[inline(never)]
    unsafe fn text_map(buffer: OutBuffer, sink: &mut S, map: MapRef<'_>) -> OutBuffer {
        // SAFETY: the contract of [`RowWriter`] gives `buffer` to the sink, with enough memory for a bracket.
        unsafe {
            if map.is_nil() {
                return buffer.token(<Self as RowWriter<S>>::NULL);
            }
            let mut buffer = buffer.put_all(b"{");
            let texts = map.texts().unwrap_or_default();
            for (key, text) in texts {
                buffer = buffer.reserve_member(sink).put_all(b"\"").text(sink, key, b':');
                buffer = buffer.put_all(b"\"").text(sink, text, b',');
            }
            buffer.close(sink, !texts.is_empty(), b'}')
        }
    }

    #[inline(never)]
    unsafe fn leaf_map(buffer: OutBuffer, sink: &mut S, map: MapRef<'_>) -> Option<OutBuffer> {
        // SAFETY: the contract of [`RowWriter`] gives `buffer` to the sink, with enough memory; the values of the map are
        // leaves.
        unsafe {
            if map.is_nil() {
                return Some(buffer.token(<Self as RowWriter<S>>::NULL));
            }
            let mut buffer = buffer.put_all(b"{");
            for (key, value) in map.iter() {
                buffer = buffer.reserve_member(sink).put_all(b"\"").text(sink, key, b':');
                buffer = match Self::leaf(buffer, sink, map.value_type().leaf(value.as_ptr())) {
                    Some(buffer) => buffer,
                    None => {
                        sink.below(key);
                        return None;
                    }
                };
            }
            Some(buffer.close(sink, map.len() != 0, b'}'))
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn leaf(buffer: OutBuffer, sink: &mut S, leaf: &dyn Leaf) -> Option<OutBuffer> {
        // SAFETY: the contract of [`RowWriter`] gives `buffer` to the sink, with enough memory.
        unsafe { Some(buffer.try_with_sink(sink, |sink| sink.leaf(leaf))?.put_all(b",")) }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn other(buffer: OutBuffer, sink: &mut S, value: Ref<'_>) -> Option<OutBuffer> {
        // SAFETY: the contract of [`RowWriter`] gives `buffer` to the sink, with enough memory.
        unsafe { Some(buffer.try_with_sink(sink, |sink| sink.value(value))?.put_all(b",")) }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn members(buffer: OutBuffer, sink: &mut S, at: *const u8, shape: &'static Shape) -> Option<OutBuffer> {
        // SAFETY: the contract of [`RowWriter`] gives `buffer` to the sink, with enough memory; `at` points to such a
        // struct.
        unsafe { members(buffer.put_all(b"{"), sink, at, shape, u64::MAX) }
    }
}

/// Writes members of a struct (of the first 64 only the selected ones), the closing brace and a comma. Returns `None`
/// if JSON cannot represent one of them.
///
/// # Safety
///
/// The cursor points to a live struct with this table. `buffer` belongs to `sink`, and at least one byte was written
/// before it.
#[inline(never)]
unsafe fn members<S: JsonSink>(
    mut buffer: OutBuffer,
    sink: &mut S,
    at: *const u8,
    shape: &'static Shape,
    mut some: u64,
) -> Option<OutBuffer> {
    // SAFETY: `at` points to a live struct with this table.
    let value = unsafe { StructRef::from_raw(at, shape) };
    value.fetch();
    // SAFETY: the rows belong to the struct's table.
    unsafe {
        let mut part = shape.json_rows();
        loop {
            let rows = part.written(value) & some;
            buffer = write_rows::<Json, S>(buffer, sink, part, rows, value)?;
            let Some(next) = &part.next else { return Some(buffer.close(sink, rows != 0, b'}')) };
            (part, some) = (next, u64::MAX);
        }
    }
}

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
            // SAFETY: the buffer has memory for all of it.
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
