//! Cursors over structs.

use std::marker::PhantomData;

use super::exclusive::{Mut, StructMut};
use super::shared::{Ref, StructRef};
use crate::reflect::prefetch::prefetch_behind;
use crate::reflect::row::field_at;
use crate::reflect::table::{Field, Message, Shape};

impl<'a> StructRef<'a> {
    /// Creates a cursor over the struct `value`.
    #[must_use]
    pub fn new<T: Message>(value: &'a T) -> Self {
        StructRef { at: std::ptr::from_ref(value).cast(), shape: T::shape(), life: PhantomData }
    }

    /// Returns the address of the struct, which has the cursor's table and is borrowed for its lifetime.
    #[inline(always)]
    pub(crate) fn as_ptr(&self) -> *const u8 {
        self.at
    }

    /// Returns the type table of the struct, which describes its fields: their names, types and Protobuf numbers.
    #[inline]
    #[must_use]
    pub fn shape(&self) -> &'static Shape {
        self.shape
    }

    /// Returns a cursor on the field with the given index in [`Shape::fields`].
    ///
    /// # Panics
    ///
    /// Panics if `index` is not less than the number of fields in the table.
    #[inline]
    #[must_use]
    pub fn field(&self, index: usize) -> Ref<'a> {
        let field = &self.shape.fields()[index];
        Ref { at: place(self.at, field), ty: &field.ty, life: self.life }
    }

    /// Returns the fields that appear in JSON, in JSON order, each with a cursor on its value. They are the first
    /// fields of [`Shape::fields`], with the same indexes.
    #[inline]
    pub fn json_fields(&self) -> impl ExactSizeIterator<Item = (&'static Field, Ref<'a>)> + use<'a> {
        let StructRef { at, life, .. } = *self;
        let fields = self.shape.json_fields().iter();
        fields.map(move |field| (field, Ref { at: place(at, field), ty: &field.ty, life }))
    }

    /// Returns the rows of Protobuf with their values, by ascending number.
    #[inline]
    pub(crate) fn wire_fields(&self) -> impl DoubleEndedIterator<Item = (&'static Field, Ref<'a>)> + use<'a> {
        let StructRef { at, life, .. } = *self;
        self.shape.wire_rows().map(move |field| (field, Ref { at: place(at, field), ty: &field.ty, life }))
    }

    /// Prefetches memory that is read after the struct.
    #[inline]
    pub(crate) fn fetch(&self) {
        prefetch_behind(self.at, self.shape.lines());
    }

    /// Returns a cursor on a field.
    ///
    /// # Safety
    ///
    /// `field` is a row of this struct's table.
    #[inline]
    pub(crate) unsafe fn project(&self, field: &'static Field) -> Ref<'a> {
        Ref { at: place(self.at, field), ty: &field.ty, life: self.life }
    }
}

impl<'a> StructMut<'a> {
    /// Creates a cursor over the struct `value`.
    #[must_use]
    pub fn new<T: Message>(value: &'a mut T) -> Self {
        StructMut { at: std::ptr::from_mut(value).cast(), shape: T::shape(), life: PhantomData }
    }

    /// Returns the type table of the struct, which describes its fields: their names, types and Protobuf numbers.
    #[must_use]
    pub fn shape(&self) -> &'static Shape {
        self.shape
    }

    /// Returns a cursor over the same struct with a shorter lifetime. This cursor can be used again afterwards.
    #[inline(always)]
    pub(crate) fn reborrow(&mut self) -> StructMut<'_> {
        StructMut { at: self.at, shape: self.shape, life: PhantomData }
    }

    /// Returns a cursor on the field with the given index in [`Shape::fields`].
    ///
    /// # Panics
    ///
    /// Panics if `index` is not less than the number of fields in the table.
    #[inline]
    pub fn field(&mut self, index: usize) -> Mut<'_> {
        self.row(index).1
    }

    /// Returns a row of the table and its field.
    ///
    /// # Panics
    ///
    /// Panics if `index` is not less than the number of fields in the table.
    #[inline]
    pub(crate) fn row(&mut self, index: usize) -> (&'static Field, Mut<'_>) {
        let field = &self.shape.fields()[index];
        (field, self.project(field))
    }

    /// Returns the first JSON row from `guess` on whose key `text` starts with, if it is found immediately, with its
    /// index and its field.
    #[inline(always)]
    pub(crate) fn row_by_key(&mut self, text: &[u8], guess: usize) -> Option<(usize, &'static Field, Mut<'_>)> {
        let (index, field) = self.shape.row_by_key(text, guess)?;
        Some((index, field, self.project(field)))
    }

    /// Returns the row of the table with this number and the bytes of its tag, if it is found immediately, with its
    /// field.
    #[inline(always)]
    pub(crate) fn row_by_head(&mut self, number: usize, head: u16) -> Option<(&'static Field, Mut<'_>)> {
        let field = self.shape.row_by_head(number, head)?;
        Some((field, self.project(field)))
    }

    /// Returns a cursor on the field with the given index in [`Shape::fields`]. It borrows the field for as long as the
    /// struct is borrowed; [`StructMut::field`] borrows it only for as long as this cursor.
    ///
    /// ```
    /// use apimachinery::reflect::{Mut, StructMut, ViewMut};
    /// # #[derive(Clone, Default, PartialEq)]
    /// # struct Port { number: i32 }
    /// # apimachinery::message! { Port { number => "number", 1, Never; } }
    ///
    /// fn number(port: &mut Port) -> Mut<'_> {
    ///     StructMut::new(port).into_field(0)
    /// }
    /// let mut port = Port::default();
    /// if let ViewMut::Int32(number) = number(&mut port).view() {
    ///     *number = 80;
    /// }
    /// assert_eq!(port.number, 80);
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if `index` is not less than the number of fields in the table.
    #[inline]
    #[must_use]
    pub fn into_field(self, index: usize) -> Mut<'a> {
        let field = &self.shape.fields()[index];
        // The cursor is consumed, so the new one is the only one.
        Mut { at: place(self.at.cast_const(), field).cast_mut(), ty: &field.ty, life: PhantomData }
    }

    /// Returns a cursor on a field of the struct's table, which the borrow of `self` keeps the only one.
    #[inline(always)]
    fn project(&mut self, field: &'static Field) -> Mut<'_> {
        Mut { at: place(self.at.cast_const(), field).cast_mut(), ty: &field.ty, life: PhantomData }
    }
}

/// Returns the address of a field in the struct at `at`. All callers pass a row of the table of this struct, so the
/// address is that of a live value of the type in the row (invariant 1), as a cursor on it requires (invariant 2).
#[inline(always)]
fn place(at: *const u8, field: &'static Field) -> *const u8 {
    field_at(at, field.offset())
}
