//! YAML to objects and back: our functions, the same types through serde, the peers, and Go.

use apimachinery::serializer::{json, yaml as yaml_of};
use apimachinery::yaml;

use super::{Candidate, each};
use crate::candidates::{Family, Objects};

/// An object out of YAML.
///
/// # Panics
///
/// If the text is none.
pub fn decoded<F: Family>(text: &str) -> F::Ours {
    yaml_of::from_str(text).expect("YAML")
}

/// An object as YAML.
///
/// # Panics
///
/// If YAML cannot say it.
pub fn encoded<F: Family>(object: &F::Ours) -> String {
    let json = json::to_string(object).expect("JSON");
    yaml::json_to_yaml(json.as_bytes()).expect("YAML")
}

pub(super) fn decode<F: Family>(objects: &Objects<F>) -> Vec<Candidate<'_>> {
    let texts = &objects.yaml;
    let mut all = vec![
        each("k8s-openapi + serde_yaml", texts, |text| serde_yaml::from_str::<F::OpenApi>(text).expect("YAML")),
        each("k8s-openapi + yaml_serde", texts, |text| yaml_serde::from_str::<F::OpenApi>(text).expect("YAML")),
        each("k8s-openapi + serde-saphyr", texts, |text| serde_saphyr::from_str::<F::OpenApi>(text).expect("YAML")),
        each("apimachinery", texts, |text| decoded::<F>(text)),
        each("apimachinery + serde_yaml", texts, |text| serde_yaml::from_str::<F::Ours>(text).expect("YAML")),
    ];
    all.extend(go(objects, "decode"));
    all
}

pub(super) fn encode<F: Family>(objects: &Objects<F>) -> Vec<Candidate<'_>> {
    let theirs = &objects.openapi;
    let mut all = vec![
        each("k8s-openapi + serde_yaml", theirs, |object| serde_yaml::to_string(object).expect("YAML")),
        each("k8s-openapi + yaml_serde", theirs, |object| yaml_serde::to_string(object).expect("YAML")),
        each("k8s-openapi + serde-saphyr", theirs, |object| serde_saphyr::to_string(object).expect("YAML")),
        each("apimachinery", &objects.ours, |object| encoded::<F>(object)),
        each("apimachinery + serde_yaml", &objects.ours, |object| serde_yaml::to_string(object).expect("YAML")),
    ];
    all.extend(go(objects, "encode"));
    all
}

fn go<'a, F: Family>(objects: &'a Objects<F>, work: &'static str) -> Option<Candidate<'a>> {
    let go = objects.go.as_ref()?;
    Some(Candidate { name: "Go, sigs.k8s.io/yaml", pass: Box::new(move || go.pass(work)) })
}
