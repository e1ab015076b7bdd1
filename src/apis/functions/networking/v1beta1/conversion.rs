//! Conversion of networking.k8s.io/v1beta1 that no rule says.

pub(crate) use super::super::ingress::{ingress_backend_from_hub, ingress_backend_to_hub};
