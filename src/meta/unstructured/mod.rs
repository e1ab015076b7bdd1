//! Objects whose types nobody compiled in: content by field names instead of structs.

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

/// True for objects that are all content.
pub(crate) fn is_unstructured(object: &dyn Object) -> bool {
    let any: &dyn Any = object;
    any.is::<Unstructured>() || any.is::<UnstructuredList>()
}

/// What an object says it is; one that is all content says nothing if its apiVersion cannot be read.
pub(crate) fn said_kind(object: &dyn Object) -> GroupVersionKind {
    let any: &dyn Any = object;
    match (any.downcast_ref::<Unstructured>(), any.downcast_ref::<UnstructuredList>()) {
        (Some(object), _) => object.group_version_kind(),
        (_, Some(list)) => list.group_version_kind(),
        _ => object.type_meta().group_version_kind(),
    }
}
