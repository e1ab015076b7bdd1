//! Encoding of structs by their tables in the formats that are written from start to end.

use super::out_buffer::{MEMBER, OutBuffer, Output, Token, VALUE, Written};
use super::row_key::{FieldEncoding, KEY, RowKey};
use super::row_plan::RowPlan;
use crate::field::Str;
use crate::reflect::{Leaf, MapRef, Ref, Shape, StructRef, StructSlice, Vector, field_at};

const _: () = assert!(KEY + VALUE <= MEMBER, "space for a key and a value");

/// The encoding of values in a format, each with the separator after it.
pub(super) trait RowWriter {
    /// The encoding of null.
    const NULL: Token;
    /// Returns the encoding of a boolean.
    fn boolean(value: bool) -> Token;
    /// Writes a key that is too long to be copied as a whole.
    fn long_key<'id>(
        buffer: OutBuffer<'id, VALUE>,
        output: &mut Output<'id>,
        key: &RowKey,
        shape: &'static Shape,
    ) -> OutBuffer<'id, MEMBER>;
    fn integer(buffer: OutBuffer<'_, VALUE>, value: i64) -> OutBuffer<'_, 0>;
    /// Writes a string after the key of its row.
    fn text<'id>(buffer: OutBuffer<'id, VALUE>, output: &mut Output<'id>, text: &Str) -> OutBuffer<'id, 0>;
    /// Writes a string in a list.
    fn item<'id>(buffer: OutBuffer<'id, MEMBER>, output: &mut Output<'id>, text: &Str) -> OutBuffer<'id, 0>;
    fn begin_list(buffer: OutBuffer<'_, VALUE>, len: usize) -> OutBuffer<'_, 0>;
    /// Ends a list of `len` items.
    fn end_list<'id>(buffer: OutBuffer<'id, 0>, output: &mut Output<'id>, len: usize) -> OutBuffer<'id, 0>;
    fn text_map<'id>(buffer: OutBuffer<'id, VALUE>, output: &mut Output<'id>, map: MapRef<'_>) -> OutBuffer<'id, 0>;
    fn map<'id>(buffer: OutBuffer<'id, VALUE>, output: &mut Output<'id>, map: MapRef<'_>) -> Written<'id>;
    fn leaf<'id>(buffer: OutBuffer<'id, VALUE>, output: &mut Output<'id>, leaf: &dyn Leaf) -> Written<'id>;
    /// Writes any value.
    fn value<'id>(buffer: OutBuffer<'id, VALUE>, output: &mut Output<'id>, value: Ref<'_>) -> Written<'id>;
    /// Writes a struct that is not a union.
    fn members<'id>(buffer: OutBuffer<'id, VALUE>, output: &mut Output<'id>, value: StructRef<'_>) -> Written<'id>;
}

