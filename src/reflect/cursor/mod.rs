//! Cursors: access to values through their tables, for reading or for changing.

mod exclusive;
mod filling;
mod list;
mod map;
mod option;
mod order;
mod plain;
mod shared;
mod structure;
mod union;

pub use self::exclusive::{ListMut, MapMut, Mut, OptionMut, StructMut, ViewMut};
pub(crate) use self::list::StructSlice;
pub(crate) use self::order::Unsorted;
pub(crate) use self::plain::PlainMut;
pub use self::shared::{ListRef, MapRef, Ref, StructRef, View};
