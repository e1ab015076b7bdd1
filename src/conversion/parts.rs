//! Strings that consist of several fields of another version, such as `host:port`.

use super::transform::text_to_integer;
use super::{Error, Scope};
use crate::field::Str;
use crate::field::named_text::Text;

/// A field that is part of a string in another version, or such a string. An empty part and an unset field correspond
/// to each other.
///
/// ```
/// use apimachinery::private::conversion::Part;
///
/// assert_eq!(Some(80).text().as_deref(), Some("80"));
/// assert_eq!(Option::<i32>::from_text(Some("")), Ok(None));
/// assert!(i32::from_text(Some("080")).is_err(), "it would become 80");
/// ```
pub trait Part: Sized + PartialEq {
    /// The string that represents the empty value before other parts.
    const EMPTY: &'static str;

    /// Returns the value as a string, or `None` for the empty value.
    fn text(&self) -> Option<Str>;

    /// Parses a string. Returns the empty value for `None`.
    ///
    /// # Errors
    ///
    /// Returns an error for a number that is not in decimal notation.
    fn from_text(text: Option<&str>) -> Result<Self, Error>;
}

impl<T: Text> Part for T {
    const EMPTY: &'static str = "";

    fn text(&self) -> Option<Str> {
        (!self.is_empty()).then(|| self.clone().into())
    }

    fn from_text(text: Option<&str>) -> Result<Self, Error> {
        Ok(Str::from(text.unwrap_or_default()).into())
    }
}

macro_rules! integers {
    ($($rust:ty),*) => {
        $(
            impl Part for $rust {
                const EMPTY: &'static str = "0";

                fn text(&self) -> Option<Str> {
                    (*self != 0).then(|| self.to_string().into())
                }

                fn from_text(text: Option<&str>) -> Result<Self, Error> {
                    text.filter(|text| !text.is_empty()).map_or(Ok(0), |text| text_to_integer(Str::from(text)))
                }
            }
        )*
    };
}

integers! { i32, i64 }

impl<T: Part> Part for Option<T> {
    const EMPTY: &'static str = "";

    fn text(&self) -> Option<Str> {
        let value = self.as_ref()?;
        Some(value.text().unwrap_or_else(|| T::EMPTY.into()))
    }

    fn from_text(text: Option<&str>) -> Result<Self, Error> {
        match text {
            None | Some("") => Ok(None),
            text => T::from_text(text).map(Some),
        }
    }
}

/// Splits a string into the fields that contain its parts, and joins them again. Implemented for tuples of two to six
/// [`Part`]s; the rule `split` of the definitions uses it.
///
/// ```
/// use apimachinery::private::conversion::Parts;
/// use apimachinery::meta::Str;
///
/// let parts: (Str, Option<i32>) = Parts::from_texts(&[Some("a"), Some("80")])?;
/// assert_eq!(parts, (Str::from("a"), Some(80)));
/// # Ok::<(), apimachinery::conversion::Error>(())
/// ```
pub trait Parts: Sized + PartialEq {
    /// The number of fields.
    const COUNT: usize;

    /// Returns each field as a string, and the string that represents its empty value before other parts.
    fn texts(&self) -> Vec<(Option<Str>, &'static str)>;

    /// Parses the fields. Missing strings are empty values.
    ///
    /// # Errors
    ///
    /// Returns an error for a number that is not in decimal notation.
    fn from_texts(texts: &[Option<&str>]) -> Result<Self, Error>;
}

macro_rules! tuples {
    ($($count:literal: $($name:ident $at:tt),*;)*) => {
        $(
            impl<$($name: Part),*> Parts for ($($name,)*) {
                const COUNT: usize = $count;

                fn texts(&self) -> Vec<(Option<Str>, &'static str)> {
                    vec![$((self.$at.text(), $name::EMPTY)),*]
                }

                fn from_texts(texts: &[Option<&str>]) -> Result<Self, Error> {
                    Ok(($($name::from_text(texts.get($at).copied().flatten())?,)*))
                }
            }
        )*
    };
}

tuples! {
    2: A 0, B 1;
    3: A 0, B 1, C 2;
    4: A 0, B 1, C 2, D 3;
    5: A 0, B 1, C 2, D 3, E 4;
    6: A 0, B 1, C 2, D 3, E 4, F 5;
}

/// Splits a string at each `separator` into several fields, such as `a:80` into a host and a port. [`join`] is the
/// inverse. If it has more parts than fields, the last field contains the remaining string; if it has fewer, the last
/// fields are empty. If [`join`] would not restore the string, such as `a:`, reports a loss to `scope` with the given
/// `reason`.
///
/// ```
/// use apimachinery::private::conversion::{Scope, split};
/// use apimachinery::meta::Str;
/// use apimachinery::schema::GroupVersion;
///
/// let scope = Scope::new(GroupVersion::new("example.com", "v1"));
/// let (host, port): (Str, Option<i32>) = split(Str::from("a:80"), ":", "one colon", &scope)?;
/// assert_eq!((host.as_str(), port), ("a", Some(80)));
/// # Ok::<(), apimachinery::conversion::Error>(())
/// ```
///
/// # Errors
///
/// Returns an error if the part for a number is not in decimal notation.
pub fn split<T: Part, P: Parts>(
    value: T,
    separator: &str,
    reason: &'static str,
    scope: &Scope<'_>,
) -> Result<P, Error> {
    let text = value.text();
    let parts: P = parts_of(text.as_deref(), separator)?;
    let again = joined(&parts, separator);
    if !T::from_text(again.as_deref()).is_ok_and(|again| again == value) {
        scope.lose("", reason);
    }
    Ok(parts)
}

/// Joins several fields to a string, with `separator` between them but not before empty fields at the end. [`split`] is
/// the inverse. If it would not restore the fields, for example because one contains the separator, reports a loss to
/// `scope` with the given `reason`.
///
/// ```
/// use apimachinery::private::conversion::{Scope, join};
/// use apimachinery::meta::Str;
/// use apimachinery::schema::GroupVersion;
///
/// let scope = Scope::new(GroupVersion::new("example.com", "v1"));
/// let text: Str = join((Str::from("a"), Some(80)), ":", "one colon", &scope)?;
/// assert_eq!(text, "a:80");
/// # Ok::<(), apimachinery::conversion::Error>(())
/// ```
///
/// # Errors
///
/// Never returns an error. Returns a `Result` like all conversions of this module, most of which can fail.
pub fn join<P: Parts, T: Part>(parts: P, separator: &str, reason: &'static str, scope: &Scope<'_>) -> Result<T, Error> {
    let text = joined(&parts, separator);
    if !parts_of::<P>(text.as_deref(), separator).is_ok_and(|again| again == parts) {
        scope.lose("", reason);
    }
    T::from_text(text.as_deref())
}

fn parts_of<P: Parts>(text: Option<&str>, separator: &str) -> Result<P, Error> {
    let texts: Vec<_> = text.into_iter().flat_map(|text| text.splitn(P::COUNT, separator)).map(Some).collect();
    P::from_texts(&texts)
}

fn joined<P: Parts>(parts: &P, separator: &str) -> Option<Str> {
    let mut texts = parts.texts();
    texts.truncate(texts.iter().rposition(|(text, _)| text.is_some())? + 1);
    let texts: Vec<_> = texts.iter().map(|(text, empty)| text.as_deref().unwrap_or(empty)).collect();
    Some(texts.join(separator).into())
}
