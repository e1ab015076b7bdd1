//! Conversions of policy/v1 that the definitions cannot express.

use super::super::selector::{Asks, strip_label};
use crate::apis::policy::v1::PodDisruptionBudgetSpec;
use crate::conversion::{Error, Scope};

pub(crate) fn pod_disruption_budget_spec_to_hub(
    spec: &mut PodDisruptionBudgetSpec,
    scope: &Scope<'_>,
) -> Result<(), Error> {
    if let Some(selector) = &mut spec.selector
        && !matches!(Asks::of(selector), Some(Asks::Nothing | Asks::Label))
    {
        strip_label(selector, scope);
    }
    Ok(())
}

pub(crate) fn pod_disruption_budget_spec_from_hub(_: &mut PodDisruptionBudgetSpec, _: &Scope<'_>) -> Result<(), Error> {
    Ok(())
}
