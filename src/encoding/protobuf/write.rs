//! Encoding of structs as messages, from the last byte to the first.

use super::plan::WriteOp;
use super::walk::{Next, StructRun, Visitor, walk};
use crate::encoding::pointer_run::is_null_run;
use crate::encoding::reverse_buffer::{ReverseBuffer, ReverseSink};
use crate::field::Str;
use crate::reflect::{Ref, Shape, StructRef, Vector, field, field_at, lines_of, prefetch_before};
use crate::wire::Tag;

impl<'a> StructRef<'a> {
    /// Writes the fields.
    #[inline(never)]
    pub(crate) fn write_wire(self, sink: &mut impl ReverseSink<'a>) {
        let mut out = ReverseBuffer::of(sink);
        walk(self, &mut out);
        out.commit();
    }
}

// SAFETY: the operations are compiled from the table (invariant 4) and leaked. The last is `End`, `Pointers` precedes the
// operations for its four fields, and structs are only returned for fields that contain them (invariant 1).
unsafe impl<'a, S: ReverseSink<'a>> Visitor<'a> for ReverseBuffer<'_, 'a, S> {
    type Op = WriteOp;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn begin(&mut self, at: *const u8, shape: &'static Shape) -> *const WriteOp {
        prefetch_before(at, shape.lines());
        shape.write_ops()
    }

    /// Earlier than at the begin of the item, which has to look up the size: this saves a tenth of the time for
    /// Deployments.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn prefetch(at: *const u8, size: usize) {
        prefetch_before(at, lines_of(size));
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn execute(&mut self, op: &'static WriteOp, at: *const u8) -> Next {
        // SAFETY: each operation was created from a row, so its offset belongs to a field of the type that it is named after
        // (invariant 1), and its lists and maps have the layout of vectors. An option of a box is a pointer, null for `None`.
        unsafe {
            match op {
                WriteOp::Bool(row, tag) => self.varint(*tag, u64::from(*field::<bool>(at, *row))),
                WriteOp::Int(row, tag) => self.varint(*tag, i64::from(*field::<i32>(at, *row)) as u64),
                WriteOp::Long(row, tag) => self.varint(*tag, *field::<i64>(at, *row) as u64),
                WriteOp::Text(row, tag) => self.text(*tag, field::<Str>(at, *row).as_bytes()),
                WriteOp::OptionalBool(row, tag) => {
                    option(field(at, *row), |value: &bool| self.varint(*tag, u64::from(*value)))
                }
                WriteOp::OptionalInt(row, tag) => {
                    option(field(at, *row), |value: &i32| self.varint(*tag, i64::from(*value) as u64));
                }
                WriteOp::OptionalLong(row, tag) => {
                    option(field(at, *row), |value: &i64| self.varint(*tag, *value as u64))
                }
                WriteOp::OptionalText(row, tag) => {
                    option(field(at, *row), |value: &'a Str| self.text(*tag, value.as_bytes()))
                }
                WriteOp::TextList(row, tag) => self.texts(*tag, Vector::slice(field_at(at, *row))),
                WriteOp::TextMap(row, tag) => self.text_map(*tag, Vector::slice(field_at(at, *row))),
                WriteOp::Leaf(row, tag, ty) => self.leaf(*tag, ty.leaf(field_at(at, *row))),
                WriteOp::OptionalLeaf(row, tag, ty) => {
                    if let Some(leaf) = ty.leaf(field_at(at, *row)) {
                        self.leaf(*tag, leaf);
                    }
                }
                WriteOp::Vector(row, ..) if Vector::items(field_at(at, *row)).1 == 0 => {}
                WriteOp::Vector(row, tag, ty) | WriteOp::Other(row, tag, ty) => {
                    self.field(*tag, Ref::from_raw(field_at(at, *row), ty))
                }
                WriteOp::Struct(row, tag, shape) => return StructRun::one(field_at(at, *row), *tag, shape),
                WriteOp::OptionalStruct(row, tag, shape, get) => {
                    return StructRun::one(get(field_at(at, *row)), *tag, shape);
                }
                WriteOp::Pointer(row, tag, shape) => return StructRun::one(*field_at(at, *row), *tag, shape),
                WriteOp::Pointers(row) if is_null_run(field(at, *row)) => return Next::Skip(4),
                WriteOp::Pointers(_) => {}
                WriteOp::List(row, tag, shape, size) => {
                    return StructRun::list(Vector::items(field_at(at, *row)), *tag, shape, *size);
                }
                WriteOp::End => return Next::Out,
            }
        }
        Next::Continue
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn position(&self) -> usize {
        ReverseBuffer::position(self)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn end(&mut self, tag: Tag, position: usize) {
        self.varint(tag, (self.position() - position) as u64);
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn nested(&mut self, value: StructRef<'a>) {
        self.with_sink(|sink| value.write_wire(sink));
    }
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn option<'a, T>(value: &'a Option<T>, write: impl FnOnce(&'a T)) {
    if let Some(value) = value {
        write(value);
    }
}
