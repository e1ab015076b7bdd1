//! Functions of container types for their descriptions. Each is instantiated once for each type of content, so they are
//! plain functions, which a closure would duplicate, and call little.
//!
//! All are called with a pointer to a live container of exactly their type. A `*const` pointer may be read, a `*mut`
//! pointer is exclusive.

use std::ptr;

use std::alloc::Layout;

use super::layout::Vector;
use super::table::{MapType, OptionType, Type};
use super::vector::VectorType;
use crate::field::Str;

/// The place holds no live value.
pub(super) unsafe fn zero<T: Default>(place: *mut u8) {
    // SAFETY: the contract above holds.
    unsafe { place.cast::<T>().write(T::default()) }
}

/// Dropping as a method of the type: it is compiled with the type's module, which contains the drop code of its fields
/// anyway. A function would add a copy of that code to this module.
pub(super) trait Drops: Sized {
    /// The place holds no live value afterwards.
    unsafe fn drop_at(place: *mut u8) {
        // SAFETY: the pointer is to a live container of exactly this type (see the module).
        unsafe { ptr::drop_in_place(place.cast::<Self>()) }
    }

    /// Clears an option.
    unsafe fn clear_option(at: *mut u8, _: &OptionType) {
        // SAFETY: the pointer is to a live container of exactly this type (see the module).
        unsafe { *(at as *mut Option<Self>) = None }
    }
}

impl<T> Drops for T {}

pub(super) mod option {
    use crate::reflect::table::OptionType;

    #[inline]
    pub(crate) unsafe fn get<T>(at: *const u8) -> *const u8 {
        // SAFETY: the pointer is to a live container of exactly this type (see the module).
        match unsafe { &*(at as *const Option<T>) } {
            Some(value) => value as *const T as *const u8,
            None => std::ptr::null(),
        }
    }

    #[inline]
    pub(crate) unsafe fn make<T: Default>(at: *mut u8, _: &OptionType) -> *mut u8 {
        let option = at.cast::<Option<T>>();
        // SAFETY: the pointer is to a live container of exactly this type (see the module); a `None` that is written over owns nothing.
        unsafe {
            if (*option).is_none() {
                option.write(Some(T::default()));
            }
            match &mut *option {
                Some(value) => value as *mut T as *mut u8,
                None => unreachable!("it was made"),
            }
        }
    }
}

/// The functions of [`option`] for all options of boxes: such an option is a pointer, and `None` is null, which the
/// language guarantees.
pub(super) mod boxed {
    use std::alloc::dealloc;
    use std::ptr;

    use crate::reflect::allocation::memory;
    use crate::reflect::table::{BoxType, OptionType, Type};

    pub(crate) unsafe fn get(at: *const u8) -> *const u8 {
        // SAFETY: the pointer is to a live container of exactly this type (see the module).
        if unsafe { at.cast::<*const u8>().read() }.is_null() { ptr::null() } else { at }
    }

    pub(crate) unsafe fn make(at: *mut u8, ty: &OptionType) -> *mut u8 {
        match ty.inner {
            // SAFETY: the pointer is to a live container of exactly this type (see the module).
            Type::Boxed(ty) => unsafe { make_of(at, ty) },
            _ => unreachable!("a box"),
        }
    }

    /// Returns the type in the box.
    #[inline]
    pub(crate) unsafe fn make_of(at: *mut u8, ty: &BoxType) -> *mut u8 {
        // SAFETY: the pointer is to a live container of exactly this type (see the module); the memory is for what the box holds, and the pointer to it is such a box.
        unsafe {
            if get(at).is_null() {
                let place = memory(ty.layout);
                (ty.zero)(place);
                at.cast::<*mut u8>().write(place);
            }
        }
        at
    }

    pub(crate) unsafe fn clear(at: *mut u8, ty: &OptionType) {
        // SAFETY: the pointer is to a live container of exactly this type (see the module).
        let inner = unsafe { at.cast::<*mut u8>().replace(ptr::null_mut()) };
        if let (Type::Boxed(ty), false) = (ty.inner, inner.is_null()) {
            // SAFETY: the pointer was taken from such a box, which is `None` now, so nothing else refers to it.
            unsafe { drop_box(inner, ty) }
        }
    }

    /// `inner` is the pointer of a box that nothing else uses.
    unsafe fn drop_box(inner: *mut u8, ty: &BoxType) {
        // SAFETY: the contract above holds; a box has memory of its layout, and none if that has no size.
        unsafe {
            (ty.drop)(inner);
            if ty.layout.size() > 0 {
                dealloc(inner, ty.layout);
            }
        }
    }
}

/// The functions of lists. A list has the layout of an optional vector, and methods of the list itself would be
/// compiled for every item type.
pub(super) mod list {
    use std::ptr;

    use crate::field::List;

    pub(crate) unsafe fn items<T>(at: *const u8) -> (*const u8, usize) {
        // SAFETY: the pointer is to a live container of exactly this type (see the module).
        match unsafe { &*(at as *const Option<Vec<T>>) } {
            Some(items) => (items.as_ptr() as *const u8, items.len()),
            None => (ptr::null(), 0),
        }
    }

    pub(crate) unsafe fn items_mut<T>(at: *mut u8) -> (*mut u8, usize) {
        // SAFETY: the pointer is to a live container of exactly this type (see the module).
        match unsafe { &mut *(at as *mut Option<Vec<T>>) } {
            Some(items) => (items.as_mut_ptr() as *mut u8, items.len()),
            None => (ptr::null_mut(), 0),
        }
    }

