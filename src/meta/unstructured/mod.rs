//! Objects without generated types: their content is a map keyed by field name instead of a struct.

mod accessors;
mod convert;
mod list;
pub mod nested;
mod object;

pub use self::convert::{from_unstructured, from_unstructured_strict, to_unstructured};
pub use self::list::UnstructuredList;
pub use self::object::Unstructured;

use std::any::Any;

use super::Object;
use crate::schema::GroupVersionKind;

/// Returns true for untyped objects and lists.
pub(crate) fn is_unstructured(object: &dyn Object) -> bool {
    let any: &dyn Any = object;
    any.is::<Unstructured>() || any.is::<UnstructuredList>()
}

/// Returns the group, version and kind stored in the object; empty for an untyped object with an invalid `apiVersion`.
pub(crate) fn said_kind(object: &dyn Object) -> GroupVersionKind {
    let any: &dyn Any = object;
    match (any.downcast_ref::<Unstructured>(), any.downcast_ref::<UnstructuredList>()) {
        (Some(object), _) => object.group_version_kind(),
        (_, Some(list)) => list.group_version_kind(),
        _ => object.type_meta().group_version_kind(),
    }
}
