use std::marker::PhantomData;

use crate::field::{Bytes, Str};
use crate::reflect::leaf::Leaf;
use crate::reflect::table::{ListType, MapType, Reflect, Shape, Type};

/// A shared cursor on a value of any type that implements [`Reflect`], for reading the value without knowing its type.
/// It borrows the value and is as cheap to copy as a reference. An encoder is a function that takes a `Ref` and matches
/// on its [`view`](Self::view).
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
    pub(super) at: *const u8,
    pub(super) ty: &'static Type,
    pub(super) life: PhantomData<&'a u8>,
}

/// The result of [`Ref::view`]: a plain value, a reference to it, or a cursor over the parts of a struct, option, list
/// or map.
///
/// ```
/// use apimachinery::reflect::{Omit, Ref, View};
///
/// let option = Some(0);
/// let value = Ref::new(&option);
/// assert!(matches!(value.view(), View::Option(Some(inner)) if inner.is_empty()));
/// assert!(!value.is_omitted(Omit::Empty), "a pointer to zero is written");
/// ```
#[derive(Clone, Copy)]
pub enum View<'a> {
    /// A `bool`.
    Bool(bool),
    /// An `i32`.
    Int32(i32),
    /// An `i64`.
    Int64(i64),
    /// An `f64`.
    Double(f64),
    /// A reference to a string.
    Str(&'a Str),
    /// A reference to a byte string.
    Bytes(&'a Bytes),
    /// A value with its own encoding, such as a time or a quantity.
    Leaf(&'a dyn Leaf),
    /// A cursor over a struct, with access to its fields.
    Struct(StructRef<'a>),
    /// An `Option`: `None`, or a cursor on the value in it.
    Option(Option<Ref<'a>>),
    /// A cursor over a list, with access to its items.
    List(ListRef<'a>),
    /// A cursor over a map, with access to its entries.
    Map(MapRef<'a>),
}

/// A shared cursor over a struct with a type table, whose fields are accessed by their index in the table. Returned by
/// [`Ref::view`].
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
    pub(super) at: *const u8,
    pub(super) shape: &'static Shape,
    pub(super) life: PhantomData<&'a u8>,
}

/// A shared cursor over a [`List`](crate::meta::List) of any item type, which distinguishes nil from empty. Returned by
/// [`Ref::view`].
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
    pub(super) items: *const u8,
    pub(super) len: usize,
    pub(super) ty: &'static ListType,
    pub(super) life: PhantomData<&'a u8>,
}

/// A shared cursor over a [`Map`](crate::meta::Map) of any value type, which distinguishes nil from empty and returns
/// entries in the order of their keys. Returned by [`Ref::view`].
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
    pub(super) entries: *const u8,
    pub(super) len: usize,
    pub(super) ty: &'static MapType,
    pub(super) life: PhantomData<&'a u8>,
}

impl<'a> Ref<'a> {
    /// Creates a cursor on `value`, which can be of any type with a [`Type`] description.
    #[must_use]
    pub fn new<T: Reflect>(value: &'a T) -> Self {
        Ref { at: std::ptr::from_ref(value).cast(), ty: const { &T::TYPE }, life: PhantomData }
    }

    /// Creates a cursor on the value at `at`.
    ///
    /// # Safety
    ///
    /// `at` points to a live value of the type, borrowed for the lifetime.
    #[inline(always)]
    pub(crate) unsafe fn from_raw(at: *const u8, ty: &'static Type) -> Self {
        Ref { at, ty, life: PhantomData }
    }

    /// Returns the value inside all boxes.
    #[inline]
    fn unboxed(mut self) -> Self {
        while let Type::Boxed(ty) = *self.ty {
            // SAFETY: the cursor points to a live box (invariant 2), which is the pointer to what it holds.
            self = Ref { at: unsafe { *self.at.cast() }, ty: &ty.inner, life: PhantomData };
        }
        self
    }

    /// Returns the string, if the value is one.
    #[cfg(feature = "serde")]
    #[inline]
    pub(crate) fn text(self) -> Option<&'a Str> {
        // SAFETY: the cursor points to a live value of its type (invariant 2).
        matches!(self.ty, Type::Str).then(|| unsafe { &*self.at.cast() })
    }

    /// Returns the value, if its type is a leaf: a fast path of [`Ref::view`].
    #[inline(always)]
    pub(crate) fn leaf(self) -> Option<&'a dyn Leaf> {
        match self.ty {
            // SAFETY: the cursor points to a live leaf of this type (invariant 2), borrowed for the lifetime.
            Type::Leaf(ty) => Some(unsafe { ty.leaf(self.at) }),
            _ => None,
        }
    }

    /// Returns a view of the value: the variant of [`View`] for its type. Boxes around the value are skipped.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[must_use]
    pub fn view(self) -> View<'a> {
        let Ref { at, ty, .. } = self.unboxed();
        // SAFETY: the cursor points to a live value of its type (invariant 2), which the variant
        // names or whose functions the table holds (invariant 3).
        unsafe {
            match *ty {
                Type::Bool => View::Bool(*at.cast()),
                Type::Int32 => View::Int32(*at.cast()),
                Type::Int64 => View::Int64(*at.cast()),
                Type::Double => View::Double(*at.cast()),
                Type::Str => View::Str(&*at.cast()),
                Type::Bytes => View::Bytes(&*at.cast()),
                Type::Leaf(ty) => View::Leaf(&*(ty.get)(at)),
                Type::Struct(shape) => View::Struct(StructRef::from_raw(at, shape)),
                Type::Boxed(_) => unreachable!("a cursor without boxes"),
                Type::Option(ty) => {
                    let at = ty.value(at);
                    View::Option((!at.is_null()).then_some(Ref { at, ty: &ty.inner, life: PhantomData }))
                }
                Type::List(ty) => View::List(ListRef::new(at, ty)),
                Type::Map(ty) => View::Map(MapRef::new(at, ty)),
            }
        }
    }
}

impl StructRef<'_> {
    /// Creates a cursor over the struct at `at`.
    ///
    /// # Safety
    ///
    /// `at` points to a live struct with this table, borrowed for the lifetime.
    #[inline(always)]
    pub(crate) unsafe fn from_raw(at: *const u8, shape: &'static Shape) -> Self {
        StructRef { at, shape, life: PhantomData }
    }
}

impl ListRef<'_> {
    /// Creates a cursor on the list at `at`.
    ///
    /// # Safety
    ///
    /// `at` points to a live list of this type, borrowed for the lifetime.
    #[inline]
    pub(in crate::reflect) unsafe fn new(at: *const u8, ty: &'static ListType) -> Self {
        // SAFETY: the function belongs to the list pointed to (invariant 3).
        let (items, len) = unsafe { ty.vector.items(at) };
        ListRef { items, len, ty, life: PhantomData }
    }
}

impl MapRef<'_> {
    /// Creates a cursor on the map at `at`.
    ///
    /// # Safety
    ///
    /// `at` points to a live map of this type, borrowed for the lifetime.
    #[inline]
    pub(crate) unsafe fn new(at: *const u8, ty: &'static MapType) -> Self {
        // SAFETY: the function belongs to the map pointed to (invariant 3).
        let (entries, len) = unsafe { ty.vector.items(at) };
        MapRef { entries, len, ty, life: PhantomData }
    }
}
