use std::marker::PhantomData;

use super::exclusive::{Mut, OptionMut};
use crate::reflect::table::Type;

impl<'a> OptionMut<'a> {
    /// Returns the type of the value that the option can contain.
    ///
    /// ```
    /// use apimachinery::reflect::{Mut, Type, ViewMut};
    ///
    /// let mut grace: Option<i64> = None;
    /// let ViewMut::Option(option) = Mut::new(&mut grace).view() else { panic!("an option") };
    /// assert!(matches!(option.inner_type(), Type::Int64));
    /// ```
    #[must_use]
    pub fn inner_type(&self) -> Type {
        self.ty.inner
    }

    /// Returns a cursor on the value in the option. If the option is `None`, it is first set to the zero value of its
    /// type.
    #[inline]
    #[must_use]
    pub fn make(self) -> Mut<'a> {
        // SAFETY: the function belongs to the option pointed to (invariant 3), or one of the very type that is named.
        let at = unsafe { self.ty.make_value(self.at) };
        Mut { at, ty: &self.ty.inner, life: PhantomData }
    }

    /// Returns the value, if any.
    pub(super) fn get(self) -> Option<Mut<'a>> {
        // SAFETY: the option pointed to is of this type (invariant 3).
        let is_none = unsafe { self.ty.value(self.at) }.is_null();
        if is_none { None } else { Some(self.make()) }
    }

    /// Sets the option to `None`.
    pub fn clear(self) {
        // SAFETY: the function belongs to the option pointed to (invariant 3).
        unsafe { (self.ty.clear)(self.at, self.ty) }
    }
}
