use std::marker::PhantomData;

use crate::field::{Bytes, Str};
use crate::reflect::leaf::Leaf;
use crate::reflect::shape::{Field, Omit, Shape};
use crate::reflect::types::{ListType, MapType, Message, Reflect, Type};

/// A shared cursor: a value of any reflected type.
#[derive(Clone, Copy)]
pub struct Ref<'a> {
    at: *const u8,
    ty: Type,
    life: PhantomData<&'a u8>,
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

/// A shared cursor over a struct.
#[derive(Clone, Copy)]
pub struct StructRef<'a> {
    at: *const u8,
    shape: &'static Shape,
    life: PhantomData<&'a u8>,
}

/// A shared cursor over a list.
#[derive(Clone, Copy)]
pub struct ListRef<'a> {
    items: *const u8,
    len: usize,
    ty: &'static ListType,
    life: PhantomData<&'a u8>,
}

/// A shared cursor over a map.
#[derive(Clone, Copy)]
pub struct MapRef<'a> {
    pub(super) at: *const u8,
    pub(super) ty: &'static MapType,
    pub(super) life: PhantomData<&'a u8>,
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
