use std::any::Any;

use super::unstructured::nested;
use super::{Object, Time, Unstructured, UnstructuredList};
use crate::field::{List, Map, Str, Value};
use crate::reflect::{StructRef, View};

/// Read access to the field `metadata` of any object, typed or untyped. Counterpart of `meta.Accessor` and
/// `meta.ListAccessor`.
///
/// The getters return the zero value for fields that are unset, that have an unexpected type in an untyped object, or
/// that the type of the metadata does not have, such as the name of a list. To modify metadata, use
/// [`MetadataMut`](super::MetadataMut).
///
/// ```
/// # #[cfg(feature = "apps")] {
/// use apimachinery::apis::apps::v1::Deployment;
/// use apimachinery::meta::{Metadata, Object, Unstructured};
///
/// let mut typed = Deployment::default();
/// typed.metadata.name = "web".into();
/// let mut untyped = Unstructured::default();
/// untyped.set_name("web");
/// let objects: [&dyn Object; 2] = [&typed, &untyped];
/// assert!(objects.iter().all(|object| Metadata::of(*object).unwrap().name() == "web"));
/// # }
/// ```
///
/// ```
/// use apimachinery::meta::{Metadata, Time, Unstructured, UnstructuredList};
///
/// let mut pod = Unstructured::default();
/// pod.set_finalizers(["example.com/a".into()].into());
/// let metadata = Metadata::of(&pod).expect("untyped objects have metadata");
/// assert_eq!((metadata.generation(), metadata.deletion_grace_period_seconds()), (0, None));
/// assert_eq!((metadata.creation_timestamp(), metadata.deletion_timestamp()), (Time::default(), None));
/// assert!(metadata.labels().is_nil() && metadata.annotations().is_nil());
/// assert_eq!(metadata.finalizers().len(), 1);
///
/// let list = UnstructuredList::default();
/// assert_eq!(Metadata::of(&list).and_then(|metadata| metadata.remaining_item_count()), None);
/// ```
#[derive(Clone, Copy)]
pub struct Metadata<'a>(Source<'a>);

#[derive(Clone, Copy)]
enum Source<'a> {
    Typed(StructRef<'a>),
    Untyped(&'a Map<Value>),
}

/// The meaning of a metadata field, for the documentation of its accessors.
macro_rules! meaning {
    ("name") => {
        "the name of the object, unique among the objects of its kind in a namespace"
    };
    ("generateName") => {
        "the prefix from which the API server generates the name of a new object"
    };
    ("namespace") => {
        "the namespace of the object, which cluster-scoped objects do not have"
    };
    ("selfLink") => {
        "the URL of the object, which servers no longer set"
    };
    ("uid") => {
        "the unique identifier that the API server gives each new object"
    };
    ("resourceVersion") => {
        "the opaque text that changes with every modification of the object"
    };
    ("continue") => {
        "the token with which clients request the next part of a long list"
    };
    ("generation") => {
        "the number that the API server increments when the desired state changes"
    };
    ("deletionGracePeriodSeconds") => {
        "the number of seconds that the object has to terminate after a request to delete it"
    };
    ("remainingItemCount") => {
        "the number of items that follow this part of a long list"
    };
    ("creationTimestamp") => {
        "the time at which the API server created the object"
    };
    ("deletionTimestamp") => {
        "the time after which the object is deleted, set when a client requests its deletion"
    };
    ("labels") => {
        "the labels, by which selectors find objects"
    };
    ("annotations") => {
        "the annotations, which are data for tools and controllers"
    };
    ("finalizers") => {
        "the names of the tasks that must be done before the object is deleted"
    };
}
pub(super) use meaning;

macro_rules! texts {
    ($($get:ident: $name:tt;)*) => {
        $(
            #[doc = concat!("Returns `metadata.", $name, "`, ", meaning!($name), "; empty if it is unset.")]
            #[must_use]
            pub fn $get(&self) -> &'a str {
                match self.0 {
                    Source::Typed(_) => if let Some(View::Str(text)) = self.field($name) { text } else { "" },
                    Source::Untyped(content) => {
                        nested::string(content, &["metadata", $name]).ok().flatten().unwrap_or_default()
                    }
                }
            }
        )*
    };
}

impl<'a> Metadata<'a> {
    /// Returns read access to the metadata of `object`, or `None` if its type has no field `metadata`.
    #[must_use]
    pub fn of(object: &'a dyn Object) -> Option<Self> {
        let any: &dyn Any = object;
        if let Some(object) = any.downcast_ref::<Unstructured>() {
            return Some(Metadata::of_content(&object.content));
        }
        if let Some(list) = any.downcast_ref::<UnstructuredList>() {
            return Some(Metadata::of_content(&list.content));
        }
        let View::Struct(object) = object.cursor().view() else { return None };
        match object.field(object.shape().position("metadata", 0)?).view() {
            View::Struct(metadata) => Some(Metadata(Source::Typed(metadata))),
            _ => None,
        }
    }

