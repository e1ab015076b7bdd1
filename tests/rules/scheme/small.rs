//! A scheme with a hub, an unversioned type, and a type for several kinds. `conformance/small.go` is its Go
//! counterpart.

use apimachinery::conversion::{self, Scope};
use apimachinery::meta::{Object, Str, TypeMeta, Unstructured};
use apimachinery::schema::GroupVersionKind;
use apimachinery::scheme::{Builder, Error, Scheme};
use serde_json::{Value, json};

use super::super::support::text;

macro_rules! types {
    ($($name:ident),*) => {$(
        #[derive(Clone, Default, PartialEq)]
        pub(crate) struct $name {
            pub(crate) type_meta: TypeMeta,
            pub(crate) name: Str,
        }

        apimachinery::message! {
            $name: kind {
                name => "name", 1, Never;
            }
        }
    )*};
}

types!(Thing, OldThing, InternalThing, Anywhere, Twice, Stray);

/// A type whose name is used by another one.
pub(crate) mod other {
    use apimachinery::meta::{Str, TypeMeta};

    types!(Anywhere);
}

/// Parses a kind written as `apiVersion Kind`.
pub(crate) fn kind(text: &str) -> GroupVersionKind {
    let (version, kind) = text.split_once(' ').expect("apiVersion and kind");
    GroupVersionKind::from_api_version(version, kind)
}

macro_rules! convert {
    ($from:ty, $to:ty) => {
        |from: &mut $from, to: &mut $to, _: &Scope<'_>| {
            to.name = format!("{}!", from.name).into();
            if from.name.starts_with("bad") {
                return Err(conversion::Error::new("this name does not convert"));
            }
            Ok(())
        }
    };
}

pub(crate) fn builder() -> Builder {
    let mut builder = Scheme::builder().named("rules");
    builder
        .known_type::<Thing>(kind("example.com/v1 Thing"))
        .convert::<InternalThing>(convert!(Thing, InternalThing), convert!(InternalThing, Thing));
    builder
        .known_type::<OldThing>(kind("example.com/v1beta1 Thing"))
        .convert::<InternalThing>(convert!(OldThing, InternalThing), convert!(InternalThing, OldThing));
    builder.unversioned_type::<Anywhere>(&"v1".parse().expect("a version"));
    builder.known_type::<Twice>(kind("a.example.com/v1 Twice"));
    builder.known_type::<Twice>(kind("b.example.com/v1 Twice"));
    builder.known_type::<Twice>(kind("b.example.com/v2 Double"));
    builder.hub::<InternalThing>("example.com", "Thing");
    builder.field_labels(kind("example.com/v1 Thing"), |label, value| match label {
        "color" => Ok(("spec.color".into(), format!("{value}!").into())),
        _ => Err(Error::other(format!("no label {label}"))),
    });
    builder
}

pub(crate) fn scheme() -> Scheme {
    builder().build()
}

/// Returns an object of the rules by its name.
pub(crate) fn object(name: &str) -> Box<dyn Object> {
    match name {
        "Thing" => Box::new(Thing { name: "x".into(), ..Default::default() }),
        "OldThing" => Box::new(OldThing { name: "x".into(), ..Default::default() }),
        "InternalThing" => Box::new(InternalThing { name: "x".into(), ..Default::default() }),
        "Anywhere" => Box::new(Anywhere { name: "x".into(), ..Default::default() }),
        "Twice" => Box::new(Twice { name: "x".into(), ..Default::default() }),
        "Stray" => Box::new(Stray { name: "x".into(), ..Default::default() }),
        "Bad" => Box::new(Thing { name: "bad".into(), ..Default::default() }),
        _ => panic!("no object {name}"),
    }
}

pub(crate) fn zero(name: &str) -> Box<dyn Object> {
    match name {
        "Thing" => Box::new(Thing::default()),
        "InternalThing" => Box::new(InternalThing::default()),
        "Anywhere" => Box::new(Anywhere::default()),
        "Unstructured" => Box::new(Unstructured::default()),
        _ => panic!("no object {name}"),
    }
}

pub(crate) fn unstructured_thing(version: &str) -> Box<dyn Object> {
    unstructured(&json!({ "apiVersion": version, "kind": "Thing", "name": "x", "unknown": "y" }))
}

pub(crate) fn unstructured(content: &Value) -> Box<dyn Object> {
    let texts = content.as_object().expect("a map").iter();
    let content = texts.map(|(key, value)| (Str::from(key.as_str()), text(value).into())).collect();
    Box::new(Unstructured { content })
}

/// Returns the parts of an object that are compared.
pub(crate) fn shown(object: &dyn Object) -> Value {
    let mut json = Vec::new();
    apimachinery::serializer::json::write(&mut json, object.cursor()).expect("JSON");
    let content: Value = serde_json::from_slice(&json).expect("JSON");
    if (object as &dyn std::any::Any).is::<Unstructured>() {
        return content;
    }
    let kind = object.type_meta().group_version_kind().to_string();
    json!({ "type": type_name(object), "kind": kind, "name": content["name"] })
}

/// Returns the type name of an object without its path.
pub(crate) fn type_name(object: &dyn Object) -> &'static str {
    object.type_name().rsplit("::").next().expect("a name")
}
