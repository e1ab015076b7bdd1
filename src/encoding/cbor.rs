//! Encoding of values as CBOR.

use super::map_order::MapOrder;
use super::out_buffer::{MEMBER_SPACE, MIN_GROWTH, OutBuffer, Sink, Token};
use super::row_key::RowKey;
use super::row_writer::{RowWriter, failed_item, write_rows};
use crate::field::Str;
use crate::reflect::{Leaf, ListRef, MapRef, OWN, Ref, Shape, StructRef, View, own_bytes};
use crate::wire::cbor::{FALSE, Major, NULL, long_head, write_text};

impl Ref<'_> {
    /// Appends the value as one item. Returns false if CBOR cannot represent a part of it.
    pub(crate) fn write_cbor(self, sink: &mut impl Sink) -> bool {
        // SAFETY: the buffer is the sink's.
        unsafe { write(sink, |buffer, sink| value(buffer, sink, self)) }
    }
}

impl StructRef<'_> {
    /// Appends the fields of the struct, which may be a union, as one item. Returns false if CBOR cannot represent a
    /// part of it.
    pub(crate) fn write_cbor(self, sink: &mut impl Sink) -> bool {
        // SAFETY: the buffer is the sink's; the cursor points to such a struct (invariant 2).
        unsafe { write(sink, |buffer, sink| members(buffer, sink, self.as_ptr(), self.shape())) }
    }
}

/// # Safety
///
/// `write` only writes to the buffer that it gets, and returns the rest of that buffer.
unsafe fn write<S: Sink>(sink: &mut S, write: impl FnOnce(OutBuffer, &mut S) -> Option<OutBuffer>) -> bool {
    // SAFETY: the caller passes a function that only writes to the buffer of `sink`, which it gets.
    unsafe {
        let buffer = write(OutBuffer::of(sink).reserve_member(sink), sink);
        buffer.inspect(|buffer| buffer.commit(sink)).is_some()
    }
}

/// Writes any value. Recursive and other cases are separate functions, so that a level of nesting uses little stack.
/// Returns `None` if CBOR cannot represent the value.
///
/// # Safety
///
/// `buffer` belongs to `sink` and has memory for a head and an inline string.
#[inline(never)]
unsafe fn value<S: Sink>(buffer: OutBuffer, sink: &mut S, value: Ref<'_>) -> Option<OutBuffer> {
    // SAFETY: `buffer` belongs to `sink` and has memory for a head and an inline string.
    unsafe {
        Some(match value.view() {
            View::Str(text) => buffer.byte_string(sink, text),
            View::Struct(value) if value.shape().is_union() => return union(buffer, sink, value),
            View::Struct(value) => return members(buffer, sink, value.as_ptr(), value.shape()),
            View::Option(Some(inner)) => return self::value(buffer, sink, inner),
            View::Option(None) => buffer.token(NULL_TOKEN),
            View::List(list) => return items(buffer, sink, list),
            View::Map(map) => return entries(buffer, sink, map),
            View::Bool(value) => buffer.token(boolean(value)),
            View::Int32(value) => buffer.integer(value.into()),
            View::Int64(value) => buffer.integer(value),
            View::Leaf(value) => return Cbor::leaf(buffer, sink, value),
            View::Double(_) | View::Bytes(_) => return buffer.try_with_sink(sink, |sink| sink.value(value)),
        })
    }
}

/// # Safety
///
/// As for [`value`].
unsafe fn union<S: Sink>(buffer: OutBuffer, sink: &mut S, value: StructRef<'_>) -> Option<OutBuffer> {
    // SAFETY: `buffer` belongs to `sink` and has memory for a head.
    unsafe {
        match value.variant() {
            Some(variant) => self::value(buffer, sink, variant),
            None => Some(buffer.token(NULL_TOKEN)),
        }
    }
}

const NULL_TOKEN: Token = ([NULL, 0, 0, 0, 0, 0, 0, 0], 1);

#[cfg_attr(not(debug_assertions), inline(always))]
fn boolean(value: bool) -> Token {
    ([FALSE | u8::from(value), 0, 0, 0, 0, 0, 0, 0], 1)
}

/// The CBOR format, which has no separators.
struct Cbor;

impl<S: Sink> RowWriter<S> for Cbor {
    const NULL: Token = NULL_TOKEN;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn boolean(value: bool) -> Token {
        boolean(value)
    }

