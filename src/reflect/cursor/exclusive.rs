use std::marker::PhantomData;

use super::shared::MapRef;
use crate::field::{Bytes, Str};
use crate::reflect::leaf::Leaf;
use crate::reflect::shape::Shape;
use crate::reflect::types::{ListType, MapType, Message, OptionType, Reflect, Type};

/// An exclusive cursor: a value of any reflected type, to be changed.
pub struct Mut<'a> {
    at: *mut u8,
    ty: Type,
    life: PhantomData<&'a mut u8>,
}

/// What a [`Mut`] points to.
#[expect(missing_docs, reason = "each variant is named after the type that it holds")]
pub enum ViewMut<'a> {
    Bool(&'a mut bool),
    Int32(&'a mut i32),
    Int64(&'a mut i64),
    Double(&'a mut f64),
    Str(&'a mut Str),
    Bytes(&'a mut Bytes),
    Leaf(&'a mut dyn Leaf),
    Struct(StructMut<'a>),
    Option(OptionMut<'a>),
    List(ListMut<'a>),
    Map(MapMut<'a>),
}

/// An exclusive cursor over a struct.
pub struct StructMut<'a> {
    at: *mut u8,
    shape: &'static Shape,
    life: PhantomData<&'a mut u8>,
}

/// An exclusive cursor over an `Option`.
pub struct OptionMut<'a> {
    at: *mut u8,
    ty: &'static OptionType,
    life: PhantomData<&'a mut u8>,
}

/// An exclusive cursor over a list.
pub struct ListMut<'a> {
    at: *mut u8,
    ty: &'static ListType,
    life: PhantomData<&'a mut u8>,
}

/// An exclusive cursor over a map. When it goes, the map is sorted, and of equal keys the one
/// appended last stays.
pub struct MapMut<'a> {
    at: *mut u8,
    ty: &'static MapType,
    unordered: bool,
    life: PhantomData<&'a mut u8>,
}

impl<'a> Mut<'a> {
    /// A cursor on `value`.
    #[must_use]
    pub fn new<T: Reflect>(value: &'a mut T) -> Self {
        Mut { at: std::ptr::from_mut(value).cast(), ty: T::TYPE, life: PhantomData }
    }

    /// The value inside all boxes.
    #[inline]
    fn unboxed(mut self) -> Self {
        while let Type::Boxed(ty) = self.ty {
            // SAFETY: the function is that of the box pointed to (invariant 3).
            self = Mut { at: unsafe { (ty.get_mut)(self.at) }, ty: ty.inner, life: PhantomData };
        }
        self
    }

    /// Sets the zero value of its type; a struct's fields one by one.
    pub fn set_zero(self) {
        let value = self.unboxed();
        if let Type::Leaf(ty) = value.ty {
            // SAFETY: the function is that of the leaf pointed to (invariant 3).
            return unsafe { (ty.clear)(value.at) };
        }
        match value.view() {
            ViewMut::Bool(value) => *value = false,
            ViewMut::Int32(value) => *value = 0,
            ViewMut::Int64(value) => *value = 0,
            ViewMut::Double(value) => *value = 0.0,
            ViewMut::Str(value) => *value = Str::EMPTY,
            ViewMut::Bytes(value) => *value = Bytes::default(),
            ViewMut::Leaf(_) => unreachable!("leaves have a function for it"),
            ViewMut::Struct(mut value) => {
                (0..value.shape().json_fields().len()).for_each(|index| value.field(index).set_zero());
            }
            ViewMut::Option(value) => value.clear(),
            ViewMut::List(mut value) => value.clear(),
            ViewMut::Map(mut value) => value.clear(),
        }
    }

    /// What it points to.
    #[inline]
    #[must_use]
    pub fn view(self) -> ViewMut<'a> {
        let Mut { at, ty, .. } = self.unboxed();
        // SAFETY: the cursor points to a live value of its type (invariant 2), borrowed
        // exclusively; the variant names it or its functions are in the table (invariant 3).
        unsafe {
            match ty {
                Type::Bool => ViewMut::Bool(&mut *at.cast()),
                Type::Int32 => ViewMut::Int32(&mut *at.cast()),
                Type::Int64 => ViewMut::Int64(&mut *at.cast()),
                Type::Double => ViewMut::Double(&mut *at.cast()),
                Type::Str => ViewMut::Str(&mut *at.cast()),
                Type::Bytes => ViewMut::Bytes(&mut *at.cast()),
                Type::Leaf(ty) => ViewMut::Leaf(&mut *(ty.get_mut)(at)),
                Type::Struct(shape) => ViewMut::Struct(StructMut { at, shape: shape(), life: PhantomData }),
                Type::Boxed(_) => unreachable!("a cursor without boxes"),
                Type::Option(ty) => ViewMut::Option(OptionMut { at, ty, life: PhantomData }),
                Type::List(ty) => ViewMut::List(ListMut { at, ty, life: PhantomData }),
                Type::Map(ty) => ViewMut::Map(MapMut { at, ty, unordered: false, life: PhantomData }),
            }
        }
    }
}

impl<'a> StructMut<'a> {
    /// A cursor on `value`.
    #[must_use]
    pub fn new<T: Message>(value: &'a mut T) -> Self {
        StructMut { at: std::ptr::from_mut(value).cast(), shape: T::shape(), life: PhantomData }
    }

    /// The struct's table.
    #[must_use]
    pub fn shape(&self) -> &'static Shape {
        self.shape
    }

    /// The field in a row of the table.
    ///
    /// # Panics
    ///
    /// If the table has no such row.
    #[inline]
    pub fn field(&mut self, index: usize) -> Mut<'_> {
        let field = &self.shape.fields()[index];
        // SAFETY: the offset is that of a field in the struct that the cursor points to, whose
        // type the row names (invariant 1); the borrow of `self` keeps it the only one.
        Mut { at: unsafe { self.at.add(field.offset()) }, ty: field.ty, life: PhantomData }
    }
}

impl<'a> OptionMut<'a> {
    /// The value, made zero if there is none.
    #[inline]
    #[must_use]
    pub fn make(self) -> Mut<'a> {
        // SAFETY: the function is that of the option pointed to (invariant 3).
        Mut { at: unsafe { (self.ty.make)(self.at) }, ty: self.ty.inner, life: PhantomData }
    }

    /// Makes it `None`.
    pub fn clear(self) {
        // SAFETY: the function is that of the option pointed to (invariant 3).
        unsafe { (self.ty.clear)(self.at) }
    }
}

impl ListMut<'_> {
    /// The type of the items.
    #[must_use]
    pub fn item_type(&self) -> Type {
        self.ty.item
    }

    /// The item at `index`; the one right behind the last is made.
    ///
    /// # Panics
    ///
    /// If `index` is beyond that.
    #[inline]
    pub fn item(&mut self, index: usize) -> Mut<'_> {
        // SAFETY: the functions are those of the list pointed to (invariant 3); the index is
        // checked against the length they report, and the stride is the size of an item.
        let at = unsafe {
            let (items, len) = (self.ty.items_mut)(self.at);
            if index < len {
                items.add(index * self.ty.stride)
            } else {
                assert_eq!(index, len, "items are made one by one");
                (self.ty.push)(self.at)
            }
        };
        Mut { at, ty: self.ty.item, life: PhantomData }
    }

    /// Appends a zero item.
    #[inline]
    pub fn push(&mut self) -> Mut<'_> {
        // SAFETY: the function is that of the list pointed to (invariant 3).
        Mut { at: unsafe { (self.ty.push)(self.at) }, ty: self.ty.item, life: PhantomData }
    }

    /// Drops all items behind the first `length`; nil becomes an empty list.
    pub fn truncate(&mut self, length: usize) {
        // SAFETY: the function is that of the list pointed to (invariant 3).
        unsafe { (self.ty.truncate)(self.at, length) }
    }

    /// Makes it nil.
    pub fn clear(&mut self) {
        // SAFETY: the function is that of the list pointed to (invariant 3).
        unsafe { (self.ty.clear)(self.at) }
    }
}

