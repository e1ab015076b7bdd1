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

pub use self::exclusive::{Mut, ViewMut};
pub use self::list::{ListMut, ListRef};
pub use self::map::{MapMut, MapRef};
pub use self::option::OptionMut;
pub(crate) use self::order::Unsorted;
pub(crate) use self::plain::PlainMut;
pub use self::shared::{Ref, View};
pub use self::structure::{StructMut, StructRef};