    /// Returns the metadata in untyped content. Fields of an unexpected type count as unset.
    pub(super) fn of_content(content: &'a Map<Value>) -> Self {
        Metadata(Source::Untyped(content))
    }

    texts! {
        name: "name";
        generate_name: "generateName";
        namespace: "namespace";
        self_link: "selfLink";
        uid: "uid";
        resource_version: "resourceVersion";
        continue_: "continue";
    }

    #[doc = concat!("Returns `metadata.generation`, ", meaning!("generation"), "; 0 if it is unset.")]
    #[must_use]
    pub fn generation(&self) -> i64 {
        self.number("generation").unwrap_or_default()
    }

    #[doc = concat!("Returns `metadata.deletionGracePeriodSeconds`, ", meaning!("deletionGracePeriodSeconds"), "; `None` if it is unset.")]
    #[must_use]
    pub fn deletion_grace_period_seconds(&self) -> Option<i64> {
        self.number("deletionGracePeriodSeconds")
    }

    #[doc = concat!("Returns `metadata.remainingItemCount`, ", meaning!("remainingItemCount"), "; `None` if it is unset.")]
    #[must_use]
    pub fn remaining_item_count(&self) -> Option<i64> {
        self.number("remainingItemCount")
    }

    #[doc = concat!("Returns `metadata.creationTimestamp`, ", meaning!("creationTimestamp"), "; the zero time if it is unset.")]
    #[must_use]
    pub fn creation_timestamp(&self) -> Time {
        self.time("creationTimestamp").unwrap_or_default()
    }

    #[doc = concat!("Returns `metadata.deletionTimestamp`, ", meaning!("deletionTimestamp"), "; `None` if it is unset.")]
    #[must_use]
    pub fn deletion_timestamp(&self) -> Option<Time> {
        self.time("deletionTimestamp")
    }

    #[doc = concat!("Returns a copy of `metadata.labels`, ", meaning!("labels"), "; nil if it is unset.")]
    #[must_use]
    pub fn labels(&self) -> Map<Str> {
        self.text_map("labels")
    }

    #[doc = concat!("Returns a copy of `metadata.annotations`, ", meaning!("annotations"), "; nil if it is unset.")]
    #[must_use]
    pub fn annotations(&self) -> Map<Str> {
        self.text_map("annotations")
    }

    #[doc = concat!("Returns a copy of `metadata.finalizers`, ", meaning!("finalizers"), "; nil if it is unset.")]
    #[must_use]
    pub fn finalizers(&self) -> List<Str> {
        match (self.0, self.field("finalizers")) {
            (Source::Untyped(content), _) => {
                nested::strings(content, &["metadata", "finalizers"]).ok().flatten().unwrap_or_default()
            }
            (_, Some(View::List(list))) if !list.is_nil() => {
                let mut finalizers = Vec::with_capacity(list.len());
                for item in list.iter() {
                    finalizers.extend(text(item.view()));
                }
                finalizers.into()
            }
            _ => List::nil(),
        }
    }

    /// Returns the value of a typed field; the value inside if the field is an option.
    fn field(&self, name: &str) -> Option<View<'a>> {
        let Source::Typed(metadata) = self.0 else { return None };
        match metadata.field(metadata.shape().position(name, 0)?).view() {
            View::Option(value) => Some(value?.view()),
            view => Some(view),
        }
    }

    fn number(&self, name: &str) -> Option<i64> {
        match (self.0, self.field(name)) {
            (Source::Untyped(content), _) => nested::integer(content, &["metadata", name]).ok().flatten(),
            (_, Some(View::Int64(number))) => Some(number),
            _ => None,
        }
    }

    fn time(&self, name: &str) -> Option<Time> {
        match (self.0, self.field(name)) {
            (Source::Untyped(content), _) => {
                let text = nested::string(content, &["metadata", name]).ok().flatten();
                // In untyped content, the zero time as text means unset.
                text.and_then(|text| text.parse().ok()).filter(|time: &Time| !time.is_zero())
            }
            (_, Some(View::Leaf(leaf))) => (leaf as &dyn Any).downcast_ref().copied(),
            _ => None,
        }
    }

    fn text_map(&self, name: &str) -> Map<Str> {
        match (self.0, self.field(name)) {
            (Source::Untyped(content), _) => {
                nested::null_coercing_string_map(content, &["metadata", name]).ok().flatten().unwrap_or_default()
            }
            (_, Some(View::Map(map))) if !map.is_nil() => {
                let mut texts = Map::with_capacity(map.len());
                for (key, value) in map.iter() {
                    if let Some(text) = text(value.view()) {
                        texts.push_entry(key.clone(), text);
                    }
                }
                texts
            }
            _ => Map::nil(),
        }
    }
}

fn text(view: View<'_>) -> Option<Str> {
    if let View::Str(text) = view { Some(text.clone()) } else { None }
}
