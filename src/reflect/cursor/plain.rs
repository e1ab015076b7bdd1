//! What an exclusive cursor points to, without the containers: these have something to do when they go, which the compiler
//! looks after wherever there may be one.

use std::marker::PhantomData;

use super::{Mut, OptionMut, StructMut};
use crate::field::{Bytes, Str};
use crate::reflect::leaf::Leaf;
use crate::reflect::types::Type;

/// What a [`Mut`] points to that is neither an option nor a container, of the usual types.
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
    /// What it points to, unless that is an option, a container or a rare type.
    #[inline(always)]
    pub(crate) fn plain(self) -> Option<PlainMut<'a>> {
        let Mut { at, ty, .. } = self.unboxed();
        // SAFETY: as in `view`.
        unsafe {
            Some(match *ty {
                Type::Bool => PlainMut::Bool(&mut *at.cast()),
                Type::Int32 => PlainMut::Int32(&mut *at.cast()),
                Type::Int64 => PlainMut::Int64(&mut *at.cast()),
                Type::Str => PlainMut::Str(&mut *at.cast()),
                Type::Bytes => PlainMut::Bytes(&mut *at.cast()),
                Type::Leaf(ty) => PlainMut::Leaf(&mut *(ty.get_mut)(at)),
                Type::Struct(shape) => PlainMut::Struct(StructMut { at, shape: shape(), life: PhantomData }),
                _ => return None,
            })
        }
    }

    /// The option that it points to.
    #[inline(always)]
    pub(crate) fn option(self) -> Option<OptionMut<'a>> {
        match *self.ty {
            Type::Option(ty) => Some(OptionMut { at: self.at, ty, life: PhantomData }),
            _ => None,
        }
    }
}
