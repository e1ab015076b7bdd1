use std::any::Any;

pub(super) use crate::meta::is_unstructured;
use crate::meta::{Object, Unstructured};

/// True for an object that is all content and no list.
pub(super) fn is_unstructured_item(object: &dyn Object) -> bool {
    (object as &dyn Any).is::<Unstructured>()
}
