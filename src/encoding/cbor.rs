//! Encoding of values as CBOR.

use super::map_order::ByLength;
use super::out_buffer::{Room, Sink};
use super::row_key::RowKey;
use super::row_writer::{Notation, failed_item, write_rows};
use crate::field::Str;
use crate::reflect::{Leaf, ListRef, MapRef, Ref, Shape, StructRef, View};
use crate::wire::cbor::{Major, write_text};

impl Ref<'_> {
    /// Appends the value as one item. Returns false if CBOR cannot represent a part of it.
    pub(crate) fn write_cbor(self, sink: &mut impl Sink) -> bool {
        // SAFETY: the room is the sink's.
        unsafe { write(sink, |room, sink| value(room, sink, self)) }
    }
}

impl StructRef<'_> {
    /// Appends the fields of the struct, which may be a union, as one item. Returns false if CBOR cannot represent a
    /// part of it.
    pub(crate) fn write_cbor(self, sink: &mut impl Sink) -> bool {
        // SAFETY: the room is the sink's; the cursor points to such a struct (invariant 2).
        unsafe { write(sink, |room, sink| members(room, sink, self.as_ptr(), self.shape())) }
    }
}

/// # Safety
///
/// `write` only writes to the room that it gets, and returns the rest of that room.
unsafe fn write<S: Sink>(sink: &mut S, write: impl FnOnce(Room, &mut S) -> Option<Room>) -> bool {
    // SAFETY: the caller passes a function that only writes to the room of `sink`, which it gets.
    unsafe {
        let room = write(Room::of(sink).enough(sink), sink);
        room.inspect(|room| room.settle(sink)).is_some()
    }
}

/// Writes any value. Recursive and other cases are separate functions, so that a level of nesting uses little stack.
/// Returns `None` if CBOR cannot represent the value.
///
/// # Safety
///
/// `room` belongs to `sink` and has memory for a head and an inline string.
#[inline(never)]
unsafe fn value<S: Sink>(room: Room, sink: &mut S, value: Ref<'_>) -> Option<Room> {
    // SAFETY: `room` belongs to `sink` and has memory for a head and an inline string, by the contract of this
    // function.
    unsafe {
        Some(match value.view() {
            View::Str(text) => room.byte_string(sink, text),
            View::Struct(value) if value.shape().is_union() => return union(room, sink, value),
            View::Struct(value) => return members(room, sink, value.as_ptr(), value.shape()),
            View::Option(Some(inner)) => return self::value(room, sink, inner),
            View::Option(None) => room.null(),
            View::List(list) => return items(room, sink, list),
            View::Map(map) => return entries(room, sink, map),
            View::Bool(value) => room.boolean(value),
            View::Int32(value) => room.integer(value.into()),
            View::Int64(value) => room.integer(value),
            View::Leaf(value) => return Cbor::leaf(room, sink, value),
            View::Double(_) | View::Bytes(_) => return room.try_with_sink(sink, |sink| sink.value(value)),
        })
    }
}

/// # Safety
///
/// As for [`value`].
unsafe fn union<S: Sink>(room: Room, sink: &mut S, value: StructRef<'_>) -> Option<Room> {
    // SAFETY: `room` belongs to `sink` and has memory for a head, by the contract of [`value`].
    unsafe {
        match value.variant() {
            Some(variant) => self::value(room, sink, variant),
            None => Some(room.null()),
        }
    }
}

/// The CBOR format, which has no separators.
struct Cbor;