/// Writes some of the rows of a struct.
///
/// # Safety
///
/// The plan is one of the struct's table, and has all of the rows.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) unsafe fn write_rows<'id, N: RowWriter>(
    mut buffer: OutBuffer<'id, 0>,
    output: &mut Output<'id>,
    part: &RowPlan,
    mut rows: u64,
    value: StructRef<'_>,
) -> Written<'id> {
    'rows: while rows != 0 {
        // SAFETY: the plan has the row. Its offset is the one of the row's field in the struct (invariants 1 and 4), and each
        // encoding is named after the type of its field. A box in an option is a pointer to what it holds, null for `None`.
        unsafe {
            let key = part.keys().get_unchecked(rows.trailing_zeros() as usize);
            let at = field_at::<u8>(value.as_ptr(), key.offset);
            rows &= rows - 1;
            let (mut start, mut encoding) = (buffer.reserve(output).token(&key.start), key.encoding);
            // Values that cannot fail leave the loop without a result, which would be examined once more for each member.
            let written = loop {
                buffer = match encoding {
                    FieldEncoding::Text => N::text(start, output, &*at.cast()),
                    FieldEncoding::Bool => boolean::<N>(start, *at.cast()),
                    FieldEncoding::Int32 => int32::<N>(start, *at.cast()),
                    FieldEncoding::Int64 => N::integer(start, *at.cast()),
                    FieldEncoding::OptionalBool => optional::<N, _>(start, *at.cast(), boolean::<N>),
                    FieldEncoding::OptionalInt32 => optional::<N, _>(start, *at.cast(), int32::<N>),
                    FieldEncoding::OptionalInt64 => optional::<N, _>(start, *at.cast(), N::integer),
                    FieldEncoding::Texts => texts::<N>(start, output, Vector::slice(at)),
                    FieldEncoding::TextMap(ty) => N::text_map(start, output, MapRef::new(at, ty)),
                    FieldEncoding::Struct(shape) => break N::members(start, output, StructRef::from_raw(at, shape)),
                    FieldEncoding::Pointer(shape) => break pointer::<N>(start, output, *at.cast(), shape),
                    FieldEncoding::OptionalStruct(ty) => {
                        break pointer::<N>(start, output, (ty.getter())(at), ty.inner().table());
                    }
                    FieldEncoding::Structs(size, shape) => {
                        break structs::<N>(
                            start,
                            output,
                            StructSlice::from_raw(Vector::items(at), size as usize, shape),
                        );
                    }
                    FieldEncoding::Leaf(ty) => break N::leaf(start, output, ty.leaf(at)),
                    FieldEncoding::OptionalLeaf(ty) => break optional_leaf::<N>(start, output, ty.leaf(at)),
                    FieldEncoding::Map(ty) => break N::map(start, output, MapRef::new(at, ty)),
                    FieldEncoding::Other(field) => break N::value(start, output, value.project(field)),
                    FieldEncoding::Long(behind) => {
                        (start, encoding) = (N::long_key(start, output, key, value.shape()).narrow(), *behind);
                        continue;
                    }
                };
                continue 'rows;
            };
            buffer = match written {
                Ok(buffer) => buffer,
                Err(failed) => return Err(failed.below(output, value.shape().fields()[usize::from(key.row)].name())),
            };
        }
    }
    Ok(buffer)
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn boolean<N: RowWriter>(buffer: OutBuffer<'_, VALUE>, value: bool) -> OutBuffer<'_, 0> {
    buffer.token(&N::boolean(value))
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn int32<N: RowWriter>(buffer: OutBuffer<'_, VALUE>, value: i32) -> OutBuffer<'_, 0> {
    N::integer(buffer, value.into())
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn optional<'id, N: RowWriter, T>(
    buffer: OutBuffer<'id, VALUE>,
    value: Option<T>,
    write: impl FnOnce(OutBuffer<'id, VALUE>, T) -> OutBuffer<'id, 0>,
) -> OutBuffer<'id, 0> {
    match value {
        Some(value) => write(buffer, value),
        None => buffer.token(&N::NULL),
    }
}

/// Writes an optional struct.
///
/// # Safety
///
/// `at` is null or points to a live struct with this table.
#[cfg_attr(not(debug_assertions), inline(always))]
unsafe fn pointer<'id, N: RowWriter>(
    buffer: OutBuffer<'id, VALUE>,
    output: &mut Output<'id>,
    at: *const u8,
    shape: &'static Shape,
) -> Written<'id> {
    if at.is_null() {
        return Ok(buffer.token(&N::NULL));
    }
    // SAFETY: the pointer is not null, so it points to a live struct with this table.
    N::members(buffer, output, unsafe { StructRef::from_raw(at, shape) })
}

/// Writes an optional leaf.
#[cfg_attr(not(debug_assertions), inline(always))]
fn optional_leaf<'id, N: RowWriter>(
    buffer: OutBuffer<'id, VALUE>,
    output: &mut Output<'id>,
    leaf: Option<&dyn Leaf>,
) -> Written<'id> {
    match leaf {
        Some(leaf) => N::leaf(buffer, output, leaf),
        None => Ok(buffer.token(&N::NULL)),
    }
}
/// Writes a list of structs that are not unions.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn structs<'id, N: RowWriter>(
    buffer: OutBuffer<'id, VALUE>,
    output: &mut Output<'id>,
    items: Option<StructSlice<'_>>,
) -> Written<'id> {
    let Some(items) = items else { return Ok(buffer.token(&N::NULL)) };
    let mut buffer = N::begin_list(buffer, items.len());
    for (index, item) in items.iter().enumerate() {
        buffer = match N::members(buffer.reserve(output).narrow(), output, item) {
            Ok(buffer) => buffer,
            Err(failed) => return Err(failed.below_item(output, index)),
        };
    }
    Ok(N::end_list(buffer, output, items.len()))
}

/// Writes a list of strings.
#[inline(never)]
fn texts<'id, N: RowWriter>(
    buffer: OutBuffer<'id, VALUE>,
    output: &mut Output<'id>,
    items: Option<&[Str]>,
) -> OutBuffer<'id, 0> {
    let Some(items) = items else { return buffer.token(&N::NULL) };
    let mut buffer = N::begin_list(buffer, items.len());
    for item in items {
        buffer = N::item(buffer.reserve(output), output, item);
    }
    N::end_list(buffer, output, items.len())
}
