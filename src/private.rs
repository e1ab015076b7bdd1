//! Items used by the expansion of this crate's macros. Not part of the public API.

pub use std::mem::{MaybeUninit, offset_of};
pub use std::{concat, stringify};

pub use crate::meta::TypedObject;
pub use crate::reflect::{ByTable, Field, Omit, Place, Shape, Zero, copy, equal};
#[cfg(feature = "prost")]
pub use crate::shims::prost;
#[cfg(feature = "serde")]
pub use crate::shims::serde::{self, deserialize, serialize};
