//! Types that are copied by their tables, and these copies: first the bytes of a value are copied, then each place that owns memory gets a copy of it.
//!
//! Until then a place shares the memory of the original, which is only read meanwhile. A panic in between, which only a
//! leaf could cause, leaks the unfinished copy instead of dropping it.

use std::alloc::Layout;
use std::mem::MaybeUninit;
use std::ptr;

use super::allocation::copied;
use super::layout::{FITS, Vector};
use super::prefetch::{lines_of, prefetch_behind};
use super::row::short_offset;
use super::table::{BoxType, CopyPlan, ListType, MapType, Message, OptionType, Place, Reflect, Shape, Type};
use crate::field::{Bytes, List, Map, Str};

/// A type whose values consist of their bytes and of the memory that their description knows, and that has a value
/// without such memory. [`message!`](crate::message) implements it for structs whose fields are all listed.
///
/// # Safety
///
/// A copy of a value's bytes becomes an independent value if the places that [`Reflect::TYPE`] describes get new
/// memory: the value refers to no other memory, and nothing in it changes while it is shared.
#[doc(hidden)]
pub unsafe trait ByTable: Reflect {}

impl Place {
    /// Creates the place of a field at `offset` in its struct.
    ///
    /// # Safety
    ///
    /// The struct of the table has a field of type `T` at `offset`. The pointer only names that type.
    #[doc(hidden)]
    #[must_use]
    pub const unsafe fn new<T: ByTable>(offset: usize, _: *const T) -> Self {
        Place { offset: short_offset(offset), ty: T::TYPE }
    }

    #[inline]
    pub(super) fn offset(&self) -> usize {
        self.offset as usize
    }
}

/// A type with a constant zero value.
#[doc(hidden)]
pub trait Zero {
    /// The zero value.
    const ZERO: Self;
}

macro_rules! scalars {
    ($($ty:ty = $zero:expr),* $(,)?) => {
        $(
            // SAFETY: the description belongs to exactly this type.
            unsafe impl ByTable for $ty {}

            impl Zero for $ty {
                const ZERO: Self = $zero;
            }
        )*
    };
}

scalars! { bool = false, i32 = 0, i64 = 0, f64 = 0.0, Str = Str::EMPTY, Bytes = Bytes::NIL }

// SAFETY: behind the pointer is one such value.
unsafe impl<T: Message + ByTable> ByTable for Box<T> {}

macro_rules! containers {
    ($($container:ident = $zero:expr),* $(,)?) => {
        $(
            // SAFETY: it has nothing but such values.
            unsafe impl<T: ByTable + Default> ByTable for $container<T> {}

            impl<T> Zero for $container<T> {
                const ZERO: Self = $zero;
            }
        )*
    };
}

containers! { Option = None, List = List::nil(), Map = Map::nil() }

/// Returns a deep copy.
#[doc(hidden)]
#[inline]
#[must_use]
pub fn copy<T: ByTable>(value: &T) -> T {
    let mut place = MaybeUninit::<T>::uninit();
    // SAFETY: the place has the layout of a `T` and contains the bytes of a live one. `ByTable` guarantees that they become
    // a value when its places own their memory.
    unsafe {
        ptr::copy_nonoverlapping(value, place.as_mut_ptr(), 1);
        Unowned::new(place.as_mut_ptr().cast(), const { &T::TYPE }).own_any();
        place.assume_init()
    }
}

/// A place with a copy of the bytes of a live value, whose memory it still shares. The value is only read meanwhile, and
/// nothing else uses the place. `D` describes the type of the value; a place is passed in registers unless it is a
/// [`Type`], which is inspected inline.
struct Unowned<D> {
    at: *mut u8,
    ty: D,
}

impl<D> Unowned<D> {
    /// # Safety
    ///
    /// `at` holds a copy of the bytes of a live value of the type, which is part of one that implements [`ByTable`].
    /// Nothing else uses the place or changes the value until the place owns its memory.
    #[inline(always)]
    unsafe fn new(at: *mut u8, ty: D) -> Self {
        Unowned { at, ty }
    }
}

impl Unowned<&'static Type> {
    #[inline(never)]
    fn own_any(self) {
        Unowned { at: self.at, ty: *self.ty }.own();
    }
}

impl Unowned<Type> {
    /// Replaces the memory of the place by a copy. Most places own no memory, which is decided inline; the rest is out of
    /// line.
    #[inline(always)]
    fn own(self) {
        let at = self.at;
        match self.ty {
            Type::Bool | Type::Int32 | Type::Int64 | Type::Double => {}
            // SAFETY: the place holds the bytes of a string or byte string, which is only read.
            Type::Str if FITS && !unsafe { &*at.cast::<Str>() }.is_on_heap() => {}
            Type::Str => unsafe { own_clone::<Str>(at) },
            Type::Bytes => unsafe { own_clone::<Bytes>(at) },
            Type::Leaf(ty) => {
                if let Some(own) = ty.plain.as_ref().and_then(|plain| plain.own) {
                    // SAFETY: the function belongs to the leaf's type (invariant 3), whose bytes the place holds.
                    unsafe { own(at) }
                }
            }
            Type::Struct(ty) => Unowned { at, ty }.own_fields(),
            Type::Boxed(ty) => Unowned { at, ty }.own_box(),
            Type::Option(ty) => Unowned { at, ty }.own_option(),
            Type::List(ty) => Unowned { at, ty }.own_list(),
            Type::Map(ty) => Unowned { at, ty }.own_map(),
        }
    }
}

