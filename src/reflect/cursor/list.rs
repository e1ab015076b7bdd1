//! Cursors over lists.

use std::marker::PhantomData;
use std::{ptr, slice};

use super::exclusive::{ListMut, Mut};
use super::filling::reserved;
use super::shared::{ListRef, Ref, StructRef};
use crate::field::Str;
use crate::reflect::allocation::{copied, memory_for};
use crate::reflect::prefetch::prefetch_nth;
use crate::reflect::table::{Shape, Type};

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
        // SAFETY: every index is below the length, and the stride is the size of an item.
        (0..list.len).map(move |index| Ref {
            at: unsafe { list.items.add(index * list.ty.vector.size()) },
            ty: &list.ty.item,
            life: PhantomData,
        })
    }

    /// Returns the items of a list of structs, or `None` for nil and for other items.
    #[inline]
    pub(crate) fn structs(&self) -> Option<StructSlice<'a>> {
        let Type::Struct(shape) = self.ty.item else { return None };
        // SAFETY: the list has `len` items (invariant 2), which are structs with this table.
        unsafe { StructSlice::from_raw((self.items, self.len), self.ty.vector.size(), shape) }
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
        // SAFETY: every index is below the number of structs, and they have this size and table.
        (0..self.len).map(move |index| unsafe { StructRef::from_raw(self.items.add(index * self.size), self.shape) })
    }
}

impl ListMut<'_> {
    /// Returns the description of the type of the items.
    #[must_use]
    pub fn item_type(&self) -> Type {
        self.ty.item
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
        // SAFETY: the function belongs to the list pointed to (invariant 3).
        let (items, len) = match self.made.items() {
            (_, 0) => unsafe { self.ty.vector.items_mut(self.at) },
            made => made,
        };
        let at = if index < len {
            // SAFETY: the index is below the length, and the stride is the size of an item.
            unsafe { items.add(index * self.ty.vector.size()) }
        } else {
            assert_eq!(index, len, "items are made one by one");
            self.make()
        };
        Mut { at, ty: &self.ty.item, life: PhantomData }
    }

    /// Returns the number of items; 0 for nil.
    pub(super) fn len(&self) -> usize {
        match self.made.items() {
            // SAFETY: the function belongs to the list pointed to (invariant 3).
            (_, 0) => unsafe { self.ty.vector.items(self.at).1 },
            (_, made) => made,
        }
    }

    /// Appends an item with the zero value and returns a cursor on it. Nil becomes a list.
    #[inline]
    pub fn push(&mut self) -> Mut<'_> {
        Mut { at: self.make(), ty: &self.ty.item, life: PhantomData }
    }

    /// Reserves memory for the given number of items if the list is empty. Nil becomes a list.
    #[inline]
    pub(crate) fn reserve(&mut self, items: usize) {
        let items = reserved(items, self.ty.vector.size());
        // SAFETY: functions and layout belong to the list pointed to (invariant 3), which has no items and goes before
        // it gets the memory.
        unsafe {
            if self.made.is_empty() && self.ty.vector.items(self.at).1 == 0 {
                self.ty.vector.clear(self.at);
                self.ty.vector.adopt(self.at, memory_for(self.ty.vector.layout, items), 0, items);
                self.has_memory = true;
            }
        }
    }

    /// Appends a zero item: to the batch as long as the list is empty and the batch has space.
    #[inline]
    fn make(&mut self) -> *mut u8 {
        // SAFETY: functions and layout belong to the list pointed to (invariant 3).
        unsafe {
            if self.has_memory {
                let item = (self.ty.push)(self.at);
                if !item.is_null() {
                    return item;
                }
            } else if (!self.made.is_empty() || self.ty.vector.items(self.at).1 == 0)
                && let Some(item) = self.made.add(&self.ty.vector)
            {
                return item;
            }
            self.settle();
            let item = (self.ty.push)(self.at);
            if !item.is_null() {
                return item;
            }
            self.grow();
            (self.ty.push)(self.at)
        }
    }

    /// Doubles the capacity, to at least four items.
    ///
    /// # Safety
    ///
    /// The batch is empty.
    #[cold]
    unsafe fn grow(&mut self) {
        // SAFETY: functions and layout belong to the list pointed to (invariant 3). What is copied is moved: the list
        // has nothing when it gets the larger memory.
        unsafe {
            let (items, len) = self.ty.vector.items_mut(self.at);
            let capacity = (len * 2).max(4);
            let larger = memory_for(self.ty.vector.layout, capacity);
            ptr::copy_nonoverlapping(items, larger, len * self.ty.vector.size());
            (self.ty.set_len)(self.at, 0);
            self.ty.vector.clear(self.at);
            self.ty.vector.adopt(self.at, larger, len, capacity);
        }
    }

    /// Moves the items of the batch to the list.
    #[inline]
    fn settle(&mut self) {
        // SAFETY: functions and layout belong to the list pointed to (invariant 3), which is empty as long as the batch has
        // items.
        unsafe { self.made.settle(self.at, &self.ty.vector) }
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
        let made = self.made.items().1;
        self.settle();
        // All items are then in the batch.
        if made > 0 && made <= length {
            return;
        }
        // SAFETY: functions and layout belong to the list pointed to (invariant 3), which has so many items.
        unsafe {
            let (items, len) = self.ty.vector.items_mut(self.at);
            if len > length {
                self.shorten(items, len, length);
            } else if items.is_null() {
                self.ty.vector.adopt(self.at, memory_for(self.ty.vector.layout, 0), 0, 0);
            }
        }
    }

    /// Moves the first items to new memory and drops the list with the others: the code for dropping a whole list
    /// exists, while a function that drops some items would be compiled for every type.
    ///
    /// # Safety
    ///
    /// The list has `len` items at `items`, more than `length`.
    #[cold]
    unsafe fn shorten(&mut self, items: *mut u8, len: usize, length: usize) {
        let size = self.ty.vector.size();
        // SAFETY: `items` points to `len` items, more than `length`. The copied items are moved: the list only contains
        // the others when it drops them.
        unsafe {
            let kept = copied(items, self.ty.vector.layout, length);
            ptr::copy(items.add(length * size), items, (len - length) * size);
            (self.ty.set_len)(self.at, len - length);
            self.ty.vector.clear(self.at);
            self.ty.vector.adopt(self.at, kept, length, length);
        }
    }

    /// Removes all items and sets the list to nil, as decoding `null` does. [`List::clear`](crate::meta::List::clear)
    /// leaves an empty list instead.
    pub fn clear(&mut self) {
        self.settle();
        // SAFETY: the function belongs to the list pointed to (invariant 3).
        unsafe { self.ty.vector.clear(self.at) }
    }
}

impl Drop for ListMut<'_> {
    #[inline]
    fn drop(&mut self) {
        self.settle();
    }
}
