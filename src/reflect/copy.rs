//! Types that are copied by their tables, and these copies: first the bytes of a value are copied, then each place that owns memory gets a copy of it.
//!
//! Until then a place shares the memory of the original, which is only read meanwhile. A panic in between, which only a
//! leaf could cause, leaks the unfinished copy instead of dropping it.

use std::alloc::Layout;
use std::mem::MaybeUninit;
use std::ptr;

use super::allocation::copied;
use super::layout::FITS;
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
        own_any(place.as_mut_ptr().cast(), T::TYPE);
        place.assume_init()
    }
}

/// Replaces the memory of a place by a copy. Most places own no memory, which is decided inline; the rest is out of
/// line.
///
/// # Safety
///
/// `at` holds a copy of the bytes of a live value of the type, which implements [`ByTable`], and nothing else uses it.
#[inline(always)]
unsafe fn own(at: *mut u8, ty: Type) {
    // SAFETY: what the place points to is alive and only read, and every function is that of its type (invariant 3).
    // Inner places are in the copied bytes, or in new memory with as much of them.
    unsafe {
        match ty {
            Type::Bool | Type::Int32 | Type::Int64 | Type::Double => {}
            Type::Str => own_text(at),
            Type::Bytes => own_clone::<Bytes>(at),
            Type::Leaf(ty) => {
                if let Some(own) = ty.plain.as_ref().and_then(|plain| plain.own) {
                    own(at);
                }
            }
            Type::Struct(shape) => own_fields(at, shape),
            Type::Boxed(ty) => own_box(at, ty),
            Type::Option(ty) => {
                let inner = ty.value(at);
                if !inner.is_null() {
                    // Computed from the distance, because the returned pointer may only be used for reading.
                    own_any(at.add(inner.addr() - at.addr()), ty.inner);
                }
            }
            Type::List(ty) => own_list(at, ty),
            Type::Map(ty) => {
                let (entries, len) = ty.vector.items(at);
                if !entries.is_null() {
                    own_entries(at, ty, entries, len);
                }
            }
        }
    }
}

/// # Safety
///
/// As for [`own`], for a `T` that may be read meanwhile.
#[inline(never)]
unsafe fn own_clone<T: Clone>(at: *mut u8) {
    // SAFETY: `at` holds a copy of the bytes of a live `T`, which is only read.
    unsafe { at.cast::<T>().write((*at.cast::<T>()).clone()) }
}

/// # Safety
///
/// As for [`own`].
#[inline(never)]
unsafe fn own_any(at: *mut u8, ty: Type) {
    // SAFETY: `at` holds a copy of the bytes of a live value of the type.
    unsafe { own(at, ty) }
}

/// # Safety
///
/// As for [`own`], for a box.
#[inline(never)]
unsafe fn own_box(at: *mut u8, ty: &'static BoxType) {
    // SAFETY: a box is the pointer to what it holds, of which the new memory has the bytes.
    unsafe {
        let inner = copied_on(*at.cast(), ty.layout, 1);
        own_any(inner, ty.inner);
        *at.cast() = inner;
    }
}

/// # Safety
///
/// As for [`own`], for a struct with this table.
#[inline(never)]
unsafe fn own_fields(at: *mut u8, shape: &'static Shape) {
    let plan = shape.copy_plan.get_or_init(|| CopyPlan::of(shape.places()));
    // SAFETY: the offsets are those of fields of these types (invariant 1); a box in an option is a pointer, null for
    // `None`.
    unsafe {
        for &offset in &plan.texts {
            own_text(at.add(offset as usize));
        }
        for &(offset, ty) in &plan.pointers {
            let at = at.add(offset as usize);
            if !at.cast::<*const u8>().read().is_null() {
                own_box(at, ty);
            }
        }
        for &(offset, ty) in &plan.lists {
            own_list(at.add(offset as usize), ty);
        }
        for place in &plan.others {
            own(at.add(place.offset()), place.ty);
        }
    }
}

/// # Safety
///
/// As for [`own`], for a string.
#[inline(always)]
unsafe fn own_text(at: *mut u8) {
    // SAFETY: `at` holds a copy of the bytes of a live text.
    unsafe {
        if !FITS || (*at.cast::<Str>()).is_on_heap() {
            own_clone::<Str>(at);
        }
    }
}

/// # Safety
///
/// As for [`own`], for a list.
#[inline(always)]
unsafe fn own_list(at: *mut u8, ty: &'static ListType) {
    // SAFETY: the function belongs to the list (invariant 3).
    unsafe {
        let (items, len) = ty.vector.items(at);
        if !items.is_null() {
            own_items(at, ty, items, len);
        }
    }
}

/// # Safety
///
/// As for [`own`], for a list with these items.
#[inline(never)]
unsafe fn own_items(at: *mut u8, ty: &'static ListType, items: *const u8, len: usize) {
    // SAFETY: the new memory has the items, and the function is that of the list (invariant 3).
    unsafe {
        let items = copied_on(items, ty.vector.layout, len);
        own_each(items, ty.vector.size(), len, ty.item);
        ty.vector.adopt(at, items, len, len);
    }
}

/// # Safety
///
/// As for [`own`], for a map with these entries.
#[inline(never)]
unsafe fn own_entries(at: *mut u8, ty: &'static MapType, entries: *const u8, len: usize) {
    // SAFETY: the new memory has the entries, and the function is that of the map (invariant 3).
    unsafe {
        let entries = copied_on(entries, ty.vector.layout, len);
        own_each(entries.add(ty.key), ty.vector.size(), len, Type::Str);
        own_each(entries.add(ty.at), ty.vector.size(), len, ty.value);
        ty.vector.adopt(at, entries, len, len);
    }
}

/// # Safety
///
/// As for [`own`], for `len` places with the distance `stride`.
unsafe fn own_each(at: *mut u8, stride: usize, len: usize, ty: Type) {
    if !owns(ty) {
        return;
    }
    for index in 0..len {
        // SAFETY: the index is below the length.
        unsafe { own(at.add(index * stride), ty) }
    }
}

/// Calls [`copied`] and prefetches the memory after the values, which is copied soon.
///
/// # Safety
///
/// As for [`copied`].
#[inline]
unsafe fn copied_on(from: *const u8, layout: Layout, len: usize) -> *mut u8 {
    prefetch_behind(from, lines_of(layout.size() * len));
    // SAFETY: `from` points to `len` values of the layout.
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
