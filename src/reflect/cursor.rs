use std::marker::PhantomData;

use super::leaf::Leaf;
use super::shape::{Field, Omit, Shape};
use super::types::{ListType, MapType, Message, OptionType, Reflect, Type};
use crate::field::{Bytes, Str};

/// A shared cursor: a value of any reflected type.
#[derive(Clone, Copy)]
pub struct Ref<'a> {
    at: *const u8,
    ty: Type,
    life: PhantomData<&'a u8>,
}

/// An exclusive cursor: a value of any reflected type, to be changed.
pub struct Mut<'a> {
    at: *mut u8,
    ty: Type,
    life: PhantomData<&'a mut u8>,
}

/// What a [`Ref`] points to.
#[derive(Clone, Copy)]
#[expect(missing_docs, reason = "each variant is named after the type that it holds")]
pub enum View<'a> {
    Bool(bool),
    Int32(i32),
    Int64(i64),
    Double(f64),
    Str(&'a Str),
    Bytes(&'a Bytes),
    Leaf(&'a dyn Leaf),
    Struct(StructRef<'a>),
    Option(Option<Ref<'a>>),
    List(ListRef<'a>),
    Map(MapRef<'a>),
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

/// A shared cursor over a struct.
#[derive(Clone, Copy)]
pub struct StructRef<'a> {
    at: *const u8,
    shape: &'static Shape,
    life: PhantomData<&'a u8>,
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

/// A shared cursor over a list.
#[derive(Clone, Copy)]
pub struct ListRef<'a> {
    items: *const u8,
    len: usize,
    ty: &'static ListType,
    life: PhantomData<&'a u8>,
}

/// An exclusive cursor over a list.
pub struct ListMut<'a> {
    at: *mut u8,
    ty: &'static ListType,
    life: PhantomData<&'a mut u8>,
}

/// A shared cursor over a map.
#[derive(Clone, Copy)]
pub struct MapRef<'a> {
    at: *const u8,
    ty: &'static MapType,
    life: PhantomData<&'a u8>,
}

/// An exclusive cursor over a map. When it goes, the map is sorted, and of equal keys the one
/// appended last stays.
pub struct MapMut<'a> {
    at: *mut u8,
    ty: &'static MapType,
    unordered: bool,
    life: PhantomData<&'a mut u8>,
}

impl<'a> Ref<'a> {
    /// A cursor on `value`.
    #[must_use]
    pub fn new<T: Reflect>(value: &'a T) -> Self {
        Ref { at: std::ptr::from_ref(value).cast(), ty: T::TYPE, life: PhantomData }
    }

    /// The value inside all boxes.
    #[inline]
    fn unboxed(mut self) -> Self {
        while let Type::Boxed(ty) = self.ty {
            // SAFETY: the function is that of the box pointed to (invariant 3).
            self = Ref { at: unsafe { (ty.get)(self.at) }, ty: ty.inner, life: PhantomData };
        }
        self
    }

    /// What it points to.
    #[inline]
    #[must_use]
    pub fn view(self) -> View<'a> {
        let Ref { at, ty, .. } = self.unboxed();
        // SAFETY: the cursor points to a live value of its type (invariant 2), which the variant
        // names or whose functions the table holds (invariant 3).
        unsafe {
            match ty {
                Type::Bool => View::Bool(*at.cast()),
                Type::Int32 => View::Int32(*at.cast()),
                Type::Int64 => View::Int64(*at.cast()),
                Type::Double => View::Double(*at.cast()),
                Type::Str => View::Str(&*at.cast()),
                Type::Bytes => View::Bytes(&*at.cast()),
                Type::Leaf(ty) => View::Leaf(&*(ty.get)(at)),
                Type::Struct(shape) => View::Struct(StructRef { at, shape: shape(), life: PhantomData }),
                Type::Boxed(_) => unreachable!("a cursor without boxes"),
                Type::Option(ty) => {
                    let at = (ty.get)(at);
                    View::Option((!at.is_null()).then_some(Ref { at, ty: ty.inner, life: PhantomData }))
                }
                Type::List(ty) => {
                    let (items, len) = (ty.items)(at);
                    View::List(ListRef { items, len, ty, life: PhantomData })
                }
                Type::Map(ty) => View::Map(MapRef { at, ty, life: PhantomData }),
            }
        }
    }
}

impl View<'_> {
    /// True if JSON leaves a field with this value out.
    #[inline]
    #[must_use]
    pub fn is_omitted(&self, omit: Omit) -> bool {
        match omit {
            Omit::Never => false,
            Omit::Empty => self.is_empty(),
            Omit::Zero => self.is_zero(),
        }
    }

    /// Go's `omitempty`: nil, zero or without content; never true for a struct or a leaf.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        match self {
            View::Bool(value) => !value,
            View::Int32(value) => *value == 0,
            View::Int64(value) => *value == 0,
            View::Double(value) => *value == 0.0,
            View::Str(value) => value.is_empty(),
            View::Bytes(value) => value.is_empty(),
            View::Option(value) => value.is_none(),
            View::List(list) => list.len() == 0,
            View::Map(map) => map.len() == 0,
            View::Leaf(_) | View::Struct(_) => false,
        }
    }

    /// Go's `omitzero`: the zero value of its type; an empty list or map that is there is not.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        match self {
            View::Leaf(value) => value.is_zero(),
            View::Struct(value) => value.json_fields().all(|(_, value)| value.view().is_zero()),
            View::Bytes(value) => value.is_nil(),
            View::List(list) => list.is_nil(),
            View::Map(map) => map.is_nil(),
            _ => self.is_empty(),
        }
    }
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

