use std::marker::PhantomData;

use crate::field::{Bytes, Str};
use crate::reflect::leaf::Leaf;
use crate::reflect::shape::{Field, Omit, Shape};
use crate::reflect::types::{ListType, MapType, Message, Reflect, Type};

/// A shared cursor: a value of any reflected type. It borrows the value, is as cheap to copy as a reference, and sees
/// through boxes.
///
/// ```
/// use apimachinery::meta::List;
/// use apimachinery::reflect::{Ref, View};
///
/// /// The integers in a value, however deep in its lists.
/// fn sum(value: Ref<'_>) -> i64 {
///     match value.view() {
///         View::Int32(number) => number.into(),
///         View::List(list) => list.iter().map(sum).sum(),
///         _ => 0,
///     }
/// }
/// assert_eq!(sum(Ref::new(&List::from([List::from([1, 2]), List::nil(), List::from([3])]))), 6);
/// ```
#[derive(Clone, Copy)]
pub struct Ref<'a> {
    at: *const u8,
    ty: Type,
    life: PhantomData<&'a u8>,
}

/// What a [`Ref`] points to: plain values by value, the rest by reference or by another cursor.
///
/// ```
/// use apimachinery::reflect::{Omit, Ref, View};
///
/// let view = Ref::new(&Some(0)).view();
/// assert!(matches!(view, View::Option(Some(inner)) if inner.view().is_empty()));
/// assert!(!view.is_omitted(Omit::Empty), "a pointer to zero is written");
/// ```
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

/// A shared cursor over a struct: its values by the rows of its table.
///
/// ```
/// use apimachinery::reflect::{StructRef, View};
/// # #[derive(Clone, Default, PartialEq)]
/// # struct Port { name: apimachinery::meta::Str, number: i32 }
/// # apimachinery::message! { Port { name => "name", 1, Empty; number => "number", 2, Never; } }
///
/// let port = Port { name: "http".into(), number: 80 };
/// let cursor = StructRef::new(&port);
/// let number = cursor.shape().position("number", 0).expect("a row");
/// assert!(matches!(cursor.field(number).view(), View::Int32(80)));
/// let names: Vec<_> = cursor.json_fields().map(|(field, _)| field.name()).collect();
/// assert_eq!(names, ["name", "number"]);
/// ```
#[derive(Clone, Copy)]
pub struct StructRef<'a> {
    at: *const u8,
    shape: &'static Shape,
    life: PhantomData<&'a u8>,
}

/// A shared cursor over a list, which tells nil from empty.
///
/// ```
/// use apimachinery::meta::List;
/// use apimachinery::reflect::{Ref, Type, View};
///
/// let list = List::from([80, 443]);
/// let View::List(list) = Ref::new(&list).view() else { panic!("a list") };
/// assert!(!list.is_nil() && list.len() == 2 && matches!(list.item_type(), Type::Int32));
/// assert!(matches!(list.iter().next_back().map(Ref::view), Some(View::Int32(443))));
/// ```
#[derive(Clone, Copy)]
pub struct ListRef<'a> {
    items: *const u8,
    len: usize,
    ty: &'static ListType,
    life: PhantomData<&'a u8>,
}

/// A shared cursor over a map, which tells nil from empty and has its entries in the order of their keys.
///
/// ```
/// use apimachinery::meta::Map;
/// use apimachinery::reflect::{Ref, View};
///
/// let map: Map<i32> = [("b", 1), ("a", 2)].into();
/// let View::Map(map) = Ref::new(&map).view() else { panic!("a map") };
/// assert!(!map.is_nil() && map.len() == 2);
/// assert!(map.iter().map(|(key, _)| key).eq(["a", "b"]));
/// ```
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

    /// What it points to, behind all boxes.
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
    ///
    /// ```
    /// use apimachinery::meta::{List, Time};
    /// use apimachinery::reflect::Ref;
    ///
    /// assert!(Ref::new(&0.0).view().is_empty() && Ref::new(&List::<i32>::from([])).view().is_empty());
    /// assert!(!Ref::new(&Time::default()).view().is_empty());
    /// ```
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

    /// Go's `omitzero`: the zero value of its type, and for a leaf what its own `IsZero` says; an empty list or map
    /// that is there is not.
    ///
    /// ```
    /// use apimachinery::meta::{List, Time};
    /// use apimachinery::reflect::Ref;
    ///
    /// assert!(Ref::new(&Time::default()).view().is_zero() && Ref::new(&List::<i32>::nil()).view().is_zero());
    /// assert!(!Ref::new(&List::<i32>::from([])).view().is_zero());
    /// ```
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
