//! Fields that one side of a conversion keeps in an annotation.

use super::Error;
use crate::field::{Bytes, List, Map, Str, Value};
use crate::format::json;
use crate::meta::{Duration, FieldsV1, IntOrString, Json, MicroTime, Quantity, RawExtension, StringList, Time};
use crate::reflect::{Message, Reflect};

/// Removes the annotation `key` and returns its value, or `None` if the annotation does not exist. Use it to restore a
/// field that a conversion to a version without this field has stored with [`annotation_write`]. Upstream's conversions
/// of `apps/v1` and `autoscaling/v1` do the same in hand-written code.
///
/// If the last entry is removed, the map becomes empty, not nil, as in Go. If the annotation cannot be parsed, it is
/// kept and an error is returned. An empty annotation that cannot be parsed is kept too, but the function returns
/// `None` instead of an error.
///
/// ```
/// use apimachinery::conversion::annotation_read;
/// use apimachinery::meta::{Map, Str};
///
/// let mut annotations: Map<Str> = [("example.com/size", "3".into())].into();
/// assert_eq!(annotation_read(&mut annotations, "example.com/size"), Ok(Some(3)));
/// assert_eq!(annotation_read::<i32>(&mut annotations, "example.com/size"), Ok(None));
///
/// annotations.insert("example.com/size", "big".into());
/// let error = annotation_read::<i32>(&mut annotations, "example.com/size").unwrap_err();
/// assert_eq!(error.path(), "metadata.annotations");
/// ```
///
/// # Errors
///
/// Returns an error if the annotation is not empty and cannot be parsed as a `T`. Its path is `metadata.annotations`,
/// and its text is [`AnnotationValue::failure`].
pub fn annotation_read<T: AnnotationValue>(annotations: &mut Map<Str>, key: &str) -> Result<Option<T>, Error> {
    match annotation_read_always(annotations, key) {
        Err(_) if annotations.get(key).is_some_and(|text| text.is_empty()) => Ok(None),
        result => result,
    }
}

/// Removes the annotation `key` and returns its value like [`annotation_read`], except that an empty annotation that
/// cannot be parsed is an error. Use it for fields that are never empty, such as required numbers.
///
/// ```
/// use apimachinery::conversion::{annotation_read, annotation_read_always};
/// use apimachinery::meta::{Map, Str};
///
/// let mut annotations: Map<Str> = [("example.com/size", "".into())].into();
/// assert_eq!(annotation_read::<i64>(&mut annotations, "example.com/size"), Ok(None));
/// assert!(annotation_read_always::<i64>(&mut annotations, "example.com/size").is_err());
/// ```
///
/// # Errors
///
/// Returns an error if the annotation exists and cannot be parsed as a `T`. The annotation is then kept.
pub fn annotation_read_always<T: AnnotationValue>(annotations: &mut Map<Str>, key: &str) -> Result<Option<T>, Error> {
    let Some(text) = annotations.get(key) else { return Ok(None) };
    match T::parse(text) {
        Ok(value) => {
            annotations.remove(key);
            Ok(Some(value))
        }
        Err(reason) => Err(Error::new(T::failure(key, text, &reason)).at("metadata.annotations")),
    }
}

/// Stores the value of a field in the annotation `key`, replacing any previous one; a nil map is created first.
/// [`annotation_read`] restores the value.
///
/// ```
/// use apimachinery::conversion::annotation_write;
/// use apimachinery::meta::{List, Map, Str};
///
/// let mut annotations: Map<Str> = Map::nil();
/// annotation_write(&mut annotations, "example.com/size", &3)?;
/// annotation_write(&mut annotations, "example.com/ports", &List::from([80, 443]))?;
/// assert_eq!(annotations["example.com/size"], "3");
/// assert_eq!(annotations["example.com/ports"], "[80,443]");
/// # Ok::<(), apimachinery::conversion::Error>(())
/// ```
///
/// # Errors
///
/// Returns an error if the value cannot be encoded as JSON, for example because it contains a number that is not
/// finite. The annotations are then unchanged.
pub fn annotation_write<T: AnnotationValue>(annotations: &mut Map<Str>, key: &str, value: &T) -> Result<(), Error> {
    annotations.insert(key, value.text().map_err(Error::new)?);
    Ok(())
}

/// A type whose values can be stored in an annotation by a conversion. Strings are stored unchanged, numbers in
/// decimal, booleans as `true` or `false`, quantities, durations and times in their text form, and other values as
/// JSON. Implemented for all field types and API types.
///
/// ```
/// use apimachinery::conversion::AnnotationValue;
/// use apimachinery::meta::{Map, Quantity};
///
/// assert_eq!(bool::parse("true"), Ok(true));
/// assert_eq!("1.5Gi".parse::<Quantity>().unwrap().text().unwrap(), "1536Mi");
/// assert_eq!(Map::from([("a", 1)]).text().unwrap(), r#"{"a":1}"#);
/// assert_eq!(i32::parse("x").unwrap_err(), r#"strconv.ParseInt: parsing "x": invalid syntax"#);
/// ```
pub trait AnnotationValue: Sized {
    /// Parses the value of an annotation. Accepts the output of [`AnnotationValue::text`].
    ///
    /// # Errors
    ///
    /// Returns the reason if `text` is not a value of this type. Implementations for strings and
    /// [`IntOrString`] never fail.
    fn parse(text: &str) -> Result<Self, String>;

