//! The rows of a table as Protobuf writes them, from the highest number to the lowest.

use std::marker::PhantomData;

use super::cursor::{Ref, StructRef};
use super::questions::{MOST, Question, Questions};
use super::row::Field;
use super::types::Type;
use super::wire_sizes::WireSizes;
use crate::wire::Tag;

/// Up to sixty-four rows, of which two fit a line of the cache: they say no more than is needed to write.
pub(super) struct WireRows {
    questions: Questions,
    rows: Box<[WireRow]>,
    pub(super) sizes: WireSizes,
}

struct WireRow {
    /// What is written: of a box in an option the box, since it is there.
    ty: Type,
    tag: Tag,
    offset: u32,
}

impl WireRows {
    pub(super) fn of(fields: impl Iterator<Item = &'static Field>) -> Box<[WireRows]> {
        let fields: Vec<_> = fields.collect();
        fields.chunks(MOST).map(WireRows::of_some).collect()
    }

    fn of_some(fields: &[&'static Field]) -> WireRows {
        let asked = |field: &&'static Field| (field.offset, Question::on_the_wire(field.ty));
        let questions = Questions::of(fields.iter().map(asked));
        let rows = fields.iter().map(|field| WireRow::of(field)).collect();
        WireRows { questions, rows, sizes: WireSizes::of(fields) }
    }
}

impl WireRow {
    fn of(field: &'static Field) -> WireRow {
        let ty = match field.ty {
            Type::Option(option) if option.boxed().is_some() => option.inner,
            ty => ty,
        };
        WireRow { ty, tag: field.tag(), offset: field.offset }
    }
}

impl<'a> StructRef<'a> {
    /// The fields that Protobuf writes, a part of the rows at a time: plain values, structs and leaves even when they are
    /// zero, options that are set, lists and maps with content, bytes unless they are nil.
    #[inline]
    pub(crate) fn on_the_wire(self) -> impl Iterator<Item = OnTheWire<'a>> {
        self.fetch();
        self.shape.descending().iter().map(move |part| OnTheWire {
            value: self,
            part,
            written: part.questions.written(self),
        })
    }
}

/// Fields that are written, by descending number, each with its tag.
pub(crate) struct OnTheWire<'a> {
    value: StructRef<'a>,
    part: &'static WireRows,
    /// Which of the rows are to come, a bit each.
    written: u64,
}

impl<'a> Iterator for OnTheWire<'a> {
    type Item = (Tag, Ref<'a>);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        if self.written == 0 {
            return None;
        }
        let index = self.written.trailing_zeros() as usize;
        self.written &= self.written - 1;
        // SAFETY: the bits stand for these rows, of which the questions were made. The offset is that of a field in the
        // struct that the cursor points to, of the type that the row names: they are those of a row of its table
        // (invariant 1), and a box in an option that is set is a box.
        let (row, at) = unsafe {
            let row = self.part.rows.get_unchecked(index);
            (row, self.value.at.add(row.offset as usize))
        };
        Some((row.tag, Ref { at, ty: &row.ty, life: PhantomData }))
    }
}
