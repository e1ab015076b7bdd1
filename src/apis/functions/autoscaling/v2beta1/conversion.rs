//! Conversions of autoscaling/v2beta1 that the definitions cannot express: the behavior is stored in an annotation, the
//! container of a metric is dropped.

use std::mem::take;

pub(crate) use super::super::metrics::{
    external_metric_source_from_hub, external_metric_source_to_hub, object_metric_source_from_hub,
    object_metric_source_to_hub, resource_metric_source_from_hub, resource_metric_source_to_hub,
};
use super::super::{behavior, metrics};
use crate::apis::autoscaling::{v2, v2beta1};
use crate::conversion::{Error, Fix, Scope};

pub(crate) fn horizontal_pod_autoscaler_to_hub(
    _: &mut v2beta1::HorizontalPodAutoscaler,
    to: &mut v2::HorizontalPodAutoscaler,
    scope: &Scope<'_>,
) -> Result<(), Error> {
    to.spec.behavior = behavior::read(&to.metadata.annotations, scope)?;
    Ok(())
}

pub(crate) fn horizontal_pod_autoscaler_from_hub(
    from: &mut v2::HorizontalPodAutoscaler,
    to: &mut v2beta1::HorizontalPodAutoscaler,
    _: &Scope<'_>,
) -> Result<(), Error> {
    behavior::write(&mut to.metadata.annotations, from.spec.behavior.as_ref())
}

pub(crate) fn container_resource_metric_source_to_hub(
    from: &mut v2beta1::ContainerResourceMetricSource,
    to: &mut v2::ContainerResourceMetricSource,
    scope: &Scope<'_>,
) -> Result<(), Error> {
    if scope.fixes(Fix::ContainerOfMetric) {
        to.container = take(&mut from.container);
    } else if !from.container.is_empty() {
        scope.lose("container", "Kubernetes converts v2beta1 without the name of the container");
    }
    metrics::container_resource_metric_source_to_hub(from, to, scope)
}

pub(crate) fn container_resource_metric_source_from_hub(
    from: &mut v2::ContainerResourceMetricSource,
    to: &mut v2beta1::ContainerResourceMetricSource,
    scope: &Scope<'_>,
) -> Result<(), Error> {
    if scope.fixes(Fix::ContainerOfMetric) {
        to.container = take(&mut from.container);
    } else if !from.container.is_empty() {
        scope.lose("container", "Kubernetes converts v2beta1 without the name of the container");
    }
    metrics::container_resource_metric_source_from_hub(from, to, scope)
}
