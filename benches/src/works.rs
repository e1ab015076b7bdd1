//! The works that are compared, and how each candidate does them.

use std::hint::black_box;

use apimachinery::serializer::{Codec, Format, json, protobuf};
use apimachinery::yaml;
use prost::Message;

use crate::candidates::{Deployments, Family, Objects, prost_decode};

/// One kind of work; the first candidate is the peer that counts as 1.00x.
pub struct Work<'a> {
    /// What is done.
    pub name: String,
    /// Bytes that a pass reads or writes, by the size of the encoded objects.
    pub bytes: usize,
    /// Objects in a pass.
    pub objects: usize,
    /// Who does it.
    pub candidates: Vec<Candidate<'a>>,
}

/// Someone who does the work.
pub struct Candidate<'a> {
    /// Its name.
    pub name: &'static str,
    /// Works through all objects once.
    pub pass: Box<dyn Fn() + 'a>,
}

/// A candidate that does `work` on each of `items` and drops the result.
fn each<'a, T, R>(name: &'static str, items: &'a [T], work: impl Fn(&T) -> R + 'a) -> Candidate<'a> {
    let pass = move || items.iter().for_each(|item| drop(black_box(work(black_box(item)))));
    Candidate { name, pass: Box::new(pass) }
}

/// Decoding, encoding and copying in every format.
#[must_use]
pub fn codecs<F: Family>(objects: &Objects<F>) -> Vec<Work<'_>> {
    let texts = |texts: &[String]| texts.iter().map(String::len).sum();
    let (json, yaml) = (texts(&objects.json), texts(&objects.yaml));
    let protobuf = objects.protobuf.iter().map(Vec::len).sum();
    let work = |name: &str, bytes, candidates| {
        let name = format!("{} of {}", name, objects.name);
        Work { name, bytes, objects: objects.json.len(), candidates }
    };
    vec![
        work("JSON decode", json, json_decode(objects)),
        work("JSON encode", json, json_encode(objects)),
        work("Protobuf decode", protobuf, protobuf_decode(objects)),
        work("Protobuf encode", protobuf, protobuf_encode(objects)),
        work("copy and drop", json, copy(objects)),
        work("YAML decode", yaml, yaml_decode(objects)),
        work("YAML encode", yaml, yaml_encode(objects)),
    ]
}

fn json_decode<F: Family>(objects: &Objects<F>) -> Vec<Candidate<'_>> {
    vec![
        each("k8s-openapi + serde_json", &objects.json, |text| {
            serde_json::from_slice::<F::OpenApi>(text.as_bytes()).expect("JSON")
        }),
        each("apimachinery", &objects.json, |text| json::from_slice::<F::Ours>(text.as_bytes()).expect("JSON")),
    ]
}

fn json_encode<F: Family>(objects: &Objects<F>) -> Vec<Candidate<'_>> {
    vec![
        each("k8s-openapi + serde_json", &objects.openapi, |object| serde_json::to_vec(object).expect("JSON")),
        each("apimachinery", &objects.ours, |object| json::to_string(object).expect("JSON")),
    ]
}

fn protobuf_decode<F: Family>(objects: &Objects<F>) -> Vec<Candidate<'_>> {
    vec![
        each("k8s-pb + prost", &objects.protobuf, |message| prost_decode::<F::Prost>(message)),
        each("apimachinery", &objects.protobuf, |message| protobuf::from_slice::<F::Ours>(message).expect("a message")),
    ]
}

fn protobuf_encode<F: Family>(objects: &Objects<F>) -> Vec<Candidate<'_>> {
    vec![
        each("k8s-pb + prost", &objects.prost, Message::encode_to_vec),
        each("apimachinery", &objects.ours, protobuf::to_vec),
    ]
}

fn copy<F: Family>(objects: &Objects<F>) -> Vec<Candidate<'_>> {
    vec![
        each("k8s-openapi", &objects.openapi, Clone::clone),
        each("k8s-pb", &objects.prost, Clone::clone),
        each("apimachinery", &objects.ours, Clone::clone),
    ]
}

fn yaml_decode<F: Family>(objects: &Objects<F>) -> Vec<Candidate<'_>> {
    let ours = |text: &String| {
        let json = yaml::to_json(text.as_bytes()).expect("YAML");
        json::from_str::<F::Ours>(&json).expect("JSON")
    };
    vec![
        each("k8s-openapi + serde_yaml", &objects.yaml, |text| serde_yaml::from_str::<F::OpenApi>(text).expect("YAML")),
        each("apimachinery", &objects.yaml, ours),
    ]
}

fn yaml_encode<F: Family>(objects: &Objects<F>) -> Vec<Candidate<'_>> {
    let ours = |object: &F::Ours| {
        let json = json::to_string(object).expect("JSON");
        yaml::from_json(json.as_bytes()).expect("YAML")
    };
    vec![
        each("k8s-openapi + serde_yaml", &objects.openapi, |object| serde_yaml::to_string(object).expect("YAML")),
        each("apimachinery", &objects.ours, ours),
    ]
}

/// Old Deployments to apps/v1: decode, default, hub, target, encode. No Rust peer can do it; what
/// stands beside is k8s-openapi that only decodes and encodes the new ones.
#[must_use]
pub fn convert<'a>(old: &'a [String], new: &'a Objects<Deployments>, codec: &'a Codec) -> Work<'a> {
    let target = "apps/v1".parse().expect("a version");
    let ours = move |text: &String| {
        let hub = codec.decode_to_hub(text.as_bytes()).expect("an old Deployment");
        codec.encode_to_version(hub, &target, Format::Json).expect("a new Deployment")
    };
    let decode_and_encode = |text: &String| {
        let object: <Deployments as Family>::OpenApi = serde_json::from_slice(text.as_bytes()).expect("JSON");
        serde_json::to_vec(&object).expect("JSON")
    };
    Work {
        name: "convert extensions/v1beta1 to apps/v1".into(),
        bytes: old.iter().map(String::len).sum(),
        objects: old.len(),
        candidates: vec![
            each("k8s-openapi, decode and encode only", &new.json, decode_and_encode),
            each("apimachinery", old, ours),
        ],
    }
}
