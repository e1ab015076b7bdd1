use std::alloc::Layout;
use std::mem::{needs_drop, offset_of};

use super::containers::{Drops, boxed, list, map, option, zero};
use super::leaf::Leaf;
use super::shape::Shape;
use super::vector::VectorType;
use crate::field::{Bytes, List, Map, Str};
use crate::wire::WireType;

/// The description of a type: what Go's `reflect.Type` is there.
///
/// A struct is reached through the place of its table, which is a static: so the tables of recursive types name each
/// other.
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
    /// `bool`
    Bool,
    /// `i32`
    Int32,
    /// `i64`
    Int64,
    /// `f64`
    Double,
    /// [`Str`]
    Str,
    /// [`Bytes`]
    Bytes,
    /// A type with rules of its own.
    Leaf(&'static LeafType),
    /// A struct with a table.
    Struct(&'static Shape),
    /// A `Box`, transparent to every format.
    Boxed(&'static BoxType),
    /// An `Option`: Go's pointer.
    Option(&'static OptionType),
    /// A [`List`].
    List(&'static ListType),
    /// A [`Map`].
    Map(&'static MapType),
}

impl Type {
    /// The table of a struct, in boxes or not; none of any other type.
    #[must_use]
    pub fn shape(self) -> Option<&'static Shape> {
        match self {
            Type::Struct(shape) => Some(shape),
            Type::Boxed(ty) => ty.inner.shape(),
            _ => None,
        }
    }

    /// The table of a type that is known to be a struct.
    #[inline(always)]
    pub(super) fn table(self) -> &'static Shape {
        let Type::Struct(shape) = self else { unreachable!("a struct") };
        shape
    }

    /// A value of a leaf's type.
    ///
    /// # Safety
    ///
    /// It is there, and lives as long.
    #[inline(always)]
    pub(super) unsafe fn leaf<'a>(self, at: *const u8) -> &'a dyn Leaf {
        let Type::Leaf(ty) = self else { unreachable!("a leaf") };
        // SAFETY: as the caller says; the function is that of the leaf (invariant 3).
        unsafe { &*(ty.get)(at) }
    }

    /// How a value of the type stands on the wire. Those in an option stand there without it; a list is a message of its
    /// items.
    pub(crate) const fn wire(self) -> WireType {
        match self {
            Type::Bool | Type::Int32 | Type::Int64 => WireType::Varint,
            Type::Double => WireType::Fixed64,
            Type::Option(ty) => ty.inner.wire(),
            _ => WireType::Length,
        }
    }
}

/// A type that has a description, so that it can be the type of a field: plain values, options, boxes, lists and maps
/// of such, leaves, and structs with a table.
///
/// Whatever has one can be read and written by every format:
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
/// [`Reflect::TYPE`] describes exactly this type. Use [`message!`](crate::message).
pub unsafe trait Reflect: Send + Sync + 'static {
    /// The description.
    const TYPE: Type;
}

/// A struct with a table. Its default is the zero value, with which decoding begins.
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
/// [`Message::shape`] is the table of exactly this type. Use [`message!`](crate::message).
pub unsafe trait Message: Reflect + Clone + Default + PartialEq {
    /// The table.
    fn shape() -> &'static Shape;
}

/// The functions of a leaf type, in [`Type::Leaf`]. Opaque: a [`Ref`](super::Ref) calls them.
///
/// ```
/// use apimachinery::meta::Time;
/// use apimachinery::reflect::{Reflect, Type};
///
/// assert!(matches!(Time::TYPE, Type::Leaf(_)));
/// ```
pub struct LeafType {
    pub(super) get: unsafe fn(*const u8) -> *const dyn Leaf,
    pub(super) get_mut: unsafe fn(*mut u8) -> *mut dyn Leaf,
    pub(super) clear: unsafe fn(*mut u8),
    /// None for types that are not [`ByTable`](super::ByTable).
    pub(super) plain: Option<PlainLeaf>,
}

/// What tables ask of leaves that they copy and compare.
pub(super) struct PlainLeaf {
    /// Makes a value of a copy of its bytes; none for types whose bytes are all they have.
    pub(super) own: Option<unsafe fn(*mut u8)>,
    pub(super) eq: unsafe fn(*const u8, *const u8) -> bool,
}

impl LeafType {
    /// The functions of `T`, for an implementation of [`Reflect`]; `message! { leaf … }` writes one.
    ///
    /// ```
    /// use apimachinery::meta::Time;
    /// use apimachinery::reflect::{LeafType, Type};
    ///
    /// static TIME: LeafType = LeafType::of::<Time>();
    /// assert!(matches!(Type::Leaf(&TIME), Type::Leaf(_)));
    /// ```
    #[must_use]
    pub const fn of<T: Leaf + Default>() -> Self {
        LeafType {
            get: |at| at.cast::<T>(),
            get_mut: |at| at.cast::<T>(),
            // SAFETY: it is called with a pointer to a `T` only, as the other two.
            clear: |at| unsafe { *at.cast::<T>() = T::default() },
            plain: None,
        }
    }

    /// The same of a leaf that tables copy and compare.
    pub(crate) const fn plain<T: Leaf + Clone + PartialEq>(mut self) -> Self {
        self.plain = Some(PlainLeaf {
            // SAFETY: it is called with a pointer to a copy of a `T`'s bytes only.
            own: if needs_drop::<T>() {
                Some(|at| unsafe { at.cast::<T>().write((*at.cast::<T>()).clone()) })
            } else {
                None
            },
            // SAFETY: it is called with pointers to a `T` only.
            eq: |a, b| unsafe { *a.cast::<T>() == *b.cast::<T>() },
        });
        self
    }
}

/// What is in a `Box`, in [`Type::Boxed`]. Opaque: no cursor shows the box.
///
/// ```
/// use apimachinery::reflect::{Reflect, Type};
/// # #[derive(Clone, Default, PartialEq)]
/// # struct Tree { left: Option<Box<Tree>> }
/// # apimachinery::message! { Tree { left => "left", 1, Empty; } }
///
/// assert!(matches!(<Box<Tree>>::TYPE, Type::Boxed(_)));
/// ```
pub struct BoxType {
    pub(super) inner: Type,
    pub(super) layout: Layout,
    /// Writes a zero value to memory for one.
    pub(super) zero: unsafe fn(*mut u8),
    /// Leaves memory behind that can be given back.
    pub(super) drop: unsafe fn(*mut u8),
}

/// The functions of an `Option`, in [`Type::Option`]. Opaque: an [`OptionMut`](super::OptionMut) calls them.
///
/// ```
/// use apimachinery::reflect::{Reflect, Type};
///
/// assert!(matches!(<Option<i32>>::TYPE, Type::Option(_)));
/// ```
pub struct OptionType {
    pub(super) inner: Type,
    /// The value, null for `None`.
    pub(super) get: unsafe fn(*const u8) -> *const u8,
    /// The value, made if there is none.
    pub(super) make: unsafe fn(*mut u8, &OptionType) -> *mut u8,
    pub(super) clear: unsafe fn(*mut u8, &OptionType),
}

impl OptionType {
    /// The box in the option, which is then a pointer, null for `None`: the language says so.
    #[inline]
    pub(super) fn boxed(&self) -> Option<&'static BoxType> {
        if let Type::Boxed(ty) = self.inner { Some(ty) } else { None }
    }

    /// The value of an option, null for `None`.
    ///
    /// # Safety
    ///
    /// `at` points to a live option of this type.
    #[inline]
    pub(super) unsafe fn value(&self, at: *const u8) -> *const u8 {
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

    /// The value of an option, made if there is none.
    ///
    /// # Safety
    ///
    /// `at` points to a live option of this type, borrowed exclusively.
    #[inline]
    pub(super) unsafe fn make_value(&self, at: *mut u8) -> *mut u8 {
        // SAFETY: as for `value`.
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

/// The functions of a [`List`], in [`Type::List`]. Opaque: a [`ListRef`](super::ListRef) or a
/// [`ListMut`](super::ListMut) calls them.
///
/// ```
/// use apimachinery::meta::List;
/// use apimachinery::reflect::{Reflect, Type};
///
/// assert!(matches!(<List<i32>>::TYPE, Type::List(_)));
/// ```
pub struct ListType {
    pub(super) item: Type,
    pub(super) vector: VectorType,
    /// Appends a zero item and returns it; null without room for it, as in nil.
    pub(super) push: unsafe fn(*mut u8) -> *mut u8,
    /// Forgets all items behind the first so many.
    pub(super) set_len: unsafe fn(*mut u8, usize),
}

impl ListType {
    /// The type of the items.
    #[inline]
    pub(crate) fn item(&self) -> Type {
        self.item
    }
}

impl MapType {
    /// The type of the values.
    #[inline]
    pub(crate) fn value(&self) -> Type {
        self.value
    }
}

/// The functions of a [`Map`], in [`Type::Map`]. Opaque: a [`MapRef`](super::MapRef) or a [`MapMut`](super::MapMut)
/// calls them.
///
/// ```
/// use apimachinery::meta::Map;
/// use apimachinery::reflect::{Reflect, Type};
///
/// assert!(matches!(<Map<i32>>::TYPE, Type::Map(_)));
/// ```
pub struct MapType {
    pub(super) value: Type,
    /// Of the entries, each with a key and a value at these places.
    pub(super) vector: VectorType,
    pub(super) key: usize,
    pub(super) at: usize,
    /// Appends a zero value under the key; true if the map is now out of order.
    pub(super) append: unsafe fn(*mut u8, &str) -> (*mut u8, bool),
    pub(super) restore_order: unsafe fn(*mut u8),
    pub(super) make: unsafe fn(*mut u8),
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
