//! Bytes to objects and back: our functions, the same types through the traits of serde and
//! prost, and the peers.

use apimachinery::meta::Unstructured;
use apimachinery::serializer::{json, protobuf};
use prost::Message;
use serde::de::DeserializeOwned;

use super::{Candidate, each};
use crate::candidates::{Family, Objects, prost_decode};

pub(super) fn json_decode<F: Family>(objects: &Objects<F>) -> Vec<Candidate<'_>> {
    vec![
        each("k8s-openapi", &objects.json, |text| serde_json::from_slice::<F::OpenApi>(text.as_bytes()).expect("JSON")),
        each("k8s-openapi+sonic-rs", &objects.json, |text| {
            sonic_rs::from_slice::<F::OpenApi>(text.as_bytes()).expect("JSON")
        }),
        each("k8s-openapi+simd-json", &objects.json, |text| simd::<F::OpenApi>(text)),
        each("apimachinery", &objects.json, |text| json::from_slice::<F::Ours>(text.as_bytes()).expect("JSON")),
        each("apimachinery+serde_json", &objects.json, |text| {
            serde_json::from_slice::<F::Ours>(text.as_bytes()).expect("JSON")
        }),
        each("apimachinery-unstructured", &objects.json, |text| {
            json::from_slice::<Unstructured>(text.as_bytes()).expect("JSON")
        }),
    ]
}

/// simd-json works in its input, which a caller has to give away.
pub(crate) fn simd<T: DeserializeOwned>(text: &str) -> T {
    simd_json::serde::from_slice(&mut text.as_bytes().to_vec()).expect("JSON")
}

pub(super) fn json_encode<F: Family>(objects: &Objects<F>) -> Vec<Candidate<'_>> {
    vec![
        each("k8s-openapi", &objects.openapi, |object| serde_json::to_vec(object).expect("JSON")),
        each("k8s-openapi+sonic-rs", &objects.openapi, |object| sonic_rs::to_vec(object).expect("JSON")),
        each("apimachinery", &objects.ours, |object| json::to_string(object).expect("JSON")),
        each("apimachinery+serde_json", &objects.ours, |object| serde_json::to_vec(object).expect("JSON")),
    ]
}

pub(super) fn protobuf_decode<F: Family>(objects: &Objects<F>) -> Vec<Candidate<'_>> {
    vec![
        each("prost", &objects.protobuf, |message| prost_decode::<F::Prost>(message)),
        each("apimachinery", &objects.protobuf, |message| protobuf::from_slice::<F::Ours>(message).expect("a message")),
        each("apimachinery+prost", &objects.protobuf, |message| prost_decode::<F::Ours>(message)),
    ]
}

pub(super) fn protobuf_encode<F: Family>(objects: &Objects<F>) -> Vec<Candidate<'_>> {
    vec![
        each("prost", &objects.prost, Message::encode_to_vec),
        each("apimachinery", &objects.ours, |object| protobuf::to_vec(object).expect("a message")),
        each("apimachinery+prost", &objects.ours, Message::encode_to_vec),
    ]
}

pub(super) fn copy<F: Family>(objects: &Objects<F>) -> Vec<Candidate<'_>> {
    vec![
        each("k8s-openapi", &objects.openapi, Clone::clone),
        each("prost", &objects.prost, Clone::clone),
        each("apimachinery", &objects.ours, Clone::clone),
    ]
}
