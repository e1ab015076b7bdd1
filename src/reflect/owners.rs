//! Which places of a struct may own memory, of which a copy needs its own: those of one kind together, inlined structs'
//! among them.

use super::functions::{BoxType, ListType, OptionType};
use super::row::short_offset;
use super::types::Type;

/// A field of a struct: where it is, and what.
#[doc(hidden)]
pub struct Place {
    offset: u32,
    pub(super) ty: Type,
}

impl Place {
    /// The field at `offset` in its struct.
    ///
    /// # Safety
    ///
    /// The struct of the table has a field of type `T` at the offset. The pointer only names that type.
    #[doc(hidden)]
    #[must_use]
    pub const unsafe fn new<T: super::ByTable>(offset: usize, _: *const T) -> Self {
        Place { offset: short_offset(offset), ty: T::TYPE }
    }

    #[inline]
    pub(super) fn offset(&self) -> usize {
        self.offset as usize
    }
}

/// The places of a struct that may own memory.
#[derive(Default)]
pub(super) struct Owners {
    pub(super) texts: Vec<u32>,
    /// Boxes in options.
    pub(super) pointers: Vec<(u32, &'static BoxType)>,
    pub(super) lists: Vec<(u32, &'static ListType)>,
    pub(super) others: Vec<Place>,
}

impl Owners {
    /// Those among the places of a struct.
    pub(super) fn of(places: &'static [Place]) -> Self {
        let mut owners = Owners::default();
        owners.add(0, places);
        owners
    }

    fn add(&mut self, start: u32, places: &'static [Place]) {
        for &Place { offset, ty } in places {
            let offset = start + offset;
            match ty {
                Type::Str => self.texts.push(offset),
                Type::List(ty) => self.lists.push((offset, ty)),
                Type::Option(&OptionType { inner: Type::Boxed(ty), .. }) => self.pointers.push((offset, ty)),
                Type::Struct(shape) => self.add(offset, shape.places()),
                ty if owns(ty) => self.others.push(Place { offset, ty }),
                _ => {}
            }
        }
    }
}

/// Whether a value may have memory beyond its own bytes.
pub(super) fn owns(ty: Type) -> bool {
    match ty {
        Type::Bool | Type::Int32 | Type::Int64 | Type::Double => false,
        Type::Leaf(ty) => ty.plain.as_ref().is_some_and(|plain| plain.own.is_some()),
        Type::Option(ty) => owns(ty.inner),
        _ => true,
    }
}
