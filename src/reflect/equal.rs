//! Equality by table, with the result of `derive(PartialEq)`.

use super::copy::ByTable;
use super::table::{ListType, MapType, Type};
use crate::field::{Bytes, Str};

/// Returns true if all fields are equal. Nil and empty differ.
#[doc(hidden)]
#[inline]
#[must_use]
pub fn equal<T: ByTable>(a: &T, b: &T) -> bool {
    // SAFETY: both are live values of the type.
    unsafe { same(std::ptr::from_ref(a).cast(), std::ptr::from_ref(b).cast(), T::TYPE) }
}

/// # Safety
///
/// Both pointers point to live values of the type, which implements [`ByTable`].
unsafe fn same(a: *const u8, b: *const u8, ty: Type) -> bool {
    // SAFETY: both pointers point to live values of the type; every function belongs to its type (invariant 3), and
    // inner values live as long.
    unsafe {
        match ty {
            Type::Bool => same_value::<bool>(a, b),
            Type::Int32 => same_value::<i32>(a, b),
            Type::Int64 => same_value::<i64>(a, b),
            Type::Double => same_value::<f64>(a, b),
            Type::Str => same_value::<Str>(a, b),
            Type::Bytes => same_value::<Bytes>(a, b),
            Type::Leaf(ty) => ty.plain.as_ref().is_some_and(|plain| (plain.eq)(a, b)),
            Type::Struct(shape) => {
                let mut places = shape.places().iter();
                places.all(|place| same(a.add(place.offset()), b.add(place.offset()), place.ty))
            }
            Type::Boxed(ty) => same(*a.cast(), *b.cast(), ty.inner),
            Type::Option(ty) => {
                let (a, b) = (ty.value(a), ty.value(b));
                if a.is_null() || b.is_null() { a.is_null() && b.is_null() } else { same(a, b, ty.inner) }
            }
            Type::List(ty) => same_list(a, b, ty),
            Type::Map(ty) => same_map(a, b, ty),
        }
    }
}

/// # Safety
///
/// Both pointers point to a live `T`.
unsafe fn same_value<T: PartialEq>(a: *const u8, b: *const u8) -> bool {
    // SAFETY: both pointers point to a live `T`.
    unsafe { *a.cast::<T>() == *b.cast::<T>() }
}

/// # Safety
///
/// As for [`same`], for lists.
unsafe fn same_list(a: *const u8, b: *const u8, ty: &'static ListType) -> bool {
    // SAFETY: the functions belong to the list (invariant 3).
    let ((a, len), (b, other)) = unsafe { (ty.vector.items(a), ty.vector.items(b)) };
    // SAFETY: there are as many items.
    a.is_null() == b.is_null() && len == other && unsafe { same_each(a, b, ty.vector.size(), len, ty.item) }
}

/// # Safety
///
/// As for [`same`], for maps.
unsafe fn same_map(a: *const u8, b: *const u8, ty: &'static MapType) -> bool {
    // SAFETY: the functions belong to the map (invariant 3).
    let ((a, len), (b, other)) = unsafe { (ty.vector.items(a), ty.vector.items(b)) };
    if a.is_null() != b.is_null() || len != other {
        return false;
    }
    // SAFETY: there are as many entries, of which these are the places of key and value.
    a.is_null()
        || unsafe {
            same_each(a.add(ty.key), b.add(ty.key), ty.vector.size(), len, Type::Str)
                && same_each(a.add(ty.at), b.add(ty.at), ty.vector.size(), len, ty.value)
        }
}

/// # Safety
///
/// As for [`same`], for `len` values with the distance `stride`.
unsafe fn same_each(a: *const u8, b: *const u8, stride: usize, len: usize, ty: Type) -> bool {
    // SAFETY: the index is below the length.
    (0..len).all(|index| unsafe { same(a.add(index * stride), b.add(index * stride), ty) })
}