impl<'a> StructRef<'a> {
    /// A cursor on `value`.
    #[must_use]
    pub fn new<T: Message>(value: &'a T) -> Self {
        StructRef { at: std::ptr::from_ref(value).cast(), shape: T::shape(), life: PhantomData }
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
    #[must_use]
    pub fn field(&self, index: usize) -> Ref<'a> {
        self.project(&self.shape.fields()[index])
    }

    /// The rows that JSON has, with their values.
    #[inline]
    pub fn json_fields(&self) -> impl ExactSizeIterator<Item = (&'static Field, Ref<'a>)> + use<'a> {
        let value = *self;
        self.shape.json_fields().iter().map(move |field| (field, value.project(field)))
    }

    /// The rows that are on the wire, by ascending number, with their values.
    #[inline]
    pub(crate) fn wire_fields(&self) -> impl DoubleEndedIterator<Item = (&'static Field, Ref<'a>)> + use<'a> {
        let value = *self;
        self.shape.by_number().iter().map(move |&index| {
            let field = &value.shape.fields()[index as usize];
            (field, value.project(field))
        })
    }

    /// `field` is a row of this very shape.
    #[inline]
    fn project(&self, field: &'static Field) -> Ref<'a> {
        // SAFETY: the offset is that of a field in the struct that the cursor points to, whose
        // type the row names (invariant 1).
        Ref { at: unsafe { self.at.add(field.offset()) }, ty: field.ty, life: PhantomData }
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

impl<'a> ListRef<'a> {
    /// True if the list is nil.
    #[must_use]
    pub fn is_nil(&self) -> bool {
        self.items.is_null()
    }

    /// The number of items.
    #[expect(clippy::len_without_is_empty, reason = "nil and empty must not be mixed up")]
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// The items.
    #[inline]
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = Ref<'a>> + ExactSizeIterator + use<'a> {
        let list = *self;
        // SAFETY: every index is below the length, and the stride is the size of an item.
        (0..list.len).map(move |index| Ref {
            at: unsafe { list.items.add(index * list.ty.stride) },
            ty: list.ty.item,
            life: PhantomData,
        })
    }

    /// The type of the items.
    #[must_use]
    pub fn item_type(&self) -> Type {
        self.ty.item
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

impl<'a> MapRef<'a> {
    /// True if the map is nil.
    #[must_use]
    pub fn is_nil(&self) -> bool {
        // SAFETY: the function is that of the map pointed to (invariant 3).
        unsafe { (self.ty.is_nil)(self.at) }
    }

    /// The number of entries.
    #[expect(clippy::len_without_is_empty, reason = "nil and empty must not be mixed up")]
    #[must_use]
    pub fn len(&self) -> usize {
        // SAFETY: the function is that of the map pointed to (invariant 3).
        unsafe { (self.ty.len)(self.at) }
    }

    /// The entries by ascending key.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (&'a Str, Ref<'a>)> + ExactSizeIterator + use<'a> {
        let map = *self;
        (0..self.len()).map(move |index| {
            // SAFETY: the function is that of the map pointed to (invariant 3), and the index is
            // below its length.
            let (key, at) = unsafe { (map.ty.entry)(map.at, index) };
            // SAFETY: the entry lives as long as the map is borrowed.
            (unsafe { &*key }, Ref { at, ty: map.ty.value, life: PhantomData })
        })
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
