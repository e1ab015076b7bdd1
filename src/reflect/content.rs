//! What a row's field holds. Which type that is behind options and boxes is found out once a row, not once a value.

use std::marker::PhantomData;

use super::cursor::{ListRef, MapRef, Ref, StructRef};
use super::row::Field;
use super::shape::Shape;
use super::types::{ListType, MapType, Type};
use crate::field::Str;

/// What a field that is written holds.
pub(crate) enum Content<'a> {
    Text(&'a Str),
    Bool(bool),
    Int32(i32),
    Struct(StructRef<'a>),
    List(ListRef<'a>),
    Map(MapRef<'a>),
    /// An option without a struct.
    Nothing,
    Other(Ref<'a>),
}

/// The way from the place of a field to its content.
#[derive(Clone, Copy)]
pub(super) enum Way {
    Text,
    Bool,
    Int32,
    Struct(&'static Shape),
    /// To a struct in a box that may be missing.
    Pointer(&'static Shape),
    List(&'static ListType),
    Map(&'static MapType),
    Other(&'static Field),
}

impl Way {
    pub(super) fn of(field: &'static Field) -> Self {
        match field.ty() {
            Type::Str => Way::Text,
            Type::Bool => Way::Bool,
            Type::Int32 => Way::Int32,
            Type::Struct(shape) => Way::Struct(shape()),
            Type::Option(ty) => match ty.boxed().and_then(|ty| ty.inner.shape()) {
                Some(shape) => Way::Pointer(shape),
                None => Way::Other(field),
            },
            Type::List(ty) => Way::List(ty),
            Type::Map(ty) => Way::Map(ty),
            _ => Way::Other(field),
        }
    }

    #[inline]
    pub(super) fn is_text(self) -> bool {
        matches!(self, Way::Text)
    }

    /// # Safety
    ///
    /// At the place is a live field of the row that the way was made of, borrowed for the lifetime.
    #[inline(always)]
    pub(super) unsafe fn content<'a>(self, at: *const u8) -> Content<'a> {
        let life = PhantomData;
        // SAFETY: each way is named after the type of the field, or has its functions (invariant 3). A box in an option
        // is a pointer to what it holds, null for `None`.
        unsafe {
            match self {
                Way::Text => Content::Text(&*at.cast()),
                Way::Bool => Content::Bool(*at.cast()),
                Way::Int32 => Content::Int32(*at.cast()),
                Way::Struct(shape) => Content::Struct(StructRef { at, shape, life }),
                Way::Pointer(shape) => match at.cast::<*const u8>().read() {
                    inner if inner.is_null() => Content::Nothing,
                    at => Content::Struct(StructRef { at, shape, life }),
                },
                Way::List(ty) => Content::List(ListRef::new(at, ty)),
                Way::Map(ty) => Content::Map(MapRef::new(at, ty)),
                Way::Other(field) => Content::Other(Ref { at, ty: &field.ty, life }),
            }
        }
    }
}
