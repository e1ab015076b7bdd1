//! Lengths of messages, computed without writing them.

use std::mem::MaybeUninit;

use super::length_plan::{LengthOp, OptionalField};
use crate::encoding::pointer_run::is_null_run;
use crate::field::Str;
use crate::reflect::{Leaf, Ref, Shape, StructRef, Vector, field, field_at, prefetch_behind};
use crate::wire::{Tag, varint_length};

/// Lengths that need more than the tables.
pub(crate) trait FieldLengths {
    /// Returns the length of a field, which may be omitted.
    fn field(&mut self, tag: Tag, value: Ref<'_>) -> usize;
    /// Returns the length of a leaf's message.
    fn leaf(&mut self, leaf: &dyn Leaf) -> usize;
}

impl StructRef<'_> {
    /// Returns the length of the struct's message.
    #[inline]
    pub(crate) fn wire_length(self, others: &mut impl FieldLengths) -> usize {
        // SAFETY: the cursor points to such a struct (invariant 2).
        unsafe { OpCursor::count(self.as_ptr(), self.shape(), others) }
    }
}

/// The number of nested structs that are counted without a call.
const LEVELS: usize = 8;

/// A position in the steps of a struct.
#[derive(Clone, Copy)]
struct OpCursor {
    at: *const u8,
    step: *const LengthOp,
    /// The length of the fields counted so far.
    length: usize,
}

/// Adjacent structs of one table: the items of a list, or a single struct.
#[derive(Clone, Copy)]
struct StructRun {
    at: *const u8,
    shape: &'static Shape,
    /// The number of structs after this one, and the distance between them.
    more: usize,
    size: usize,
}

/// A struct whose nested structs are being counted.
#[derive(Clone, Copy)]
struct Suspended {
    walk: OpCursor,
    structs: StructRun,
}

enum Next {
    Continue,
    Into(StructRun),
    Out,
}

impl OpCursor {
    /// # Safety
    ///
    /// `at` points to a live struct with this table.
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn new(at: *const u8, shape: &'static Shape) -> Self {
        prefetch_behind(at, shape.lines());
        let ops = shape.length_ops().as_ptr();
        // SAFETY: the first operation is followed by another one.
        match unsafe { &*ops } {
            LengthOp::Fixed(length) => OpCursor { at, step: unsafe { ops.add(1) }, length: *length },
            _ => unreachable!("the first operation"),
        }
    }

    /// Returns the length of a struct's message.
    ///
    /// # Safety
    ///
    /// As for [`OpCursor::new`].
    #[inline(never)]
    unsafe fn count<O: FieldLengths>(at: *const u8, shape: &'static Shape, others: &mut O) -> usize {
        let mut waiting = [const { MaybeUninit::<Suspended>::uninit() }; LEVELS];
        let mut levels = 0;
        // SAFETY: each cursor executes the steps of its own struct's table (invariant 4) and is replaced after the last one. The
        // first `levels` suspended structs are initialized.
        unsafe {
            let mut walk = OpCursor::new(at, shape);
            loop {
                match walk.next(others) {
                    Next::Continue => {}
                    Next::Into(structs) => match waiting.get_mut(levels) {
                        Some(place) => {
                            levels += 1;
                            place.write(Suspended { walk, structs });
                            walk = OpCursor::new(structs.at, structs.shape);
                        }
                        None => walk.length += structs.count(others),
                    },
                    Next::Out if levels == 0 => return walk.length,
                    Next::Out => {
                        let outer = waiting.get_unchecked_mut(levels - 1).assume_init_mut();
                        outer.walk.length += with_length(walk.length);
                        if outer.structs.advance() {
                            walk = OpCursor::new(outer.structs.at, outer.structs.shape);
                        } else {
                            walk = outer.walk;
                            levels -= 1;
                        }
                    }
                }
            }
        }
    }

