//! Values as CBOR.

use std::marker::PhantomData;
use std::slice;

use super::by_length::ByLength;
use super::cursor::{ListRef, MapRef, Ref, StructRef, View};
use super::leaf::Leaf;
use super::prefetch::prefetch_nth;
use super::room::{Room, Sink};
use super::row_key::RowKey;
use super::shape::Shape;
use super::types::ListType;
use super::way::Way;
use crate::field::Str;
use crate::wire::cbor::{Major, write_text};

impl Ref<'_> {
    /// Appends it as one item. False if CBOR cannot say something in it.
    pub(crate) fn write_cbor(self, sink: &mut impl Sink) -> bool {
        // SAFETY: the room is the sink's.
        unsafe { write(sink, |room, sink| value(room, sink, self)) }
    }
}

impl StructRef<'_> {
    /// Appends its fields, of a union too, as one item. False if CBOR cannot say something in it.
    pub(crate) fn write_cbor(self, sink: &mut impl Sink) -> bool {
        // SAFETY: the room is the sink's; the cursor points to such a struct (invariant 2).
        unsafe { write(sink, |room, sink| members(room, sink, self.at, self.shape)) }
    }
}

/// # Safety
///
/// `write` writes into the room that it gets, and returns what is left of it.
unsafe fn write<S: Sink>(sink: &mut S, write: impl FnOnce(Room, &mut S) -> Option<Room>) -> bool {
    // SAFETY: the room is the sink's; then as the caller says.
    unsafe {
        let room = write(Room::of(sink).enough(sink), sink);
        room.inspect(|room| room.settle(sink)).is_some()
    }
}

/// Writes any value. What recurses is kept apart from what does not, so that a level of nesting takes little of the stack.
/// None if CBOR cannot say it.
///
/// # Safety
///
/// The room is the sink's, and there is room for a head and a text that stands inline.
#[inline(never)]
unsafe fn value<S: Sink>(room: Room, sink: &mut S, value: Ref<'_>) -> Option<Room> {
    // SAFETY: as the caller says.
    unsafe {
        Some(match value.view() {
            View::Str(text) => room.byte_string(sink, text),
            View::Struct(value) if value.shape().is_union() => return union(room, sink, value),
            View::Struct(value) => return members(room, sink, value.at, value.shape),
            View::Option(Some(inner)) => return self::value(room, sink, inner),
            View::Option(None) => room.null(),
            View::List(list) => return items(room, sink, list),
            View::Map(map) => return entries(room, sink, map),
            View::Bool(value) => room.boolean(value),
            View::Int32(value) => room.integer(value.into()),
            View::Int64(value) => room.integer(value),
            View::Leaf(value) => return leaf(room, sink, value),
            View::Double(_) | View::Bytes(_) => return room.try_with_sink(sink, |sink| sink.value(value)),
        })
    }
}

/// # Safety
///
/// As for [`value`].
unsafe fn union<S: Sink>(room: Room, sink: &mut S, value: StructRef<'_>) -> Option<Room> {
    // SAFETY: as the caller says.
    unsafe {
        match value.variant() {
            Some(variant) => self::value(room, sink, variant),
            None => Some(room.null()),
        }
    }
}

/// # Safety
///
/// As for [`value`].
#[inline(never)]
unsafe fn leaf<S: Sink>(room: Room, sink: &mut S, leaf: &dyn Leaf) -> Option<Room> {
    // SAFETY: as the caller says.
    unsafe { room.try_with_sink(sink, |sink| sink.leaf(leaf)) }
}

/// Writes a struct that is no union.
///
/// # Safety
///
/// As for [`value`]; a live struct with this table is at the place.
#[inline(never)]
unsafe fn members<S: Sink>(mut room: Room, sink: &mut S, at: *const u8, shape: &'static Shape) -> Option<Room> {
    let value = StructRef { at, shape, life: PhantomData };
    value.fetch();
    // SAFETY: the rows are those of the struct's table.
    unsafe {
        let Some((mut part, mut others)) = shape.cbor_rows().split_first() else {
            return Some(room.head(Major::Map, 0));
        };
        let mut rows = part.written(value);
        // Hardly any struct has others, and these are asked twice.
        let count = others.iter().fold(rows.count_ones(), |count, part| count + part.written(value).count_ones());
        room = room.head(Major::Map, count.into());
        loop {
            while rows != 0 {
                let key = part.key(rows.trailing_zeros() as usize);
                rows &= rows - 1;
                room = match member(room.enough(sink), sink, key, value) {
                    Some(room) => room,
                    None => return failed(sink, key, shape),
                };
            }
            let Some((next, behind)) = others.split_first() else { return Some(room) };
            (part, others) = (next, behind);
            rows = part.written(value);
        }
    }
}

#[cold]
fn failed(sink: &mut impl Sink, key: &RowKey, shape: &'static Shape) -> Option<Room> {
    sink.below(shape.fields()[usize::from(key.row)].name());
    None
}

