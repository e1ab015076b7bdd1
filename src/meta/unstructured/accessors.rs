//! The metadata that every object has, by name: upstream's accessors. Reading what is absent or of
//! another type gives the zero value; content whose `metadata` is no object is not changed.
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
use crate::field::{List, Map, Str, Value};
use crate::meta::{Object, Time, TypeMeta};

/// A text of the content: its getter, and a setter that removes it when given nothing, or one that
/// keeps it even then.
macro_rules! texts {
    ($($get:ident, $set:ident: $($step:literal).+, $change:ident;)*) => {
        $(
            #[doc = concat!("`", $(".", $step,)+ "`; empty if it is absent.")]
            #[must_use]
            pub fn $get(&self) -> &str {
                nested::string(&self.content, &[$($step),+]).ok().flatten().unwrap_or_default()
            }

            #[doc = concat!("Sets `", $(".", $step,)+ "`.")]
            pub fn $set(&mut self, text: impl Into<Str>) {
                let text: Str = text.into();
                $change(&mut self.content, &[$($step),+], (!text.is_empty()).then(|| text.into()));
            }
        )*
    };
}

/// A number of the content that may be absent.
macro_rules! numbers {
    ($($get:ident, $set:ident: $name:literal;)*) => {
        $(
            #[doc = concat!("`.metadata.", $name, "`.")]
            #[must_use]
            pub fn $get(&self) -> Option<i64> {
                nested::integer(&self.content, &["metadata", $name]).ok().flatten()
            }

            #[doc = concat!("Sets `.metadata.", $name, "`, or removes it.")]
            pub fn $set(&mut self, number: Option<i64>) {
                set_or_remove(&mut self.content, &["metadata", $name], number.map(Value::from));
            }
        )*
    };
}

/// An object of texts of the content.
macro_rules! text_maps {
    ($($get:ident, $set:ident: $name:literal;)*) => {
        $(
            #[doc = concat!("`.metadata.", $name, "`; nil if absent. A value that is `null` is empty.")]
            #[must_use]
            pub fn $get(&self) -> Map<Str> {
                nested::null_coercing_string_map(&self.content, &["metadata", $name]).ok().flatten().unwrap_or_default()
            }

            #[doc = concat!("Sets `.metadata.", $name, "`; nil removes it.")]
            pub fn $set(&mut self, texts: Map<Str>) {
                let texts = (!texts.is_nil()).then(|| {
                    Value::Map(texts.into_iter().map(|(key, text)| (key, Value::String(text))).collect())
                });
                set_or_remove(&mut self.content, &["metadata", $name], texts);
            }
        )*
    };
}

impl Unstructured {
    texts! {
        api_version, set_api_version: "apiVersion", set_even_empty;
        kind, set_kind: "kind", set_even_empty;
        name, set_name: "metadata"."name", set_or_remove;
        generate_name, set_generate_name: "metadata"."generateName", set_or_remove;
        namespace, set_namespace: "metadata"."namespace", set_or_remove;
        self_link, set_self_link: "metadata"."selfLink", set_or_remove;
        uid, set_uid: "metadata"."uid", set_or_remove;
        resource_version, set_resource_version: "metadata"."resourceVersion", set_or_remove;
        continue_, set_continue: "metadata"."continue", set_or_remove;
    }

    numbers! {
        deletion_grace_period_seconds, set_deletion_grace_period_seconds: "deletionGracePeriodSeconds";
        remaining_item_count, set_remaining_item_count: "remainingItemCount";
    }

    text_maps! {
        labels, set_labels: "labels";
        annotations, set_annotations: "annotations";
    }

    /// `.metadata.generation`; 0 if it is absent.
    #[must_use]
    pub fn generation(&self) -> i64 {
        nested::integer(&self.content, &["metadata", "generation"]).ok().flatten().unwrap_or_default()
    }

    /// Sets `.metadata.generation`; 0 removes it.
    pub fn set_generation(&mut self, generation: i64) {
        let generation = (generation != 0).then_some(generation.into());
        set_or_remove(&mut self.content, &["metadata", "generation"], generation);
    }

    /// `.metadata.creationTimestamp`; the zero time if it is absent or no time.
    #[must_use]
    pub fn creation_timestamp(&self) -> Time {
        self.time("creationTimestamp")
    }

    /// Sets `.metadata.creationTimestamp`; the zero time removes it.
    pub fn set_creation_timestamp(&mut self, time: Time) {
        let text = (!time.is_zero()).then(|| time.to_string().into());
        set_or_remove(&mut self.content, &["metadata", "creationTimestamp"], text);
    }

    /// `.metadata.deletionTimestamp`; `None` if it is absent or no time.
    #[must_use]
    pub fn deletion_timestamp(&self) -> Option<Time> {
        Some(self.time("deletionTimestamp")).filter(|time| !time.is_zero())
    }

    /// Sets `.metadata.deletionTimestamp`, or removes it.
    pub fn set_deletion_timestamp(&mut self, time: Option<Time>) {
        let text = |time: Time| if time.is_zero() { String::new() } else { time.to_string() };
        set_or_remove(&mut self.content, &["metadata", "deletionTimestamp"], time.map(|time| text(time).into()));
    }

    fn time(&self, name: &str) -> Time {
        let text = nested::string(&self.content, &["metadata", name]).ok().flatten();
        text.and_then(|text| text.parse().ok()).unwrap_or_default()
    }

    /// `.metadata.finalizers`; nil if it is absent or an item is no text.
    #[must_use]
    pub fn finalizers(&self) -> List<Str> {
        nested::strings(&self.content, &["metadata", "finalizers"]).ok().flatten().unwrap_or_default()
    }

    /// Sets `.metadata.finalizers`; nil removes them.
    pub fn set_finalizers(&mut self, finalizers: List<Str>) {
        let texts = || finalizers.iter().cloned().map(Value::String).collect::<Vec<_>>().into();
        let finalizers = (!finalizers.is_nil()).then(texts);
        set_or_remove(&mut self.content, &["metadata", "finalizers"], finalizers);
    }

    /// An object with the same kind and apiVersion and nothing else.
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
    texts! {
        api_version, set_api_version: "apiVersion", set_even_empty;
        kind, set_kind: "kind", set_even_empty;
        resource_version, set_resource_version: "metadata"."resourceVersion", set_even_empty;
        self_link, set_self_link: "metadata"."selfLink", set_even_empty;
        continue_, set_continue: "metadata"."continue", set_even_empty;
    }

    numbers! {
        remaining_item_count, set_remaining_item_count: "remainingItemCount";
    }
}

fn set_or_remove(content: &mut Map<Value>, path: &[&str], value: Option<Value>) {
    match value {
        // It fails only for metadata that is no object, which upstream leaves as it is, too.
        Some(value) => drop(nested::set(content, path, value)),
        None => drop(nested::remove(content, path)),
    }
}

fn set_even_empty(content: &mut Map<Value>, path: &[&str], value: Option<Value>) {
    set_or_remove(content, path, Some(value.unwrap_or_else(|| Str::EMPTY.into())));
}
