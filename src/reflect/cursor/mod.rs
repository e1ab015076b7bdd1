//! Cursors: values by their tables, to be read or to be changed.

mod exclusive;
mod shared;

pub use self::exclusive::{ListMut, MapMut, Mut, OptionMut, StructMut, ViewMut};
pub use self::shared::{ListRef, MapRef, Ref, StructRef, View};
