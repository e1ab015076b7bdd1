//! The objects of a corpus in all forms that candidates need as input.

use apimachinery::serializer::{cbor, json, protobuf};
use prost::Message;
use serde::Serialize;

use crate::check::{same, text};
use crate::corpus::Corpus;
use crate::family::Family;
use crate::go::Go;
use crate::works::protobuf::{Carrier, carried};

/// The forms of a corpus. If one cannot be created, the candidates that need it fail.
pub(crate) struct Objects<F: Family> {
    /// The JSON documents to decode.
    pub(crate) given: Vec<String>,
    /// Compact JSON with the members in the order of the API server.
    pub(crate) json: Vec<String>,
    pub(crate) yaml: Result<Vec<String>, String>,
    /// Protobuf messages without an envelope.
    pub(crate) protobuf: Vec<Vec<u8>>,
    /// Messages of [`Carrier`].
    pub(crate) carriers: Vec<Vec<u8>>,
    pub(crate) carried_ours: Vec<Carrier<F::Ours>>,
    pub(crate) carried_prost: Vec<Carrier<F::Prost>>,
    /// CBOR as Kubernetes writes it.
    pub(crate) cbor: Result<Vec<Vec<u8>>, String>,
    /// CBOR that ciborium writes from k8s-openapi types, with text strings for names and texts, which these types need.
    pub(crate) plain_cbor: Result<Vec<Vec<u8>>, String>,
    pub(crate) ours: Vec<F::Ours>,
    /// Objects decoded by serde_json.
    pub(crate) openapi: Result<Vec<F::OpenApi>, String>,
    pub(crate) prost: Vec<F::Prost>,
    /// Objects of buffa, which rejects large lists because of its memory limit.
    pub(crate) buffa: Result<Vec<F::Buffa>, String>,
    pub(crate) go: Option<Go>,
}

impl<F: Family> Objects<F> {
    /// Creates all forms of a corpus.
    ///
    /// # Errors
    ///
    /// Fails if the corpus cannot be decoded by this crate.
    pub(crate) fn new(corpus: Corpus) -> Result<Self, String> {
        let Corpus { given, json, .. } = corpus;
        let ours: Vec<F::Ours> = all(&json, |object| json::from_str(object))?;
        let protobuf = all(&ours, protobuf::to_vec)?;
        let openapi: Result<Vec<F::OpenApi>, String> = all(&json, |object| serde_json::from_str(object));
        let prost: Vec<F::Prost> = all(&protobuf, |message| F::Prost::decode(&message[..]))?;
        let carried_prost = carried(&prost);
        Ok(Objects {
            yaml: all(&json, |object| yaml_of(object)),
            cbor: all(&ours, cbor::to_vec),
            plain_cbor: openapi.as_ref().map_err(String::clone).and_then(|objects| all(objects, ciborium_of)),
            buffa: all(&protobuf, |message| buffa::Message::decode_from_slice(message)),
            carriers: carried_prost.iter().map(Message::encode_to_vec).collect(),
            carried_ours: carried(&ours),
            carried_prost,
            prost,
            go: Go::start(&given),
            given,
            json,
            protobuf,
            ours,
            openapi,
        })
    }

    /// Checks that the JSON of an object equals the corpus after its members are in the order of the API server.
    pub(crate) fn is_json(&self, index: usize, found: &[u8]) -> Result<(), String> {
        self.is_ours(index, &text(json::from_slice(found))?)
    }

    /// Like [`Objects::is_json`], for YAML.
    pub(crate) fn is_yaml(&self, index: usize, found: &str) -> Result<(), String> {
        self.is_ours(index, &text(apimachinery::yaml::decode(found.as_bytes()))?)
    }

    /// Checks that an object is encoded to exactly the bytes of the corpus.
    pub(crate) fn is_ours(&self, index: usize, object: &F::Ours) -> Result<(), String> {
        same(text(json::to_string(object))?.as_bytes(), self.json[index].as_bytes())
    }

    /// Checks that an object, encoded by serde_json, is the one of the corpus.
    pub(crate) fn is_openapi(&self, index: usize, object: &impl Serialize) -> Result<(), String> {
        self.is_json(index, &text(serde_json::to_vec(object))?)
    }

    /// Checks that a message has exactly the bytes of the corpus.
    pub(crate) fn is_message(&self, index: usize, found: &[u8]) -> Result<(), String> {
        same(found, &self.protobuf[index])
    }
}

/// Returns the YAML form, except for deeply nested objects, whose indentation grows with the square of their depth.
fn yaml_of(json: &str) -> Result<String, String> {
    let yaml = text(apimachinery::yaml::json_to_yaml(json.as_bytes()))?;
    if yaml.len() < 10 * json.len() { Ok(yaml) } else { Err("nearly all of the YAML is blanks".into()) }
}

pub(crate) fn ciborium_of<T: Serialize>(object: &T) -> Result<Vec<u8>, String> {
    let mut item = Vec::new();
    text(ciborium::into_writer(object, &mut item)).map(|()| item)
}

fn all<T, R, E: std::fmt::Display>(items: &[T], make: impl Fn(&T) -> Result<R, E>) -> Result<Vec<R>, String> {
    items.iter().map(|item| text(make(item))).collect()
}
