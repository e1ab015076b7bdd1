//! Conversions of apps/v1beta1 that the definitions cannot express.

pub(crate) use super::super::scale::{scale_status_from_hub, scale_status_to_hub};
use super::super::volume_claims::{clear_kinds, set_kinds};
use crate::apis::apps::{internal, v1beta1};
use crate::conversion::{Error, Scope};

pub(crate) fn stateful_set_spec_to_hub(
    from: &mut v1beta1::StatefulSetSpec,
    to: &mut internal::StatefulSetSpec,
    scope: &Scope<'_>,
) -> Result<(), Error> {
    to.volume_claim_templates = std::mem::take(&mut from.volume_claim_templates);
    clear_kinds(&mut to.volume_claim_templates, scope);
    Ok(())
}

pub(crate) fn stateful_set_spec_from_hub(
    from: &mut internal::StatefulSetSpec,
    to: &mut v1beta1::StatefulSetSpec,
    _: &Scope<'_>,
) -> Result<(), Error> {
    to.volume_claim_templates = std::mem::take(&mut from.volume_claim_templates);
    set_kinds(&mut to.volume_claim_templates);
    Ok(())
}
