//! Conversion of autoscaling/v2beta1 that no rule says: the behavior is an annotation.

use super::super::behavior;
pub(crate) use super::super::metrics::{
    container_resource_metric_source_from_hub, container_resource_metric_source_to_hub,
    external_metric_source_from_hub, external_metric_source_to_hub, object_metric_source_from_hub,
    object_metric_source_to_hub, resource_metric_source_from_hub, resource_metric_source_to_hub,
};
use crate::apis::autoscaling::{v2, v2beta1};
use crate::conversion::{Error, Scope};

pub(crate) fn horizontal_pod_autoscaler_to_hub(
    _: &mut v2beta1::HorizontalPodAutoscaler,
    to: &mut v2::HorizontalPodAutoscaler,
    _: &Scope<'_>,
) -> Result<(), Error> {
    to.spec.behavior = behavior::read(&to.metadata.annotations);
    Ok(())
}

pub(crate) fn horizontal_pod_autoscaler_from_hub(
    from: &mut v2::HorizontalPodAutoscaler,
    to: &mut v2beta1::HorizontalPodAutoscaler,
    _: &Scope<'_>,
) -> Result<(), Error> {
    behavior::write(&mut to.metadata.annotations, from.spec.behavior.as_ref())
}
