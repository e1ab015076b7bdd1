//! Conversions of policy/v1beta1 that the definitions cannot express.

use super::super::selector::{Asks, strip_label};
use crate::apis::policy::v1beta1::PodDisruptionBudgetSpec;
use crate::conversion::{Error, Scope};

pub(crate) fn pod_disruption_budget_spec_to_hub(
    spec: &mut PodDisruptionBudgetSpec,
    scope: &Scope<'_>,
) -> Result<(), Error> {
    if let Some(selector) = &mut spec.selector {
        match Asks::of(selector) {
            Some(Asks::Nothing) => *selector = Asks::Label.selector(),
            Some(Asks::NoLabel) => *selector = Asks::Nothing.selector(),
            Some(Asks::Label) | None => strip_label(selector, scope),
        }
    }
    Ok(())
}

pub(crate) fn pod_disruption_budget_spec_from_hub(
    spec: &mut PodDisruptionBudgetSpec,
    _: &Scope<'_>,
) -> Result<(), Error> {
    if let Some(selector) = &mut spec.selector {
        match Asks::of(selector) {
            Some(Asks::Label) => *selector = Asks::Nothing.selector(),
            Some(Asks::Nothing) => *selector = Asks::NoLabel.selector(),
            Some(Asks::NoLabel) | None => {}
        }
    }
    Ok(())
}
