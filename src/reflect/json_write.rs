//! Structs as JSON.

use std::marker::PhantomData;
use std::slice;

use super::cursor::{MapRef, StructRef};
use super::json_room::JsonSink;
use super::prefetch::prefetch_nth;
use super::room::Room;
use super::row_key::RowKey;
use super::shape::Shape;
use super::types::{ListType, MapType};
use super::way::Way;
use crate::field::Str;

impl StructRef<'_> {
    /// Appends its members from a row on, which is one of the first sixty-four, and a closing brace: behind an opening one, or a
    /// comma. False if JSON cannot say one of them.
    pub(crate) fn write_json(self, sink: &mut impl JsonSink, first: usize) -> bool {
        // SAFETY: the cursor points to such a struct (invariant 2). What is written ends with a comma.
        unsafe {
            match members(Room::of(sink), sink, self.at, self.shape, u64::MAX << first) {
                Some(room) => room.before(1).settle(sink),
                None => return false,
            }
        }
        true
    }
}

/// Writes the members of a struct, of the first sixty-four only some, the closing brace and a comma. None if JSON cannot say
/// one of them.
///
/// # Safety
///
/// A live struct with this table is at the place. The room is the sink's, and something was written in front of it.
#[inline(never)]
unsafe fn members<S: JsonSink>(
    mut room: Room,
    sink: &mut S,
    at: *const u8,
    shape: &'static Shape,
    mut some: u64,
) -> Option<Room> {
    let value = StructRef { at, shape, life: PhantomData };
    value.fetch();
    // SAFETY: the rows are those of the struct's table.
    unsafe {
        for part in shape.json_rows() {
            let mut rows = part.written(value) & some;
            some = u64::MAX;
            while rows != 0 {
                let key = part.key(rows.trailing_zeros() as usize);
                rows &= rows - 1;
                room = match member(room.enough(sink), sink, key, value) {
                    Some(room) => room,
                    None => return failed(sink, key, shape),
                };
            }
        }
        Some(room.close(sink, b'}'))
    }
}

#[cold]
fn failed(sink: &mut impl JsonSink, key: &RowKey, shape: &'static Shape) -> Option<Room> {
    sink.below(shape.fields()[usize::from(key.row)].name());
    None
}

/// Writes a member and a comma.
///
/// # Safety
///
/// As for [`members`], and there is room enough.
#[inline(always)]
unsafe fn member<S: JsonSink>(room: Room, sink: &mut S, key: &RowKey, value: StructRef<'_>) -> Option<Room> {
    // SAFETY: the row's field is at the offset (invariant 1), and each way is named after the type of its field. A box in an
    // option is a pointer to what it holds, null for `None`.
    unsafe {
        let at = value.at.add(key.offset as usize);
        let room = match key.start() {
            (_, 0) => long_key(room, sink, key, value.shape),
            (start, length) => room.put(start, length),
        };
        Some(match key.way {
            Way::Text => room.text(sink, &*at.cast(), b','),
            Way::Bool => boolean(room, *at.cast()),
            Way::Int32 => number(room, *at.cast::<i32>()),
            Way::Int64 => number(room, *at.cast::<i64>()),
            Way::OptionalBool => optional(room, at, |room, value| boolean(room, value)),
            Way::OptionalInt32 => optional(room, at, |room, value: i32| number(room, value)),
            Way::OptionalInt64 => optional(room, at, |room, value: i64| number(room, value)),
            Way::Struct(shape) => members(room.all(b"{"), sink, at, shape, u64::MAX)?,
            Way::Pointer(shape) => pointed(room, sink, at.cast::<*const u8>().read(), shape)?,
            Way::OptionalStruct(ty) => pointed(room, sink, ty.value(at), ty.inner.table())?,
            Way::Structs(ty) => structs(room, sink, (ty.items)(at), ty)?,
            Way::Texts(ty) => texts(room, sink, (ty.items)(at)),
            Way::TextMap(ty) => text_map(room, sink, at, ty),
            Way::Leaf(ty) => other(room, sink, |sink| sink.leaf(&*(ty.get)(at)))?,
            Way::OptionalLeaf(ty) => match ty.value(at) {
                at if at.is_null() => room.all(b"null,"),
                at => other(room, sink, |sink| sink.leaf(ty.inner.leaf(at)))?,
            },
            Way::LeafMap(ty) => leaf_map(room, sink, at, ty)?,
            Way::Other(field) => other(room, sink, |sink| sink.value(value.project(field)))?,
        })
    }
}

/// Writes a key that is none of those that are copied as a whole.
///
/// # Safety
///
/// As for [`members`].
#[cold]
#[inline(never)]
unsafe fn long_key<S: JsonSink>(room: Room, sink: &mut S, key: &RowKey, shape: &'static Shape) -> Room {
    let field = &shape.fields()[usize::from(key.row)];
    let quote: &[u8] = if key.way.is_text() { b"\"" } else { b"" };
    // SAFETY: as the caller says.
    unsafe {
        let room = room.with_sink(sink, |sink| {
            sink.out().extend_from_slice(field.key().as_bytes());
            sink.out().extend_from_slice(quote);
        });
        room.enough(sink)
    }
}

