//! Items used by generated code and by the expansion of this crate's macros. Not part of the public API: they can change
//! in every release, together with the generator.

pub use std::mem::{MaybeUninit, align_of, offset_of, size_of};
pub use std::{assert, concat, stringify};

pub use crate::field::named_text::Text;
pub use crate::meta::generated::TypedObject;
pub use crate::reflect::generated::{ByTable, Place, Zero, copy, equal, has_option_of_text};
pub use crate::reflect::{Field, Omit, Shape};
pub use crate::scheme::generated::version_priority;
#[cfg(feature = "prost")]
pub use crate::shims::prost;
#[cfg(feature = "serde")]
pub use crate::shims::serde::{self, deserialize, serialize};

/// Functions called by generated conversions.
pub mod conversion {
    pub use crate::conversion::generated::*;
}

/// Functions called by generated defaulting functions.
pub mod defaulting {
    pub use crate::defaulting::literal::literal;
}
