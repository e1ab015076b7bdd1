//! Serializers, the recognizer, the versioning codec and the codec factory.

use std::any::Any;
use std::sync::{Arc, LazyLock};

use apimachinery::meta::{Object, Str, TypeMeta, Unknown, Unstructured};
use apimachinery::schema::{
    DisabledGroupVersioner, GroupVersion, GroupVersionKind, GroupVersioner, GroupVersions, InternalGroupVersioner,
};
use apimachinery::scheme::Scheme;
use apimachinery::serializer::{
    Base64Serializer, CodecFactory, Decoded, Decoder, Encoder, Error, Format, JsonSerializer, NoopDecoder, NoopEncoder,
    ProtobufSerializer, RawProtobufSerializer, Recognition, Recognizer, Serializer, WithVersionEncoder, YamlSerializer,
    serializer_info_for_media_type,
};
use base64::prelude::{BASE64_STANDARD, Engine};
use serde_json::{Value, json};

use super::support::{cases, text};

static CODECS: LazyLock<CodecFactory> = LazyLock::new(|| CodecFactory::new(apimachinery::apis::scheme()));

/// An object of a type that no Scheme knows.
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

fn scheme() -> Arc<Scheme> {
    CODECS.scheme().clone()
}

/// The serializers by the names that the cases have for them.
fn serializer(name: &str) -> Arc<dyn Serializer> {
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

/// Data, which a case has as text or as bytes.
fn bytes(data: &Value) -> Vec<u8> {
    match data["text"].as_str() {
        Some(text) => text.as_bytes().to_vec(),
        None => BASE64_STANDARD.decode(text(&data["bytes"])).expect("base64"),
    }
}

/// An object to decode into, by the name that a case has for it.
fn target(name: &str) -> Option<Box<dyn Object>> {
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

fn defaults(name: &str) -> Option<GroupVersionKind> {
    let (version, kind) = name.split_once(' ')?;
    Some(GroupVersionKind::from_api_version(version.trim_start_matches('-'), kind))
}

fn versions(names: &str) -> Vec<GroupVersion> {
    let names = names.split(',').filter(|name| !name.is_empty());
    names.map(|name| name.parse().expect("a version")).collect()
}

fn string(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).expect("text")
}

fn json_of(object: &dyn Object) -> String {
    string(serializer("json").encode_to_vec(object).expect("JSON")).trim_end().to_owned()
}

fn described(object: &dyn Object) -> Value {
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
        return json!({ "hub": string(encoder.encode_to_vec(object).expect("a version of the hub's")) });
    }
    json_of(object).into()
}

fn class(error: &Error) -> &'static str {
    match () {
        () if error.is_strict_decoding() => "strict",
        () if error.is_missing_kind() => "missing kind",
        () if error.is_missing_version() => "missing version",
        () if error.is_not_registered() => "not registered",
        () if error.is_not_marshalable() => "not marshalable",
        () => "other",
    }
}

fn failure(error: &Error) -> Value {
    json!({ "class": class(error), "text": in_go(&error.to_string()) })
}

