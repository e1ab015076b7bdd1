//! Objects whose types nobody compiled in: content by field names instead of structs.

mod accessors;
mod convert;
mod list;
pub mod nested;
mod object;

pub use self::convert::{from_unstructured, from_unstructured_strict, to_unstructured};
pub use self::list::UnstructuredList;
pub use self::object::Unstructured;

/// True for objects that are all content.
pub(crate) fn is_unstructured(object: &dyn super::Object) -> bool {
    let any: &dyn std::any::Any = object;
    any.is::<Unstructured>() || any.is::<UnstructuredList>()
}
