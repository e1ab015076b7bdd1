use std::marker::PhantomData;

use super::{ListRef, MapRef, StructRef};
use crate::field::{Bytes, Str};
use crate::reflect::leaf::Leaf;
use crate::reflect::types::{Reflect, Type};

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

    /// Returns the address of the value, which is of the cursor's type and borrowed for its lifetime.
    #[inline(always)]
    pub(crate) fn as_ptr(self) -> *const u8 {
        self.at
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
