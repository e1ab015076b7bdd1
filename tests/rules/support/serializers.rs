//! The serializers, objects and versions named in the cases, and the results in the form of the cases.

use std::any::Any;
use std::sync::{Arc, LazyLock};

use apimachinery::meta::{Object, Str, TypeMeta, Unknown, Unstructured};
use apimachinery::schema::{GroupVersion, GroupVersionKind, GroupVersioner, GroupVersions};
use apimachinery::scheme::Scheme;
use apimachinery::serializer::{
    CodecFactory, Decoded, Decoder, Encoder, Error, Format, JsonSerializer, ProtobufSerializer, RawProtobufSerializer,
    Serializer, YamlSerializer,
};
use base64::prelude::{BASE64_STANDARD, Engine};
use serde_json::{Value, json};

use super::text;

pub(crate) static CODECS: LazyLock<CodecFactory> = LazyLock::new(|| CodecFactory::new(apimachinery::apis::scheme()));

/// An object of a type that is in no Scheme.
#[derive(Clone, Default, PartialEq)]
struct Stranger {
    type_meta: TypeMeta,
    name: Str,
}

apimachinery::message! {
    Stranger: kind {
        name => "name", 1, Empty;
    }
}

pub(crate) fn scheme() -> Arc<Scheme> {
    CODECS.scheme().clone()
}

/// Returns a serializer by its name in the cases.
pub(crate) fn serializer(name: &str) -> Arc<dyn Serializer> {
    match name {
        "json" => Arc::new(JsonSerializer::new(scheme())),
        "json pretty" => Arc::new(JsonSerializer::new(scheme()).pretty()),
        "json strict" => Arc::new(JsonSerializer::new(scheme()).strict()),
        "yaml" => Arc::new(YamlSerializer::new(scheme())),
        "yaml strict" => Arc::new(YamlSerializer::new(scheme()).strict()),
        "protobuf" => Arc::new(ProtobufSerializer::new(scheme())),
        "raw" => Arc::new(RawProtobufSerializer::new(scheme())),
        other => panic!("no serializer {other}"),
    }
}

/// Returns the data of a case, given as text or as bytes.
pub(crate) fn bytes(data: &Value) -> Vec<u8> {
    match data["text"].as_str() {
        Some(text) => text.as_bytes().to_vec(),
        None => BASE64_STANDARD.decode(text(&data["bytes"])).expect("base64"),
    }
}

/// Returns an object to decode into, by its name in the cases.
pub(crate) fn target(name: &str) -> Option<Box<dyn Object>> {
    let words: Vec<&str> = name.split(' ').collect();
    Some(match words[..] {
        [""] => return None,
        ["unknown"] => Box::new(Unknown::default()),
        ["stranger"] => Box::new(Stranger::default()),
        ["unstructured"] => Box::new(Unstructured::default()),
        ["unstructured", version, kind] => {
            let mut object = Unstructured::default();
            object.set_type_meta(TypeMeta::new(version, kind));
            Box::new(object)
        }
        [version, kind] => {
            CODECS.scheme().new_object(&GroupVersionKind::from_api_version(version, kind)).expect("a known kind")
        }
        _ => panic!("no target {name}"),
    })
}

pub(crate) fn defaults(name: &str) -> Option<GroupVersionKind> {
    let (version, kind) = name.split_once(' ')?;
    Some(GroupVersionKind::from_api_version(version.trim_start_matches('-'), kind))
}

pub(crate) fn versions(names: &str) -> Vec<GroupVersion> {
    let names = names.split(',').filter(|name| !name.is_empty());
    names.map(|name| name.parse().expect("a version")).collect()
}

pub(crate) fn string(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).expect("text")
}

pub(crate) fn json_of(object: &dyn Object) -> String {
    string(serializer("json").encode_to_vec(object).expect("JSON")).trim_end().to_owned()
}

pub(crate) fn described(object: &dyn Object) -> Value {
    if let Some(unknown) = (object as &dyn Any).downcast_ref::<Unknown>() {
        return json!({
            "kind": unknown.type_meta.kind.as_str(),
            "apiVersion": unknown.type_meta.api_version.as_str(),
            "raw": if unknown.raw.is_nil() { Value::Null } else { BASE64_STANDARD.encode(&*unknown.raw).into() },
            "contentType": unknown.content_type.as_str(),
            "contentEncoding": unknown.content_encoding.as_str(),
        });
    }
    if object.type_name().contains("::internal::") {
        let json = CODECS.serializer(Format::Json).clone();
        let encoder = CODECS.encoder_for_version(json, GroupVersion::new("apps", "v1"));
        return json!({ "hub": string(encoder.encode_to_vec(object).expect("a version with this hub")) });
    }
    json_of(object).into()
}

