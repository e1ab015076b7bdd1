//! One type of object as each of the candidates has it.

use apimachinery::apis;
use apimachinery::meta::Kind;
use apimachinery::reflect::Message;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::messages::{apiextensions, apps, core, lists};

/// A type of object and its counterparts in the peers.
pub(crate) trait Family {
    /// Ours, which has the traits of both.
    type Ours: Kind + Message + prost::Message + Default + Clone + Serialize + DeserializeOwned;
    /// The one that k8s-openapi has for serde.
    type OpenApi: Serialize + DeserializeOwned + Clone;
    /// The one that prost has generated for k8s-pb.
    type Prost: prost::Message + Default + Clone;
    /// The one that buffa has generated from our definitions.
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
    /// A list of pods in one object.
    PodList: apis::core::v1::PodList, k8s_openapi::List<k8s_openapi::api::core::v1::Pod>,
        k8s_pb::api::core::v1::PodList, lists::PodList;
    /// Deployments of apps/v1.
    Deployments: apis::apps::v1::Deployment, k8s_openapi::api::apps::v1::Deployment,
        k8s_pb::api::apps::v1::Deployment, apps::v1::Deployment;
    /// Nearly all of them is text.
    ConfigMaps: apis::core::v1::ConfigMap, k8s_openapi::api::core::v1::ConfigMap,
        k8s_pb::api::core::v1::ConfigMap, core::v1::ConfigMap;
    /// CustomResourceDefinitions, whose schemas are deep.
    Crds: apis::apiextensions::v1::CustomResourceDefinition,
        k8s_openapi::apiextensions_apiserver::pkg::apis::apiextensions::v1::CustomResourceDefinition,
        k8s_pb::apiextensions_apiserver::pkg::apis::apiextensions::v1::CustomResourceDefinition,
        apiextensions::v1::CustomResourceDefinition;
}
