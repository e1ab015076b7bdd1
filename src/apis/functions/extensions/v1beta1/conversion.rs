//! Conversions of extensions/v1beta1 that the definitions cannot express.

use super::super::super::apps::scale;
use super::super::super::networking::ingress;
pub(crate) use super::network_policy::*;
pub(crate) use ingress::{ingress_backend_from_hub, ingress_backend_to_hub};
pub(crate) use scale::{scale_status_from_hub, scale_status_to_hub};
