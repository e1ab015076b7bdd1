//! Conversion of extensions/v1beta1 that no rule says.

pub(crate) use super::super::super::apps::scale::{scale_status_from_hub, scale_status_to_hub};