/// A text with Go's names for our types and our Scheme.
fn in_go(text: &str) -> String {
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

/// What a decoder makes of data, in all the results that upstream's has.
fn decoded(decoder: &dyn Decoder, case: &Value) -> Value {
    let (data, defaults) = (bytes(&case["data"]), defaults(case["defaults"].as_str().unwrap_or_default()));
    let Some(mut into) = target(case["into"].as_str().unwrap_or_default()) else {
        return results(decoder.decode(&data, defaults.as_ref()), false);
    };
    match decoder.decode_into(&data, defaults.as_ref(), &mut *into) {
        Ok((gvk, warnings)) => results(Ok(Decoded { object: into, gvk, warnings }), true),
        Err(error) if error.is_wrong_kind() => results(Ok(error.into_decoded().expect("another object")), false),
        Err(error) if error.is_strict_decoding() => strict_into(error, &*into),
        Err(error) => results(Err(error), false),
    }
}

/// A strict error comes with another object, or the target has it.
fn strict_into(error: Error, into: &dyn Object) -> Value {
    let (failed, gvk) = (failure(&error), error.gvk().expect("a kind").to_string());
    match error.into_decoded() {
        Some(other) => json!({ "object": described(&*other.object), "gvk": gvk, "into": false, "err": failed }),
        None => json!({ "object": described(into), "gvk": gvk, "into": true, "err": failed }),
    }
}

fn results(result: Result<Decoded, Error>, into: bool) -> Value {
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

fn decoded_with_its_serializer(case: &Value) -> Value {
    decoded(&serializer(text(&case["with"])), case)
}

#[test]
fn data_then_defaults_then_target_say_the_kind() {
    cases("codecs", "data_then_defaults_then_target_say_the_kind").compare(decoded_with_its_serializer);
}

#[test]
fn missing_kind_and_version_show_the_data() {
    cases("codecs", "missing_kind_and_version_show_the_data").compare(decoded_with_its_serializer);
}

#[test]
fn an_api_version_is_a_group_and_a_version() {
    cases("codecs", "an_api_version_is_a_group_and_a_version").compare(decoded_with_its_serializer);
}

#[test]
fn unknown_takes_the_original_bytes() {
    cases("codecs", "unknown_takes_the_original_bytes").compare(decoded_with_its_serializer);
}

#[test]
fn unregistered_types_are_filled_whatever_the_data_says() {
    cases("codecs", "unregistered_types_are_filled_whatever_the_data_says").compare(decoded_with_its_serializer);
}

#[test]
fn unstructured_objects_are_filled_whatever_the_data_says() {
    cases("codecs", "unstructured_objects_are_filled_whatever_the_data_says").compare(decoded_with_its_serializer);
}

#[test]
fn data_of_another_kind_becomes_another_object() {
    cases("codecs", "data_of_another_kind_becomes_another_object").compare(decoded_with_its_serializer);
}

#[test]
fn strict_errors_come_with_the_object() {
    cases("codecs", "strict_errors_come_with_the_object").compare(decoded_with_its_serializer);
}

#[test]
fn lax_serializers_drop_without_an_error() {
    cases("codecs", "lax_serializers_drop_without_an_error").compare(decoded_with_its_serializer);
}

#[test]
fn strict_yaml_tells_repeated_keys_first() {
    cases("codecs", "strict_yaml_tells_repeated_keys_first").compare(decoded_with_its_serializer);
}

#[test]
fn what_is_no_envelope_is_refused() {
    cases("codecs", "what_is_no_envelope_is_refused").compare(decoded_with_its_serializer);
}

#[test]
fn an_envelope_is_completed_by_defaults_and_target() {
    cases("codecs", "an_envelope_is_completed_by_defaults_and_target").compare(decoded_with_its_serializer);
}

#[test]
fn an_envelope_in_an_envelope_is_protobuf() {
    cases("codecs", "an_envelope_in_an_envelope_is_protobuf").compare(decoded_with_its_serializer);
}

#[test]
fn raw_messages_are_of_the_kind_of_the_target() {
    cases("codecs", "raw_messages_are_of_the_kind_of_the_target").compare(decoded_with_its_serializer);
}

#[test]
fn objects_without_message_are_not_marshalable() {
    cases("codecs", "objects_without_message_are_not_marshalable").compare(|name| {
        let object = target("unstructured v1 ConfigMap").expect("an object");
        failure(&serializer(text(name)).encode_to_vec(&*object).unwrap_err())
    });
}

#[test]
fn unknown_is_written_as_it_is() {
    let (type_meta, content_type) = (TypeMeta::new("v1", "A"), Unknown::JSON.into());
    let unknown = Unknown { type_meta, raw: r#"{ "a":1 }"#.into(), content_type, ..Unknown::default() };
    cases("codecs", "unknown_is_written_as_it_is")
        .compare(|name| BASE64_STANDARD.encode(serializer(text(name)).encode_to_vec(&unknown).expect("bytes")));
}

#[test]
fn serializers_recognize_data_by_how_it_begins() {
    cases("codecs", "serializers_recognize_data_by_how_it_begins").compare(|data| {
        let data = bytes(data);
        let opinion = |name: &str| match serializer(name).recognizes(&data) {
            Recognition::Yes => "yes",
            Recognition::No => "no",
            Recognition::Unknown => "unknown",
        };
        json!({ "json": opinion("json"), "yaml": opinion("yaml"), "protobuf": opinion("protobuf") })
    });
}

#[test]
fn the_sure_decoder_decodes_and_the_others_are_tried() {
    cases("codecs", "the_sure_decoder_decodes_and_the_others_are_tried").compare(|case| {
        let names = text(&case["order"]).split(',').filter(|name| !name.is_empty());
        let recognizer = Recognizer::new(names.map(|name| serializer(name) as Arc<dyn Decoder>));
        let mut results = decoded(&recognizer, case);
        let said = results["err"]["text"].as_str().unwrap_or_default();
        if let Some(at) = said.find(" to decode into: RawProtobufSerializer") {
            results["err"]["text"] = said[..at].to_owned().into();
        }
        let members = results.as_object_mut().expect("an object");
        members.remove("into");
        // We also tell the kind of what could not be decoded.
        if members["object"].is_null() {
            members["gvk"] = Value::Null;
        }
        results
    });
}

#[test]
fn decoding_fills_defaults_and_converts() {
    const THROUGH_THE_HUB: &str = "between two versions the way goes through the hub; upstream knows no conversion";
    let differ = [
        (
            r#"{"data":{"text":"{\"kind\":\"Deployment\",\"apiVersion\":\"extensions/v1beta1\",\"spec\":{\"replicas\":3}}"},"defaults":"","into":"","versions":"apps/v1"}"#,
            THROUGH_THE_HUB,
        ),
        (
            r#"{"data":{"text":"{\"kind\":\"Deployment\",\"apiVersion\":\"extensions/v1beta1\",\"spec\":{\"replicas\":3}}"},"defaults":"","into":"","versions":"v1,apps/v1"}"#,
            THROUGH_THE_HUB,
        ),
    ];
    cases("codecs", "decoding_fills_defaults_and_converts")
        .compare_but(&differ, |case| decoded(&CODECS.universal_decoder(&versions(text(&case["versions"]))), case));
}

#[test]
fn decoding_into_an_object_converts_to_its_kind() {
    let differ = [
        (
            r#"{"data":{"text":"{\"kind\":\"Deployment\",\"apiVersion\":\"extensions/v1beta1\",\"spec\":{\"replicas\":3}}"},"defaults":"","into":"apps/v1 Deployment","versions":""}"#,
            "between two versions the way goes through the hub; upstream knows no conversion",
        ),
        (
            r#"{"data":{"text":"{\"kind\":\"Deployment\"}"},"defaults":"","into":"apps/__internal Deployment","versions":""}"#,
            "the hub's replicas may be absent; upstream's are 0 then",
        ),
        (
            r#"{"data":{"text":"{\"spec\":{}}"},"defaults":"","into":"apps/__internal Deployment","versions":""}"#,
            "the hub's replicas may be absent; upstream's are 0 then",
        ),
    ];
    cases("codecs", "decoding_into_an_object_converts_to_its_kind")
        .compare_but(&differ, |case| decoded(&CODECS.universal_decoder(&[]), case));
}

/// What an encoder writes of an object, which a document says.
fn encoded(encoder: &dyn Encoder, case: &Value) -> Value {
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

fn versioner(names: &str) -> Arc<dyn GroupVersioner> {
    match &versions(names)[..] {
        [one] => Arc::new(one.clone()),
        several => Arc::new(GroupVersions::from(several.to_vec())),
    }
}

#[test]
fn encoding_converts_what_needs_it() {
    cases("codecs", "encoding_converts_what_needs_it").compare(|case| {
        let json = serializer("json");
        match text(&case["versions"]) {
            "none" => encoded(&WithVersionEncoder::new(scheme(), json, None), case),
            "disabled" => encoded(&CODECS.encoder_for_version(json, DisabledGroupVersioner), case),
            names => {
                let none = NoopEncoder(serializer("json"));
                encoded(&CODECS.codec_for_versions(json, none, Some(versioner(names)), None), case)
            }
        }
    });
}

#[test]
fn media_types_come_in_order_with_their_serializers() {
    cases("codecs", "media_types_come_in_order_with_their_serializers").compare(|_| {
        let infos = CODECS.supported_media_types().iter();
        let entry = infos.map(|info| {
            json!({
                "type": info.media_type, "main": info.media_type_type(), "sub": info.media_type_subtype(),
                "text": info.encodes_as_text, "serializer": info.serializer.identifier(),
                "strict": info.strict_serializer.as_ref().map(|serializer| serializer.identifier()),
                "pretty": info.pretty_serializer.as_ref().map(|serializer| serializer.identifier()),
                "stream": info.stream_serializer.as_ref().map(|stream| {
                    json!({ "text": stream.encodes_as_text, "serializer": stream.serializer.identifier() })
                }),
            })
        });
        entry.collect::<Vec<Value>>()
    });
}

#[test]
fn a_media_type_is_found_by_its_exact_name() {
    cases("codecs", "a_media_type_is_found_by_its_exact_name").compare(|name| {
        let info = serializer_info_for_media_type(CODECS.supported_media_types(), text(name));
        json!({ "found": info.is_some(), "type": info.map_or("", |info| &info.media_type) })
    });
}

#[test]
fn identifiers_say_what_makes_the_encoding() {
    let json = || serializer("json");
    let apps = || GroupVersion::new("apps", "v1");
    cases("codecs", "identifiers_say_what_makes_the_encoding").compare(|name| match text(name) {
        "base64 json" => Base64Serializer::new(json(), json()).identifier(),
        "noop" => NoopEncoder(json()).identifier(),
        "versioning apps/v1" => CODECS.encoder_for_version(serializer("protobuf"), apps()).identifier(),
        "versioning apps/v1,v1" => CODECS.legacy_codec(versions("apps/v1,v1")).identifier(),
        "versioning disabled" => {
            CODECS.codec_for_versions(serializer("yaml"), NoopEncoder(json()), None, None).identifier()
        }
        "versioning internal" => CODECS.encoder_for_version(json(), InternalGroupVersioner).identifier(),
        "without conversion apps/v1" => CODECS.without_conversion().encoder_for_version(json(), apps()).identifier(),
        name => serializer(name).identifier(),
    });
}

#[test]
fn without_conversion_decoding_forgets_the_kind() {
    cases("codecs", "without_conversion_decoding_forgets_the_kind").compare(|case| {
        let version = GroupVersion::new("extensions", "v1beta1");
        decoded(&CODECS.without_conversion().decoder_to_version(serializer("json"), version), case)
    });
}

#[test]
fn without_conversion_encoding_only_says_the_kind() {
    cases("codecs", "without_conversion_encoding_only_says_the_kind").compare(|case| {
        let version = versions(text(&case["versions"])).remove(0);
        encoded(&CODECS.without_conversion().encoder_for_version(serializer("json"), version), case)
    });
}

#[test]
fn base64_wraps_another_encoding() {
    let base64 = Base64Serializer::new(serializer("json"), serializer("json"));
    cases("codecs", "base64_wraps_another_encoding").compare(|data| {
        if let Ok(decoded) = base64.decode(text(data).as_bytes(), None) {
            assert_eq!(base64.encode_to_vec(&*decoded.object).expect("text"), text(data).as_bytes());
        }
        results(base64.decode(text(data).as_bytes(), None), false)
    });
}

/// Upstream shows the Go type of the other half, we show the half.
#[test]
fn noop_halves_refuse() {
    let kind = |text: &str| text.split_once(": ").map(|(before, _)| before.to_owned());
    for (half, theirs) in cases("codecs", "noop_halves_refuse").iter() {
        let ours = match text(half) {
            "encode" => NoopEncoder(serializer("json")).encode_to_vec(&Unknown::default()).unwrap_err(),
            _ => NoopDecoder(serializer("json")).decode(b"", None).unwrap_err(),
        };
        assert_eq!(kind(&ours.to_string()), kind(text(theirs)));
        assert!(ours.to_string().contains("JsonSerializer"));
    }
}
