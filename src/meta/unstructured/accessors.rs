//! Accessors for the metadata that every object has. Counterparts of upstream's accessors. Getters return the zero
//! value for fields that are unset or have another type. Setters do nothing if `metadata` is not an object.
//!
//! ```
//! use apimachinery::meta::{Str, Time, Unstructured};
//!
//! let mut pod = Unstructured::default();
//! pod.set_generation(2);
//! pod.set_creation_timestamp(Time::from_unix(0, 0));
//! pod.set_deletion_timestamp(Some(Time::from_unix(60, 0)));
//! pod.set_finalizers(["example.com/a".into()].into());
//! assert_eq!((pod.generation(), pod.creation_timestamp()), (2, Time::from_unix(0, 0)));
//! assert_eq!((pod.deletion_timestamp(), pod.finalizers().len()), (Some(Time::from_unix(60, 0)), 1));
//!
//! pod.set_deletion_timestamp(None);
//! assert_eq!(pod.deletion_timestamp(), None);
//! ```

use super::{Unstructured, UnstructuredList, nested};
use crate::field::{List, Map, Str};
use crate::meta::metadata::meaning;
use crate::meta::{Metadata, MetadataMut, Object, Time, TypeMeta};

/// Accessors of a metadata field: its getter, the value that the getter returns for an unset field, and a setter that
/// removes the field when it is given that value.
macro_rules! metadata {
    ($($get:ident -> $found:ty, $set:ident($given:ty): $name:tt, $absent:literal;)*) => {
        $(
            #[doc = concat!("Returns `metadata.", $name, "`, ", meaning!($name), "; ", $absent, " if it is unset or of another type.")]
            #[must_use]
            pub fn $get(&self) -> $found {
                Metadata::of_content(&self.content).$get()
            }

            #[doc = concat!("Sets `metadata.", $name, "`, ", meaning!($name), "; ", $absent, " removes it. Does nothing if `metadata` is not an object.")]
            pub fn $set(&mut self, value: $given) {
                // This fails only if `metadata` is not an object, which upstream ignores, too.
                drop(MetadataMut::of_content(&mut self.content).$set(value));
            }
        )*
    };
}

/// Accessors of a string: its getter, and a setter that keeps the field even for an empty string.
macro_rules! kept_texts {
    ($($get:ident, $set:ident: $($step:literal).+, $meaning:expr;)*) => {
        $(
            #[doc = concat!("Returns ", $meaning, "; empty if it is unset or not a string.")]
            #[must_use]
            pub fn $get(&self) -> &str {
                nested::string(&self.content, &[$($step),+]).ok().flatten().unwrap_or_default()
            }

            #[doc = concat!("Sets ", $meaning, ". An empty string is stored, too.")]
            pub fn $set(&mut self, text: impl Into<Str>) {
                drop(nested::set(&mut self.content, &[$($step),+], text.into()));
            }
        )*
    };
}

impl Unstructured {
    kept_texts! {
        api_version, set_api_version: "apiVersion", "`apiVersion`, the group and version, such as `apps/v1`";
        kind, set_kind: "kind", "`kind`, the name of the kind, such as `Deployment`";
    }

    metadata! {
        name -> &str, set_name(impl Into<Str>): "name", "empty";
        generate_name -> &str, set_generate_name(impl Into<Str>): "generateName", "empty";
        namespace -> &str, set_namespace(impl Into<Str>): "namespace", "empty";
        self_link -> &str, set_self_link(impl Into<Str>): "selfLink", "empty";
        uid -> &str, set_uid(impl Into<Str>): "uid", "empty";
        resource_version -> &str, set_resource_version(impl Into<Str>): "resourceVersion", "empty";
        continue_ -> &str, set_continue(impl Into<Str>): "continue", "empty";
        generation -> i64, set_generation(i64): "generation", "0";
        deletion_grace_period_seconds -> Option<i64>, set_deletion_grace_period_seconds(Option<i64>):
            "deletionGracePeriodSeconds", "`None`";
        remaining_item_count -> Option<i64>, set_remaining_item_count(Option<i64>): "remainingItemCount", "`None`";
        creation_timestamp -> Time, set_creation_timestamp(Time): "creationTimestamp", "the zero time";
        labels -> Map<Str>, set_labels(Map<Str>): "labels", "nil";
        annotations -> Map<Str>, set_annotations(Map<Str>): "annotations", "nil";
        finalizers -> List<Str>, set_finalizers(List<Str>): "finalizers", "nil";
    }

    #[doc = concat!("Returns `metadata.deletionTimestamp`, ", meaning!("deletionTimestamp"), "; `None` if it is unset or not a time.")]
    #[must_use]
    pub fn deletion_timestamp(&self) -> Option<Time> {
        Metadata::of_content(&self.content).deletion_timestamp()
    }

    #[doc = concat!("Sets `metadata.deletionTimestamp`, ", meaning!("deletionTimestamp"), "; `None` removes it. As in upstream, the zero time is stored as an empty string.")]
    pub fn set_deletion_timestamp(&mut self, time: Option<Time>) {
        let path = ["metadata", "deletionTimestamp"];
        match time {
            Some(time) if time.is_zero() => drop(nested::set(&mut self.content, &path, Str::EMPTY)),
            time => drop(MetadataMut::of_content(&mut self.content).set_deletion_timestamp(time)),
        }
    }

    /// Creates an object with the same kind and `apiVersion` and no other content.
    ///
    /// ```
    /// use apimachinery::meta::Unstructured;
    ///
    /// let mut pod = Unstructured::default();
    /// pod.set_kind("Pod");
    /// pod.set_name("web");
    /// let empty = pod.new_empty_instance();
    /// assert_eq!((empty.kind(), empty.name()), ("Pod", ""));
    /// ```
    #[must_use]
    pub fn new_empty_instance(&self) -> Self {
        let mut empty = Unstructured::default();
        empty.set_type_meta(TypeMeta::from(&self.group_version_kind()));
        empty
    }
}

impl UnstructuredList {
    kept_texts! {
        api_version, set_api_version: "apiVersion", "`apiVersion`, the group and version, such as `apps/v1`";
        kind, set_kind: "kind", "`kind`, the name of the kind, such as `Deployment`";
        resource_version, set_resource_version: "metadata"."resourceVersion", concat!("`metadata.resourceVersion`, ", meaning!("resourceVersion"));
        self_link, set_self_link: "metadata"."selfLink", concat!("`metadata.selfLink`, ", meaning!("selfLink"));
        continue_, set_continue: "metadata"."continue", concat!("`metadata.continue`, ", meaning!("continue"));
    }

    metadata! {
        remaining_item_count -> Option<i64>, set_remaining_item_count(Option<i64>): "remainingItemCount", "`None`";
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::field::Value;

    #[test]
    fn a_zero_deletion_timestamp_is_kept_as_empty_text_and_read_as_none() {
        let mut object = Unstructured::default();
        object.set_deletion_timestamp(Some(Time::default()));
        assert_eq!(object.content["metadata"].get("deletionTimestamp").and_then(Value::as_str), Some(""));
        assert_eq!(object.deletion_timestamp(), None);
        object.set_deletion_timestamp(None);
        assert!(object.content["metadata"].get("deletionTimestamp").is_none());
        let zero = Value::String("0001-01-01T00:00:00Z".into());
        nested::set(&mut object.content, &["metadata", "deletionTimestamp"], zero).expect("the metadata is an object");
        assert_eq!(object.deletion_timestamp(), None);
    }
}
