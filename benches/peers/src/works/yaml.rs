//! YAML to objects and back: our functions, the same types through serde, and the peers.

use apimachinery::yaml;

use crate::candidate::{Candidate, each, each_of};
use crate::check::same;
use crate::family::Family;
use crate::objects::Objects;

pub(super) fn decode<F: Family>(objects: &Objects<F>) -> Vec<Candidate<'_>> {
    let texts = &objects.yaml;
    let is_openapi = |index, object: F::OpenApi| objects.is_openapi(index, &object);
    let is_ours = |index, object: F::Ours| objects.is_ours(index, &object);
    vec![
        each_of("serde_yaml", texts, |text| serde_yaml::from_str(text), is_openapi),
        each_of("serde-saphyr", texts, |text| serde_saphyr::from_str(text), is_openapi),
        each_of("apimachinery", texts, |text| yaml::decode(text.as_bytes()), is_ours),
        each_of("apimachinery+serde_yaml", texts, |text| serde_yaml::from_str(text), is_ours),
    ]
}

pub(super) fn encode<F: Family>(objects: &Objects<F>) -> Vec<Candidate<'_>> {
    let theirs = &objects.openapi;
    let is_yaml = |index, found: String| objects.is_yaml(index, &found);
    vec![
        each_of("serde_yaml", theirs, |object| serde_yaml::to_string(object), is_yaml),
        each_of("serde-saphyr", theirs, |object| serde_saphyr::to_string(object), is_yaml),
        each("apimachinery", &objects.ours, |object| yaml::encode(object), |index, found| {
            same(found.as_bytes(), objects.yaml.as_ref().map_err(String::clone)?[index].as_bytes())
        }),
        each("apimachinery+serde_yaml", &objects.ours, |object| serde_yaml::to_string(object), is_yaml),
    ]
}
