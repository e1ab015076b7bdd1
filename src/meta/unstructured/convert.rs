use std::any::Any;

use super::{Unstructured, UnstructuredList};
use crate::format::{Error, Warning, value};
use crate::meta::Object;

/// Converts an object of any type to an unstructured one: a copy of its content as a map of JSON values, by the rules
/// of [`serializer::value`](crate::serializer::value). Counterpart of `ToUnstructured`.
///
/// ```
/// # #[cfg(feature = "apps")] {
/// use apimachinery::apis::apps::v1::Deployment;
/// use apimachinery::meta::unstructured::{from_unstructured, to_unstructured};
///
/// let mut deployment = Deployment::default();
/// deployment.metadata.name = "web".into();
/// let untyped = to_unstructured(&deployment).unwrap();
/// assert_eq!(untyped.name(), "web");
///
/// let mut again = Deployment::default();
/// assert!(from_unstructured(&untyped, &mut again).unwrap().is_empty());
/// assert_eq!(again, deployment);
/// # }
/// ```
///
/// # Errors
///
/// Returns an error if a value in the object cannot be encoded as JSON, or if the object is an
/// [`Unknown`](crate::meta::Unknown) that does not contain a JSON object.
pub fn to_unstructured(object: &dyn Object) -> Result<Unstructured, Error> {
    let any: &dyn Any = object;
    if let Some(object) = any.downcast_ref::<Unstructured>() {
        return Ok(object.clone());
    }
    if let Some(list) = any.downcast_ref::<UnstructuredList>() {
        return Ok(Unstructured::new(list.clone().into_content()));
    }
    let content = value::read(object.cursor())?;
    let found = content.go_kind();
    let content = content.into_map().map_err(|_| Error::other(format!("cannot restore map from {found}")))?;
    Ok(Unstructured::new(content))
}

/// Fills the typed object `object` from an unstructured one. Returns warnings about fields that the type of `object`
/// does not have, sorted by path. Fields that the content of `from` does not contain are set to their zero value. The
/// kind in the content is not compared with the type of `object`. Counterpart of `FromUnstructured`.
///
/// ```
/// # #[cfg(feature = "apps")] {
/// use apimachinery::apis::apps::v1::Deployment;
/// use apimachinery::meta::unstructured::{from_unstructured, nested};
/// use apimachinery::meta::Unstructured;
///
/// let mut untyped = Unstructured::default();
/// nested::set(&mut untyped.content, &["spec", "replica"], 3).unwrap();
/// let unknown = from_unstructured(&untyped, &mut Deployment::default()).unwrap();
/// assert_eq!(unknown[0].to_string(), r#"unknown field "spec.replica""#);
/// # }
/// ```
///
/// # Errors
///
/// Returns an error that lists all values of wrong types. All other fields are set.
pub fn from_unstructured(from: &Unstructured, object: &mut dyn Object) -> Result<Vec<Warning>, Error> {
    let any: &mut dyn Any = object;
    if let Some(object) = any.downcast_mut::<Unstructured>() {
        object.content = from.content.clone();
        return Ok(Vec::new());
    }
    if let Some(list) = any.downcast_mut::<UnstructuredList>() {
        *list = UnstructuredList::from_content(from.content.clone());
        return Ok(Vec::new());
    }
    value::assign_content(object.cursor_mut(), &from.content)
}

/// Fills the typed object `object` from an unstructured one, as [`from_unstructured`] does, but rejects fields that the
/// type of `object` does not have. Counterpart of `FromUnstructuredWithValidation`.
///
/// ```
/// # #[cfg(feature = "apps")] {
/// use apimachinery::apis::apps::v1::Deployment;
/// use apimachinery::meta::unstructured::{from_unstructured_strict, nested};
/// use apimachinery::meta::Unstructured;
///
/// let (mut untyped, mut deployment) = (Unstructured::default(), Deployment::default());
/// untyped.set_name("web");
/// nested::set(&mut untyped.content, &["spec", "replica"], 3).unwrap();
/// let error = from_unstructured_strict(&untyped, &mut deployment).unwrap_err();
/// assert!(error.is_strict_decoding());
/// assert_eq!(deployment.metadata.name, "web", "it is filled nevertheless");
/// # }
/// ```
///
/// # Errors
///
/// Returns the error of [`from_unstructured`] if values have wrong types; all other fields are then set. Otherwise
/// returns an error for which [`Error::is_strict_decoding`] is true if the content has fields that the type does not
/// have; all fields that the type has are set nevertheless.
pub fn from_unstructured_strict(from: &Unstructured, object: &mut dyn Object) -> Result<(), Error> {
    let unknown = from_unstructured(from, object)?;
    if unknown.is_empty() { Ok(()) } else { Err(Error::strict(unknown)) }
}
