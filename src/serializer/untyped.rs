use std::any::Any;

use crate::meta::{Object, Unstructured, UnstructuredList};

/// True for objects that are all content.
pub(super) fn is_unstructured(object: &dyn Object) -> bool {
    let any: &dyn Any = object;
    any.is::<Unstructured>() || any.is::<UnstructuredList>()
}

/// True for an object that is all content and no list.
pub(super) fn is_unstructured_item(object: &dyn Object) -> bool {
    (object as &dyn Any).is::<Unstructured>()
}
