//! The descriptions of scalars, options, boxes, lists and maps.

use std::alloc::Layout;
use std::mem::offset_of;

use super::containers::{Drops, boxed, option, restore_order, zero};
use super::table::{BoxType, ListType, MapType, Message, OptionType, Reflect, Shape, Type};
use super::vector::VectorType;
use crate::field::{Bytes, List, Map, Str};
use crate::wire::WireType;

impl Type {
    /// Returns the type table if this is a struct, or a struct in boxes. Returns `None` for all other types.
    #[must_use]
    pub fn shape(self) -> Option<&'static Shape> {
        match self {
            Type::Struct(shape) => Some(shape),
            Type::Boxed(ty) => ty.inner.shape(),
            _ => None,
        }
    }

    /// Returns the table of a type that is known to be a struct.
    #[inline(always)]
    pub(crate) fn table(self) -> &'static Shape {
        let Type::Struct(shape) = self else { unreachable!("a struct") };
        shape
    }

    /// Returns the wire type of a value. The value of an option is encoded without the option; a list as an item is a
    /// message of its items.
    pub(crate) const fn wire(self) -> WireType {
        match self {
            Type::Bool | Type::Int32 | Type::Int64 => WireType::Varint,
            Type::Double => WireType::Fixed64,
            Type::Option(ty) => ty.inner.wire(),
            _ => WireType::Length,
        }
    }
}

macro_rules! scalars {
    ($($rust:ty => $ty:ident),* $(,)?) => {
        $(
            // SAFETY: the variant is named after exactly this type.
            unsafe impl Reflect for $rust {
                const TYPE: Type = Type::$ty;
            }
        )*
    };
}

scalars! { bool => Bool, i32 => Int32, i64 => Int64, f64 => Double, Str => Str, Bytes => Bytes }

// SAFETY: a `Box` of a sized type is one pointer, which is what cursors read.
unsafe impl<T: Message> Reflect for Box<T> {
    const TYPE: Type =
        Type::Boxed(&BoxType { inner: T::TYPE, layout: Layout::new::<T>(), zero: zero::<T>, drop: T::drop_at });
}

// SAFETY: the functions are the instances for `Option<T>`, each of which casts a pointer to one, or those of a box.
unsafe impl<T: Reflect + Default> Reflect for Option<T> {
    const TYPE: Type = Type::Option(match T::TYPE {
        Type::Boxed(_) => &OptionType { inner: T::TYPE, get: boxed::get, make: None, clear: boxed::clear },
        _ => {
            &OptionType { inner: T::TYPE, get: option::get::<T>, make: Some(option::make::<T>), clear: T::clear_option }
        }
    });
}

// SAFETY: the functions are the instances for `List<T>`; each casts a pointer to one.
unsafe impl<T: Reflect + Default> Reflect for List<T> {
    const TYPE: Type = Type::List(&ListType { item: T::TYPE, vector: VectorType::of::<T>() });
}

// SAFETY: the functions are the instances for `Map<T>`; each casts a pointer to one.
unsafe impl<T: Reflect + Default> Reflect for Map<T> {
    const TYPE: Type = Type::Map(&MapType {
        value: T::TYPE,
        vector: VectorType::of::<(Str, T)>(),
        key: offset_of!((Str, T), 0),
        at: offset_of!((Str, T), 1),
        restore_order: restore_order::<T>,
    });
}
