//! Conversion between versions of a kind through the hub.
//!
//! The hub of a kind is an internal type that can represent all its versions: each version is converted to and from it,
//! never directly to another version. To convert whole objects, use a [`Codec`](crate::serializer::Codec) or a
//! [`Scheme`](crate::scheme::Scheme).
//!
//! This module contains the parts from which hand-written conversion functions are built. They receive a [`Scope`],
//! which converts parts and reports losses, and return an [`Error`].

mod annotation;
mod builtin;
mod container;
mod converter;
mod entry;
mod error;
mod fix;
mod items;
mod loss;
mod parts;
mod scope;
mod transform;

pub use self::annotation::{AnnotationValue, annotation_read, annotation_read_always, annotation_write};
pub(crate) use self::builtin::{number, register_builtin, truth};
pub use self::container::{each, each_value, list, map};
pub use self::converter::Converter;
pub use self::error::{Error, field};
pub use self::fix::Fix;
pub use self::loss::Loss;
pub use self::scope::Scope;

/// The functions that generated conversions call, exported by [`private`](crate::private).
pub(crate) mod generated {
    pub use super::annotation::{annotation_read, annotation_read_always, annotation_write};
    pub use super::container::{converted, each, each_value, list, map, merge, retyped, same_texts, values, without};
    pub use super::entry::{label_read, take_entry, text_to_value, value_to_text};
    pub use super::error::{Error, field};
    pub use super::items::{item_key, keep_items, restore_items};
    pub use super::loss::below;
    pub use super::parts::{Part, Parts, join, split};
    pub use super::scope::Scope;
    pub use super::transform::{
        Integer, divide, duration_to_units, first_item, first_value, integer_to_text, list_of_one, list_to_map,
        map_to_list, map_to_texts, multiply, quantity_to_units, rename_keys, replace, replace_known,
        text_or_empty_to_integer, text_to_integer, texts_to_map, units_to_duration, units_to_quantity,
    };
}

/// Checks at compile time that a module contains hand-written functions with given signatures. A function that is
/// missing or has another signature is a compile error, which shows the signature to write.
///
/// The generator puts it into files that call hand-written functions for conversions and defaults. The macro takes the
/// name of the module, a semicolon, and the signatures, each followed by a semicolon.
///
/// ```
/// mod functions {
///     use apimachinery::conversion::Error;
///     use apimachinery::meta::Str;
///
///     pub fn size_to_hub(value: Str) -> Result<i32, Error> {
///         value.parse().map_err(|_| Error::new("not a size"))
///     }
/// }
///
/// use apimachinery::conversion::Error;
/// use apimachinery::meta::Str;
///
/// apimachinery::hand_written! {
///     functions;
///     fn size_to_hub(value: Str) -> Result<i32, Error>;
/// }
/// ```
#[macro_export]
macro_rules! hand_written {
    ($module:ident; $( fn $name:ident($($argument:ident: $ty:ty),* $(,)?) $(-> $output:ty)?; )*) => {
        $( const _: fn($($ty),*) $(-> $output)? = $module::$name; )*
    };
}
