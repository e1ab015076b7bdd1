//! Conversions of networking.k8s.io/v1beta1 that the definitions cannot express.

pub(crate) use super::super::ingress::{ingress_backend_from_hub, ingress_backend_to_hub};
