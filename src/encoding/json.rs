//! Encoding of structs as JSON.

use super::json_buffer::JsonSink;
use super::out_buffer::Room;
use super::row_key::RowKey;
use super::row_writer::{Notation, write_rows};
use crate::field::Str;
use crate::reflect::{Leaf, MapRef, Ref, Shape, StructRef, Type};

impl StructRef<'_> {
    /// Appends the members from one of the first 64 rows on, and a closing brace, after an opening brace or a comma.
    /// Returns false if JSON cannot represent one of them.
    pub(crate) fn write_json(self, sink: &mut impl JsonSink, first: usize) -> bool {
        // SAFETY: the cursor points to such a struct (invariant 2). What is written ends with a comma.
        unsafe {
            match members(Room::of(sink), sink, self.as_ptr(), self.shape(), u64::MAX << first) {
                Some(room) => room.before(1).settle(sink),
                None => return false,
            }
        }
        true
    }
}

/// The JSON format, with a comma after every value.
struct Json;

impl<S: JsonSink> Notation<S> for Json {
    #[cold]
    #[inline(never)]
    unsafe fn long_key(room: Room, sink: &mut S, key: &RowKey, shape: &'static Shape) -> Room {
        let field = &shape.fields()[usize::from(key.row)];
        let quote: &[u8] = if matches!(field.ty(), Type::Str) { b"\"" } else { b"" };
        // SAFETY: the contract of [`Notation`] gives `room` to the sink, with enough memory for the parts of a key.
        unsafe {
            let room = room.with_sink(sink, |sink| {
                sink.out().extend_from_slice(field.key().as_bytes());
                sink.out().extend_from_slice(quote);
            });
            room.enough(sink)
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn null(room: Room) -> Room {
        // SAFETY: the contract of [`Notation`] gives `room` to the sink, with enough memory for `null`.
        unsafe { room.all(b"null,") }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn boolean(room: Room, value: bool) -> Room {
        let (word, length) = if value { (*b"true,   ", 5) } else { (*b"false,  ", 6) };
        // SAFETY: the contract of [`Notation`] gives `room` to the sink, with enough memory for `false`.
        unsafe { room.put(&word, length) }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn integer(room: Room, value: i64) -> Room {
        // SAFETY: the contract of [`Notation`] gives `room` to the sink, with enough memory for twenty digits, the most
        // that a number has.
        unsafe { room.decimal(value) }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn text(room: Room, sink: &mut S, text: &Str) -> Room {
        // SAFETY: the contract of [`Notation`] gives `room` to the sink, with enough memory; the key ends with the
        // quote.
        unsafe { room.text(sink, text, b',') }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn item(room: Room, sink: &mut S, text: &Str) -> Room {
        // SAFETY: the contract of [`Notation`] gives `room` to the sink, with enough memory for a quote.
        unsafe { room.all(b"\"").text(sink, text, b',') }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn begin_list(room: Room, _len: usize) -> Room {
        // SAFETY: the contract of [`Notation`] gives `room` to the sink, with enough memory for a bracket.
        unsafe { room.all(b"[") }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn end_list(room: Room, sink: &mut S, len: usize) -> Room {
        // SAFETY: the contract of [`Notation`] gives `room` to the sink, with enough memory; every item ends with a
        // comma.
        unsafe { room.close(sink, len != 0, b']') }
    }

    #[inline(never)]
    unsafe fn text_map(room: Room, sink: &mut S, map: MapRef<'_>) -> Room {
        // SAFETY: the contract of [`Notation`] gives `room` to the sink, with enough memory for a bracket.
        unsafe {
            if map.is_nil() {
                return <Self as Notation<S>>::null(room);
            }
            let mut room = room.all(b"{");
            let texts = map.texts().unwrap_or_default();
            for (key, text) in texts {
                room = room.enough(sink).all(b"\"").text(sink, key, b':');
                room = room.all(b"\"").text(sink, text, b',');
            }
            room.close(sink, !texts.is_empty(), b'}')
        }
    }

    #[inline(never)]
    unsafe fn leaf_map(room: Room, sink: &mut S, map: MapRef<'_>) -> Option<Room> {
        // SAFETY: the contract of [`Notation`] gives `room` to the sink, with enough memory; the values of the map are
        // leaves.
        unsafe {
            if map.is_nil() {
                return Some(<Self as Notation<S>>::null(room));
            }
            let mut room = room.all(b"{");
            for (key, value) in map.iter() {
                room = room.enough(sink).all(b"\"").text(sink, key, b':');
                room = match Self::leaf(room, sink, map.value_type().leaf(value.as_ptr())) {
                    Some(room) => room,
                    None => {
                        sink.below(key);
                        return None;
                    }
                };
            }
            Some(room.close(sink, map.len() != 0, b'}'))
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn leaf(room: Room, sink: &mut S, leaf: &dyn Leaf) -> Option<Room> {
        // SAFETY: the contract of [`Notation`] gives `room` to the sink, with enough memory.
        unsafe { Some(room.try_with_sink(sink, |sink| sink.leaf(leaf))?.all(b",")) }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn other(room: Room, sink: &mut S, value: Ref<'_>) -> Option<Room> {
        // SAFETY: the contract of [`Notation`] gives `room` to the sink, with enough memory.
        unsafe { Some(room.try_with_sink(sink, |sink| sink.value(value))?.all(b",")) }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn members(room: Room, sink: &mut S, at: *const u8, shape: &'static Shape) -> Option<Room> {
        // SAFETY: the contract of [`Notation`] gives `room` to the sink, with enough memory; `at` points to such a
        // struct.
        unsafe { members(room.all(b"{"), sink, at, shape, u64::MAX) }
    }
}

/// Writes members of a struct (of the first 64 only the selected ones), the closing brace and a comma. Returns `None`
/// if JSON cannot represent one of them.
///
/// # Safety
///
/// The cursor points to a live struct with this table. `room` belongs to `sink`, and at least one byte was written
/// before it.
#[inline(never)]
unsafe fn members<S: JsonSink>(
    mut room: Room,
    sink: &mut S,
    at: *const u8,
    shape: &'static Shape,
    mut some: u64,
) -> Option<Room> {
    // SAFETY: `at` points to a live struct with this table.
    let value = unsafe { StructRef::from_raw(at, shape) };
    value.fetch();
    // SAFETY: the rows belong to the struct's table.
    unsafe {
        let mut part = shape.json_rows();
        loop {
            let rows = part.written(value) & some;
            room = write_rows::<Json, S>(room, sink, part, rows, value)?;
            let Some(next) = &part.next else { return Some(room.close(sink, rows != 0, b'}')) };
            (part, some) = (next, u64::MAX);
        }
    }
}
