//! The target of an exclusive cursor, without containers: their cursors have drop code, which the compiler would add
//! wherever such a cursor may exist.

use std::marker::PhantomData;

use super::exclusive::{Mut, OptionMut, StructMut};
use crate::field::{Bytes, Str};
use crate::reflect::leaf::Leaf;
use crate::reflect::table::Type;

/// The target of a [`Mut`] of a frequent type that is neither an option nor a container.
pub(crate) enum PlainMut<'a> {
    Bool(&'a mut bool),
    Int32(&'a mut i32),
    Int64(&'a mut i64),
    Str(&'a mut Str),
    Bytes(&'a mut Bytes),
    Leaf(&'a mut dyn Leaf),
    Struct(StructMut<'a>),
}

impl<'a> Mut<'a> {
    /// Returns the target, or the cursor itself for an option, a container or a rare type.
    #[inline(always)]
    pub(crate) fn plain(self) -> Result<PlainMut<'a>, Self> {
        let value = self.unboxed();
        let at = value.at;
        // SAFETY: the cursor points to a live value of its type (invariant 2), borrowed exclusively; the variant names it or
        // its functions are in the table (invariant 3).
        unsafe {
            Ok(match *value.ty {
                Type::Bool => PlainMut::Bool(&mut *at.cast()),
                Type::Int32 => PlainMut::Int32(&mut *at.cast()),
                Type::Int64 => PlainMut::Int64(&mut *at.cast()),
                Type::Str => PlainMut::Str(&mut *at.cast()),
                Type::Bytes => PlainMut::Bytes(&mut *at.cast()),
                Type::Leaf(ty) => PlainMut::Leaf(&mut *(ty.get_mut)(at)),
                Type::Struct(shape) => PlainMut::Struct(StructMut { at, shape, life: PhantomData }),
                _ => return Err(value),
            })
        }
    }

    /// Returns the option, or the cursor itself for any other type.
    #[inline(always)]
    pub(crate) fn option(self) -> Result<OptionMut<'a>, Self> {
        let value = self.unboxed();
        match *value.ty {
            Type::Option(ty) => Ok(OptionMut { at: value.at, ty, life: PhantomData }),
            _ => Err(value),
        }
    }
}
