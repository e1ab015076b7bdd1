//! Functions of apps that the definitions cannot express.

use crate::apis::apps::v1beta2::ScaleStatus;
use crate::apis::autoscaling;
use crate::apis::core::v1::PersistentVolumeClaim;
use crate::apis::meta::v1::LabelSelector;
use crate::conversion::{Error, Scope};
use crate::field::{Map, Str};
use crate::meta::TypeMeta;

pub(crate) mod v1 {
    pub(crate) mod conversion {
        use super::super::{clear_kinds, set_kinds};
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
    }
}

pub(crate) mod v1beta1 {
    pub(crate) mod conversion {
        use super::super::{clear_kinds, set_kinds};
        pub(crate) use super::super::{scale_status_from_hub, scale_status_to_hub};
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
    }
}

pub(crate) mod v1beta2 {
    pub(crate) mod conversion {
        pub(crate) use super::super::v1::conversion::{stateful_set_spec_from_hub, stateful_set_spec_to_hub};
        pub(crate) use super::super::{scale_status_from_hub, scale_status_to_hub};
    }
}

// The status of a Scale. Old versions contain the selector twice, as labels and as text.

/// The text takes precedence. Without it, the labels are formatted without validation.
pub(crate) fn scale_status_to_hub(
    from: &mut ScaleStatus,
    to: &mut autoscaling::internal::ScaleStatus,
    scope: &Scope<'_>,
) -> Result<(), Error> {
    to.selector = std::mem::take(&mut from.target_selector);
    if to.selector.is_empty() {
        let labels: Vec<String> = from.selector.iter().map(|(key, value)| format!("{key}={value}")).collect();
        to.selector = labels.join(",").into();
    } else if !from.selector.is_empty()
        && scope.collects_losses()
        && labels_of(&to.selector).is_ok_and(|labels| labels != from.selector)
    {
        scope.lose("selector", "targetSelector says something else, and takes precedence");
    }
    Ok(())
}

/// Sets the text, and the labels if they are equivalent.
pub(crate) fn scale_status_from_hub(
    from: &mut autoscaling::internal::ScaleStatus,
    to: &mut ScaleStatus,
    _: &Scope<'_>,
) -> Result<(), Error> {
    to.selector = labels_of(&from.selector)?;
    to.target_selector = std::mem::take(&mut from.selector);
    Ok(())
}

/// Returns the labels of a selector that has no other requirements.
fn labels_of(selector: &str) -> Result<Map<Str>, Error> {
    let selector =
        LabelSelector::parse(selector).map_err(|error| Error::new(format!("failed to parse selector: {error}")))?;
    Ok(if selector.match_expressions.is_empty() { selector.match_labels } else { Map::nil() })
}

// The claim templates of a StatefulSet: objects inside an object.

/// Removes kind and apiVersion, which objects of the hub do not have.
fn clear_kinds(templates: &mut [PersistentVolumeClaim], scope: &Scope<'_>) {
    for (index, template) in templates.iter_mut().enumerate() {
        let TypeMeta { api_version, kind } = std::mem::take(&mut template.type_meta);
        for (name, said, usual) in [("apiVersion", api_version, "v1"), ("kind", kind, "PersistentVolumeClaim")] {
            if !said.is_empty() && said != usual {
                scope.lose(
                    &format!("volumeClaimTemplates[{index}].{name}"),
                    "every template is a v1 PersistentVolumeClaim",
                );
            }
        }
    }
}

/// Sets kind and apiVersion of the templates in every version, as releases before 1.17 did.
fn set_kinds(templates: &mut [PersistentVolumeClaim]) {
    for template in templates {
        template.type_meta = TypeMeta::new("v1", "PersistentVolumeClaim");
    }
}
