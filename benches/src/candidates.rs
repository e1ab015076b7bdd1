//! The candidates: one type of object as each of them has it.

use apimachinery::apis;
use apimachinery::reflect::Message;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// A type of object and its counterparts in the peers.
pub trait Family {
    /// Ours.
    type Ours: Message;
    /// The one that k8s-openapi has for serde.
    type OpenApi: Serialize + DeserializeOwned + Clone;
    /// The one that prost has generated for k8s-pb.
    type Prost: prost::Message + Default + Clone;
}

/// Pods, as the templates that workloads hold.
pub struct Pods;

impl Family for Pods {
    type Ours = apis::core::v1::PodTemplateSpec;
    type OpenApi = k8s_openapi::api::core::v1::PodTemplateSpec;
    type Prost = k8s_pb::api::core::v1::PodTemplateSpec;
}

/// Deployments of apps/v1.
pub struct Deployments;

impl Family for Deployments {
    type Ours = apis::apps::v1::Deployment;
    type OpenApi = k8s_openapi::api::apps::v1::Deployment;
    type Prost = k8s_pb::api::apps::v1::Deployment;
}

/// The same objects in every form that a candidate may start from.
pub struct Objects<F: Family> {
    /// What they are, for the reader of the tables.
    pub name: &'static str,
    /// As compact JSON.
    pub json: Vec<String>,
    /// As YAML.
    pub yaml: Vec<String>,
    /// As Protobuf messages without envelope.
    pub protobuf: Vec<Vec<u8>>,
    /// Decoded by us.
    pub ours: Vec<F::Ours>,
    /// Decoded by serde_json.
    pub openapi: Vec<F::OpenApi>,
    /// Decoded by prost.
    pub prost: Vec<F::Prost>,
}

impl<F: Family> Objects<F> {
    /// All forms of `json`.
    #[must_use]
    pub fn new(name: &'static str, json: Vec<String>) -> Self {
        use apimachinery::serializer::{json as json_of, protobuf};
        let ours: Vec<F::Ours> = json.iter().map(|text| json_of::from_str(text).expect("our JSON")).collect();
        let protobuf: Vec<Vec<u8>> = ours.iter().map(protobuf::to_vec).collect();
        let openapi = json.iter().map(|text| serde_json::from_str(text).expect("serde's JSON")).collect();
        let prost = protobuf.iter().map(|message| prost_decode::<F::Prost>(message)).collect();
        let yaml = json.iter().map(|text| apimachinery::yaml::from_json(text.as_bytes()).expect("YAML")).collect();
        Objects { name, json, yaml, protobuf, ours, openapi, prost }
    }
}

/// Decodes a message with prost.
pub fn prost_decode<P: prost::Message + Default>(message: &[u8]) -> P {
    P::decode(message).expect("prost's message")
}