impl MapMut<'_> {
    /// Makes an empty map of nil.
    pub fn make(&mut self) {
        // SAFETY: the function is that of the map pointed to (invariant 3).
        unsafe { (self.ty.make)(self.at) }
    }

    /// Makes it nil.
    pub fn clear(&mut self) {
        self.unordered = false;
        // SAFETY: the function is that of the map pointed to (invariant 3).
        unsafe { (self.ty.clear)(self.at) }
    }

    /// Appends a zero value under `key`, which replaces an earlier one when the cursor goes.
    #[inline]
    pub fn append(&mut self, key: &str) -> Mut<'_> {
        // SAFETY: the function is that of the map pointed to (invariant 3).
        let (at, unordered) = unsafe { (self.ty.append)(self.at, key) };
        self.unordered |= unordered;
        Mut { at, ty: self.ty.value, life: PhantomData }
    }

    /// False as long as every key came behind the ones before it.
    #[must_use]
    pub fn is_unordered(&self) -> bool {
        self.unordered
    }

    /// The keys from the `first`-th on, in the order in which they were appended.
    pub fn keys_from(&self, first: usize) -> impl Iterator<Item = &Str> {
        let map = MapRef { at: self.at, ty: self.ty, life: PhantomData };
        map.iter().skip(first).map(|(key, _)| key)
    }

    /// The number of entries, replaced ones included.
    #[expect(clippy::len_without_is_empty, reason = "nil and empty must not be mixed up")]
    #[must_use]
    pub fn len(&self) -> usize {
        // SAFETY: the function is that of the map pointed to (invariant 3).
        unsafe { (self.ty.len)(self.at) }
    }
}

impl Drop for MapMut<'_> {
    fn drop(&mut self) {
        if self.unordered {
            // SAFETY: the function is that of the map pointed to (invariant 3).
            unsafe { (self.ty.restore_order)(self.at) }
        }
    }
}
