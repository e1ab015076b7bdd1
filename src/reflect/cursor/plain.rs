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
    /// What it points to, or itself if that is an option, a container or a rare type.
    #[inline(always)]
    pub(crate) fn plain(self) -> Result<PlainMut<'a>, Self> {
        let value = self.unboxed();
        let at = value.at;
        // SAFETY: as in `view`.
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

    /// The option that it points to, or itself if that is none.
    #[inline(always)]
    pub(crate) fn option(self) -> Result<OptionMut<'a>, Self> {
        let value = self.unboxed();
        match *value.ty {
            Type::Option(ty) => Ok(OptionMut { at: value.at, ty, life: PhantomData }),
            _ => Err(value),
        }
    }
}
