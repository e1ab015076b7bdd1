//! Objects generated from a seed, the same on every machine and in every run.

mod config_map;
mod container;
mod crd;
mod deployment;
mod golden;
mod hostile;
mod json;
mod meta;
mod owned;
mod pod;
mod random;

pub(crate) use self::golden::golden;
pub(crate) use self::hostile::hostile;
use self::random::Random;

/// Documents of one type of object.
pub(crate) struct Corpus {
    pub(crate) name: String,
    /// The JSON documents to decode.
    pub(crate) given: Vec<String>,
    /// The documents in the form of an API server.
    pub(crate) json: Vec<String>,
}

impl Corpus {
    /// Returns a corpus of documents written by an API server.
    pub(crate) fn written(name: &str, json: Vec<String>) -> Self {
        Corpus { name: name.into(), given: json.clone(), json }
    }
}

/// Returns pods of about 10 KB.
pub(crate) fn pods(count: usize) -> Vec<String> {
    let mut random = Random::new(1);
    (0..count).map(|_| pod::pod(&mut random).to_string()).collect()
}

/// Returns one list with a number of pods.
pub(crate) fn pod_list(count: usize) -> String {
    let list = json::object()
        .text("kind", "PodList")
        .text("apiVersion", "v1")
        .raw("metadata", json::object().text("resourceVersion", "1000000000"))
        .raw("items", json::list(pods(count)));
    list.to_string()
}

/// Returns Deployments of about 4 KB.
pub(crate) fn deployments(api_version: &str, count: usize) -> Vec<String> {
    let mut random = Random::new(2);
    (0..count).map(|_| deployment::deployment(api_version, &mut random).to_string()).collect()
}

/// Returns ConfigMaps of about 125 KB.
pub(crate) fn config_maps(count: usize) -> Vec<String> {
    let mut random = Random::new(3);
    (0..count).map(|_| config_map::config_map(&mut random).to_string()).collect()
}

/// Returns CustomResourceDefinitions of about 95 KB.
pub(crate) fn crds(count: usize) -> Vec<String> {
    let mut random = Random::new(4);
    (0..count).map(|_| crd::crd(&mut random).to_string()).collect()
}
