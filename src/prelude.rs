//! The items that most programs need, for `use apimachinery::prelude::*`: field types, kinds and versions, the Scheme
//! and the codec.

pub use crate::meta::{IntOrString, Kind, List, Map, Object, Quantity, Str, Time};
pub use crate::schema::{GroupVersion, GroupVersionKind};
pub use crate::scheme::Scheme;
pub use crate::serializer::{Codec, Decoded, Format};