    /// Returns the string to store in the annotation.
    ///
    /// # Errors
    ///
    /// Returns the reason if the value cannot be represented as JSON, for example because it contains a number
    /// that is not finite. Other values never fail.
    fn text(&self) -> Result<Str, String>;

    /// Returns the message of the error for an annotation that [`AnnotationValue::parse`] rejects. `key` is the name of
    /// the annotation, `_text` its content, and `reason` the error of `parse`. The default is `failed to parse
    /// annotation "<key>": <reason>`; integers have upstream's message.
    #[must_use]
    fn failure(key: &str, _text: &str, reason: &str) -> String {
        format!("failed to parse annotation {key:?}: {reason}")
    }
}

macro_rules! integers {
    ($($rust:ty => $go:literal),*) => {
        $(
            impl AnnotationValue for $rust {
                fn parse(text: &str) -> Result<Self, String> {
                    text.parse().map_err(|error: std::num::ParseIntError| {
                        use std::num::IntErrorKind::{NegOverflow, PosOverflow};
                        let overflow = matches!(error.kind(), PosOverflow | NegOverflow);
                        let reason = if overflow { "value out of range" } else { "invalid syntax" };
                        format!("strconv.ParseInt: parsing {text:?}: {reason}")
                    })
                }

                fn text(&self) -> Result<Str, String> {
                    Ok(self.to_string().into())
                }

                fn failure(key: &str, text: &str, reason: &str) -> String {
                    format!("failed to parse annotation[{key}]={text} as {}: {reason}", $go)
                }
            }
        )*
    };
}

integers! { i32 => "int32", i64 => "int64" }

macro_rules! texts {
    ($($rust:ty),*) => {
        $(
            impl AnnotationValue for $rust {
                fn parse(text: &str) -> Result<Self, String> {
                    text.parse().map_err(|error| format!("{error}"))
                }

                fn text(&self) -> Result<Str, String> {
                    Ok(self.to_string().into())
                }
            }
        )*
    };
}

texts! { bool, f64, Quantity, Duration, Time }

impl AnnotationValue for Str {
    fn parse(text: &str) -> Result<Self, String> {
        Ok(text.into())
    }

    fn text(&self) -> Result<Str, String> {
        Ok(self.clone())
    }
}

impl AnnotationValue for IntOrString {
    fn parse(text: &str) -> Result<Self, String> {
        Ok(IntOrString::parse(text))
    }

    fn text(&self) -> Result<Str, String> {
        Ok(self.to_string().into())
    }
}

/// Structs, lists, maps and values without another string form are stored as JSON.
macro_rules! json_values {
    ($(impl$(<$t:ident: $bound:path>)? for $rust:ty;)*) => {
        $(
            impl$(<$t: $bound + Default>)? AnnotationValue for $rust {
                fn parse(text: &str) -> Result<Self, String> {
                    json::from_str(text).map_err(|error| error.to_string())
                }

                fn text(&self) -> Result<Str, String> {
                    json::to_string(self).map(Str::from).map_err(|error| error.to_string())
                }
            }
        )*
    };
}

json_values! {
    impl<T: Message> for T;
    impl<T: Reflect> for List<T>;
    impl<T: Reflect> for Map<T>;
    impl for Bytes;
    impl for FieldsV1;
    impl for Json;
    impl for MicroTime;
    impl for RawExtension;
    impl for StringList;
    impl for Value;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_fail_in_the_words_of_upstream() {
        let key = "deprecated.deployment.rollback.to";
        let mut annotations: Map<Str> = [(key, "x".into())].into();
        let error = annotation_read::<i64>(&mut annotations, key).unwrap_err();
        assert_eq!(
            error.to_string(),
            "metadata.annotations: failed to parse annotation[deprecated.deployment.rollback.to]=x as int64: \
             strconv.ParseInt: parsing \"x\": invalid syntax"
        );
    }

    #[test]
    fn an_empty_text_is_no_number_and_stays() {
        let mut annotations: Map<Str> = [("k", Str::EMPTY)].into();
        assert_eq!(annotation_read::<i32>(&mut annotations, "k"), Ok(None));
        assert_eq!(annotation_read::<Str>(&mut annotations, "k"), Ok(Some(Str::EMPTY)));
        assert!(annotations.is_empty() && !annotations.is_nil());
    }

    #[test]
    fn lists_are_json() {
        let mut annotations = Map::nil();
        let list = List::from(vec![Str::from("a"), "b".into()]);
        annotation_write(&mut annotations, "k", &list).expect("texts are JSON");
        assert_eq!(annotations["k"], r#"["a","b"]"#);
        assert_eq!(annotation_read(&mut annotations, "k"), Ok(Some(list)));
    }
}