/// # Safety
///
/// There is room for so many bytes and a comma.
#[inline(always)]
unsafe fn boolean(room: Room, value: bool) -> Room {
    let (word, length) = if value { (*b"true,   ", 5) } else { (*b"false,  ", 6) };
    // SAFETY: as the caller says.
    unsafe { room.put(&word, length) }
}

/// # Safety
///
/// There is room for a number and a comma.
#[inline(always)]
unsafe fn number(room: Room, value: impl itoa::Integer) -> Room {
    // SAFETY: as the caller says; numbers have at most twenty digits.
    unsafe { room.short(itoa::Buffer::new().format(value).as_bytes()).all(b",") }
}

/// # Safety
///
/// Such an option is at the place, and there is room for what `write` writes of its value.
#[inline(always)]
unsafe fn optional<T: Copy>(room: Room, at: *const u8, write: impl FnOnce(Room, T) -> Room) -> Room {
    // SAFETY: as the caller says.
    unsafe {
        match *at.cast::<Option<T>>() {
            Some(value) => write(room, value),
            None => room.all(b"null,"),
        }
    }
}

/// Lets the sink write a value, and writes a comma. None if JSON cannot say it: `write` tells.
///
/// # Safety
///
/// As for [`members`].
#[inline(always)]
unsafe fn other<S: JsonSink>(room: Room, sink: &mut S, write: impl FnOnce(&mut S) -> bool) -> Option<Room> {
    // SAFETY: as the caller says.
    unsafe { Some(room.try_with_sink(sink, write)?.all(b",")) }
}

/// Writes a struct and a comma.
///
/// # Safety
///
/// As for [`members`]; a live struct with this table is there, or null.
#[inline(always)]
unsafe fn pointed<S: JsonSink>(room: Room, sink: &mut S, at: *const u8, shape: &'static Shape) -> Option<Room> {
    // SAFETY: as the caller says.
    unsafe { if at.is_null() { Some(room.all(b"null,")) } else { members(room.all(b"{"), sink, at, shape, u64::MAX) } }
}

/// Writes a list of structs and a comma.
///
/// # Safety
///
/// As for [`members`]; so many live structs with this table are there, or null for nil.
#[inline(always)]
unsafe fn structs<S: JsonSink>(
    room: Room,
    sink: &mut S,
    (items, len): (*const u8, usize),
    ty: &ListType,
) -> Option<Room> {
    let shape = ty.item.table();
    // SAFETY: as the caller says.
    unsafe {
        if items.is_null() {
            return Some(room.all(b"null,"));
        }
        let size = ty.layout.size();
        let mut room = room.all(b"[");
        for index in 0..len {
            prefetch_nth(items, size, index + 1);
            let item = items.add(index * size);
            room = match members(room.enough(sink).all(b"{"), sink, item, shape, u64::MAX) {
                Some(room) => room,
                None => {
                    sink.below_item(index);
                    return None;
                }
            };
        }
        Some(room.close(sink, b']'))
    }
}

/// Writes a list of texts and a comma.
///
/// # Safety
///
/// As for [`members`]; so many live texts are there, or null for nil.
#[inline(never)]
unsafe fn texts<S: JsonSink>(room: Room, sink: &mut S, (items, len): (*const u8, usize)) -> Room {
    // SAFETY: as the caller says.
    unsafe {
        if items.is_null() {
            return room.all(b"null,");
        }
        let mut room = room.all(b"[");
        for item in slice::from_raw_parts(items.cast::<Str>(), len) {
            room = room.enough(sink).all(b"\"").text(sink, item, b',');
        }
        room.close(sink, b']')
    }
}

/// Writes a map of texts and a comma.
///
/// # Safety
///
/// As for [`members`]; a live map of this type is there.
#[inline(never)]
unsafe fn text_map<S: JsonSink>(room: Room, sink: &mut S, at: *const u8, ty: &'static MapType) -> Room {
    // SAFETY: as the caller says.
    unsafe {
        let map = MapRef::new(at, ty);
        if map.is_nil() {
            return room.all(b"null,");
        }
        let mut room = room.all(b"{");
        for (key, text) in map.texts().unwrap_or_default() {
            room = room.enough(sink).all(b"\"").text(sink, key, b':');
            room = room.all(b"\"").text(sink, text, b',');
        }
        room.close(sink, b'}')
    }
}

/// Writes a map of leaves and a comma.
///
/// # Safety
///
/// As for [`members`]; a live map of this type is there.
#[inline(never)]
unsafe fn leaf_map<S: JsonSink>(room: Room, sink: &mut S, at: *const u8, ty: &'static MapType) -> Option<Room> {
    // SAFETY: as the caller says.
    unsafe {
        let map = MapRef::new(at, ty);
        if map.is_nil() {
            return Some(room.all(b"null,"));
        }
        let mut room = room.all(b"{");
        for (key, value) in map.iter() {
            room = room.enough(sink).all(b"\"").text(sink, key, b':');
            room = match other(room, sink, |sink| sink.leaf(ty.value.leaf(value.at))) {
                Some(room) => room,
                None => {
                    sink.below(key);
                    return None;
                }
            };
        }
        Some(room.close(sink, b'}'))
    }
}
