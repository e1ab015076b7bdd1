//! The type of a metric's target, which v1 and v2beta1 do not say: it follows from what is there.

use crate::apis::autoscaling::v2::{
    ContainerResourceMetricSource, ExternalMetricSource, MetricTarget, ObjectMetricSource, ResourceMetricSource,
};
use crate::conversion::{Error, Scope};

const VALUE: &str = "Value";
const AVERAGE_VALUE: &str = "AverageValue";
const UTILIZATION: &str = "Utilization";

fn of_object(target: &MetricTarget) -> &'static str {
    if target.average_value.is_some() { AVERAGE_VALUE } else { VALUE }
}

fn of_resource(target: &MetricTarget) -> &'static str {
    if target.average_utilization.is_some() { UTILIZATION } else { AVERAGE_VALUE }
}

fn of_external(target: &MetricTarget) -> &'static str {
    if target.value.is_some() { VALUE } else { AVERAGE_VALUE }
}

/// Sets the type on the way to the hub; there is nothing to do on the way back.
macro_rules! types {
    ($($hub:ty: $of:ident, $to_hub:ident, $from_hub:ident;)*) => {
        $(
            pub(crate) fn $to_hub<F>(_: &mut F, to: &mut $hub, _: &Scope<'_>) -> Result<(), Error> {
                to.target.type_ = $of(&to.target).into();
                Ok(())
            }

            pub(crate) fn $from_hub<T>(_: &mut $hub, _: &mut T, _: &Scope<'_>) -> Result<(), Error> {
                Ok(())
            }
        )*
    };
}

types! {
    ObjectMetricSource: of_object, object_metric_source_to_hub, object_metric_source_from_hub;
    ResourceMetricSource: of_resource, resource_metric_source_to_hub, resource_metric_source_from_hub;
    ContainerResourceMetricSource:
        of_resource, container_resource_metric_source_to_hub, container_resource_metric_source_from_hub;
    ExternalMetricSource: of_external, external_metric_source_to_hub, external_metric_source_from_hub;
}
