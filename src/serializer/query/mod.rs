//! Query parameters: conversion of options of a request, such as `ListOptions`, to and from the parameters in its URL.
//!
//! ```
//! use apimachinery::meta::{List, Str};
//! use apimachinery::serializer::query::{self, Values};
//!
//! #[derive(Clone, Default, PartialEq)]
//! struct Options {
//!     watch: bool,
//!     limit: i64,
//!     timeout_seconds: Option<i64>,
//!     dry_run: List<Str>,
//! }
//!
//! apimachinery::message! {
//!     Options {
//!         watch => "watch", 0, Empty;
//!         limit => "limit", 0, Empty;
//!         timeout_seconds => "timeoutSeconds", 0, Empty;
//!         dry_run => "dryRun", 0, Empty;
//!     }
//! }
//!
//! let values: Values = "watch&limit=500&dryRun=All".parse()?;
//! let mut options: Options = query::from_values(&values)?;
//! assert!(options.watch, "no value is true");
//! options.timeout_seconds = Some(0);
//! assert_eq!(query::to_values(&options).to_string(), "dryRun=All&limit=500&timeoutSeconds=0&watch=true");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod escape;
pub(super) mod parameter_codec;
mod read;
mod values;
mod write;

pub(super) use self::read::read;
pub use self::values::{ParseError, Values};
pub(super) use self::write::write;
use crate::conversion::Error;
use crate::reflect::{Field, Message, StructMut, StructRef};

/// Converts the struct `of` to query parameters, named by its JSON field names. Counterpart of `queryparams.Convert`.
///
/// Strings, numbers, booleans, times, and lists of these are converted; maps and bytes are not. The fields of a nested
/// struct are added as if they were fields of the outer one. Fields that JSON omits when empty are omitted here too,
/// except for optional fields that are set. In a list that JSON omits when empty, empty strings are omitted as well.
///
/// ```
/// use apimachinery::meta::{List, Str};
/// use apimachinery::serializer::query;
/// # #[derive(Clone, Default, PartialEq)]
/// # struct Options { limit: i64, grace: Option<i64>, dry_run: List<Str> }
/// # apimachinery::message! {
/// #     Options { limit => "limit", 0, Empty; grace => "grace", 0, Empty; dry_run => "dryRun", 0, Empty; }
/// # }
///
/// let options = Options { limit: 0, grace: Some(0), dry_run: ["All".into(), "".into()].into() };
/// assert_eq!(query::to_values(&options).to_string(), "dryRun=All&grace=0");
/// ```
#[must_use]
pub fn to_values<T: Message>(of: &T) -> Values {
    let mut values = Values::default();
    write(&mut values, StructRef::new(of));
    values
}

/// Creates a struct from query parameters, matched by its JSON field names. Counterpart of the functions that upstream
/// generates for kinds such as `ListOptions`. Unknown parameters are ignored.
///
/// If a parameter has several values, the first is used, except for lists. A boolean is false for `0` and for `false`
/// in any case, and true for any other value, including an empty one. Items of a list of
/// `int32` are port numbers from 0 to 65535, in one parameter each or separated by commas. An optional struct is created if one of its fields has a value that is not empty, as
/// upstream does for the preconditions of a deletion.
///
/// ```
/// use apimachinery::serializer::query;
/// # #[derive(Clone, Default, PartialEq)]
/// # struct Options { watch: bool, limit: i64 }
/// # apimachinery::message! { Options { watch => "watch", 0, Empty; limit => "limit", 0, Empty; } }
///
/// let options: Options = query::from_values(&"watch=False&limit=1&limit=2&other=3".parse()?)?;
/// assert_eq!((options.watch, options.limit), (false, 1));
/// assert!(query::from_values::<Options>(&"limit=x".parse()?).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns an error if a number or a time cannot be parsed, or if an item of a list of `int32` is not a port number. Its
/// text is the same as in Go.
pub fn from_values<T: Message>(values: &Values) -> Result<T, Error> {
    let mut made = T::default();
    read(values, StructMut::new(&mut made))?;
    Ok(made)
}

/// Returns true for `kind` and `apiVersion`, which are not query parameters.
fn is_type_meta(field: &Field) -> bool {
    field.number() == 0 && matches!(field.name(), "kind" | "apiVersion")
}
