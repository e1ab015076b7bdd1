//! No candidate is timed before it was seen to do the same work as the others.

use apimachinery::serializer::{json, protobuf};
use prost::Message;
use serde::Deserialize;
use serde_json::Value;

use crate::candidates::{Family, Objects, prost_decode};

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

fn yaml_agrees<F: Family>(objects: &Objects<F>, index: usize) {
    let (text, expected) = (&objects.yaml[index], value(&objects.json[index]));
    assert_eq!(value(&apimachinery::yaml::to_json(text.as_bytes()).expect("YAML")), expected, "apimachinery, YAML");
    let theirs: F::OpenApi = serde_yaml::from_str(text).expect("YAML");
    assert_eq!(serde_json::to_value(theirs).expect("JSON"), expected, "serde_yaml");
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
