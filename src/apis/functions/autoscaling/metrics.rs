//! The target type of a metric, which v1 and v2beta1 do not have: it follows from the fields that are set.

use crate::apis::autoscaling::v2::{
    ContainerResourceMetricSource, ExternalMetricSource, MetricTarget, ObjectMetricSource, ResourceMetricSource,
};
use crate::conversion::{Error, Scope};
use crate::reflect::{Message, Ref, View};

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

/// Returns true if the field with this JSON name is set.
fn has<T: Message>(object: &T, name: &str) -> bool {
    let View::Struct(object) = Ref::new(object).view() else { return false };
    object.json_fields().any(|(field, value)| field.name() == name && !matches!(value.view(), View::Option(None)))
}

/// Reports the remaining values of a target after its values have moved, and a type other than `usual`.
fn report(left: &MetricTarget, usual: &str, scope: &Scope<'_>) {
    let is_unusual = !left.type_.is_empty() && left.type_ != usual;
    for (path, is_lost) in [
        ("target.type", is_unusual),
        ("target.value", left.value.is_some()),
        ("target.averageValue", left.average_value.is_some()),
        ("target.averageUtilization", left.average_utilization.is_some()),
    ] {
        if is_lost {
            scope.lose(path, "a metric of this kind has no such target");
        }
    }
}

/// Sets the type in conversions to the hub, and reports other types in conversions from the hub.
macro_rules! types {
    ($($hub:ty: $of:ident, $field:literal $set:ident $unset:ident, $to_hub:ident, $from_hub:ident;)*) => {
        $(
            pub(crate) fn $to_hub<F>(_: &mut F, to: &mut $hub, _: &Scope<'_>) -> Result<(), Error> {
                to.target.type_ = $of(&to.target).into();
                Ok(())
            }

            pub(crate) fn $from_hub<T: Message>(from: &mut $hub, to: &mut T, scope: &Scope<'_>) -> Result<(), Error> {
                if scope.collects_losses() {
                    let usual = if has(to, $field) { $set } else { $unset };
                    report(&from.target, usual, scope);
                }
                Ok(())
            }
        )*
    };
}

types! {
    ObjectMetricSource: of_object, "averageValue" AVERAGE_VALUE VALUE, object_metric_source_to_hub, object_metric_source_from_hub;
    ResourceMetricSource:
        of_resource, "targetAverageUtilization" UTILIZATION AVERAGE_VALUE, resource_metric_source_to_hub, resource_metric_source_from_hub;
    ContainerResourceMetricSource:
        of_resource, "targetAverageUtilization" UTILIZATION AVERAGE_VALUE, container_resource_metric_source_to_hub, container_resource_metric_source_from_hub;
    ExternalMetricSource: of_external, "targetValue" VALUE AVERAGE_VALUE, external_metric_source_to_hub, external_metric_source_from_hub;
}
