//! The building blocks of API types: the types of fields ([`Str`], [`List`], [`Map`], [`Quantity`], [`Time`] and
//! others), the traits of objects ([`Object`] and [`Kind`]), untyped objects ([`Unstructured`]), and access to
//! metadata.

mod duration;
mod error;
mod fields_v1;
mod instant;
mod int_or_string;
mod json;
#[cfg(feature = "meta")]
pub(crate) mod labels;
mod leaf;
mod list_items;
mod metadata;
mod metadata_mut;
mod micro_time;
mod object;
mod object_list;
mod parse_error;
pub mod quantity;
mod raw_extension;

mod semantic_eq;
mod string_list;
mod time;
mod type_meta;
mod unknown;
pub mod unstructured;
mod value;

pub use self::duration::Duration;
pub use self::error::Error;
pub use self::fields_v1::FieldsV1;
pub use self::int_or_string::IntOrString;
pub use self::json::Json;
pub use self::list_items::{each_list_item, extract_list, len_list, set_list};
pub use self::metadata::Metadata;
pub use self::metadata_mut::MetadataMut;
pub use self::micro_time::MicroTime;
pub(crate) use self::object::generated;
pub use self::object::{Kind, Object, Scope};
pub(crate) use self::object::{ZeroObject, assign_object, object_methods, take_object};
pub use self::object_list::{ListItem, ObjectList};
pub use self::parse_error::{ParseError, RangeError};
pub use self::quantity::Quantity;
pub use self::raw_extension::RawExtension;
pub use self::semantic_eq::semantic_eq;
pub use self::string_list::StringList;
pub use self::time::Time;
pub use self::type_meta::TypeMeta;
pub use self::unknown::Unknown;
pub use self::unstructured::{Unstructured, UnstructuredList};
pub(crate) use self::unstructured::{is_unstructured, said_kind};
pub use crate::field::{Bytes, List, Map, Str, Value, map};
