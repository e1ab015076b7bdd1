//! Conversion of core/v1 that no rule says.

use crate::apis::core::v1::PodTemplateSpec;
use crate::conversion::{Error, Scope};

/// The annotations in which releases before 1.8 kept init containers.
const INIT_CONTAINER_ANNOTATIONS: [&str; 4] = [
    "pod.beta.kubernetes.io/init-containers",
    "pod.alpha.kubernetes.io/init-containers",
    "pod.beta.kubernetes.io/init-container-statuses",
    "pod.alpha.kubernetes.io/init-container-statuses",
];

/// Old clients send init containers twice; the annotations are no difference.
pub(crate) fn pod_template_spec_to_hub(template: &mut PodTemplateSpec, _: &Scope) -> Result<(), Error> {
    drop_init_container_annotations(template);
    Ok(())
}

/// Old nodes would prefer the annotations to the field.
pub(crate) fn pod_template_spec_from_hub(template: &mut PodTemplateSpec, _: &Scope) -> Result<(), Error> {
    drop_init_container_annotations(template);
    Ok(())
}

fn drop_init_container_annotations(template: &mut PodTemplateSpec) {
    for key in INIT_CONTAINER_ANNOTATIONS {
        template.metadata.annotations.remove(key);
    }
}
