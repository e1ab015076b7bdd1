use std::any::Any;

use super::metadata::meaning;
use super::unstructured::nested;
use super::{Error, Object, Time, Unstructured, UnstructuredList};
use crate::field::{List, Map, Str, Value};
use crate::format::value;
use crate::reflect::{StructMut, ViewMut};

/// Write access to the field `metadata` of any object, typed or untyped. To read metadata, use
/// [`Metadata`](super::Metadata).
///
/// Setting a zero value unsets the field: it is removed from an untyped object and set to its zero value in a typed
/// one.
///
/// ```
/// # #[cfg(feature = "apps")] {
/// use apimachinery::apis::apps::v1::Deployment;
/// use apimachinery::meta::MetadataMut;
///
/// let mut deployment = Deployment::default();
/// let mut metadata = MetadataMut::of(&mut deployment).unwrap();
/// metadata.set_name("web")?;
/// metadata.set_labels([("app", "web".into())].into())?;
/// assert_eq!(deployment.metadata.labels["app"], "web");
/// # }
/// # Ok::<(), apimachinery::meta::Error>(())
/// ```
pub struct MetadataMut<'a>(Target<'a>);

enum Target<'a> {
    Typed(StructMut<'a>),
    Untyped(&'a mut Map<Value>),
}

macro_rules! setters {
    ($($set:ident: $name:tt, $type:ty, $value:expr;)*) => {
        $(
            #[doc = concat!(
                "Sets `metadata.", $name, "`, ", meaning!($name), ". A zero value unsets it.\n\n# Errors\n\n",
                "Returns an error if the metadata of a typed object has no such field, or if `metadata` of an untyped \
                 object is not a JSON object.",
            )]
            pub fn $set(&mut self, value: $type) -> Result<(), Error> {
                self.set($name, $value(value.into()))
            }
        )*
    };
}

impl<'a> MetadataMut<'a> {
    /// Returns write access to the metadata of `object`, or `None` if its type has no field `metadata`.
    #[must_use]
    pub fn of(object: &'a mut dyn Object) -> Option<Self> {
        let any: &dyn Any = object;
        let (is_object, is_list) = (any.is::<Unstructured>(), any.is::<UnstructuredList>());
        if is_object || is_list {
            let any: &mut dyn Any = object;
            let content = match is_object {
                true => &mut any.downcast_mut::<Unstructured>()?.content,
                false => &mut any.downcast_mut::<UnstructuredList>()?.content,
            };
            return Some(MetadataMut::of_content(content));
        }
        let ViewMut::Struct(object) = object.cursor_mut().view() else { return None };
        let row = object.shape().position("metadata", 0)?;
        match object.into_field(row).view() {
            ViewMut::Struct(metadata) => Some(MetadataMut(Target::Typed(metadata))),
            _ => None,
        }
    }

    /// Returns the metadata in untyped content.
    pub(super) fn of_content(content: &'a mut Map<Value>) -> Self {
        MetadataMut(Target::Untyped(content))
    }

    setters! {
        set_name: "name", impl Into<Str>, text;
        set_generate_name: "generateName", impl Into<Str>, text;
        set_namespace: "namespace", impl Into<Str>, text;
        set_self_link: "selfLink", impl Into<Str>, text;
        set_uid: "uid", impl Into<Str>, text;
        set_resource_version: "resourceVersion", impl Into<Str>, text;
        set_continue: "continue", impl Into<Str>, text;
        set_generation: "generation", i64, number;
        set_deletion_grace_period_seconds: "deletionGracePeriodSeconds", Option<i64>, optional;
        set_remaining_item_count: "remainingItemCount", Option<i64>, optional;
        set_creation_timestamp: "creationTimestamp", Time, time;
        set_deletion_timestamp: "deletionTimestamp", Option<Time>, optional_time;
        set_labels: "labels", Map<Str>, texts;
        set_annotations: "annotations", Map<Str>, texts;
        set_finalizers: "finalizers", List<Str>, list;
    }

    fn set(&mut self, name: &str, value: Value) -> Result<(), Error> {
        match &mut self.0 {
            Target::Typed(metadata) => {
                let row = metadata.shape().position(name, 0);
                let row = row.ok_or_else(|| Error::new(format!("metadata has no field {name:?}")))?;
                let assigned = value::assign(metadata.field(row), &value);
                assigned.map(drop).map_err(|error| Error::new(format!("metadata.{name}: {error}")))
            }
            Target::Untyped(content) if value.is_null() => {
                nested::remove(content, &["metadata", name]);
                Ok(())
            }
            Target::Untyped(content) => nested::set(content, &["metadata", name], value),
        }
    }
}

fn text(text: Str) -> Value {
    if text.is_empty() { Value::Null } else { Value::String(text) }
}

fn number(number: i64) -> Value {
    if number == 0 { Value::Null } else { Value::Int(number) }
}

fn optional(number: Option<i64>) -> Value {
    number.into()
}

fn time(time: Time) -> Value {
    if time.is_zero() { Value::Null } else { time.to_string().into() }
}

fn optional_time(value: Option<Time>) -> Value {
    value.map_or(Value::Null, time)
}

fn texts(texts: Map<Str>) -> Value {
    match texts.is_nil() {
        true => Value::Null,
        false => Value::Map(texts.into_iter().map(|(key, text)| (key, Value::String(text))).collect()),
    }
}

fn list(texts: List<Str>) -> Value {
    match texts.is_nil() {
        true => Value::Null,
        false => Value::List(texts.into_iter().map(Value::String).collect()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::meta::Metadata;
    use crate::meta::object::tests::Ping;

    #[test]
    fn untyped_metadata_is_set_and_removed() {
        let mut object = Unstructured::default();
        let mut metadata = MetadataMut::of(&mut object).expect("untyped objects have metadata");
        metadata.set_name("a").expect("the metadata has the field");
        metadata.set_generation(2).expect("the metadata has the field");
        metadata.set_finalizers(["x".into()].into()).expect("the metadata has the field");
        metadata.set_deletion_timestamp(Some(Time::from_unix(0, 0))).expect("the metadata has the field");
        let seen = Metadata::of(&object).expect("untyped objects have metadata");
        assert_eq!((seen.name(), seen.generation(), seen.finalizers().len()), ("a", 2, 1));
        assert_eq!(seen.deletion_timestamp(), Some(Time::from_unix(0, 0)));
        let mut metadata = MetadataMut::of(&mut object).expect("untyped objects have metadata");
        metadata.set_name("").expect("the metadata has the field");
        assert!(object.content["metadata"].get("name").is_none());
    }

    #[test]
    fn what_has_no_metadata_has_none() {
        assert!(Metadata::of(&Ping::default()).is_none());
        assert!(MetadataMut::of(&mut Ping::default()).is_none());
    }
}
