//! No candidate is timed before it was seen to do the same work as the others.

use apimachinery::serializer::{json, protobuf};
use prost::Message;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::candidates::{Family, Objects, prost_decode};
use crate::works::yaml;

/// Encodes each object with each candidate and compares.
///
/// # Panics
///
/// If a candidate lost or changed something.
pub fn verify<F: Family>(objects: &Objects<F>) {
    for index in 0..objects.json.len() {
        json_agrees(objects, index);
        protobuf_agrees(objects, index);
        yaml_agrees(objects, index);
    }
}

/// Ours must give the very text back; serde's order is another, so its values are compared.
fn json_agrees<F: Family>(objects: &Objects<F>, index: usize) {
    let text = &objects.json[index];
    same("apimachinery, JSON", json::to_string(&objects.ours[index]).expect("JSON").as_bytes(), text.as_bytes());
    let theirs = serde_json::to_value(&objects.openapi[index]).expect("JSON");
    assert!(theirs == value(text), "k8s-openapi: {theirs}");
    let through_serde: F::Ours = serde_json::from_str(text).expect("JSON");
    assert!(through_serde == objects.ours[index], "apimachinery, serde");
    assert!(F::Ours::deserialize(&objects.values[index]).expect("a value") == through_serde, "apimachinery, a value");
    assert!(serde_json::to_value(&through_serde).expect("a value") == value(text), "apimachinery, serde's JSON");
}

/// Panics with the first difference alone: the whole would fill pages.
fn same(candidate: &str, bytes: &[u8], expected: &[u8]) {
    let at = bytes.iter().zip(expected).position(|(byte, expected)| byte != expected).unwrap_or(bytes.len());
    let from = |bytes: &[u8]| bytes[at.min(bytes.len())..].iter().take(60).copied().collect::<Vec<u8>>();
    let [found, wanted] = [bytes, expected].map(|bytes| from(bytes).escape_ascii().to_string());
    assert!(bytes == expected, "{candidate}: differs at byte {at}: {found} instead of {wanted}");
}

fn protobuf_agrees<F: Family>(objects: &Objects<F>, index: usize) {
    let message = &objects.protobuf[index];
    let back: F::Ours = protobuf::from_slice(message).expect("our message");
    let back = json::to_string(&back).expect("JSON");
    assert!(value(&back) == without_type(&objects.json[index]), "apimachinery, Protobuf: {back}");
    same("prost", &objects.prost[index].encode_to_vec(), message);
    same("apimachinery, prost", &objects.ours[index].encode_to_vec(), message);
    assert!(json::to_string(&prost_decode::<F::Ours>(message)).expect("JSON") == back, "apimachinery, prost");
    same("prost, carried", &objects.carried_prost[index].encode_to_vec(), &objects.carriers[index]);
    same("apimachinery, carried", &objects.carried_ours[index].encode_to_vec(), &objects.carriers[index]);
}

/// Ours must be Go's text; other emitters break lines and quote in other ways, so what serde_yaml reads is compared.
fn yaml_agrees<F: Family>(objects: &Objects<F>, index: usize) {
    let (text, expected) = (&objects.yaml[index], value(&objects.json[index]));
    assert!(yaml::decoded::<F>(text) == objects.ours[index], "apimachinery, YAML");
    let openapi = |name: &str, theirs: F::OpenApi| {
        assert_eq!(serde_json::to_value(&theirs).expect("JSON"), expected, "{name}");
    };
    openapi("serde_yaml", serde_yaml::from_str(text).expect("YAML"));
    openapi("yaml_serde", yaml_serde::from_str(text).expect("YAML"));
    openapi("serde-saphyr", serde_saphyr::from_str(text).expect("YAML"));
    let object = &objects.openapi[index];
    openapi("serde_yaml, written", reread(&serde_yaml::to_string(object).expect("YAML")));
    openapi("yaml_serde, written", reread(&yaml_serde::to_string(object).expect("YAML")));
    openapi("serde-saphyr, written", reread(&serde_saphyr::to_string(object).expect("YAML")));
    if let Some(go) = &objects.go {
        let answer = &go.answers[index];
        let decoded: F::Ours = json::from_str(answer.json.get()).expect("Go's JSON");
        assert!(decoded == objects.ours[index], "Go, JSON");
        same("apimachinery, YAML", yaml::encoded::<F>(&objects.ours[index]).as_bytes(), answer.yaml.as_bytes());
    }
}

fn reread<T: DeserializeOwned>(text: &str) -> T {
    serde_yaml::from_str(text).expect("YAML")
}

fn value(json: &str) -> Value {
    serde_json::from_str(json).expect("JSON")
}

/// What Protobuf keeps: kind and apiVersion stand in the envelope.
fn without_type(json: &str) -> Value {
    let mut json = value(json);
    let members = json.as_object_mut().expect("an object");
    members.remove("kind");
    members.remove("apiVersion");
    json
}
