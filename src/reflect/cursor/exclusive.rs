use std::marker::PhantomData;

use super::shared::MapRef;
use crate::field::{Bytes, Str};
use crate::reflect::leaf::Leaf;
use crate::reflect::shape::Shape;
use crate::reflect::types::{ListType, MapType, Message, OptionType, Reflect, Type};

/// An exclusive cursor: a value of any reflected type, to be changed. A decoder is a function over it.
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
    at: *mut u8,
    ty: Type,
    life: PhantomData<&'a mut u8>,
}

/// What a [`Mut`] points to: a place of its very type, or another cursor.
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

/// An exclusive cursor over a struct: its fields, one at a time, by the rows of its table.
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
    at: *mut u8,
    shape: &'static Shape,
    life: PhantomData<&'a mut u8>,
}

/// An exclusive cursor over an `Option`.
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
    at: *mut u8,
    ty: &'static OptionType,
    life: PhantomData<&'a mut u8>,
}

/// An exclusive cursor over a list. Items are made zero, then filled.
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
/// assert_eq!(ports, List::from([80]));
/// ```
pub struct ListMut<'a> {
    at: *mut u8,
    ty: &'static ListType,
    life: PhantomData<&'a mut u8>,
}

/// An exclusive cursor over a map. When it goes, the map is sorted, and of equal keys the one
/// appended last stays; until then [`MapMut::len`] counts both.
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
/// ```
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

    /// Sets the zero value of its type, which is what decoding begins with; a struct's fields one by one.
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
        // The borrow of `self` keeps it the only one.
        StructMut { at: self.at, shape: self.shape, life: PhantomData }.into_field(index)
    }

    /// The field in a row of the table, for as long as the struct is borrowed; [`StructMut::field`] lends it for as long
    /// as the cursor.
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
    /// If the table has no such row.
    #[inline]
    #[must_use]
    pub fn into_field(self, index: usize) -> Mut<'a> {
        let field = &self.shape.fields()[index];
        // SAFETY: the offset is that of a field in the struct that the cursor points to, whose
        // type the row names (invariant 1); the cursor is used up.
        Mut { at: unsafe { self.at.add(field.offset()) }, ty: field.ty, life: PhantomData }
    }
}

impl<'a> OptionMut<'a> {
    /// The type of the value.
    ///
    /// ```
    /// use apimachinery::reflect::{Mut, Type, ViewMut};
    ///
    /// let mut grace: Option<i64> = None;
    /// let ViewMut::Option(option) = Mut::new(&mut grace).view() else { panic!("an option") };
    /// assert!(matches!(option.inner_type(), Type::Int64));
    /// ```
    #[must_use]
    pub fn inner_type(&self) -> Type {
        self.ty.inner
    }

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

    /// The item at `index`; the one right behind the last is made, and nil becomes a list.
    ///
    /// ```
    /// use apimachinery::meta::List;
    /// use apimachinery::reflect::{Mut, ViewMut};
    ///
    /// let mut ports: List<i32> = List::from([80]);
    /// let ViewMut::List(mut list) = Mut::new(&mut ports).view() else { panic!("a list") };
    /// assert!(matches!(list.item(0).view(), ViewMut::Int32(80)));
    /// assert!(matches!(list.item(1).view(), ViewMut::Int32(0)));
    /// assert_eq!(ports, List::from([80, 0]));
    /// ```
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

    /// Appends a zero item; nil becomes a list.
    #[inline]
    pub fn push(&mut self) -> Mut<'_> {
        // SAFETY: the function is that of the list pointed to (invariant 3).
        Mut { at: unsafe { (self.ty.push)(self.at) }, ty: self.ty.item, life: PhantomData }
    }

    /// Drops all items behind the first `length`; nil becomes an empty list, which is how `[]` is decoded.
    ///
    /// ```
    /// use apimachinery::meta::List;
    /// use apimachinery::reflect::{Mut, ViewMut};
    ///
    /// let mut ports: List<i32> = List::nil();
    /// let ViewMut::List(mut list) = Mut::new(&mut ports).view() else { panic!("a list") };
    /// list.truncate(0);
    /// assert!(ports.is_empty() && !ports.is_nil());
    /// ```
    pub fn truncate(&mut self, length: usize) {
        // SAFETY: the function is that of the list pointed to (invariant 3).
        unsafe { (self.ty.truncate)(self.at, length) }
    }

    /// Makes it nil, unlike [`List::clear`](crate::meta::List::clear): how `null` is decoded.
    pub fn clear(&mut self) {
        // SAFETY: the function is that of the list pointed to (invariant 3).
        unsafe { (self.ty.clear)(self.at) }
    }
}

impl MapMut<'_> {
    /// Makes an empty map of nil, and leaves any other as it is.
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