impl Unowned<&'static OptionType> {
    #[inline(always)]
    fn own_option(self) {
        // SAFETY: the place holds the bytes of an option of this type. What the option contains is in these bytes, at the
        // returned address. It is computed from the distance, because the returned pointer may only be used for reading.
        unsafe {
            let inner = self.ty.value(self.at);
            if !inner.is_null() {
                Unowned::new(self.at.add(inner.addr() - self.at.addr()), &self.ty.inner).own_any();
            }
        }
    }
}

impl Unowned<&'static BoxType> {
    #[inline(never)]
    fn own_box(self) {
        // SAFETY: a box is the pointer to what it holds, of which the new memory has the bytes.
        unsafe {
            let inner = copied_on(*self.at.cast(), self.ty.layout, 1);
            Unowned::new(inner, &self.ty.inner).own_any();
            *self.at.cast() = inner;
        }
    }
}

impl Unowned<&'static Shape> {
    #[inline(never)]
    fn own_fields(self) {
        let plan = self.ty.copy_plan.get_or_init(|| CopyPlan::of(self.ty.places()));
        let at = |offset: u32| self.at.wrapping_add(offset as usize);
        // SAFETY: the offsets are those of fields of these types in the struct whose bytes the place holds (invariant 1). A box
        // in an option is a pointer, null for `None`.
        unsafe {
            for &offset in &plan.texts {
                Unowned::new(at(offset), Type::Str).own();
            }
            for &(offset, ty) in &plan.pointers {
                if !at(offset).cast::<*const u8>().read().is_null() {
                    Unowned::new(at(offset), ty).own_box();
                }
            }
            for &(offset, ty) in &plan.lists {
                Unowned::new(at(offset), ty).own_list();
            }
            for place in &plan.others {
                Unowned::new(at(place.offset), place.ty).own();
            }
        }
    }
}

impl Unowned<&'static ListType> {
    #[inline(always)]
    fn own_list(self) {
        // SAFETY: the place holds the bytes of a list of this type.
        let (items, len) = unsafe { self.ty.vector.items(self.at) };
        if !items.is_null() {
            self.own_items(items, len);
        }
    }

    #[inline(never)]
    fn own_items(self, items: *const u8, len: usize) {
        let ty = &self.ty.vector;
        // SAFETY: the place holds the bytes of a list of this type with these items, whose bytes the new memory has.
        unsafe {
            let items = copied_on(items, ty.layout, len);
            own_each(items, ty.size(), len, self.ty.item);
            ty.adopt(self.at, Vector { items, len, capacity: len });
        }
    }
}

impl Unowned<&'static MapType> {
    #[inline(always)]
    fn own_map(self) {
        // SAFETY: the place holds the bytes of a map of this type.
        let (entries, len) = unsafe { self.ty.vector.items(self.at) };
        if !entries.is_null() {
            self.own_entries(entries, len);
        }
    }

    #[inline(never)]
    fn own_entries(self, entries: *const u8, len: usize) {
        let ty = &self.ty.vector;
        // SAFETY: the place holds the bytes of a map of this type with these entries, whose bytes the new memory has, and in
        // which these are the places of key and value.
        unsafe {
            let items = copied_on(entries, ty.layout, len);
            own_each(items.add(self.ty.key), ty.size(), len, Type::Str);
            own_each(items.add(self.ty.at), ty.size(), len, self.ty.value);
            ty.adopt(self.at, Vector { items, len, capacity: len });
        }
    }
}

/// # Safety
///
/// As for [`Unowned::new`], for `len` places with the distance `stride`.
unsafe fn own_each(at: *mut u8, stride: usize, len: usize, ty: Type) {
    if !owns(ty) {
        return;
    }
    for index in 0..len {
        // SAFETY: each index is below the number of places.
        unsafe { Unowned::new(at.add(index * stride), ty) }.own();
    }
}

/// # Safety
///
/// `at` holds a copy of the bytes of a live `T`, which is only read until the place owns its memory.
#[inline(never)]
unsafe fn own_clone<T: Clone>(at: *mut u8) {
    // SAFETY: the place holds the bytes of a live `T`; the copy is not dropped when it is overwritten.
    unsafe { at.cast::<T>().write((*at.cast::<T>()).clone()) }
}

/// Calls [`copied`] and prefetches the memory after the values, which is copied soon.
///
/// # Safety
///
/// As for [`copied`].
#[inline]
unsafe fn copied_on(from: *const u8, layout: Layout, len: usize) -> *mut u8 {
    prefetch_behind(from, lines_of(layout.size() * len));
    // SAFETY: `from` points to `len` values of the layout, by the contract of this function.
    unsafe { copied(from, layout, len) }
}

impl CopyPlan {
    /// Selects from the places of a struct.
    fn of(places: &'static [Place]) -> Self {
        let mut plan = CopyPlan::default();
        plan.add(0, places);
        plan
    }

    fn add(&mut self, start: u32, places: &'static [Place]) {
        for &Place { offset, ty } in places {
            let offset = start + offset;
            match ty {
                Type::Str => self.texts.push(offset),
                Type::List(ty) => self.lists.push((offset, ty)),
                Type::Option(&OptionType { inner: Type::Boxed(ty), .. }) => self.pointers.push((offset, ty)),
                Type::Struct(shape) => self.add(offset, shape.places()),
                ty if owns(ty) => self.others.push(Place { offset, ty }),
                _ => {}
            }
        }
    }
}

/// Returns true if a value may own memory beyond its bytes.
fn owns(ty: Type) -> bool {
    match ty {
        Type::Bool | Type::Int32 | Type::Int64 | Type::Double => false,
        Type::Leaf(ty) => ty.plain.as_ref().is_some_and(|plain| plain.own.is_some()),
        Type::Option(ty) => owns(ty.inner),
        _ => true,
    }
}
