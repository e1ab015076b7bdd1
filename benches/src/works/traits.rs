//! What only the traits of serde and prost can do: readers, values, messages of other crates.

use prost::Message;
use serde::Deserialize;

use super::{Candidate, each};
use crate::candidates::{Carrier, Family, Objects};

pub(super) fn reader_decode<F: Family>(objects: &Objects<F>) -> Vec<Candidate<'_>> {
    vec![
        each("k8s-openapi + serde_json", &objects.json, |text| {
            serde_json::from_reader::<_, F::OpenApi>(text.as_bytes()).expect("JSON")
        }),
        each("apimachinery + serde_json", &objects.json, |text| {
            serde_json::from_reader::<_, F::Ours>(text.as_bytes()).expect("JSON")
        }),
    ]
}

pub(super) fn value_decode<F: Family>(objects: &Objects<F>) -> Vec<Candidate<'_>> {
    vec![
        each("k8s-openapi + serde_json", &objects.values, |value| F::OpenApi::deserialize(value).expect("a value")),
        each("apimachinery + serde_json", &objects.values, |value| F::Ours::deserialize(value).expect("a value")),
    ]
}

pub(super) fn value_encode<F: Family>(objects: &Objects<F>) -> Vec<Candidate<'_>> {
    vec![
        each("k8s-openapi + serde_json", &objects.openapi, |object| serde_json::to_value(object).expect("a value")),
        each("apimachinery + serde_json", &objects.ours, |object| serde_json::to_value(object).expect("a value")),
    ]
}

pub(super) fn nested_decode<F: Family>(objects: &Objects<F>) -> Vec<Candidate<'_>> {
    vec![
        each("k8s-pb + prost", &objects.carriers, |message| {
            Carrier::<F::Prost>::decode(&**message).expect("a carrier")
        }),
        each("apimachinery + prost", &objects.carriers, |message| {
            Carrier::<F::Ours>::decode(&**message).expect("a carrier")
        }),
    ]
}

pub(super) fn nested_encode<F: Family>(objects: &Objects<F>) -> Vec<Candidate<'_>> {
    vec![
        each("k8s-pb + prost", &objects.carried_prost, Message::encode_to_vec),
        each("apimachinery + prost", &objects.carried_ours, Message::encode_to_vec),
    ]
}
