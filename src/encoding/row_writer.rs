//! Encoding of structs by their tables in the formats that are written from start to end.

use std::slice;

use super::out_buffer::{OutBuffer, Sink, Token};
use super::row_key::{FieldEncoding, RowKey};
use super::row_plan::RowPlan;
use crate::field::Str;
use crate::reflect::{Leaf, MapRef, Ref, Shape, StructRef, Vector};

/// The encoding of values in a format, each with the separator after it.
///
/// # Safety
///
/// For all functions, the buffer belongs to the sink, if one is passed, and memory was reserved by
/// [`reserve_member`](OutBuffer::reserve_member).
pub(super) trait RowWriter<S: Sink> {
    /// The encoding of null.
    const NULL: Token;
    /// Returns the encoding of a boolean.
    fn boolean(value: bool) -> Token;
    /// Writes a key that is too long to be copied as a whole, and reserves enough memory after it.
    unsafe fn long_key(buffer: OutBuffer, sink: &mut S, key: &RowKey, shape: &'static Shape) -> OutBuffer;
    unsafe fn integer(buffer: OutBuffer, value: i64) -> OutBuffer;
    /// Writes a string after the key of its row.
    unsafe fn text(buffer: OutBuffer, sink: &mut S, text: &Str) -> OutBuffer;
    /// Writes a string in a list.
    unsafe fn item(buffer: OutBuffer, sink: &mut S, text: &Str) -> OutBuffer;
    unsafe fn begin_list(buffer: OutBuffer, len: usize) -> OutBuffer;
    /// Ends a list of `len` items.
    unsafe fn end_list(buffer: OutBuffer, sink: &mut S, len: usize) -> OutBuffer;
    unsafe fn text_map(buffer: OutBuffer, sink: &mut S, map: MapRef<'_>) -> OutBuffer;
    // Writes a map of leaves. Returns `None` if the format cannot represent one of them.
    unsafe fn leaf_map(buffer: OutBuffer, sink: &mut S, map: MapRef<'_>) -> Option<OutBuffer>;
    unsafe fn leaf(buffer: OutBuffer, sink: &mut S, leaf: &dyn Leaf) -> Option<OutBuffer>;
    unsafe fn other(buffer: OutBuffer, sink: &mut S, value: Ref<'_>) -> Option<OutBuffer>;
    /// Writes a struct, unless it is a union; `at` points to a live struct with this table.
    unsafe fn members(buffer: OutBuffer, sink: &mut S, at: *const u8, shape: &'static Shape) -> Option<OutBuffer>;
}

/// Writes some of the rows of a struct. Returns `None` if the format cannot represent one of them.
///
/// # Safety
///
/// As for a [`RowWriter`]; the rows belong to the struct's table.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) unsafe fn write_rows<N: RowWriter<S>, S: Sink>(
    mut buffer: OutBuffer,
    sink: &mut S,
    part: &RowPlan,
    mut rows: u64,
    value: StructRef<'_>,
) -> Option<OutBuffer> {
    while rows != 0 {
        // SAFETY: the contract of [`RowWriter`] holds, and the rows belong to the struct's table.
        unsafe {
            let key = part.key(rows.trailing_zeros() as usize);
            rows &= rows - 1;
            buffer = match write_row::<N, S>(buffer.reserve_member(sink), sink, key, value) {
                Some(buffer) => buffer,
                None => return failed(sink, key, value.shape()),
            };
        }
    }
    Some(buffer)
}

#[cold]
fn failed(sink: &mut impl Sink, key: &RowKey, shape: &'static Shape) -> Option<OutBuffer> {
    sink.below(shape.fields()[usize::from(key.row)].name());
    None
}

/// Records that the value which the format cannot represent is in this item.
#[cold]
pub(super) fn failed_item(sink: &mut impl Sink, index: usize) -> Option<OutBuffer> {
    sink.below_item(index);
    None
}

/// Writes a key and the value of its row.
///
/// # Safety
///
/// As for [`write_rows`].
#[cfg_attr(not(debug_assertions), inline(always))]
unsafe fn write_row<N: RowWriter<S>, S: Sink>(
    buffer: OutBuffer,
    sink: &mut S,
    key: &RowKey,
    value: StructRef<'_>,
) -> Option<OutBuffer> {
    // SAFETY: the row's field is at the offset (invariant 1), and each encoding is named after the type of its field. A box in an
    // option is a pointer to what it holds, null for `None`.
    unsafe {
        let at = value.as_ptr().add(key.offset as usize);
        let (start, length) = key.start();
        let (mut buffer, mut encoding) = (buffer.put(start, length), key.encoding);
        loop {
            return Some(match encoding {
                FieldEncoding::Text => N::text(buffer, sink, &*at.cast()),
                FieldEncoding::Bool => buffer.token(N::boolean(*at.cast())),
                FieldEncoding::Int32 => N::integer(buffer, (*at.cast::<i32>()).into()),
                FieldEncoding::Int64 => N::integer(buffer, *at.cast::<i64>()),
                FieldEncoding::OptionalBool => {
                    optional::<N, S, _>(buffer, at, |buffer, value| buffer.token(N::boolean(value)))
                }
                FieldEncoding::OptionalInt32 => {
                    optional::<N, S, i32>(buffer, at, |buffer, value| N::integer(buffer, value.into()))
                }
                FieldEncoding::OptionalInt64 => {
                    optional::<N, S, i64>(buffer, at, |buffer, value| N::integer(buffer, value))
                }
                FieldEncoding::Struct(shape) => N::members(buffer, sink, at, shape)?,
                FieldEncoding::Pointer(shape) => pointed::<N, S>(buffer, sink, at.cast::<*const u8>().read(), shape)?,
                FieldEncoding::OptionalStruct(ty) => {
                    pointed::<N, S>(buffer, sink, (ty.getter())(at), ty.inner().table())?
                }
                FieldEncoding::Structs(size, shape) => {
                    structs::<N, S>(buffer, sink, Vector::items(at), size as usize, shape)?
                }
                FieldEncoding::Texts => texts::<N, S>(buffer, sink, Vector::items(at)),
                FieldEncoding::TextMap(ty) => N::text_map(buffer, sink, MapRef::new(at, ty)),
                FieldEncoding::Leaf(ty) => N::leaf(buffer, sink, ty.leaf(at))?,
                FieldEncoding::OptionalLeaf(ty) => match (ty.getter())(at) {
                    at if at.is_null() => buffer.token(N::NULL),
                    at => N::leaf(buffer, sink, ty.inner().leaf(at))?,
                },
                FieldEncoding::LeafMap(ty) => N::leaf_map(buffer, sink, MapRef::new(at, ty))?,
                FieldEncoding::Other(field) => N::other(buffer, sink, value.project(field))?,
                FieldEncoding::Long(behind) => {
                    (buffer, encoding) = (N::long_key(buffer, sink, key, value.shape()), *behind);
                    continue;
                }
            });
        }
    }
}

/// # Safety
///
/// As for a [`RowWriter`]; the pointer points to a live option of this type.
#[cfg_attr(not(debug_assertions), inline(always))]
unsafe fn optional<N: RowWriter<S>, S: Sink, T: Copy>(
    buffer: OutBuffer,
    at: *const u8,
    write: impl FnOnce(OutBuffer, T) -> OutBuffer,
) -> OutBuffer {
    // SAFETY: the contract of [`RowWriter`] holds, and the pointer points to a live option of this type.
    unsafe {
        match *at.cast::<Option<T>>() {
            Some(value) => write(buffer, value),
            None => buffer.token(N::NULL),
        }
    }
}

/// Writes an optional struct.
///
/// # Safety
///
/// As for a [`RowWriter`]; the pointer is null or points to a live struct with this table.
#[cfg_attr(not(debug_assertions), inline(always))]
unsafe fn pointed<N: RowWriter<S>, S: Sink>(
    buffer: OutBuffer,
    sink: &mut S,
    at: *const u8,
    shape: &'static Shape,
) -> Option<OutBuffer> {
    // SAFETY: the contract of [`RowWriter`] holds, and the pointer is null or points to a live struct of this table.
    unsafe { if at.is_null() { Some(buffer.token(N::NULL)) } else { N::members(buffer, sink, at, shape) } }
}

/// Writes a list of structs.
///
/// # Safety
///
/// As for a [`RowWriter`]; the pointer is null for nil, or points to the given number of live structs of this size and
/// table.
#[cfg_attr(not(debug_assertions), inline(always))]
unsafe fn structs<N: RowWriter<S>, S: Sink>(
    buffer: OutBuffer,
    sink: &mut S,
    (items, len): (*const u8, usize),
    size: usize,
    shape: &'static Shape,
) -> Option<OutBuffer> {
    // SAFETY: the contract of [`RowWriter`] holds, and the pointer is null or points to `len` live structs of this size
    // and table.
    unsafe {
        if items.is_null() {
            return Some(buffer.token(N::NULL));
        }
        let mut buffer = N::begin_list(buffer, len);
        for index in 0..len {
            buffer = match N::members(buffer.reserve_member(sink), sink, items.add(index * size), shape) {
                Some(buffer) => buffer,
                None => return failed_item(sink, index),
            };
        }
        Some(N::end_list(buffer, sink, len))
    }
}

/// Writes a list of strings.
///
/// # Safety
///
/// As for a [`RowWriter`]; the pointer is null for nil, or points to the given number of live strings.
#[inline(never)]
unsafe fn texts<N: RowWriter<S>, S: Sink>(
    buffer: OutBuffer,
    sink: &mut S,
    (items, len): (*const u8, usize),
) -> OutBuffer {
    // SAFETY: the contract of [`RowWriter`] holds, and the pointer is null or points to `len` live strings.
    unsafe {
        if items.is_null() {
            return buffer.token(N::NULL);
        }
        let mut buffer = N::begin_list(buffer, len);
        for item in slice::from_raw_parts(items.cast::<Str>(), len) {
            buffer = N::item(buffer.reserve_member(sink), sink, item);
        }
        N::end_list(buffer, sink, len)
    }
}
