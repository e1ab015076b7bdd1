//! Conversions of apps/v1 that the definitions cannot express.

use super::super::volume_claims::{clear_kinds, set_kinds};
use crate::apis::apps::v1::StatefulSetSpec;
use crate::conversion::{Error, Scope};

pub(crate) fn stateful_set_spec_to_hub(spec: &mut StatefulSetSpec, scope: &Scope<'_>) -> Result<(), Error> {
    clear_kinds(&mut spec.volume_claim_templates, scope);
    Ok(())
}

pub(crate) fn stateful_set_spec_from_hub(spec: &mut StatefulSetSpec, _: &Scope<'_>) -> Result<(), Error> {
    set_kinds(&mut spec.volume_claim_templates);
    Ok(())
}
