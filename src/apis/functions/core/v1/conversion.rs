//! Conversion of core/v1 that no rule says.

use crate::apis::core::v1::{Pod, PodTemplateSpec, Secret};
use crate::apis::meta::v1::ObjectMeta;
use crate::conversion::{Error, Scope};
use crate::field::Bytes;

/// The annotations in which releases before 1.8 kept init containers.
const INIT_CONTAINER_ANNOTATIONS: [&str; 4] = [
    "pod.beta.kubernetes.io/init-containers",
    "pod.alpha.kubernetes.io/init-containers",
    "pod.beta.kubernetes.io/init-container-statuses",
    "pod.alpha.kubernetes.io/init-container-statuses",
];

pub(crate) fn pod_to_hub(pod: &mut Pod, _: &Scope<'_>) -> Result<(), Error> {
    settle_pod(pod);
    Ok(())
}

pub(crate) fn pod_from_hub(pod: &mut Pod, _: &Scope<'_>) -> Result<(), Error> {
    settle_pod(pod);
    Ok(())
}

/// A pod gets at least a second to end; the pods of a template are settled when they are made.
fn settle_pod(pod: &mut Pod) {
    drop_init_container_annotations(&mut pod.metadata);
    if let Some(seconds) = &mut pod.spec.termination_grace_period_seconds
        && *seconds < 0
    {
        *seconds = 1;
    }
}

/// `stringData` is a convenience for writing: it overwrites `data` and is never read back.
pub(crate) fn secret_to_hub(secret: &mut Secret, _: &Scope<'_>) -> Result<(), Error> {
    for (key, text) in std::mem::take(&mut secret.string_data) {
        secret.data.insert(key, Bytes::from(text.as_bytes()));
    }
    Ok(())
}

pub(crate) fn secret_from_hub(_: &mut Secret, _: &Scope<'_>) -> Result<(), Error> {
    Ok(())
}

/// Old clients send init containers twice; the annotations are no difference.
pub(crate) fn pod_template_spec_to_hub(template: &mut PodTemplateSpec, _: &Scope<'_>) -> Result<(), Error> {
    drop_init_container_annotations(&mut template.metadata);
    Ok(())
}

/// Old nodes would prefer the annotations to the field.
pub(crate) fn pod_template_spec_from_hub(template: &mut PodTemplateSpec, _: &Scope<'_>) -> Result<(), Error> {
    drop_init_container_annotations(&mut template.metadata);
    Ok(())
}

fn drop_init_container_annotations(metadata: &mut ObjectMeta) {
    for key in INIT_CONTAINER_ANNOTATIONS {
        metadata.annotations.remove(key);
    }
}
