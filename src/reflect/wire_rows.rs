//! The rows of a table as Protobuf writes them, from the highest number to the lowest.

use std::marker::PhantomData;
use std::slice;

use super::cursor::{Ref, StructRef};
use super::row::Field;
use super::types::Type;
use super::written::{MOST, Question, Questions};
use crate::wire::Tag;

/// Up to sixty-four rows, of which two fit a line of the cache: they say no more than is needed to write.
pub(super) struct WireRows {
    questions: Questions,
    rows: Box<[WireRow]>,
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
        WireRows {
            questions: Questions::of(fields.iter().map(asked)),
            rows: fields.iter().map(|field| WireRow::of(field)).collect(),
        }
    }
}

impl WireRow {
    fn of(field: &'static Field) -> WireRow {
        let ty = match field.ty {
            Type::Option(option) if matches!(option.inner, Type::Boxed(_)) => option.inner,
            ty => ty,
        };
        WireRow { ty, tag: field.tag(), offset: field.offset }
    }
}

impl<'a> StructRef<'a> {
    /// The fields that Protobuf writes by descending number, each with its tag: plain values, structs and leaves even when
    /// they are zero, options that are set, lists and maps with content, bytes unless they are nil.
    #[inline]
    pub(crate) fn on_the_wire(self) -> OnTheWire<'a> {
        self.fetch();
        OnTheWire { value: self, rows: &[], written: 0, parts: self.shape.descending().iter() }
    }
}

/// See [`StructRef::on_the_wire`].
pub(crate) struct OnTheWire<'a> {
    value: StructRef<'a>,
    rows: &'static [WireRow],
    /// Which of them are to come, a bit each.
    written: u64,
    /// The rows behind them.
    parts: slice::Iter<'static, WireRows>,
}

impl<'a> Iterator for OnTheWire<'a> {
    type Item = (Tag, Ref<'a>);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        while self.written == 0 {
            let part = self.parts.next()?;
            (self.rows, self.written) = (&part.rows, part.questions.written(self.value));
        }
        let row = &self.rows[self.written.trailing_zeros() as usize];
        self.written &= self.written - 1;
        // SAFETY: the offset is that of a field in the struct that the cursor points to, of the type that the row names:
        // they are those of a row of its table (invariant 1), and a box in an option that is set is a box.
        let at = unsafe { self.value.at.add(row.offset as usize) };
        Some((row.tag, Ref { at, ty: &row.ty, life: PhantomData }))
    }
}
