//! Functions of container types for their descriptions. Each is instantiated once for each type of content, so they are
//! plain functions, which a closure would duplicate, and call little.
//!
//! All are called with a pointer to a live container of exactly their type. A `*const` pointer may be read, a `*mut`
//! pointer is exclusive.

use std::ptr;

use std::alloc::Layout;

use super::layout::Vector;
use super::table::{OptionType, Type};
use super::vector::VectorType;
use crate::field::{Map, Str};

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

    #[inline]
    pub(crate) unsafe fn get<T>(at: *const u8) -> *const u8 {
        // SAFETY: the pointer is to a live container of exactly this type (see the module).
        match unsafe { &*(at as *const Option<T>) } {
            Some(value) => value as *const T as *const u8,
            None => std::ptr::null(),
        }
    }

    #[inline]
    pub(crate) unsafe fn make<T: Default>(at: *mut u8) -> *mut u8 {
        let option = at.cast::<Option<T>>();
        // SAFETY: the pointer is to a live container of exactly this type (see the module); a `None` that is overwritten owns
        // nothing.
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

    /// Returns the box in the option, which is created if the option is `None`.
    #[inline]
    pub(crate) unsafe fn make(at: *mut u8, ty: &BoxType) -> *mut u8 {
        // SAFETY: the pointer is to a live container of exactly this type (see the module). The memory has the layout of what
        // the box holds, so the pointer to it is such a box.
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
        let Type::Boxed(ty) = ty.inner else { return };
        // SAFETY: the pointer is to a live container of exactly this type (see the module). The box is taken from it, so
        // nothing else refers to its content; a box has memory of its layout, and none if that has no size.
        unsafe {
            let inner = at.cast::<*mut u8>().replace(ptr::null_mut());
            if !inner.is_null() {
                (ty.drop)(inner);
                if ty.layout.size() > 0 {
                    dealloc(inner, ty.layout);
                }
            }
        }
    }
}

/// The functions of lists, and of maps as lists of entries. A list has the layout of an optional vector, and methods of
/// the list itself would be compiled for every item type.
mod vector {
    use std::mem::ManuallyDrop;

    use crate::field::List;
    use crate::reflect::layout::Vector;

    /// Returns the vector in a list, or `None` for nil.
    pub(super) unsafe fn parts<T>(at: *const u8) -> Option<Vector> {
        // SAFETY: the pointer is to a live list (see the module). The copy is never dropped, and only used until the function
        // returns.
        let mut list = unsafe { at.cast::<ManuallyDrop<Option<Vec<T>>>>().read() };
        let items = list.as_mut()?;
        Some(Vector { capacity: items.capacity(), items: items.as_mut_ptr().cast(), len: items.len() })
    }

    /// Writes a list to `at`, which holds no live list.
    pub(super) unsafe fn adopt<T>(at: *mut u8, Vector { items, len, capacity }: Vector) {
        // SAFETY: the place is one for a list, and the items are at the start of an allocation with this capacity, which nothing
        // else owns: both callers guarantee it (see `VectorType::adopt`).
        unsafe { at.cast::<Option<Vec<T>>>().write(Some(Vec::from_raw_parts(items.cast_mut().cast(), len, capacity))) }
    }

    pub(super) unsafe fn clear<T>(at: *mut u8) {
        // SAFETY: the pointer is to a live list that is borrowed exclusively (see the module).
        unsafe { &mut *at.cast::<List<T>>() }.set_nil();
    }
}

/// Sorts the entries of a map.
pub(super) unsafe fn restore_order<T>(at: *mut u8) {
    // SAFETY: the pointer is to a live map that is borrowed exclusively (see the module).
    unsafe { &mut *at.cast::<Map<T>>() }.restore_order()
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
                Type::Boxed(ty) => boxed::make(at, ty),
                Type::Bool => option::make::<bool>(at),
                Type::Int32 => option::make::<i32>(at),
                Type::Int64 => option::make::<i64>(at),
                _ => self.make.expect("a function for all options but those of boxes")(at),
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
            parts: vector::parts::<T>,
            adopt: vector::adopt::<T>,
            clear: vector::clear::<T>,
        }
    }
}
