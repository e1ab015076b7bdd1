//! The candidates: one type of object as each of them has it.

use apimachinery::apis;
use apimachinery::apis::meta::v1::ObjectMeta;
use apimachinery::message;
use apimachinery::meta::{Bytes, Map, Str, TypeMeta};
use apimachinery::reflect::Message;
use prost::Message as _;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::go::Go;

/// A type of object and its counterparts in the peers.
pub trait Family {
    /// Ours, which has the traits of both.
    type Ours: Message + prost::Message + Serialize + DeserializeOwned;
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

/// ConfigMaps, of which nearly all is text.
pub struct ConfigMaps;

impl Family for ConfigMaps {
    type Ours = ConfigMap;
    type OpenApi = k8s_openapi::api::core::v1::ConfigMap;
    type Prost = k8s_pb::api::core::v1::ConfigMap;
}

/// A ConfigMap written by hand: its kind is not among the definitions yet.
#[derive(Clone, Default, PartialEq)]
pub struct ConfigMap {
    type_meta: TypeMeta,
    metadata: ObjectMeta,
    immutable: Option<bool>,
    data: Map<Str>,
    binary_data: Map<Bytes>,
}

message! {
    ConfigMap: kind {
        metadata => "metadata", 1, Empty;
        immutable => "immutable", 4, Empty;
        data => "data", 2, Empty;
        binary_data => "binaryData", 3, Empty;
    }
}

/// A message of another crate that has one of the objects inside.
#[derive(Clone, PartialEq, prost::Message)]
#[prost(skip_debug)]
pub struct Carrier<T: prost::Message + Default> {
    /// The object.
    #[prost(message, optional, tag = "2")]
    pub object: Option<T>,
    /// Something beside it.
    #[prost(string, tag = "3")]
    pub note: String,
}

/// The same objects in every form that a candidate may start from.
pub struct Objects<F: Family> {
    /// What they are, for the reader of the tables.
    pub name: &'static str,
    /// As compact JSON.
    pub json: Vec<String>,
    /// As YAML.
    pub yaml: Vec<String>,
    /// As YAML in the program of Go, if there is one.
    pub go: Option<Go>,
    /// As Protobuf messages without envelope.
    pub protobuf: Vec<Vec<u8>>,
    /// As messages of [`Carrier`].
    pub carriers: Vec<Vec<u8>>,
    /// As values of serde_json.
    pub values: Vec<Value>,
    /// Decoded by us.
    pub ours: Vec<F::Ours>,
    /// Decoded by serde_json.
    pub openapi: Vec<F::OpenApi>,
    /// Decoded by prost.
    pub prost: Vec<F::Prost>,
    /// Ours, carried.
    pub carried_ours: Vec<Carrier<F::Ours>>,
    /// Those of prost, carried.
    pub carried_prost: Vec<Carrier<F::Prost>>,
}

impl<F: Family> Objects<F> {
    /// All forms of `json`.
    #[must_use]
    pub fn new(name: &'static str, json: Vec<String>) -> Self {
        use apimachinery::serializer::{json as json_of, protobuf};
        let ours: Vec<F::Ours> = json.iter().map(|text| json_of::from_str(text).expect("our JSON")).collect();
        let protobuf: Vec<Vec<u8>> = ours.iter().map(|object| protobuf::to_vec(object).expect("a message")).collect();
        let openapi = json.iter().map(|text| serde_json::from_str(text).expect("serde's JSON")).collect();
        let values = json.iter().map(|text| serde_json::from_str(text).expect("a value")).collect();
        let prost: Vec<F::Prost> = protobuf.iter().map(|message| prost_decode(message)).collect();
        let yaml: Vec<String> =
            json.iter().map(|text| apimachinery::yaml::json_to_yaml(text.as_bytes()).expect("YAML")).collect();
        let go = Go::start(name, &yaml);
        let carriers: Vec<_> = prost.iter().map(|object| carrier(object).encode_to_vec()).collect();
        let carried_ours = carriers.iter().map(|message| prost_decode(message)).collect();
        let carried_prost = carriers.iter().map(|message| prost_decode(message)).collect();
        Objects { name, json, yaml, go, protobuf, carriers, values, ours, openapi, prost, carried_ours, carried_prost }
    }
}

fn carrier<T: prost::Message + Default + Clone>(object: &T) -> Carrier<T> {
    Carrier { object: Some(object.clone()), note: "carried".into() }
}

/// Decodes a message with prost.
pub fn prost_decode<P: prost::Message + Default>(message: &[u8]) -> P {
    P::decode(message).expect("prost's message")
}
