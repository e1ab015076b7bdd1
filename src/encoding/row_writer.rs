//! Encoding of structs by their tables in the formats that are written from start to end.

use std::slice;

use super::field_encoding::Way;
use super::out_buffer::{Room, Sink};
use super::row_key::RowKey;
use super::row_plan::WrittenRows;
use crate::field::Str;
use crate::reflect::{Leaf, MapRef, Ref, Shape, StructRef, Vector};

/// The encoding of values in a format, each with the separator after it.
///
/// # Safety
///
/// For all functions, the room belongs to the sink, if one is passed, and [`enough`](Room::enough) memory is reserved.
pub(super) trait Notation<S: Sink> {
    /// Writes a key that is too long to be copied as a whole, and reserves enough memory after it.
    unsafe fn long_key(room: Room, sink: &mut S, key: &RowKey, shape: &'static Shape) -> Room;
    unsafe fn null(room: Room) -> Room;
    unsafe fn boolean(room: Room, value: bool) -> Room;
    unsafe fn integer(room: Room, value: i64) -> Room;
    /// Writes a string after the key of its row.
    unsafe fn text(room: Room, sink: &mut S, text: &Str) -> Room;
    /// Writes a string in a list.
    unsafe fn item(room: Room, sink: &mut S, text: &Str) -> Room;
    unsafe fn begin_list(room: Room, len: usize) -> Room;
    /// Ends a list of `len` items.
    unsafe fn end_list(room: Room, sink: &mut S, len: usize) -> Room;
    unsafe fn text_map(room: Room, sink: &mut S, map: MapRef<'_>) -> Room;
    // Writes a map of leaves. Returns `None` if the format cannot represent one of them.
    unsafe fn leaf_map(room: Room, sink: &mut S, map: MapRef<'_>) -> Option<Room>;
    unsafe fn leaf(room: Room, sink: &mut S, leaf: &dyn Leaf) -> Option<Room>;
    unsafe fn other(room: Room, sink: &mut S, value: Ref<'_>) -> Option<Room>;
    /// Writes a struct, unless it is a union; `at` points to a live struct with this table.
    unsafe fn members(room: Room, sink: &mut S, at: *const u8, shape: &'static Shape) -> Option<Room>;
}

/// Writes some of the rows of a struct. Returns `None` if the format cannot represent one of them.
///
/// # Safety
///
/// As for a [`Notation`]; the rows belong to the struct's table.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) unsafe fn write_rows<N: Notation<S>, S: Sink>(
    mut room: Room,
    sink: &mut S,
    part: &WrittenRows,
    mut rows: u64,
    value: StructRef<'_>,
) -> Option<Room> {
    while rows != 0 {
        // SAFETY: the contract of [`Notation`] holds, and the rows belong to the struct's table.
        unsafe {
            let key = part.key(rows.trailing_zeros() as usize);
            rows &= rows - 1;
            room = match write_row::<N, S>(room.enough(sink), sink, key, value) {
                Some(room) => room,
                None => return failed(sink, key, value.shape()),
            };
        }
    }
    Some(room)
}

#[cold]
fn failed(sink: &mut impl Sink, key: &RowKey, shape: &'static Shape) -> Option<Room> {
    sink.below(shape.fields()[usize::from(key.row)].name());
    None
}

/// Records that the value which the format cannot represent is in this item.
#[cold]
pub(super) fn failed_item(sink: &mut impl Sink, index: usize) -> Option<Room> {
    sink.below_item(index);
    None
}

/// Writes a key and the value of its row.
///
/// # Safety
///
/// As for [`write_rows`].
#[cfg_attr(not(debug_assertions), inline(always))]
unsafe fn write_row<N: Notation<S>, S: Sink>(
    room: Room,
    sink: &mut S,
    key: &RowKey,
    value: StructRef<'_>,
) -> Option<Room> {
    // SAFETY: the row's field is at the offset (invariant 1), and each way is named after the type of its field. A box in an
    // option is a pointer to what it holds, null for `None`.
    unsafe {
        let at = value.as_ptr().add(key.offset as usize);
        let (start, length) = key.start();
        let (mut room, mut way) = (room.put(start, length), key.way);
        loop {
            return Some(match way {
                Way::Text => N::text(room, sink, &*at.cast()),
                Way::Bool => N::boolean(room, *at.cast()),
                Way::Int32 => N::integer(room, (*at.cast::<i32>()).into()),
                Way::Int64 => N::integer(room, *at.cast::<i64>()),
                Way::OptionalBool => optional::<N, S, _>(room, at, |room, value| N::boolean(room, value)),
                Way::OptionalInt32 => optional::<N, S, i32>(room, at, |room, value| N::integer(room, value.into())),
                Way::OptionalInt64 => optional::<N, S, i64>(room, at, |room, value| N::integer(room, value)),
                Way::Struct(shape) => N::members(room, sink, at, shape)?,
                Way::Pointer(shape) => pointed::<N, S>(room, sink, at.cast::<*const u8>().read(), shape)?,
                Way::OptionalStruct(ty) => pointed::<N, S>(room, sink, (ty.getter())(at), ty.inner().table())?,
                Way::Structs(size, shape) => structs::<N, S>(room, sink, Vector::items(at), size as usize, shape)?,
                Way::Texts => texts::<N, S>(room, sink, Vector::items(at)),
                Way::TextMap(ty) => N::text_map(room, sink, MapRef::new(at, ty)),
                Way::Leaf(ty) => N::leaf(room, sink, ty.leaf(at))?,
                Way::OptionalLeaf(ty) => match (ty.getter())(at) {
                    at if at.is_null() => N::null(room),
                    at => N::leaf(room, sink, ty.inner().leaf(at))?,
                },
                Way::LeafMap(ty) => N::leaf_map(room, sink, MapRef::new(at, ty))?,
                Way::Other(field) => N::other(room, sink, value.project(field))?,
                Way::Long(behind) => {
                    (room, way) = (N::long_key(room, sink, key, value.shape()), *behind);
                    continue;
                }
            });
        }
    }
}

/// # Safety
///
/// As for a [`Notation`]; the pointer points to a live option of this type.
#[cfg_attr(not(debug_assertions), inline(always))]
unsafe fn optional<N: Notation<S>, S: Sink, T: Copy>(
    room: Room,
    at: *const u8,
    write: impl FnOnce(Room, T) -> Room,
) -> Room {
    // SAFETY: the contract of [`Notation`] holds, and the pointer points to a live option of this type.
    unsafe {
        match *at.cast::<Option<T>>() {
            Some(value) => write(room, value),
            None => N::null(room),
        }
    }
}

/// Writes an optional struct.
///
/// # Safety
///
/// As for a [`Notation`]; the pointer is null or points to a live struct with this table.
#[cfg_attr(not(debug_assertions), inline(always))]
unsafe fn pointed<N: Notation<S>, S: Sink>(
    room: Room,
    sink: &mut S,
    at: *const u8,
    shape: &'static Shape,
) -> Option<Room> {
    // SAFETY: the contract of [`Notation`] holds, and the pointer is null or points to a live struct of this table.
    unsafe { if at.is_null() { Some(N::null(room)) } else { N::members(room, sink, at, shape) } }
}

/// Writes a list of structs.
///
/// # Safety
///
/// As for a [`Notation`]; the pointer is null for nil, or points to the given number of live structs of this size and
/// table.
#[cfg_attr(not(debug_assertions), inline(always))]
unsafe fn structs<N: Notation<S>, S: Sink>(
    room: Room,
    sink: &mut S,
    (items, len): (*const u8, usize),
    size: usize,
    shape: &'static Shape,
) -> Option<Room> {
    // SAFETY: the contract of [`Notation`] holds, and the pointer is null or points to `len` live structs of this size
    // and table.
    unsafe {
        if items.is_null() {
            return Some(N::null(room));
        }
        let mut room = N::begin_list(room, len);
        for index in 0..len {
            room = match N::members(room.enough(sink), sink, items.add(index * size), shape) {
                Some(room) => room,
                None => return failed_item(sink, index),
            };
        }
        Some(N::end_list(room, sink, len))
    }
}

/// Writes a list of strings.
///
/// # Safety
///
/// As for a [`Notation`]; the pointer is null for nil, or points to the given number of live strings.
#[inline(never)]
unsafe fn texts<N: Notation<S>, S: Sink>(room: Room, sink: &mut S, (items, len): (*const u8, usize)) -> Room {
    // SAFETY: the contract of [`Notation`] holds, and the pointer is null or points to `len` live strings.
    unsafe {
        if items.is_null() {
            return N::null(room);
        }
        let mut room = N::begin_list(room, len);
        for item in slice::from_raw_parts(items.cast::<Str>(), len) {
            room = N::item(room.enough(sink), sink, item);
        }
        N::end_list(room, sink, len)
    }
}
