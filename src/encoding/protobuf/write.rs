//! Encoding of structs as messages, from the last byte to the first.

use std::mem::MaybeUninit;
use std::slice;

use super::plan::WriteOp;
use crate::encoding::reverse_buffer::{ReverseBuffer, ReverseSink};
use crate::field::Str;
use crate::reflect::{
    LeafType, MapType, Ref, Shape, StructRef, Type, Vector, field_at, lines_of, prefetch_before, prefetch_start,
};
use crate::wire::{Tag, WireType};

impl<'a> StructRef<'a> {
    /// Writes the fields: plain values, structs and leaves even if they are zero, options that are set, lists and maps
    /// with content, and bytes unless they are nil.
    #[inline]
    pub(crate) fn write_wire(self, sink: &mut impl ReverseSink<'a>) {
        // SAFETY: the cursor points to such a struct (invariant 2), which is borrowed for as long as the sink asks.
        unsafe { write(self.as_ptr(), self.shape(), sink) }
    }
}

/// The number of nested structs that are written without a call.
const LEVELS: usize = 8;

/// A position in the steps of a struct.
#[derive(Clone, Copy)]
struct OpCursor {
    at: *const u8,
    step: *const WriteOp,
}

/// StructRun of one table that are written with the same tag, from the last to the first: the items of a list, or a
/// single struct.
#[derive(Clone, Copy)]
struct StructRun {
    at: *const u8,
    tag: Tag,
    shape: &'static Shape,
    /// The number of structs before this one, and the distance between them.
    more: usize,
    size: usize,
}

/// A struct whose nested structs are being written.
#[derive(Clone, Copy)]
struct Suspended {
    walk: OpCursor,
    structs: StructRun,
    /// The position of the sink before the nested struct was written.
    position: usize,
}

enum Next {
    Continue,
    Into(StructRun),
    Out,
}

