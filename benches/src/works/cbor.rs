//! CBOR beside the crates for it. They know nothing of Kubernetes' rules, and so each has its own bytes: texts and names
//! as text strings.

use apimachinery::serializer::cbor;

use super::{Candidate, each};
use crate::candidates::{Family, Objects};

pub(super) fn decode<F: Family>(objects: &Objects<F>) -> Vec<Candidate<'_>> {
    let ours: Vec<Vec<u8>> = objects.ours.iter().map(|object| cbor::to_vec(object).expect("CBOR")).collect();
    let theirs: Vec<Vec<u8>> = objects.openapi.iter().map(encode_ciborium).collect();
    let too = theirs.clone();
    vec![
        own("k8s-openapi + ciborium", theirs, |item| {
            ciborium::from_reader::<F::OpenApi, _>(item).expect("ciborium's own CBOR")
        }),
        own("k8s-openapi + minicbor-serde", too, |item| {
            minicbor_serde::from_slice::<F::OpenApi>(item).expect("ciborium's CBOR")
        }),
        own("apimachinery", ours, |item| cbor::from_slice::<F::Ours>(item).expect("our own CBOR")),
    ]
}

pub(super) fn encode<F: Family>(objects: &Objects<F>) -> Vec<Candidate<'_>> {
    vec![
        each("k8s-openapi + ciborium", &objects.openapi, encode_ciborium),
        each("k8s-openapi + minicbor-serde", &objects.openapi, |object| minicbor_serde::to_vec(object).expect("CBOR")),
        each("apimachinery", &objects.ours, |object| cbor::to_vec(object).expect("CBOR")),
    ]
}

fn encode_ciborium<T: serde::Serialize>(object: &T) -> Vec<u8> {
    let mut item = Vec::new();
    ciborium::into_writer(object, &mut item).expect("CBOR");
    item
}

/// As [`each`], of items that the candidate owns.
fn own<'a, R>(name: &'static str, items: Vec<Vec<u8>>, work: impl Fn(&[u8]) -> R + 'a) -> Candidate<'a> {
    let pass = move || items.iter().for_each(|item| drop(std::hint::black_box(work(std::hint::black_box(item)))));
    Candidate { name, pass: Box::new(pass) }
}
