//! Conversions of apps/v1beta2 that the definitions cannot express.

pub(crate) use super::super::scale::{scale_status_from_hub, scale_status_to_hub};
pub(crate) use super::super::v1::conversion::{stateful_set_spec_from_hub, stateful_set_spec_to_hub};