    #[cold]
    #[inline(never)]
    unsafe fn long_key(buffer: OutBuffer, sink: &mut S, key: &RowKey, shape: &'static Shape) -> OutBuffer {
        let name = shape.fields()[usize::from(key.row)].name();
        // SAFETY: the contract of [`RowWriter`] gives `buffer` to the sink, with enough memory for a key's head.
        unsafe { buffer.with_sink(sink, |sink| write_text(sink.out(), name)).reserve_member(sink) }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn integer(buffer: OutBuffer, value: i64) -> OutBuffer {
        // SAFETY: the contract of [`RowWriter`] gives `buffer` to the sink, with enough memory.
        unsafe { buffer.integer(value) }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn text(buffer: OutBuffer, sink: &mut S, text: &Str) -> OutBuffer {
        // SAFETY: the contract of [`RowWriter`] gives `buffer` to the sink, with enough memory.
        unsafe { buffer.byte_string(sink, text) }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn item(buffer: OutBuffer, sink: &mut S, text: &Str) -> OutBuffer {
        // SAFETY: the contract of [`RowWriter`] gives `buffer` to the sink, with enough memory.
        unsafe { buffer.byte_string(sink, text) }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn begin_list(buffer: OutBuffer, len: usize) -> OutBuffer {
        // SAFETY: the contract of [`RowWriter`] gives `buffer` to the sink, with enough memory for a head.
        unsafe { buffer.head(Major::List, len as u64) }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn end_list(buffer: OutBuffer, _: &mut S, _: usize) -> OutBuffer {
        buffer
    }

    #[inline(never)]
    unsafe fn text_map(buffer: OutBuffer, sink: &mut S, map: MapRef<'_>) -> OutBuffer {
        // SAFETY: the contract of [`RowWriter`] gives `buffer` to the sink, with enough memory; the map has as many
        // entries as its length.
        unsafe {
            let Some(texts) = map.texts().filter(|_| !map.is_nil()) else { return buffer.token(NULL_TOKEN) };
            let mut buffer = buffer.head(Major::Map, texts.len() as u64);
            let order = MapOrder::of(map);
            for place in 0..texts.len() {
                let (key, text) = texts.get_unchecked(order.index(place));
                buffer = buffer.reserve_member(sink).byte_string(sink, key).byte_string(sink, text);
            }
            buffer
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn leaf_map(buffer: OutBuffer, sink: &mut S, map: MapRef<'_>) -> Option<OutBuffer> {
        // SAFETY: the contract of [`RowWriter`] gives `buffer` to the sink, with enough memory.
        unsafe { entries(buffer, sink, map) }
    }

    #[inline(never)]
    unsafe fn leaf(buffer: OutBuffer, sink: &mut S, leaf: &dyn Leaf) -> Option<OutBuffer> {
        // SAFETY: the contract of [`RowWriter`] gives `buffer` to the sink, with enough memory.
        unsafe { buffer.try_with_sink(sink, |sink| sink.leaf(leaf)) }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn other(buffer: OutBuffer, sink: &mut S, value: Ref<'_>) -> Option<OutBuffer> {
        // SAFETY: the contract of [`RowWriter`] gives `buffer` to the sink, with enough memory.
        unsafe { self::value(buffer, sink, value) }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn members(buffer: OutBuffer, sink: &mut S, at: *const u8, shape: &'static Shape) -> Option<OutBuffer> {
        // SAFETY: the contract of [`RowWriter`] gives `buffer` to the sink, with enough memory; `at` points to such a
        // struct.
        unsafe { members(buffer, sink, at, shape) }
    }
}

/// Writes a struct, unless it is a union.
///
/// # Safety
///
/// As for [`value`]; the cursor points to a live struct with this table.
#[inline(never)]
unsafe fn members<S: Sink>(
    mut buffer: OutBuffer,
    sink: &mut S,
    at: *const u8,
    shape: &'static Shape,
) -> Option<OutBuffer> {
    // SAFETY: `at` points to a live struct with this table.
    let value = unsafe { StructRef::from_raw(at, shape) };
    value.fetch();
    // SAFETY: the rows belong to the struct's table.
    unsafe {
        let mut part = shape.cbor_rows();
        let mut rows = part.written(value);
        // The conditions of the rows after the first block are evaluated twice.
        let behind = part.parts().skip(1).map(|part| part.written(value).count_ones());
        buffer = buffer.head(Major::Map, (rows.count_ones() + behind.sum::<u32>()).into());
        loop {
            buffer = write_rows::<Cbor, S>(buffer, sink, part, rows, value)?;
            let Some(next) = &part.next else { return Some(buffer) };
            part = next;
            rows = part.written(value);
        }
    }
}

/// Writes any list.
///
/// # Safety
///
/// As for [`value`].
#[inline(never)]
unsafe fn items<S: Sink>(buffer: OutBuffer, sink: &mut S, list: ListRef<'_>) -> Option<OutBuffer> {
    // SAFETY: `buffer` belongs to `sink` and has memory for a head.
    unsafe {
        if list.is_nil() {
            return Some(buffer.token(NULL_TOKEN));
        }
        let mut buffer = buffer.head(Major::List, list.len() as u64);
        for (index, item) in list.iter().enumerate() {
            list.prefetch(index + 1);
            buffer = match value(buffer.reserve_member(sink), sink, item) {
                Some(buffer) => buffer,
                None => return failed_item(sink, index),
            };
        }
        Some(buffer)
    }
}

/// Writes any map.
///
/// # Safety
///
/// As for [`value`].
#[inline(never)]
unsafe fn entries<S: Sink>(buffer: OutBuffer, sink: &mut S, map: MapRef<'_>) -> Option<OutBuffer> {
    // SAFETY: `buffer` belongs to `sink` and has memory for a head; the map has as many
    // entries as its length.
    unsafe {
        if map.is_nil() {
            return Some(buffer.token(NULL_TOKEN));
        }
        let mut buffer = buffer.head(Major::Map, map.len() as u64);
        let order = MapOrder::of(map);
        for place in 0..map.len() {
            if place + 1 < map.len() {
                map.prefetch(order.index(place + 1));
            }
            let (key, value) = map.entry(order.index(place));
            buffer = buffer.reserve_member(sink).byte_string(sink, key);
            buffer = match self::value(buffer, sink, value) {
                Some(buffer) => buffer,
                None => {
                    sink.below(key);
                    return None;
                }
            };
        }
        Some(buffer)
    }
}

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
            // SAFETY: the buffer has memory for all of it.
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
