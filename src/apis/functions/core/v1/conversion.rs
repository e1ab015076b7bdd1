//! Conversions of core/v1 that the definitions cannot express.

use crate::apis::core::v1::{Pod, PodTemplateSpec, Secret};
use crate::apis::meta::v1::ObjectMeta;
use crate::conversion::{Error, Scope};
use crate::field::Bytes;

/// The annotations in which releases before 1.8 stored init containers.
const INIT_CONTAINER_ANNOTATIONS: [&str; 4] = [
    "pod.beta.kubernetes.io/init-containers",
    "pod.alpha.kubernetes.io/init-containers",
    "pod.beta.kubernetes.io/init-container-statuses",
    "pod.alpha.kubernetes.io/init-container-statuses",
];

pub(crate) fn pod_to_hub(pod: &mut Pod, scope: &Scope<'_>) -> Result<(), Error> {
    settle_pod(pod, scope);
    Ok(())
}

pub(crate) fn pod_from_hub(pod: &mut Pod, scope: &Scope<'_>) -> Result<(), Error> {
    settle_pod(pod, scope);
    Ok(())
}

/// The minimum grace period of a pod is one second. Pod templates are not adjusted, because their pods are when they
/// are created.
fn settle_pod(pod: &mut Pod, scope: &Scope<'_>) {
    drop_init_container_annotations(&mut pod.metadata, scope);
    if let Some(seconds) = &mut pod.spec.termination_grace_period_seconds
        && *seconds < 0
    {
        *seconds = 1;
        scope.lose("spec.terminationGracePeriodSeconds", "a negative grace period becomes one second");
    }
}

/// `stringData` is write-only: it overwrites `data`.
pub(crate) fn secret_to_hub(secret: &mut Secret, scope: &Scope<'_>) -> Result<(), Error> {
    for (key, text) in std::mem::take(&mut secret.string_data) {
        let text = Bytes::from(text.as_bytes());
        if secret.data.get(&key).is_some_and(|old| *old != text) {
            scope.lose(&format!("data[{key}]"), "stringData has another value for the key, which takes precedence");
        }
        secret.data.insert(key, text);
    }
    Ok(())
}

pub(crate) fn secret_from_hub(_: &mut Secret, _: &Scope<'_>) -> Result<(), Error> {
    Ok(())
}

/// Removes the annotations of init containers, which old clients send as well.
pub(crate) fn pod_template_spec_to_hub(template: &mut PodTemplateSpec, scope: &Scope<'_>) -> Result<(), Error> {
    drop_init_container_annotations(&mut template.metadata, scope);
    Ok(())
}

/// Removes the annotations, because old nodes prefer them to the field.
pub(crate) fn pod_template_spec_from_hub(template: &mut PodTemplateSpec, scope: &Scope<'_>) -> Result<(), Error> {
    drop_init_container_annotations(&mut template.metadata, scope);
    Ok(())
}

fn drop_init_container_annotations(metadata: &mut ObjectMeta, scope: &Scope<'_>) {
    for key in INIT_CONTAINER_ANNOTATIONS {
        if metadata.annotations.remove(key).is_some_and(|value| !value.is_empty()) {
            scope.lose(&format!("metadata.annotations[{key}]"), "init containers are a field since release 1.8");
        }
    }
}
