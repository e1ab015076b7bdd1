//! Query parameters: the options of a request, as they stand in its URL.
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

/// The parameters that a struct stands for, by its JSON names: upstream's `queryparams.Convert`.
///
/// Texts, numbers, truth values, times, and lists of them are written; maps and bytes are not. A
/// struct in the struct is written as if its fields were the outer one's. What JSON leaves out when it
/// is empty is left out, but for a pointer that is set; an empty text in a list is left out with it.
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

/// The struct that some parameters stand for, by its JSON names: what upstream generates for the kinds
/// of options. Parameters that it does not know are ignored.
///
/// Of several values the first counts, but for a list. A truth value is false for `0` and `false` in
/// any case, and true for anything else, an empty text included. A list of `int32` takes ports, and
/// commas between them. A struct behind a pointer is made if one of its fields has a value that is not
/// empty, as upstream does for the preconditions of a deletion.
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
/// If a number or a time cannot be read, with Go's text.
pub fn from_values<T: Message>(values: &Values) -> Result<T, Error> {
    let mut made = T::default();
    read(values, StructMut::new(&mut made))?;
    Ok(made)
}

/// What an object is, is no parameter.
fn is_type_meta(field: &Field) -> bool {
    field.number() == 0 && matches!(field.name(), "kind" | "apiVersion")
}