/// Writes a member.
///
/// # Safety
///
/// As for [`members`], and there is room enough.
#[inline(always)]
unsafe fn member<S: Sink>(room: Room, sink: &mut S, key: &RowKey, value: StructRef<'_>) -> Option<Room> {
    // SAFETY: the row's field is at the offset (invariant 1), and each way is named after the type of its field. A box in an
    // option is a pointer to what it holds, null for `None`.
    unsafe {
        let at = value.at.add(key.offset as usize);
        let room = match key.start() {
            (_, 0) => long_key(room, sink, key, value.shape),
            (start, length) => room.put(start, length),
        };
        Some(match key.way {
            Way::Text => room.byte_string(sink, &*at.cast()),
            Way::Bool => room.boolean(*at.cast()),
            Way::Int32 => room.integer((*at.cast::<i32>()).into()),
            Way::Int64 => room.integer(*at.cast::<i64>()),
            Way::OptionalBool => optional(room, at, |room, value| room.boolean(value)),
            Way::OptionalInt32 => optional(room, at, |room, value: i32| room.integer(value.into())),
            Way::OptionalInt64 => optional(room, at, |room, value| room.integer(value)),
            Way::Struct(shape) => members(room, sink, at, shape)?,
            Way::Pointer(shape) => pointed(room, sink, at.cast::<*const u8>().read(), shape)?,
            Way::OptionalStruct(ty) => pointed(room, sink, ty.value(at), ty.inner.table())?,
            Way::Structs(ty) => structs(room, sink, (ty.items)(at), ty)?,
            Way::Texts(ty) => texts(room, sink, (ty.items)(at)),
            Way::TextMap(ty) => text_map(room, sink, MapRef::new(at, ty)),
            Way::Leaf(ty) => leaf(room, sink, &*(ty.get)(at))?,
            Way::OptionalLeaf(ty) => match ty.value(at) {
                at if at.is_null() => room.null(),
                at => leaf(room, sink, ty.inner.leaf(at))?,
            },
            Way::LeafMap(ty) => entries(room, sink, MapRef::new(at, ty))?,
            Way::Other(field) => self::value(room, sink, value.project(field))?,
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
unsafe fn long_key<S: Sink>(room: Room, sink: &mut S, key: &RowKey, shape: &'static Shape) -> Room {
    let name = shape.fields()[usize::from(key.row)].name();
    // SAFETY: as the caller says.
    unsafe { room.with_sink(sink, |sink| write_text(sink.out(), name)).enough(sink) }
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
            None => room.null(),
        }
    }
}

/// Writes a struct.
///
/// # Safety
///
/// As for [`members`]; a live struct with this table is there, or null.
#[inline(always)]
unsafe fn pointed<S: Sink>(room: Room, sink: &mut S, at: *const u8, shape: &'static Shape) -> Option<Room> {
    // SAFETY: as the caller says.
    unsafe { if at.is_null() { Some(room.null()) } else { members(room, sink, at, shape) } }
}

/// Writes a list of structs.
///
/// # Safety
///
/// As for [`value`]; so many live structs with this table are there, or null for nil.
#[inline(always)]
unsafe fn structs<S: Sink>(room: Room, sink: &mut S, (items, len): (*const u8, usize), ty: &ListType) -> Option<Room> {
    let shape = ty.item.table();
    // SAFETY: as the caller says.
    unsafe {
        if items.is_null() {
            return Some(room.null());
        }
        let size = ty.layout.size();
        let mut room = room.head(Major::List, len as u64);
        for index in 0..len {
            prefetch_nth(items, size, index + 1);
            room = match members(room.enough(sink), sink, items.add(index * size), shape) {
                Some(room) => room,
                None => return failed_item(sink, index),
            };
        }
        Some(room)
    }
}

/// Writes any list.
///
/// # Safety
///
/// As for [`value`].
#[inline(never)]
unsafe fn items<S: Sink>(room: Room, sink: &mut S, list: ListRef<'_>) -> Option<Room> {
    // SAFETY: as the caller says.
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

#[cold]
fn failed_item(sink: &mut impl Sink, index: usize) -> Option<Room> {
    sink.below_item(index);
    None
}

/// Writes a list of texts.
///
/// # Safety
///
/// As for [`value`]; so many live texts are there, or null for nil.
#[inline(never)]
unsafe fn texts<S: Sink>(room: Room, sink: &mut S, (items, len): (*const u8, usize)) -> Room {
    // SAFETY: as the caller says.
    unsafe {
        if items.is_null() {
            return room.null();
        }
        let mut room = room.head(Major::List, len as u64);
        for item in slice::from_raw_parts(items.cast::<Str>(), len) {
            room = room.enough(sink).byte_string(sink, item);
        }
        room
    }
}

/// Writes a map of texts.
///
/// # Safety
///
/// As for [`value`].
#[inline(never)]
unsafe fn text_map<S: Sink>(room: Room, sink: &mut S, map: MapRef<'_>) -> Room {
    // SAFETY: as the caller says; so many entries are there.
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

/// Writes any map.
///
/// # Safety
///
/// As for [`value`].
#[inline(never)]
unsafe fn entries<S: Sink>(room: Room, sink: &mut S, map: MapRef<'_>) -> Option<Room> {
    // SAFETY: as the caller says; so many entries are there.
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