    /// Appends a zero item and returns it, or null if the list is nil or has no spare capacity. The code that grows a
    /// vector would be compiled for every type.
    pub(crate) unsafe fn push<T: Default>(at: *mut u8) -> *mut u8 {
        // SAFETY: the pointer is to a live container of exactly this type (see the module).
        let Some(items) = (unsafe { &mut *(at as *mut Option<Vec<T>>) }) else { return ptr::null_mut() };
        let len = items.len();
        if len == items.capacity() {
            return ptr::null_mut();
        }
        // SAFETY: the capacity is greater than the length; the item is initialized before the length includes it.
        unsafe {
            let place = items.as_mut_ptr().add(len) as *mut u8;
            super::zero::<T>(place);
            items.set_len(len + 1);
            place
        }
    }

    /// Shortens the list, which has at least `length` items, without dropping the others. Nil stays nil.
    pub(crate) unsafe fn set_len<T>(at: *mut u8, length: usize) {
        // SAFETY: the pointer is to a live container of exactly this type (see the module), and the contract above holds.
        unsafe {
            if let Some(items) = &mut *(at as *mut Option<Vec<T>>) {
                items.set_len(length);
            }
        }
    }

    pub(crate) unsafe fn clear<T>(at: *mut u8) {
        // SAFETY: the pointer is to a live container of exactly this type (see the module).
        unsafe { &mut *(at as *mut List<T>) }.set_nil();
    }

    /// Writes a list to `at`, which holds no live list. The items are at the start of an allocation with space for
    /// `capacity` items.
    pub(crate) unsafe fn adopt<T>(at: *mut u8, items: *mut u8, len: usize, capacity: usize) {
        // SAFETY: the contract above holds.
        unsafe { (at as *mut Option<Vec<T>>).write(Some(Vec::from_raw_parts(items as *mut T, len, capacity))) }
    }
}

pub(super) mod map {
    use crate::field::Map;

    pub(crate) unsafe fn append<T: Default>(at: *mut u8, key: &str) -> (*mut u8, bool) {
        // SAFETY: the pointer is to a live container of exactly this type (see the module).
        let (value, unordered) = unsafe { &mut *(at as *mut Map<T>) }.append(key, T::default());
        (value as *mut T as *mut u8, unordered)
    }

    pub(crate) unsafe fn restore_order<T>(at: *mut u8) {
        // SAFETY: the pointer is to a live container of exactly this type (see the module).
        unsafe { &mut *(at as *mut Map<T>) }.restore_order()
    }

    pub(crate) unsafe fn make<T>(at: *mut u8) {
        // SAFETY: the pointer is to a live container of exactly this type (see the module).
        unsafe { &mut *(at as *mut Map<T>) }.make();
    }
}

impl OptionType {
    /// Returns the value of an option, or null for `None`.
    ///
    /// # Safety
    ///
    /// `at` points to a live option of this type.
    #[inline]
    pub(crate) unsafe fn value(&self, at: *const u8) -> *const u8 {
        // Most are empty and of these types: no call for them.
        // SAFETY: the option is one of exactly the type that is named, or the function is its own.
        unsafe {
            match self.inner {
                Type::Boxed(_) => boxed::get(at),
                Type::Bool => option::get::<bool>(at),
                Type::Int32 => option::get::<i32>(at),
                Type::Int64 => option::get::<i64>(at),
                Type::Str => option::get::<Str>(at),
                _ => (self.get)(at),
            }
        }
    }

    /// Returns the value of an option, which is created if the option is `None`.
    ///
    /// # Safety
    ///
    /// `at` points to a live option of this type, borrowed exclusively.
    #[inline]
    pub(crate) unsafe fn make_value(&self, at: *mut u8) -> *mut u8 {
        // SAFETY: the option is one of exactly the type that is named, borrowed exclusively, or the function is its own
        // (invariant 3).
        unsafe {
            match self.inner {
                Type::Boxed(ty) => boxed::make_of(at, ty),
                Type::Bool => option::make::<bool>(at, self),
                Type::Int32 => option::make::<i32>(at, self),
                Type::Int64 => option::make::<i64>(at, self),
                _ => (self.make)(at, self),
            }
        }
    }
}

impl VectorType {
    /// Describes a list of `T`. A map is a list of pairs.
    pub(super) const fn of<T: Default>() -> Self {
        VectorType {
            layout: Layout::new::<T>(),
            zero: zero::<T>,
            fits: Vector::fits::<T>(),
            items: list::items::<T>,
            items_mut: list::items_mut::<T>,
            clear: list::clear::<T>,
            adopt: list::adopt::<T>,
        }
    }
}

impl MapType {
    /// Returns the entries of a map of strings, each as key and value; none for nil.
    ///
    /// # Safety
    ///
    /// `at` points to a live map of this type, borrowed for the lifetime. Its values are strings, and it has the layout
    /// of a [`Vector`].
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) unsafe fn text_entries<'a>(
        &'static self,
        at: *const u8,
    ) -> impl DoubleEndedIterator<Item = [&'a Str; 2]> {
        // SAFETY: `at` points to a live map with the layout of a vector.
        let (entries, len) = unsafe { Vector::items(at) };
        // SAFETY: the map has that many entries, each with two strings at these offsets.
        let text = move |index: usize, offset| unsafe { &*entries.add(index * self.vector.size() + offset).cast() };
        (0..len).map(move |index| [text(index, self.key), text(index, self.at)])
    }
}
