//! The Rust types that the candidates have for one type of object.

use apimachinery::apis;
use apimachinery::meta::Kind;
use apimachinery::reflect::Message;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::messages::{apiextensions, apps, core, lists};

/// A type of object with its counterparts in the peers.
pub(crate) trait Family {
    /// Our type, with the traits of serde and prost.
    type Ours: Kind + Message + prost::Message + Default + Clone + Serialize + DeserializeOwned;
    /// The type of k8s-openapi for serde.
    type OpenApi: Serialize + DeserializeOwned + Clone;
    /// The type that prost generated for k8s-pb.
    type Prost: prost::Message + Default + Clone;
    /// The type that buffa generated from our definitions.
    type Buffa: buffa::Message;
}

macro_rules! families {
    ($($(#[$doc:meta])* $name:ident: $ours:ty, $openapi:ty, $prost:ty, $buffa:ty;)*) => {$(
        $(#[$doc])*
        pub(crate) struct $name;

        impl Family for $name {
            type Ours = $ours;
            type OpenApi = $openapi;
            type Prost = $prost;
            type Buffa = $buffa;
        }
    )*};
}

families! {
    Pods: apis::core::v1::Pod, k8s_openapi::api::core::v1::Pod, k8s_pb::api::core::v1::Pod, core::v1::Pod;
    /// One list of pods.
    PodList: apis::core::v1::PodList, k8s_openapi::List<k8s_openapi::api::core::v1::Pod>,
        k8s_pb::api::core::v1::PodList, lists::PodList;
    /// Deployments of apps/v1.
    Deployments: apis::apps::v1::Deployment, k8s_openapi::api::apps::v1::Deployment,
        k8s_pb::api::apps::v1::Deployment, apps::v1::Deployment;
    /// ConfigMaps, which consist mainly of text.
    ConfigMaps: apis::core::v1::ConfigMap, k8s_openapi::api::core::v1::ConfigMap,
        k8s_pb::api::core::v1::ConfigMap, core::v1::ConfigMap;
    /// CustomResourceDefinitions with deeply nested schemas.
    Crds: apis::apiextensions::v1::CustomResourceDefinition,
        k8s_openapi::apiextensions_apiserver::pkg::apis::apiextensions::v1::CustomResourceDefinition,
        k8s_pb::apiextensions_apiserver::pkg::apis::apiextensions::v1::CustomResourceDefinition,
        apiextensions::v1::CustomResourceDefinition;
}
