//! Encoding of structs as JSON.

use super::json_buffer::JsonSink;
use super::out_buffer::OutBuffer;
use super::row_key::RowKey;
use super::row_writer::{RowWriter, write_rows};
use crate::field::Str;
use crate::reflect::{Leaf, MapRef, Ref, Shape, StructRef, Type};

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
    unsafe fn null(buffer: OutBuffer) -> OutBuffer {
        // SAFETY: the contract of [`RowWriter`] gives `buffer` to the sink, with enough memory for `null`.
        unsafe { buffer.put_all(b"null,") }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn boolean(buffer: OutBuffer, value: bool) -> OutBuffer {
        let (word, length) = if value { (*b"true,   ", 5) } else { (*b"false,  ", 6) };
        // SAFETY: the contract of [`RowWriter`] gives `buffer` to the sink, with enough memory for `false`.
        unsafe { buffer.put(&word, length) }
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
                return <Self as RowWriter<S>>::null(buffer);
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
                return Some(<Self as RowWriter<S>>::null(buffer));
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
