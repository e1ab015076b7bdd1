//! CPU utilization in percent, the only metric with a field in v1.

use crate::apis::autoscaling::v2::{
    MetricSpec, MetricStatus, MetricTarget, MetricValueStatus, ResourceMetricSource, ResourceMetricStatus,
};

const RESOURCE: &str = "Resource";
const CPU: &str = "cpu";

/// Returns the metric with this target utilization.
pub(super) fn metric(utilization: i32) -> MetricSpec {
    let target =
        MetricTarget { type_: "Utilization".into(), average_utilization: Some(utilization), ..MetricTarget::default() };
    let resource = ResourceMetricSource { name: CPU.into(), target };
    MetricSpec { type_: RESOURCE.into(), resource: Some(resource.into()), ..MetricSpec::default() }
}

/// Returns the target utilization of a metric.
pub(super) fn utilization(metric: &MetricSpec) -> Option<i32> {
    let resource = metric.resource.as_ref().filter(|resource| metric.type_ == RESOURCE && resource.name == CPU)?;
    resource.target.average_utilization
}

/// Returns true if the metric has this target utilization and no other settings.
pub(super) fn is_nothing_else(metric: &MetricSpec, utilization: i32) -> bool {
    let mut usual = self::metric(utilization);
    if let Some((usual, resource)) = usual.resource.as_mut().zip(metric.resource.as_ref())
        && resource.target.type_.is_empty()
    {
        usual.target.type_ = resource.target.type_.clone();
    }
    usual == *metric
}

/// Returns the status of the metric with this utilization.
pub(super) fn status(utilization: i32) -> MetricStatus {
    let current = MetricValueStatus { average_utilization: Some(utilization), ..MetricValueStatus::default() };
    let resource = ResourceMetricStatus { name: CPU.into(), current };
    MetricStatus { type_: RESOURCE.into(), resource: Some(resource.into()), ..MetricStatus::default() }
}

/// Returns the measured utilization.
pub(super) fn current_utilization(metric: &MetricStatus) -> Option<i32> {
    let resource = metric.resource.as_ref().filter(|resource| metric.type_ == RESOURCE && resource.name == CPU)?;
    resource.current.average_utilization
}