pub(crate) fn class(error: &Error) -> &'static str {
    match () {
        () if error.is_strict_decoding() => "strict",
        () if error.is_missing_kind() => "missing kind",
        () if error.is_missing_version() => "missing version",
        () if error.is_not_registered() => "not registered",
        () if error.is_not_marshalable() => "not marshalable",
        () => "other",
    }
}

pub(crate) fn failure(error: &Error) -> Value {
    json!({ "class": class(error), "text": in_go(&error.to_string()) })
}

/// Replaces our names of types and of the Scheme by Go's.
pub(crate) fn in_go(text: &str) -> String {
    let word = |word: &str| {
        let before = if word.starts_with('(') { "(" } else { "" };
        match word[before.len()..].split("::").collect::<Vec<_>>()[..] {
            [.., group, "internal", name] => format!("{before}{group}.{name}"),
            [.., "unstructured", _, name] => format!("{before}*unstructured.{name}"),
            [.., package, name] => format!("{before}{package}.{name}"),
            _ => word.to_owned(),
        }
    };
    text.split(' ').map(word).collect::<Vec<_>>().join(" ").replace("\"apimachinery\"", "\"pkg/runtime/scheme.go:111\"")
}

/// Decodes the data of a case and returns all results that upstream returns.
pub(crate) fn decoded(decoder: &dyn Decoder, case: &Value) -> Value {
    let (data, defaults) = (bytes(&case["data"]), defaults(case["defaults"].as_str().unwrap_or_default()));
    let Some(mut into) = target(case["into"].as_str().unwrap_or_default()) else {
        return results(decoder.decode(&data, defaults.as_ref()), false);
    };
    match decoder.decode_into(&data, defaults.as_ref(), &mut *into) {
        Ok(decoded) => results(Ok(decoded.with_object(into)), true),
        Err(error) if error.is_wrong_kind() => results(Ok(error.into_decoded().expect("another object")), false),
        Err(error) if error.is_strict_decoding() => strict_into(error, &*into),
        Err(error) => results(Err(error), false),
    }
}

/// Returns the result of a strict error: with another object, or with the object in the target.
pub(crate) fn strict_into(error: Error, into: &dyn Object) -> Value {
    let (failed, gvk) = (failure(&error), error.gvk().expect("a kind").to_string());
    match error.into_decoded() {
        Some(other) => json!({ "object": described(&*other.object), "gvk": gvk, "into": false, "err": failed }),
        None => json!({ "object": described(into), "gvk": gvk, "into": true, "err": failed }),
    }
}

pub(crate) fn results(result: Result<Decoded, Error>, into: bool) -> Value {
    match result {
        Ok(Decoded { object, gvk, .. }) => {
            json!({ "object": described(&*object), "gvk": gvk.to_string(), "into": into, "err": null })
        }
        Err(error) => {
            let (failed, gvk) = (failure(&error), error.gvk().map(ToString::to_string));
            let object = error.into_decoded().map(|decoded| described(&*decoded.object));
            json!({ "object": object, "gvk": gvk, "into": false, "err": failed })
        }
    }
}

pub(crate) fn decoded_with_its_serializer(case: &Value) -> Value {
    decoded(&serializer(text(&case["with"])), case)
}

/// Encodes the object of a document.
pub(crate) fn encoded(encoder: &dyn Encoder, case: &Value) -> Value {
    let data = bytes(&case["data"]);
    let object = match target(text(&case["into"])) {
        None => serializer("json").decode(&data, None).expect("a known kind").object,
        Some(mut into) => {
            serializer("json").decode_into(&data, None, &mut *into).expect("an object");
            into
        }
    };
    let before = object.clone();
    let result = encoder.encode_to_vec(&*object);
    assert!(object.dyn_eq(&*before), "the object stays as it is");
    let mut moved = Vec::new();
    let consumed = encoder.encode_owned(object, &mut moved);
    assert_eq!(consumed.is_ok().then_some(&moved), result.as_ref().ok(), "both forms write the same");
    match result {
        Ok(bytes) => json!({ "text": string(bytes), "err": null }),
        Err(error) => json!({ "text": "", "err": failure(&error) }),
    }
}

pub(crate) fn versioner(names: &str) -> Arc<dyn GroupVersioner> {
    match &versions(names)[..] {
        [one] => Arc::new(one.clone()),
        several => Arc::new(GroupVersions::from(several.to_vec())),
    }
}
