//! The functions of types, in their descriptions.

use std::alloc::Layout;
use std::mem::needs_drop;

use super::containers::{boxed, option};
use super::leaf::Leaf;
use super::types::Type;
use super::vector::VectorType;
use crate::field::Str;

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
    /// The functions of `T`, for an implementation of [`Reflect`](super::Reflect); `message! { leaf … }` writes one.
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

/// The functions of a [`List`](crate::meta::List), in [`Type::List`]. Opaque: a [`ListRef`](super::ListRef) or a
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

/// The functions of a [`Map`](crate::meta::Map), in [`Type::Map`]. Opaque: a [`MapRef`](super::MapRef) or a
/// [`MapMut`](super::MapMut) calls them.
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

impl MapType {
    /// The type of the values.
    #[inline]
    pub(crate) fn value(&self) -> Type {
        self.value
    }
}
