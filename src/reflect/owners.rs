//! The places of a struct that may own memory, for which a copy needs memory of its own. Places of one type are
//! grouped, including those of inlined structs.

use super::functions::{BoxType, ListType, OptionType};
use super::row::short_offset;
use super::types::Type;

/// The offset and the type of a field.
#[doc(hidden)]
pub struct Place {
    offset: u32,
    pub(super) ty: Type,
}

impl Place {
    /// Creates the place of a field at `offset` in its struct.
    ///
    /// # Safety
    ///
    /// The struct of the table has a field of type `T` at `offset`. The pointer only names that type.
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

/// The places of a struct that may own memory, by type.
#[derive(Default)]
pub(super) struct Owners {
    pub(super) texts: Vec<u32>,
    /// `Option<Box<_>>` fields.
    pub(super) pointers: Vec<(u32, &'static BoxType)>,
    pub(super) lists: Vec<(u32, &'static ListType)>,
    pub(super) others: Vec<Place>,
}

impl Owners {
    /// Selects from the places of a struct.
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

/// Returns true if a value may own memory beyond its bytes.
pub(super) fn owns(ty: Type) -> bool {
    match ty {
        Type::Bool | Type::Int32 | Type::Int64 | Type::Double => false,
        Type::Leaf(ty) => ty.plain.as_ref().is_some_and(|plain| plain.own.is_some()),
        Type::Option(ty) => owns(ty.inner),
        _ => true,
    }
}