/// Writes the fields of a struct.
///
/// # Safety
///
/// `at` points to a live struct with this table, borrowed for the lifetime of the sink's values.
#[inline(never)]
unsafe fn write<'a, S: ReverseSink<'a>>(at: *const u8, shape: &'static Shape, sink: &mut S) {
    let mut out = ReverseBuffer::of(sink);
    let mut waiting = [const { MaybeUninit::<Suspended>::uninit() }; LEVELS];
    let mut levels = 0;
    // SAFETY: the steps belong to the table of the struct of which they are asked, up to the last of them. Of what waits
    // the first `levels` were written.
    unsafe {
        let mut walk = OpCursor::new(at, shape);
        loop {
            match walk.next(&mut out) {
                Next::Continue => {}
                Next::Into(structs) => match waiting.get_mut(levels) {
                    Some(place) => {
                        levels += 1;
                        place.write(Suspended { walk, structs, position: out.position() });
                        walk = OpCursor::new(structs.at, structs.shape);
                    }
                    None => structs.write(&mut out),
                },
                Next::Out if levels == 0 => return out.commit(),
                Next::Out => {
                    let outer = waiting.get_unchecked_mut(levels - 1).assume_init_mut();
                    out.varint(outer.structs.tag, (out.position() - outer.position) as u64);
                    if outer.structs.advance() {
                        outer.position = out.position();
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

impl OpCursor {
    /// # Safety
    ///
    /// `at` points to a live struct with this table.
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn new(at: *const u8, shape: &'static Shape) -> Self {
        prefetch_before(at, shape.lines());
        OpCursor { at, step: shape.write_ops().as_ptr() }
    }

    /// Executes a step.
    ///
    /// # Safety
    ///
    /// The step belongs to the table of the struct that `at` points to, which is borrowed for the lifetime of the
    /// sink's values.
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn next<'a, S: ReverseSink<'a>>(&mut self, out: &mut ReverseBuffer<'_, 'a, S>) -> Next {
        let at = self.at;
        // SAFETY: each step was created from a row, so its offset belongs to a field of the type that the step is named
        // after (invariant 1), and its lists and maps have the layout of vectors. An option of a box is a pointer, null for
        // `None`. Every step except the last is followed by another one, and a step for four pointers by four.
        unsafe {
            let step = &*self.step;
            self.step = self.step.add(1);
            match step {
                WriteOp::Bool(row, tag) => out.varint(*tag, u64::from(*field_at::<bool>(at, *row))),
                WriteOp::Int(row, tag) => out.varint(*tag, i64::from(*field_at::<i32>(at, *row)) as u64),
                WriteOp::Long(row, tag) => out.varint(*tag, *field_at::<i64>(at, *row) as u64),
                WriteOp::Text(row, tag) => out.text(*tag, text(field_at(at, *row))),
                WriteOp::OptionalBool(row, tag) => option(at, *row, |value: &bool| out.varint(*tag, u64::from(*value))),
                WriteOp::OptionalInt(row, tag) => {
                    option(at, *row, |value: &i32| out.varint(*tag, i64::from(*value) as u64));
                }
                WriteOp::OptionalLong(row, tag) => option(at, *row, |value: &i64| out.varint(*tag, *value as u64)),
                WriteOp::OptionalText(row, tag) => option(at, *row, |value: &Str| out.text(*tag, text(value))),
                WriteOp::TextList(row, tag) => texts(Vector::items(field_at(at, *row)), *tag, out),
                WriteOp::TextMap(row, tag, ty) => text_map(Vector::items(field_at(at, *row)), *tag, ty, out),
                WriteOp::Leaf(row, tag, ty) => leaf(field_at(at, *row), *tag, ty, out),
                WriteOp::OptionalLeaf(row, tag, ty, get) => match get(field_at(at, *row)) {
                    at if at.is_null() => {}
                    at => leaf(at, *tag, ty, out),
                },
                WriteOp::Vector(row, ..) if Vector::items(field_at(at, *row)).1 == 0 => {}
                WriteOp::Vector(row, tag, ty) | WriteOp::Other(row, tag, ty) => {
                    other(field_at(at, *row), *tag, ty, out)
                }
                WriteOp::Struct(row, tag, shape) => return StructRun::one(field_at(at, *row), *tag, shape),
                WriteOp::OptionalStruct(row, tag, shape, get) => {
                    return StructRun::one(get(field_at(at, *row)), *tag, shape);
                }
                WriteOp::Pointer(row, tag, shape) => {
                    return StructRun::one(*field_at::<*const u8>(at, *row), *tag, shape);
                }
                WriteOp::Pointers(row) => {
                    let pointers = field_at::<[*const u8; 4]>(at, *row).read();
                    if pointers.iter().fold(0, |all, pointer| all | pointer.addr()) == 0 {
                        self.step = self.step.add(4);
                    } else {
                        pointers.iter().for_each(|&pointer| prefetch_start(pointer));
                    }
                }
                WriteOp::List(row, tag, shape, size) => match Vector::items(field_at(at, *row)) {
                    (_, 0) => {}
                    (at, len) => {
                        let at = at.add((len - 1) * size);
                        return Next::Into(StructRun { at, tag: *tag, shape, more: len - 1, size: *size });
                    }
                },
                WriteOp::End => return Next::Out,
            }
        }
        Next::Continue
    }
}

impl StructRun {
    /// Handles an optional struct.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn one(at: *const u8, tag: Tag, shape: &'static Shape) -> Next {
        if at.is_null() { Next::Continue } else { Next::Into(StructRun { at, tag, shape, more: 0, size: 0 }) }
    }

    /// Continues with the preceding struct. Returns false before the first one.
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
        // SAFETY: there is another one.
        self.at = unsafe { self.at.sub(self.size) };
        // Earlier than in the walk of the item, which has to look up the size: this saves a tenth of the time for
        // Deployments.
        prefetch_before(self.at, lines_of(self.size));
        true
    }

    /// Writes all of them.
    ///
    /// # Safety
    ///
    /// `at` points to the given number of live structs with this table, borrowed for the lifetime of the sink's values.
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn write<'a, S: ReverseSink<'a>>(mut self, out: &mut ReverseBuffer<'_, 'a, S>) {
        loop {
            let position = out.position();
            // SAFETY: `at` points to live structs of this table, of which this is one.
            unsafe {
                out.with_sink(|sink| write(self.at, self.shape, sink));
                out.varint(self.tag, (out.position() - position) as u64);
                if !self.advance() {
                    return;
                }
            }
        }
    }
}

/// # Safety
///
/// The struct has an option of this type at the offset.
#[cfg_attr(not(debug_assertions), inline(always))]
unsafe fn option<T>(at: *const u8, offset: u32, write: impl FnOnce(&T)) {
    // SAFETY: `at` points to a struct with such an option at the offset.
    if let Some(value) = unsafe { &*field_at::<Option<T>>(at, offset) } {
        write(value);
    }
}

/// # Safety
///
/// The pointer points to a string that is borrowed for the lifetime.
#[cfg_attr(not(debug_assertions), inline(always))]
unsafe fn text<'a>(at: *const Str) -> &'a [u8] {
    // SAFETY: the pointer points to a string that is borrowed for the lifetime.
    unsafe { &*at }.as_bytes()
}

/// # Safety
///
/// The pointer points to the given number of strings, borrowed for the lifetime of the sink's values.
#[cfg_attr(not(debug_assertions), inline(always))]
unsafe fn texts<'a, S: ReverseSink<'a>>(
    (items, len): (*const u8, usize),
    tag: Tag,
    out: &mut ReverseBuffer<'_, 'a, S>,
) {
    if len > 0 {
        // SAFETY: the pointer points to `len` strings, of which this is one.
        let items: &'a [Str] = unsafe { slice::from_raw_parts(items.cast(), len) };
        items.iter().rev().for_each(|item| out.text(tag, item.as_bytes()));
    }
}

/// Writes the entries of a map of strings, each as a message of key and value.
///
/// # Safety
///
/// The pointer points to the given number of entries of such a map, borrowed for the lifetime of the sink's values.
#[cfg_attr(not(debug_assertions), inline(always))]
unsafe fn text_map<'a, S: ReverseSink<'a>>(
    (entries, len): (*const u8, usize),
    tag: Tag,
    ty: &MapType,
    out: &mut ReverseBuffer<'_, 'a, S>,
) {
    const KEY: Tag = Tag::new(1, WireType::Length);
    const VALUE: Tag = Tag::new(2, WireType::Length);
    for index in (0..len).rev() {
        let position = out.position();
        // SAFETY: the pointer points to the entries of such a map, each with a key and a value at these offsets.
        unsafe {
            let entry = entries.add(index * ty.entry_size());
            let [key, value] = ty.entry_offsets().map(|offset| text(entry.add(offset).cast()));
            out.text(VALUE, value);
            out.text(KEY, key);
        }
        out.varint(tag, (out.position() - position) as u64);
    }
}

/// # Safety
///
/// The pointer points to a leaf of this type, borrowed for the lifetime of the sink's values.
#[cfg_attr(not(debug_assertions), inline(always))]
unsafe fn leaf<'a, S: ReverseSink<'a>>(at: *const u8, tag: Tag, ty: &LeafType, out: &mut ReverseBuffer<'_, 'a, S>) {
    // SAFETY: `at` points to a leaf of this type, to which the function belongs (invariant 3).
    out.leaf(tag, unsafe { ty.leaf(at) });
}

/// # Safety
///
/// The pointer points to a value of the type, which occurs in a step of a table and is borrowed for the lifetime of the
/// sink's values.
#[cfg_attr(not(debug_assertions), inline(always))]
unsafe fn other<'a, S: ReverseSink<'a>>(at: *const u8, tag: Tag, ty: &Type, out: &mut ReverseBuffer<'_, 'a, S>) {
    // SAFETY: `at` points to a live value of the type; tables are never dropped.
    out.field(tag, unsafe { Ref::from_raw(at, &*std::ptr::from_ref(ty)) });
}
