//! Lengths of messages, computed without writing them.

use super::length_plan::{LengthOp, OptionalField};
use super::walk::{Next, StructRun, Visitor, walk};
use crate::encoding::pointer_run::is_null_run;
use crate::field::Str;
use crate::reflect::{Leaf, Ref, Shape, StructRef, Vector, field, field_at, prefetch_behind};
use crate::wire::{Tag, WireType, varint_length};

/// Lengths that need more than the tables.
pub(crate) trait FieldLengths {
    /// Returns the length of a field, which may be omitted.
    fn field(&mut self, tag: Tag, value: Ref<'_>) -> usize;
    /// Returns the length of a leaf's message.
    fn leaf(&mut self, leaf: &dyn Leaf) -> usize;
}

impl StructRef<'_> {
    /// Returns the length of the struct's message.
    #[inline(never)]
    pub(crate) fn wire_length(self, others: &mut impl FieldLengths) -> usize {
        let mut counter = Counter { length: 0, others };
        walk(self, &mut counter);
        counter.length
    }
}

/// A visitor that adds the lengths of fields.
struct Counter<'o, O> {
    length: usize,
    others: &'o mut O,
}

/// The tag of nested structs, whose length has already been added.
const COUNTED: Tag = Tag::new(1, WireType::Length);

// SAFETY: the operations are compiled from the table (invariant 4) and leaked. The last is `End`, `Pointers` precedes the
// operations for its four fields, and structs are only returned for fields that contain them (invariant 1).
unsafe impl<'a, O: FieldLengths> Visitor<'a> for Counter<'_, O> {
    type Op = LengthOp;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn begin(&mut self, at: *const u8, shape: &'static Shape) -> *const LengthOp {
        prefetch_behind(at, shape.lines());
        let plan = shape.length_plan();
        self.length += plan.fixed;
        plan.ops.as_ptr()
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn prefetch(_: *const u8, _: usize) {}

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn execute(&mut self, op: &'static LengthOp, at: *const u8) -> Next {
        // SAFETY: each operation was created from rows, so its offsets belong to fields of the type that it is named after
        // (invariant 1), and its lists and maps have the layout of vectors. An option of a box is a pointer, null for `None`.
        unsafe {
            self.length += match op {
                LengthOp::Texts(rows) => sum(rows, |&row| text(field::<Str>(at, row))),
                LengthOp::Ints(rows) => sum(rows, |&row| more(i64::from(*field::<i32>(at, row)) as u64)),
                LengthOp::Longs(rows) => sum(rows, |&row| more(*field::<i64>(at, row) as u64)),
                LengthOp::OptionalBools(rows) => sum(rows, |row| option(field(at, row.offset), row, |_: &bool| 1)),
                LengthOp::OptionalInts(rows) => sum(rows, |row| {
                    option(field(at, row.offset), row, |value: &i32| varint_length(i64::from(*value) as u64))
                }),
                LengthOp::OptionalLongs(rows) => {
                    sum(rows, |row| option(field(at, row.offset), row, |value: &i64| varint_length(*value as u64)))
                }
                LengthOp::OptionalTexts(rows) => {
                    sum(rows, |row| option(field(at, row.offset), row, |value: &Str| 1 + text(value)))
                }
                LengthOp::TextLists(rows) => sum(rows, |row| texts(Vector::slice(field_at(at, row.offset)), row)),
                LengthOp::TextMap(row) => text_map(Vector::slice(field_at(at, row.offset)), row),
                LengthOp::Leaf(row, ty) => with_length(self.others.leaf(ty.leaf(field_at(at, *row)))),
                LengthOp::OptionalLeaf(row, ty) => match ty.leaf(field_at(at, row.offset)) {
                    Some(leaf) => row.tag as usize + with_length(self.others.leaf(leaf)),
                    None => 0,
                },
                LengthOp::Vector(row, _) if Vector::items(field_at(at, *row)).1 == 0 => 0,
                LengthOp::Vector(row, of) | LengthOp::Other(row, of) => {
                    self.others.field(of.0, Ref::from_raw(field_at(at, *row), &of.1))
                }
                LengthOp::Struct(row, shape) => return StructRun::one(field_at(at, *row), COUNTED, shape),
                LengthOp::Pointers(row) if is_null_run(field(at, *row)) => return Next::Skip(4),
                LengthOp::Pointers(_) => 0,
                LengthOp::Pointer(row, shape) => return self.optional(*field_at(at, row.offset), row, shape),
                LengthOp::OptionalStruct(row, shape, get) => {
                    return self.optional(get(field_at(at, row.offset)), row, shape);
                }
                LengthOp::List(row, size, shape) => {
                    let items = Vector::items(field_at(at, row.offset));
                    self.length += items.1 * row.tag as usize;
                    return StructRun::list(items, COUNTED, shape, *size as usize);
                }
                LengthOp::End => return Next::Out,
            };
        }
        Next::Continue
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn position(&self) -> usize {
        self.length
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn end(&mut self, _: Tag, position: usize) {
        self.length += varint_length((self.length - position) as u64);
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn nested(&mut self, value: StructRef<'a>) {
        self.length += value.wire_length(self.others);
    }
}

impl<O> Counter<'_, O> {
    /// Visits an optional struct, whose pointer is null for `None`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn optional(&mut self, at: *const u8, row: &OptionalField, shape: &'static Shape) -> Next {
        if !at.is_null() {
            self.length += row.tag as usize;
        }
        StructRun::one(at, COUNTED, shape)
    }
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn with_length(length: usize) -> usize {
    length + varint_length(length as u64)
}

/// Returns the length of a varint without its first byte.
#[cfg_attr(not(debug_assertions), inline(always))]
fn more(value: u64) -> usize {
    if value < 0x80 { 0 } else { varint_length(value) - 1 }
}

/// Returns the length of a string and of its length prefix, without the first byte of the prefix.
#[cfg_attr(not(debug_assertions), inline(always))]
fn text(text: &str) -> usize {
    text.len() + more(text.len() as u64)
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn sum<T>(rows: &[T], length: impl FnMut(&T) -> usize) -> usize {
    rows.iter().map(length).sum()
}

/// Returns the length of an optional field.
#[cfg_attr(not(debug_assertions), inline(always))]
fn option<T>(value: &Option<T>, row: &OptionalField, length: impl Fn(&T) -> usize) -> usize {
    value.as_ref().map_or(0, |value| row.tag as usize + length(value))
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn texts(items: Option<&[Str]>, row: &OptionalField) -> usize {
    let items = items.unwrap_or_default();
    items.len() * (row.tag as usize + 1) + sum(items, |item| text(item))
}

/// Returns the length of a map of strings. An entry is a message of key and value, each with a tag of one byte.
#[cfg_attr(not(debug_assertions), inline(always))]
fn text_map(entries: Option<&[(Str, Str)]>, row: &OptionalField) -> usize {
    sum(entries.unwrap_or_default(), |(key, value)| row.tag as usize + with_length(4 + text(key) + text(value)))
}
