//! Serializers, the recognizer, the versioning codec and the codec factory.

use std::sync::Arc;

use apimachinery::meta::{TypeMeta, Unknown};
use apimachinery::schema::{DisabledGroupVersioner, GroupVersion, InternalGroupVersioner};
use apimachinery::serializer::wrappers::{Base64Serializer, NoopDecoder, NoopEncoder, WithVersionEncoder};
use apimachinery::serializer::{Decoder, Encoder, Recognition, Recognizer, serializer_info_for_media_type};
use base64::prelude::{BASE64_STANDARD, Engine};
use serde_json::{Value, json};

use super::support::serializers::{
    CODECS, bytes, decoded, decoded_with_its_serializer, encoded, failure, results, scheme, serializer, target,
    versioner, versions,
};
use super::support::{cases, text};

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
        // We also return the kind of data that cannot be decoded.
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

/// Upstream prints the Go type of the other half; we print the half itself.
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