    /// Executes a step.
    ///
    /// # Safety
    ///
    /// The step belongs to the table of the struct that `at` points to.
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn next<O: FieldLengths>(&mut self, others: &mut O) -> Next {
        let at = self.at;
        // SAFETY: each step was created from a row, so its offset belongs to a field of the type that the step is named
        // after (invariant 1), and its lists and maps have the layout of vectors. An option of a box is a pointer, null for
        // `None`. Every step except the last is followed by another one, and a step for four pointers by four. Plans are never
        // dropped.
        unsafe {
            let step: &'static LengthOp = &*self.step;
            self.step = self.step.add(1);
            self.length += match step {
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
                LengthOp::TextMap(row, ty) => text_map(ty.text_entries(field_at(at, row.offset)), row),
                LengthOp::Leaf(row, ty) => with_length(others.leaf(ty.leaf(field_at(at, *row)))),
                LengthOp::OptionalLeaf(row, ty, get) => match get(field_at(at, row.offset)) {
                    at if at.is_null() => 0,
                    at => row.tag as usize + with_length(others.leaf(ty.leaf(at))),
                },
                LengthOp::Vector(row, _) if Vector::items(field_at(at, *row)).1 == 0 => 0,
                LengthOp::Vector(row, of) | LengthOp::Other(row, of) => {
                    others.field(of.0, Ref::from_raw(field_at(at, *row), &of.1))
                }
                LengthOp::Struct(row, shape) => return Next::Into(StructRun::one(field_at(at, *row), shape)),
                LengthOp::Pointers(row) => {
                    if is_null_run(field(at, *row)) {
                        self.step = self.step.add(4);
                    }
                    return Next::Continue;
                }
                LengthOp::Pointer(row, shape) => {
                    return self.pointed(field_at::<*const u8>(at, row.offset).read(), row, shape);
                }
                LengthOp::OptionalStruct(row, shape, get) => {
                    return self.pointed(get(field_at(at, row.offset)), row, shape);
                }
                LengthOp::List(row, size, shape) => match Vector::items(field_at(at, row.offset)) {
                    (_, 0) => return Next::Continue,
                    (at, len) => {
                        self.length += len * row.tag as usize;
                        return Next::Into(StructRun { at, shape, more: len - 1, size: *size as usize });
                    }
                },
                LengthOp::Fixed(length) => *length,
                LengthOp::End => return Next::Out,
            };
        }
        Next::Continue
    }

    /// Handles an optional struct.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn pointed(&mut self, at: *const u8, row: &OptionalField, shape: &'static Shape) -> Next {
        if at.is_null() {
            return Next::Continue;
        }
        self.length += row.tag as usize;
        Next::Into(StructRun::one(at, shape))
    }
}

impl StructRun {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn one(at: *const u8, shape: &'static Shape) -> Self {
        StructRun { at, shape, more: 0, size: 0 }
    }

    /// Continues with the next struct. Returns false after the last one.
    ///
    /// # Safety
    ///
    /// `more` structs follow at this distance.
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn advance(&mut self) -> bool {
        if self.more == 0 {
            return false;
        }
        self.more -= 1;
        // SAFETY: `more` structs follow at this distance, and it is not zero.
        self.at = unsafe { self.at.add(self.size) };
        true
    }

    /// Returns the length of all messages, each with its length prefix.
    ///
    /// # Safety
    ///
    /// `at` points to the given number of live structs with this table.
    #[cold]
    unsafe fn count<O: FieldLengths>(mut self, others: &mut O) -> usize {
        let mut length = 0;
        loop {
            // SAFETY: `at` points to live structs of this table, of which this is one.
            unsafe {
                length += with_length(OpCursor::count(self.at, self.shape, others));
                if !self.advance() {
                    return length;
                }
            }
        }
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
fn text_map<'a>(entries: impl Iterator<Item = [&'a Str; 2]>, row: &OptionalField) -> usize {
    entries.map(|[key, value]| row.tag as usize + with_length(4 + text(key) + text(value))).sum()
}
