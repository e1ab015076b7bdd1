//! Functions of types with their own encoding.

use std::any::Any;
use std::mem::needs_drop;

use super::leaf::Leaf;
use super::table::{LeafType, OptionType, PlainLeaf, Type};

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
            clear: |leaf| {
                if let Some(leaf) = (leaf as &mut dyn Any).downcast_mut::<T>() {
                    *leaf = T::default();
                }
            },
            plain: None,
        }
    }

    /// Adds the functions by which tables copy and compare the leaf.
    pub(crate) const fn plain<T: Leaf + Clone + ExactEq>(mut self) -> Self {
        self.plain = Some(PlainLeaf {
            // SAFETY: the function belongs to `T` (invariant 3); copies call it with the copied bytes of a live `T`.
            own: if needs_drop::<T>() {
                Some(|at| unsafe { at.cast::<T>().write((*at.cast::<T>()).clone()) })
            } else {
                None
            },
            eq: |a, b| {
                let [a, b] = [a as &dyn Any, b].map(|leaf| leaf.downcast_ref::<T>());
                a.zip(b).is_some_and(|(a, b)| a.exact_eq(b))
            },
        });
        self
    }
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

impl OptionType {
    /// Returns the leaf in an option of leaves, if any.
    ///
    /// # Safety
    ///
    /// `at` points to a live option of this type, borrowed for the lifetime.
    #[inline(always)]
    pub(crate) unsafe fn leaf<'a>(&self, at: *const u8) -> Option<&'a dyn Leaf> {
        let Type::Leaf(ty) = self.inner else {
            return None;
        };
        // SAFETY: the function belongs to the option (invariant 3) and returns null or a pointer to a live leaf of this type.
        unsafe {
            let at = (self.get)(at);
            if at.is_null() { None } else { Some(ty.leaf(at)) }
        }
    }
}
