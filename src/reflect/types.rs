use std::alloc::Layout;
use std::mem::offset_of;

use super::containers::{Drops, boxed, list, map, option, zero};
use super::functions::{BoxType, LeafType, ListType, MapType, OptionType};
use super::leaf::Leaf;
use super::shape::Shape;
use super::vector::VectorType;
use crate::field::{Bytes, List, Map, Str};
use crate::wire::WireType;

/// The description of a type that implements [`Reflect`]. Counterpart of Go's `reflect.Type`.
///
/// Structs are described by references to their tables, which are statics, so that the tables of recursive types can
/// refer to each other.
///
/// ```
/// use apimachinery::meta::{List, Str};
/// use apimachinery::reflect::{Reflect, Type};
///
/// fn word(ty: Type) -> &'static str {
///     match ty {
///         Type::List(_) => "array",
///         Type::Str => "string",
///         _ => "something else",
///     }
/// }
/// assert_eq!(word(<List<Str>>::TYPE), "array");
/// ```
#[derive(Clone, Copy)]
pub enum Type {
    /// The type `bool`.
    Bool,
    /// The type `i32`.
    Int32,
    /// The type `i64`.
    Int64,
    /// The type `f64`.
    Double,
    /// A [`Str`], the string type of this crate.
    Str,
    /// A [`Bytes`], the byte string type of this crate.
    Bytes,
    /// A type with its own encoding, which implements [`Leaf`](super::Leaf), such as a time or a quantity.
    Leaf(&'static LeafType),
    /// A struct with a type table, which implements [`Message`].
    Struct(&'static Shape),
    /// A `Box`, which every format encodes like its content.
    Boxed(&'static BoxType),
    /// An `Option`, the counterpart of a Go pointer.
    Option(&'static OptionType),
    /// A [`List`], the counterpart of a Go slice.
    List(&'static ListType),
    /// A [`Map`], the counterpart of a Go map with string keys.
    Map(&'static MapType),
}

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

    /// Returns a value of a leaf's type.
    ///
    /// # Safety
    ///
    /// `at` points to a live value of the type, borrowed for the lifetime.
    #[inline(always)]
    pub(crate) unsafe fn leaf<'a>(self, at: *const u8) -> &'a dyn Leaf {
        let Type::Leaf(ty) = self else { unreachable!("a leaf") };
        // SAFETY: `at` points to a live leaf of this type, borrowed for the lifetime.
        unsafe { ty.leaf(at) }
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

/// A type that has a [`Type`] description and can therefore be the type of a field: plain values, types with their own
/// encoding ([`Leaf`](super::Leaf)), structs with a type table, and options, boxes, lists and maps of these.
///
/// Every format can decode and encode such a type:
///
/// ```
/// use apimachinery::meta::{List, Map};
/// use apimachinery::reflect::Reflect;
///
/// fn json<T: Reflect>(value: &T) -> String {
///     apimachinery::serializer::json::to_string(value).unwrap_or_default()
/// }
/// assert_eq!(json(&Map::from([("a", List::from([Some(1), None]))])), r#"{"a":[1,null]}"#);
/// ```
///
/// # Safety
///
/// [`Reflect::TYPE`] must describe exactly this type, because cursors access memory by it. Use
/// [`message!`](crate::message), which guarantees this.
pub unsafe trait Reflect: Send + Sync + 'static {
    /// The description of this type. Cursors use it to read and change values.
    const TYPE: Type;
}

/// A struct with a type table, which describes its fields. The default value must be the zero value, from which decoding
/// starts. Use [`message!`](crate::message) to implement it.
///
/// ```
/// use apimachinery::reflect::Message;
///
/// fn numbers<T: Message>() -> Vec<u32> {
///     T::shape().fields().iter().map(|field| field.number()).collect()
/// }
/// # #[derive(Clone, Default, PartialEq)]
/// # struct Port { number: i32, inlined: i32 }
/// # apimachinery::message! { Port { number => "number", 2, Never; inlined => "inlined", 0, Never; } }
/// assert_eq!(numbers::<Port>(), [2, 0]);
/// ```
///
/// # Safety
///
/// [`Message::shape`] must return the table of exactly this type. [`message!`](crate::message) guarantees this.
pub unsafe trait Message: Reflect + Clone + Default + PartialEq {
    /// Returns the type table, which describes the fields of the struct.
    fn shape() -> &'static Shape;
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
        Type::Boxed(_) => &OptionType { inner: T::TYPE, get: boxed::get, make: boxed::make, clear: boxed::clear },
        _ => &OptionType { inner: T::TYPE, get: option::get::<T>, make: option::make::<T>, clear: T::clear_option },
    });
}

// SAFETY: the functions are the instances for `List<T>`; each casts a pointer to one.
unsafe impl<T: Reflect + Default> Reflect for List<T> {
    const TYPE: Type = Type::List(&ListType {
        item: T::TYPE,
        vector: VectorType::of::<T>(),
        push: list::push::<T>,
        set_len: list::set_len::<T>,
    });
}

// SAFETY: the functions are the instances for `Map<T>`; each casts a pointer to one.
unsafe impl<T: Reflect + Default> Reflect for Map<T> {
    const TYPE: Type = Type::Map(&MapType {
        value: T::TYPE,
        vector: VectorType::of::<(Str, T)>(),
        key: offset_of!((Str, T), 0),
        at: offset_of!((Str, T), 1),
        append: map::append::<T>,
        restore_order: map::restore_order::<T>,
        make: map::make::<T>,
    });
}
