//! Equality by table, with the result of `derive(PartialEq)`.

use super::copy::ByTable;
use super::table::Type;
use super::vector::VectorType;
use crate::field::{Bytes, Str};

/// Returns true if all fields are equal. Nil and empty differ.
#[doc(hidden)]
#[inline]
#[must_use]
pub fn equal<T: ByTable>(a: &T, b: &T) -> bool {
    // SAFETY: both are live values of the type.
    unsafe { same(std::ptr::from_ref(a).cast(), std::ptr::from_ref(b).cast(), T::TYPE) }
}

/// Compares two values by their type alone: views of both would take half as long again.
///
/// # Safety
///
/// Both pointers point to live values of the type, which is part of one that implements [`ByTable`].
unsafe fn same(a: *const u8, b: *const u8, ty: Type) -> bool {
    // SAFETY: both pointers point to live values of the type, which a scalar is named after. A box is the pointer to what it
    // holds; inner values are in the values or belong to them, and live as long (invariants 1 and 3).
    unsafe {
        match ty {
            Type::Bool => *a.cast::<bool>() == *b.cast::<bool>(),
            Type::Int32 => *a.cast::<i32>() == *b.cast::<i32>(),
            Type::Int64 => *a.cast::<i64>() == *b.cast::<i64>(),
            Type::Double => *a.cast::<f64>() == *b.cast::<f64>(),
            Type::Str => *a.cast::<Str>() == *b.cast::<Str>(),
            Type::Bytes => *a.cast::<Bytes>() == *b.cast::<Bytes>(),
            Type::Leaf(ty) => ty.plain.as_ref().is_some_and(|plain| (plain.eq)(ty.leaf(a), ty.leaf(b))),
            Type::Struct(shape) => {
                let mut places = shape.places().iter();
                places.all(|place| same(a.add(place.offset()), b.add(place.offset()), place.ty))
            }
            Type::Boxed(ty) => same(*a.cast(), *b.cast(), ty.inner),
            Type::Option(ty) => {
                let (a, b) = (ty.value(a), ty.value(b));
                if a.is_null() || b.is_null() { a.is_null() && b.is_null() } else { same(a, b, ty.inner) }
            }
            Type::List(ty) => same_items(a, b, &ty.vector, &[(0, ty.item)]),
            Type::Map(ty) => same_items(a, b, &ty.vector, &[(ty.key, Type::Str), (ty.at, ty.value)]),
        }
    }
}

/// Compares two lists or maps; `parts` are the offsets and types of the values in an item.
///
/// # Safety
///
/// As for [`same`], for a list or map of this type.
unsafe fn same_items(a: *const u8, b: *const u8, ty: &'static VectorType, parts: &[(usize, Type)]) -> bool {
    // SAFETY: both pointers point to live lists or maps of this type. Each index is below the number of items of both, in
    // which the parts are values of these types.
    unsafe {
        let ((a, len), (b, other)) = (ty.items(a), ty.items(b));
        let same_part = |offset, part| {
            let mut places = (0..len).map(|index| index * ty.size() + offset);
            places.all(|place| same(a.add(place), b.add(place), part))
        };
        a.is_null() == b.is_null() && len == other && parts.iter().all(|&(offset, part)| same_part(offset, part))
    }
}
