//! Functions of types, which their descriptions refer to.

use std::alloc::Layout;
use std::mem::needs_drop;

use super::containers::{boxed, option};
use super::leaf::Leaf;
use super::types::Type;
use super::vector::VectorType;
use crate::field::Str;

/// The functions of a type with its own encoding, in the description [`Type::Leaf`]. It has no public methods other
/// than [`LeafType::of`]; read and change values with a [`Ref`](super::Ref) or a [`Mut`](super::Mut).
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
    /// `None` for types that do not implement [`ByTable`](super::ByTable).
    pub(super) plain: Option<PlainLeaf>,
}

/// The functions by which tables copy and compare leaves.
pub(super) struct PlainLeaf {
    /// Turns a copy of a value's bytes into an independent value. `None` for types that own no memory.
    pub(super) own: Option<unsafe fn(*mut u8)>,
    pub(super) eq: unsafe fn(*const u8, *const u8) -> bool,
}

/// The equality of a leaf within structs. It is exact, even if `==` of the leaf ignores its representation.
pub(crate) trait ExactEq {
    fn exact_eq(&self, other: &Self) -> bool;
}

impl LeafType {
    /// Creates the description of the type `T` for [`Type::Leaf`], from its implementation of [`Leaf`](super::Leaf).
    /// Needed only to implement [`Reflect`](super::Reflect) by hand; `message! { leaf T }` generates that
    /// implementation.
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

    /// Adds the functions by which tables copy and compare the leaf.
    pub(crate) const fn plain<T: Leaf + Clone + ExactEq>(mut self) -> Self {
        self.plain = Some(PlainLeaf {
            // SAFETY: it is called with a pointer to a copy of a `T`'s bytes only.
            own: if needs_drop::<T>() {
                Some(|at| unsafe { at.cast::<T>().write((*at.cast::<T>()).clone()) })
            } else {
                None
            },
            // SAFETY: it is called with pointers to a `T` only.
            eq: |a, b| unsafe { (*a.cast::<T>()).exact_eq(&*b.cast::<T>()) },
        });
        self
    }
}

/// The description of the content of a `Box`, in [`Type::Boxed`]. It has no public methods: cursors provide access to
/// the content of a box and never show the box.
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
    /// Writes a zero value to uninitialized memory.
    pub(super) zero: unsafe fn(*mut u8),
    /// Drops the value and leaves its memory allocated.
    pub(super) drop: unsafe fn(*mut u8),
}

impl LeafType {
    /// Returns a value of the type.
    ///
    /// # Safety
    ///
    /// `at` points to a live value of the type, borrowed for the lifetime.
    #[inline(always)]
    pub(crate) unsafe fn leaf<'a>(&self, at: *const u8) -> &'a dyn Leaf {
        // SAFETY: `at` points to a live leaf of this type, to which the function belongs (invariant 3).
        unsafe { &*(self.get)(at) }
    }
}

impl BoxType {
    /// Returns the type of the value in the box.
    pub(crate) fn inner(&self) -> Type {
        self.inner
    }
}

/// The description of an `Option` and its value, in [`Type::Option`]. It has no public methods; read values with
/// [`View::Option`](super::View::Option) and change them with an [`OptionMut`](super::OptionMut).
///
/// ```
/// use apimachinery::reflect::{Reflect, Type};
///
/// assert!(matches!(<Option<i32>>::TYPE, Type::Option(_)));
/// ```
pub struct OptionType {
    pub(super) inner: Type,
    /// Returns the value, or null for `None`.
    pub(super) get: unsafe fn(*const u8) -> *const u8,
    /// Returns the value, which is created if the option is `None`.
    pub(super) make: unsafe fn(*mut u8, &OptionType) -> *mut u8,
    pub(super) clear: unsafe fn(*mut u8, &OptionType),
}

impl OptionType {
    /// Returns the function that returns a pointer to the value of an option, or null for `None`. It may be called with
    /// a pointer to a live option of this type.
    #[inline]
    pub(crate) fn getter(&self) -> unsafe fn(*const u8) -> *const u8 {
        self.get
    }

    /// Returns the type of the value.
    pub(crate) fn inner(&self) -> Type {
        self.inner
    }

    /// Returns the box in the option. Such an option is a pointer, which is null for `None`; the language guarantees
    /// this.
    #[inline]
    pub(crate) fn boxed(&self) -> Option<&'static BoxType> {
        if let Type::Boxed(ty) = self.inner { Some(ty) } else { None }
    }

    /// Returns the value of an option, or null for `None`.
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

    /// Returns the value of an option, which is created if the option is `None`.
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

/// The description of a [`List`](crate::meta::List) and its items, in [`Type::List`]. It has no public methods; read
/// lists with a [`ListRef`](super::ListRef) and change them with a [`ListMut`](super::ListMut).
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
    /// Appends a zero item and returns it, or null if the list is nil or has no spare capacity.
    pub(super) push: unsafe fn(*mut u8) -> *mut u8,
    /// Shortens the list without dropping the removed items.
    pub(super) set_len: unsafe fn(*mut u8, usize),
}

impl ListType {
    /// Returns true if lists of this type have the layout that [`Vector`](super::Vector) reads.
    #[inline]
    pub(crate) fn is_vector(&self) -> bool {
        self.vector.fits
    }

    /// Returns the size of an item, which is the distance between two items.
    #[inline]
    pub(crate) fn item_size(&self) -> usize {
        self.vector.size()
    }

    /// Returns the type of the items.
    #[inline]
    pub(crate) fn item(&self) -> Type {
        self.item
    }
}

/// The description of a [`Map`](crate::meta::Map) and its values, in [`Type::Map`]. It has no public methods; read maps
/// with a [`MapRef`](super::MapRef) and change them with a [`MapMut`](super::MapMut).
///
/// ```
/// use apimachinery::meta::Map;
/// use apimachinery::reflect::{Reflect, Type};
///
/// assert!(matches!(<Map<i32>>::TYPE, Type::Map(_)));
/// ```
pub struct MapType {
    pub(super) value: Type,
    /// The layout of the entries, which consist of a key and a value at these offsets.
    pub(super) vector: VectorType,
    pub(super) key: usize,
    pub(super) at: usize,
    /// Appends a zero value with the key. The flag is true if the map is now out of order.
    pub(super) append: unsafe fn(*mut u8, &str) -> (*mut u8, bool),
    pub(super) restore_order: unsafe fn(*mut u8),
    pub(super) make: unsafe fn(*mut u8),
}

impl MapType {
    /// Returns true if maps of this type have the layout that [`Vector`](super::Vector) reads.
    #[inline]
    pub(crate) fn is_vector(&self) -> bool {
        self.vector.fits
    }

    /// Returns the size of an entry, which is the distance between two entries.
    #[inline]
    pub(crate) fn entry_size(&self) -> usize {
        self.vector.size()
    }

    /// Returns the offsets of the key and the value in an entry.
    #[inline]
    pub(crate) fn entry_offsets(&self) -> [usize; 2] {
        [self.key, self.at]
    }

    /// Returns the type of the values.
    #[inline]
    pub(crate) fn value(&self) -> Type {
        self.value
    }
}