impl<S: Sink> Notation<S> for Cbor {
    #[cold]
    #[inline(never)]
    unsafe fn long_key(room: Room, sink: &mut S, key: &RowKey, shape: &'static Shape) -> Room {
        let name = shape.fields()[usize::from(key.row)].name();
        // SAFETY: the contract of [`Notation`] gives `room` to the sink, with enough memory for a key's head.
        unsafe { room.with_sink(sink, |sink| write_text(sink.out(), name)).enough(sink) }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn null(room: Room) -> Room {
        // SAFETY: the contract of [`Notation`] gives `room` to the sink, with enough memory.
        unsafe { room.null() }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn boolean(room: Room, value: bool) -> Room {
        // SAFETY: the contract of [`Notation`] gives `room` to the sink, with enough memory.
        unsafe { room.boolean(value) }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn integer(room: Room, value: i64) -> Room {
        // SAFETY: the contract of [`Notation`] gives `room` to the sink, with enough memory.
        unsafe { room.integer(value) }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn text(room: Room, sink: &mut S, text: &Str) -> Room {
        // SAFETY: the contract of [`Notation`] gives `room` to the sink, with enough memory.
        unsafe { room.byte_string(sink, text) }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn item(room: Room, sink: &mut S, text: &Str) -> Room {
        // SAFETY: the contract of [`Notation`] gives `room` to the sink, with enough memory.
        unsafe { room.byte_string(sink, text) }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn begin_list(room: Room, len: usize) -> Room {
        // SAFETY: the contract of [`Notation`] gives `room` to the sink, with enough memory for a head.
        unsafe { room.head(Major::List, len as u64) }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn end_list(room: Room, _: &mut S, _: usize) -> Room {
        room
    }

    #[inline(never)]
    unsafe fn text_map(room: Room, sink: &mut S, map: MapRef<'_>) -> Room {
        // SAFETY: the contract of [`Notation`] gives `room` to the sink, with enough memory; the map has as many
        // entries as its length.
        unsafe {
            let Some(texts) = map.texts().filter(|_| !map.is_nil()) else { return room.null() };
            let mut room = room.head(Major::Map, texts.len() as u64);
            let order = ByLength::of(map);
            for place in 0..texts.len() {
                let (key, text) = texts.get_unchecked(order.index(place));
                room = room.enough(sink).byte_string(sink, key).byte_string(sink, text);
            }
            room
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn leaf_map(room: Room, sink: &mut S, map: MapRef<'_>) -> Option<Room> {
        // SAFETY: the contract of [`Notation`] gives `room` to the sink, with enough memory.
        unsafe { entries(room, sink, map) }
    }

    #[inline(never)]
    unsafe fn leaf(room: Room, sink: &mut S, leaf: &dyn Leaf) -> Option<Room> {
        // SAFETY: the contract of [`Notation`] gives `room` to the sink, with enough memory.
        unsafe { room.try_with_sink(sink, |sink| sink.leaf(leaf)) }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn other(room: Room, sink: &mut S, value: Ref<'_>) -> Option<Room> {
        // SAFETY: the contract of [`Notation`] gives `room` to the sink, with enough memory.
        unsafe { self::value(room, sink, value) }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn members(room: Room, sink: &mut S, at: *const u8, shape: &'static Shape) -> Option<Room> {
        // SAFETY: the contract of [`Notation`] gives `room` to the sink, with enough memory; `at` points to such a
        // struct.
        unsafe { members(room, sink, at, shape) }
    }
}

/// Writes a struct, unless it is a union.
///
/// # Safety
///
/// As for [`value`]; the cursor points to a live struct with this table.
#[inline(never)]
unsafe fn members<S: Sink>(mut room: Room, sink: &mut S, at: *const u8, shape: &'static Shape) -> Option<Room> {
    // SAFETY: `at` points to a live struct with this table.
    let value = unsafe { StructRef::from_raw(at, shape) };
    value.fetch();
    // SAFETY: the rows belong to the struct's table.
    unsafe {
        let mut part = shape.cbor_rows();
        let mut rows = part.written(value);
        // The conditions of the rows after the first block are evaluated twice.
        let behind = part.parts().skip(1).map(|part| part.written(value).count_ones());
        room = room.head(Major::Map, (rows.count_ones() + behind.sum::<u32>()).into());
        loop {
            room = write_rows::<Cbor, S>(room, sink, part, rows, value)?;
            let Some(next) = &part.next else { return Some(room) };
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
unsafe fn items<S: Sink>(room: Room, sink: &mut S, list: ListRef<'_>) -> Option<Room> {
    // SAFETY: `room` belongs to `sink` and has memory for a head, by the contract of [`value`].
    unsafe {
        if list.is_nil() {
            return Some(room.null());
        }
        let mut room = room.head(Major::List, list.len() as u64);
        for (index, item) in list.iter().enumerate() {
            list.prefetch(index + 1);
            room = match value(room.enough(sink), sink, item) {
                Some(room) => room,
                None => return failed_item(sink, index),
            };
        }
        Some(room)
    }
}

/// Writes any map.
///
/// # Safety
///
/// As for [`value`].
#[inline(never)]
unsafe fn entries<S: Sink>(room: Room, sink: &mut S, map: MapRef<'_>) -> Option<Room> {
    // SAFETY: `room` belongs to `sink` and has memory for a head, by the contract of [`value`]; the map has as many
    // entries as its length.
    unsafe {
        if map.is_nil() {
            return Some(room.null());
        }
        let mut room = room.head(Major::Map, map.len() as u64);
        let order = ByLength::of(map);
        for place in 0..map.len() {
            if place + 1 < map.len() {
                map.prefetch(order.index(place + 1));
            }
            let (key, value) = map.entry(order.index(place));
            room = room.enough(sink).byte_string(sink, key);
            room = match self::value(room, sink, value) {
                Some(room) => room,
                None => {
                    sink.below(key);
                    return None;
                }
            };
        }
        Some(room)
    }
}
