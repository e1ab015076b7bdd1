//! Objects whose types nobody compiled in: content by field names instead of structs.

mod accessors;
mod convert;
mod list;
pub mod nested;
mod object;

pub use self::convert::{from_unstructured, from_unstructured_strict, to_unstructured};
pub use self::list::UnstructuredList;
pub use self::object::Unstructured;
