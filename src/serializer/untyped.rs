use crate::meta::Object;

/// True for objects that are all content.
pub(super) fn is_unstructured(_object: &dyn Object) -> bool {
    false
}
