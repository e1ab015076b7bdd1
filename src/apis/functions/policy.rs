//! Functions of policy that the definitions cannot express.

use crate::apis::meta::v1::{LabelSelector, LabelSelectorRequirement};
use crate::conversion::Scope;
use crate::field::List;

pub(crate) mod v1beta1 {
    pub(crate) mod conversion {
        use super::super::{Asks, strip_label};
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
    }
}

// The empty selector of a PodDisruptionBudget, which selects no pods in v1beta1 and all pods in v1.
//
// A label that no pod has represents *all pods* in v1beta1 and *no pods* in v1.

const LABEL: &str = "pdb.kubernetes.io/deprecated-v1beta1-empty-selector-match";

/// A selector that selects all pods or none.
#[derive(PartialEq)]
enum Asks {
    Nothing,
    Label,
    NoLabel,
}

impl Asks {
    fn of(selector: &LabelSelector) -> Option<Asks> {
        if !selector.match_labels.is_empty() {
            return None;
        }
        match &selector.match_expressions[..] {
            [] => Some(Asks::Nothing),
            [one] if one.key == LABEL && one.values.is_empty() => match &*one.operator {
                "Exists" => Some(Asks::Label),
                "DoesNotExist" => Some(Asks::NoLabel),
                _ => None,
            },
            _ => None,
        }
    }

    fn selector(self) -> LabelSelector {
        let expression = |operator: &str| {
            List::from([LabelSelectorRequirement { key: LABEL.into(), operator: operator.into(), values: List::nil() }])
        };
        let match_expressions = match self {
            Asks::Nothing => List::nil(),
            Asks::Label => expression("Exists"),
            Asks::NoLabel => expression("DoesNotExist"),
        };
        LabelSelector { match_expressions, ..LabelSelector::default() }
    }
}

/// The special label counts only if it is the only requirement.
fn strip_label(selector: &mut LabelSelector, scope: &Scope<'_>) {
    let before = selector.match_expressions.len();
    selector.match_expressions.retain(|expression| expression.key != LABEL);
    if selector.match_expressions.len() < before {
        scope.lose("selector.matchExpressions", "a label of this name only marks empty selectors of v1beta1");
    }
}
