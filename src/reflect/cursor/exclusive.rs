use std::marker::PhantomData;

use crate::field::{Bytes, Str};
use crate::reflect::leaf::Leaf;
use crate::reflect::table::{MapType, OptionType, Reflect, Shape, Type};
use crate::reflect::vector_mut::VectorMut;

/// An exclusive cursor on a value of any type that implements [`Reflect`], for changing the value without knowing its
/// type. A decoder is a function that takes a `Mut` and matches on its [`view`](Self::view).
///
/// ```
/// use apimachinery::meta::List;
/// use apimachinery::reflect::{Mut, ViewMut};
///
/// fn double(value: Mut<'_>) {
///     match value.view() {
///         ViewMut::Int32(number) => *number *= 2,
///         ViewMut::List(mut list) => (0..2).for_each(|index| double(list.item(index))),
///         _ => {}
///     }
/// }
/// let mut numbers = List::from([1, 20]);
/// double(Mut::new(&mut numbers));
/// assert_eq!(numbers, List::from([2, 40]));
/// ```
pub struct Mut<'a> {
    pub(super) at: *mut u8,
    pub(super) ty: &'static Type,
    pub(super) life: PhantomData<&'a mut u8>,
}

/// The result of [`Mut::view`]: a mutable reference to a plain value, or a cursor for changing a struct, option, list
/// or map.
///
/// ```
/// use apimachinery::reflect::{Mut, ViewMut};
///
/// let mut ready = false;
/// if let ViewMut::Bool(place) = Mut::new(&mut ready).view() {
///     *place = true;
/// }
/// assert!(ready);
/// ```
pub enum ViewMut<'a> {
    /// A mutable reference to a `bool`.
    Bool(&'a mut bool),
    /// A mutable reference to an `i32`.
    Int32(&'a mut i32),
    /// A mutable reference to an `i64`.
    Int64(&'a mut i64),
    /// A mutable reference to an `f64`.
    Double(&'a mut f64),
    /// A mutable reference to a string.
    Str(&'a mut Str),
    /// A mutable reference to a byte string.
    Bytes(&'a mut Bytes),
    /// A mutable reference to a value with its own encoding, such as a time or a quantity.
    Leaf(&'a mut dyn Leaf),
    /// A cursor over a struct, with access to one field at a time.
    Struct(StructMut<'a>),
    /// A cursor over an `Option`, which creates, changes or clears the value in it.
    Option(OptionMut<'a>),
    /// A cursor over a list, with access to one item at a time.
    List(ListMut<'a>),
    /// A cursor over a map, to which entries are appended.
    Map(MapMut<'a>),
}

/// An exclusive cursor over a struct with a type table, whose fields are accessed one at a time by their index in the
/// table. Returned by [`Mut::view`].
///
/// ```
/// use apimachinery::reflect::{StructMut, ViewMut};
/// # #[derive(Clone, Default, PartialEq)]
/// # struct Port { name: apimachinery::meta::Str, number: i32 }
/// # apimachinery::message! { Port { name => "name", 1, Empty; number => "number", 2, Never; } }
///
/// let mut port = Port::default();
/// let mut cursor = StructMut::new(&mut port);
/// let number = cursor.shape().position("number", 0).expect("a row");
/// if let ViewMut::Int32(place) = cursor.field(number).view() {
///     *place = 80;
/// }
/// assert_eq!(port.number, 80);
/// ```
pub struct StructMut<'a> {
    pub(super) at: *mut u8,
    pub(super) shape: &'static Shape,
    pub(super) life: PhantomData<&'a mut u8>,
}

/// An exclusive cursor over an `Option` of any type, to set, change or clear its value. Returned by [`Mut::view`].
///
/// ```
/// use apimachinery::reflect::{Mut, ViewMut};
///
/// let mut grace: Option<i64> = None;
/// let ViewMut::Option(option) = Mut::new(&mut grace).view() else { panic!("an option") };
/// let _zero = option.make();
/// assert_eq!(grace, Some(0));
///
/// let ViewMut::Option(option) = Mut::new(&mut grace).view() else { panic!("an option") };
/// option.clear();
/// assert_eq!(grace, None);
/// ```
pub struct OptionMut<'a> {
    pub(super) at: *mut u8,
    pub(super) ty: &'static OptionType,
    pub(super) life: PhantomData<&'a mut u8>,
}

/// An exclusive cursor over a [`List`](crate::meta::List) of any item type. Returned by [`Mut::view`]. New items have
/// the zero value and are then filled through the returned cursor. They become part of the list when this cursor is
/// dropped, with memory of exactly their size.
///
/// ```
/// use apimachinery::meta::List;
/// use apimachinery::reflect::{Mut, Type, ViewMut};
///
/// let mut ports: List<i32> = List::nil();
/// let ViewMut::List(mut list) = Mut::new(&mut ports).view() else { panic!("a list") };
/// assert!(matches!(list.item_type(), Type::Int32));
/// if let ViewMut::Int32(item) = list.push().view() {
///     *item = 80;
/// }
/// drop(list);
/// assert_eq!(ports, List::from([80]));
///
/// let ViewMut::List(mut list) = Mut::new(&mut ports).view() else { panic!("a list") };
/// list.clear();
/// drop(list);
/// assert!(ports.is_nil());
/// ```
pub struct ListMut<'a> {
    pub(super) vector: VectorMut<'a>,
    pub(super) item: &'static Type,
}

/// An exclusive cursor over a [`Map`](crate::meta::Map) of any value type, to which a decoder appends entries in any
/// order. Returned by [`Mut::view`]. Dropping the cursor sorts the map and keeps the last of several entries with the
/// same key; until then, [`MapMut::len`] counts all of them.
///
/// ```
/// use apimachinery::meta::Map;
/// use apimachinery::reflect::{Mut, ViewMut};
///
/// let mut counts: Map<i32> = Map::nil();
/// let ViewMut::Map(mut map) = Mut::new(&mut counts).view() else { panic!("a map") };
/// for (number, key) in ["b", "a", "b"].into_iter().enumerate() {
///     let ViewMut::Int32(value) = map.append(key).view() else { panic!("an integer") };
///     *value = number as i32;
/// }
/// assert!(map.is_unordered() && map.len() == 3 && map.keys_from(1).eq(["a", "b"]));
/// drop(map);
/// assert_eq!(counts, [("a", 1), ("b", 2)].into());
///
/// let ViewMut::Map(mut map) = Mut::new(&mut counts).view() else { panic!("a map") };
/// map.clear();
/// map.make();
/// drop(map);
/// assert!(counts.is_empty() && !counts.is_nil());
/// ```
pub struct MapMut<'a> {
    pub(super) vector: VectorMut<'a>,
    pub(super) ty: &'static MapType,
    pub(super) unordered: bool,
}

impl<'a> Mut<'a> {
    /// Creates a cursor on `value`, which can be of any type with a [`Type`] description. It borrows the value
    /// exclusively.
    #[must_use]
    pub fn new<T: Reflect>(value: &'a mut T) -> Self {
        Mut { at: std::ptr::from_mut(value).cast(), ty: const { &T::TYPE }, life: PhantomData }
    }

    /// Returns a cursor on the same value with a shorter lifetime. This cursor can be used again afterwards.
    pub(crate) fn reborrow(&mut self) -> Mut<'_> {
        Mut { at: self.at, ty: self.ty, life: PhantomData }
    }

    /// Returns the type of the value.
    #[inline(always)]
    pub(crate) fn ty(&self) -> &'static Type {
        self.ty
    }

    /// Returns the value inside all boxes.
    #[inline]
    pub(super) fn unboxed(mut self) -> Self {
        while let Type::Boxed(ty) = *self.ty {
            // SAFETY: the cursor points to a live box (invariant 2), which is the pointer to what it holds.
            self = Mut { at: unsafe { *self.at.cast() }, ty: &ty.inner, life: PhantomData };
        }
        self
    }

    /// Sets the value to the zero value of its type: numbers to 0, options to `None`, lists to nil, and every field of
    /// a struct to its own zero value. A struct takes time proportional to the number of its fields.
    ///
    /// ```
    /// use apimachinery::meta::{List, Time};
    /// use apimachinery::reflect::Mut;
    ///
    /// let (mut time, mut list) = (Time::from_unix(0, 0), List::from([1]));
    /// Mut::new(&mut time).set_zero();
    /// Mut::new(&mut list).set_zero();
    /// assert!(time.is_zero() && list.is_nil());
    /// ```
    pub fn set_zero(self) {
        let value = self.unboxed();
        if let Type::Leaf(ty) = *value.ty {
            return match value.view() {
                ViewMut::Leaf(leaf) => (ty.clear)(leaf),
                _ => unreachable!("a leaf"),
            };
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

    /// Returns the string, or the cursor itself for any other type: a fast path of [`Mut::view`] for the most frequent
    /// type.
    #[inline]
    pub(crate) fn text(self) -> Result<&'a mut Str, Self> {
        match self.ty {
            // SAFETY: the cursor points to a live text (invariant 2), borrowed exclusively.
            Type::Str => Ok(unsafe { &mut *self.at.cast() }),
            _ => Err(self),
        }
    }

    /// Returns a mutable view of the value: the variant of [`ViewMut`] for its type. Boxes around the value are
    /// skipped.
    #[inline]
    #[must_use]
    pub fn view(self) -> ViewMut<'a> {
        let Mut { at, ty, .. } = self.unboxed();
        // SAFETY: the cursor points to a live value of its type (invariant 2), borrowed
        // exclusively; the variant names it or its functions are in the table (invariant 3).
        unsafe {
            match *ty {
                Type::Bool => ViewMut::Bool(&mut *at.cast()),
                Type::Int32 => ViewMut::Int32(&mut *at.cast()),
                Type::Int64 => ViewMut::Int64(&mut *at.cast()),
                Type::Double => ViewMut::Double(&mut *at.cast()),
                Type::Str => ViewMut::Str(&mut *at.cast()),
                Type::Bytes => ViewMut::Bytes(&mut *at.cast()),
                Type::Leaf(ty) => ViewMut::Leaf(&mut *(ty.get_mut)(at)),
                Type::Struct(shape) => ViewMut::Struct(StructMut { at, shape, life: PhantomData }),
                Type::Boxed(_) => unreachable!("a cursor without boxes"),
                Type::Option(ty) => ViewMut::Option(OptionMut { at, ty, life: PhantomData }),
                Type::List(ty) => ViewMut::List(ListMut { vector: VectorMut::new(at, &ty.vector), item: &ty.item }),
                Type::Map(ty) => ViewMut::Map(MapMut { vector: VectorMut::new(at, &ty.vector), ty, unordered: false }),
            }
        }
    }
}
