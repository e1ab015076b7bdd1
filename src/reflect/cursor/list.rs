//! Cursors over lists.

use std::marker::PhantomData;
use std::slice;

use super::exclusive::{ListMut, Mut};
use super::shared::{ListRef, Ref, StructRef};
use crate::field::Str;
use crate::reflect::prefetch::prefetch_nth;
use crate::reflect::table::{Shape, Type};
use crate::reflect::vector_mut::reserved;

impl<'a> ListRef<'a> {
    /// Returns true if the list is nil, which is different from an empty list: JSON represents nil as `null`, and empty
    /// as `[]`.
    #[inline]
    #[must_use]
    pub fn is_nil(&self) -> bool {
        self.items.is_null()
    }

    /// Returns the number of items; 0 for nil.
    #[expect(clippy::len_without_is_empty, reason = "nil and empty must not be mixed up")]
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns cursors on the items, in order.
    #[inline]
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = Ref<'a>> + ExactSizeIterator + use<'a> {
        let list = *self;
        // Every index is below the length, and the stride is the size of an item, so each cursor points to an item.
        let item = move |index| list.items.wrapping_add(index * list.ty.vector.size());
        (0..list.len).map(move |index| Ref { at: item(index), ty: &list.ty.item, life: PhantomData })
    }

    /// Returns the items of a list of structs, or `None` for nil and for other items.
    #[inline]
    pub(crate) fn structs(&self) -> Option<StructSlice<'a>> {
        match self.ty.item {
            Type::Struct(_) if self.is_nil() => None,
            Type::Struct(shape) => {
                let ListRef { items, len, ty, life } = *self;
                Some(StructSlice { items, len, size: ty.vector.size(), shape, life })
            }
            _ => None,
        }
    }

    /// Returns the items of a list of strings.
    #[inline]
    pub(crate) fn texts(&self) -> Option<&'a [Str]> {
        match self.ty.item {
            Type::Str if self.len == 0 => Some(&[]),
            // SAFETY: the list has `len` strings (invariant 2), borrowed for the lifetime.
            Type::Str => Some(unsafe { slice::from_raw_parts(self.items.cast(), self.len) }),
            _ => None,
        }
    }

    /// Prefetches the item that is read next. It need not exist.
    #[inline]
    pub(crate) fn prefetch(&self, index: usize) {
        prefetch_nth(self.items, self.ty.vector.size(), index);
    }

    /// Returns the description of the type of the items.
    #[must_use]
    pub fn item_type(&self) -> Type {
        self.ty.item
    }
}

/// The items of a list of structs.
#[derive(Clone, Copy)]
pub(crate) struct StructSlice<'a> {
    items: *const u8,
    len: usize,
    size: usize,
    shape: &'static Shape,
    life: PhantomData<&'a u8>,
}

impl<'a> StructSlice<'a> {
    /// Creates a cursor on adjacent structs, or returns `None` for a null pointer.
    ///
    /// # Safety
    ///
    /// The pointer is null or points to the given number of live structs of this size with this table, borrowed for the
    /// lifetime.
    #[inline(always)]
    pub(crate) unsafe fn from_raw(
        (items, len): (*const u8, usize),
        size: usize,
        shape: &'static Shape,
    ) -> Option<Self> {
        (!items.is_null()).then_some(StructSlice { items, len, size, shape, life: PhantomData })
    }

    /// Returns the number of structs.
    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Returns the table of the structs.
    #[inline(always)]
    pub(crate) fn shape(&self) -> &'static Shape {
        self.shape
    }

    /// Returns cursors on the structs, in order.
    #[inline(always)]
    pub(crate) fn iter(self) -> impl DoubleEndedIterator<Item = StructRef<'a>> + ExactSizeIterator {
        // Every index is below the number of structs, and they have this size and table.
        let item = move |index| self.items.wrapping_add(index * self.size);
        (0..self.len).map(move |index| StructRef { at: item(index), shape: self.shape, life: PhantomData })
    }
}

impl ListMut<'_> {
    /// Returns the description of the type of the items.
    #[must_use]
    pub fn item_type(&self) -> Type {
        *self.item
    }

    /// Returns a cursor on the item at `index`. If `index` is the length of the list, an item with the zero value is
    /// appended first, and nil becomes a list.
    ///
    /// ```
    /// use apimachinery::meta::List;
    /// use apimachinery::reflect::{Mut, ViewMut};
    ///
    /// let mut ports: List<i32> = List::from([80]);
    /// let ViewMut::List(mut list) = Mut::new(&mut ports).view() else { panic!("a list") };
    /// assert!(matches!(list.item(0).view(), ViewMut::Int32(80)));
    /// assert!(matches!(list.item(1).view(), ViewMut::Int32(0)));
    /// drop(list);
    /// assert_eq!(ports, List::from([80, 0]));
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if `index` is greater than the length of the list.
    #[inline]
    pub fn item(&mut self, index: usize) -> Mut<'_> {
        let at = self.vector.item(index).unwrap_or_else(|| {
            assert_eq!(index, self.len(), "items are made one by one");
            self.vector.push()
        });
        Mut { at, ty: self.item, life: PhantomData }
    }

    /// Returns the number of items; 0 for nil.
    pub(super) fn len(&self) -> usize {
        self.vector.items().1
    }

    /// Appends an item with the zero value and returns a cursor on it. Nil becomes a list.
    #[inline]
    pub fn push(&mut self) -> Mut<'_> {
        Mut { at: self.vector.push(), ty: self.item, life: PhantomData }
    }

    /// Reserves memory for the given number of items if the list is empty. Nil becomes a list.
    #[inline]
    pub(crate) fn reserve(&mut self, items: usize) {
        self.vector.reserve(reserved(items, self.vector.size()));
    }

    /// Drops all items after the first `length`. Nil becomes an empty list, as for decoding `[]`.
    ///
    /// ```
    /// use apimachinery::meta::List;
    /// use apimachinery::reflect::{Mut, ViewMut};
    ///
    /// let mut ports: List<i32> = List::nil();
    /// let ViewMut::List(mut list) = Mut::new(&mut ports).view() else { panic!("a list") };
    /// list.truncate(0);
    /// drop(list);
    /// assert!(ports.is_empty() && !ports.is_nil());
    /// ```
    pub fn truncate(&mut self, length: usize) {
        self.vector.truncate(length);
    }

    /// Removes all items and sets the list to nil, as decoding `null` does. [`List::clear`](crate::meta::List::clear)
    /// leaves an empty list instead.
    pub fn clear(&mut self) {
        self.vector.clear();
    }
}
