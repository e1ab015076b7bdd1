//! JSON to objects and back: our functions, the same types through serde, and the peers.

use apimachinery::meta::Unstructured;
use apimachinery::serializer::json;

use crate::candidate::{Candidate, each, each_of};
use crate::check::text;
use crate::family::Family;
use crate::objects::Objects;

pub(super) fn decode<F: Family>(objects: &Objects<F>) -> Vec<Candidate<'_>> {
    let texts = &objects.given;
    let is_openapi = |index, object: F::OpenApi| objects.is_openapi(index, &object);
    let is_ours = |index, object: F::Ours| objects.is_ours(index, &object);
    vec![
        each("k8s-openapi", texts, |text| serde_json::from_slice(text.as_bytes()), is_openapi),
        each("k8s-openapi+sonic-rs", texts, |text| sonic_rs::from_slice(text.as_bytes()), is_openapi),
        // simd-json modifies its input, which callers must give up.
        each(
            "k8s-openapi+simd-json",
            texts,
            |text| simd_json::serde::from_slice(&mut text.as_bytes().to_vec()),
            is_openapi,
        ),
        each("apimachinery", texts, |text| json::from_slice(text.as_bytes()), is_ours),
        each("apimachinery+serde_json", texts, |text| serde_json::from_slice(text.as_bytes()), is_ours),
        each(
            "apimachinery-unstructured",
            texts,
            |text| json::from_slice::<Unstructured>(text.as_bytes()),
            |index, object| objects.is_json(index, text(json::to_string(&object))?.as_bytes()),
        ),
    ]
}

pub(super) fn encode<F: Family>(objects: &Objects<F>) -> Vec<Candidate<'_>> {
    let is_json = |index, found: Vec<u8>| objects.is_json(index, &found);
    vec![
        each_of("k8s-openapi", &objects.openapi, |object| serde_json::to_vec(object), is_json),
        each_of("k8s-openapi+sonic-rs", &objects.openapi, |object| sonic_rs::to_vec(object), is_json),
        each(
            "apimachinery",
            &objects.ours,
            |object| json::to_vec(object),
            |index, found| crate::check::same(&found, objects.json[index].as_bytes()),
        ),
        each("apimachinery+serde_json", &objects.ours, |object| serde_json::to_vec(object), is_json),
    ]
}
