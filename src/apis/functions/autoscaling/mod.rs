//! Functions of autoscaling that the definitions cannot express.

mod annotations;
mod behavior;
mod cpu;
mod metrics;

pub(crate) mod internal {
    pub(crate) mod conversion {
        //! Conversions of an autoscaler in place, from and to all versions: annotations belong to a single version.

        use super::super::annotations;
        use crate::apis::autoscaling::v2::HorizontalPodAutoscaler;
        use crate::conversion::{Error, Scope};

        pub(crate) fn horizontal_pod_autoscaler_to_hub(
            hub: &mut HorizontalPodAutoscaler,
            scope: &Scope<'_>,
        ) -> Result<(), Error> {
            annotations::remove(&mut hub.metadata.annotations, scope);
            Ok(())
        }

        pub(crate) fn horizontal_pod_autoscaler_from_hub(
            hub: &mut HorizontalPodAutoscaler,
            scope: &Scope<'_>,
        ) -> Result<(), Error> {
            annotations::remove(&mut hub.metadata.annotations, scope);
            Ok(())
        }
    }
}

pub(crate) mod v1 {
    pub(crate) mod conversion {
        //! Conversions of autoscaling/v1 that the definitions cannot express: v1 has a field for CPU utilization only, and
        //! stores all other metrics in annotations, in the format of v1.

        use super::super::annotations::{self, CONDITIONS, CURRENT_METRICS, METRICS};
        pub(crate) use super::super::metrics::{
            container_resource_metric_source_from_hub, container_resource_metric_source_to_hub,
            external_metric_source_from_hub, external_metric_source_to_hub, object_metric_source_from_hub,
            resource_metric_source_from_hub, resource_metric_source_to_hub,
        };
        use super::super::{behavior, cpu, metrics};
        use crate::apis::autoscaling::v1::zz_generated_conversion::{
            metric_spec_from_hub, metric_spec_to_hub, metric_status_from_hub, metric_status_to_hub,
        };
        use crate::apis::autoscaling::{v1, v2};
        use crate::conversion::{Error, Scope};
        use crate::field::{List, Map, Str};
        use crate::meta::Quantity;
        use std::mem::take;

        /// The default of the controller for v1 objects without a target.
        const DEFAULT_CPU_UTILIZATION: i32 = 80;

        pub(crate) fn horizontal_pod_autoscaler_to_hub(
            from: &mut v1::HorizontalPodAutoscaler,
            to: &mut v2::HorizontalPodAutoscaler,
            scope: &Scope<'_>,
        ) -> Result<(), Error> {
            let kept = &to.metadata.annotations;
            to.spec.metrics = metrics_of(kept, from.spec.target_cpu_utilization_percentage, scope)?;
            to.spec.behavior = behavior::read(kept, scope)?;
            to.status.current_metrics =
                current_metrics_of(kept, from.status.current_cpu_utilization_percentage, scope)?;
            if let Some(conditions) = annotations::read::<List<_>>(kept, CONDITIONS, scope)? {
                to.status.conditions = conditions.into_iter().collect();
            }
            Ok(())
        }

        /// Returns the metrics of the annotation followed by that of the field, or the default.
        fn metrics_of(kept: &Map<Str>, cpu: Option<i32>, scope: &Scope<'_>) -> Result<List<v2::MetricSpec>, Error> {
            let others = annotations::read::<List<v1::MetricSpec>>(kept, METRICS, scope)?.unwrap_or_default();
            let mut metrics = scope.field(&annotations::path(METRICS), || {
                scope.list("", others, |from, to| metric_spec_to_hub(from, to, scope))
            })?;
            let cpu = cpu.or(metrics.is_empty().then_some(DEFAULT_CPU_UTILIZATION));
            metrics.extend(cpu.map(cpu::metric));
            Ok(metrics)
        }

        /// Returns the metrics of the annotation, which are more detailed, otherwise the metric of the field.
        fn current_metrics_of(
            kept: &Map<Str>,
            cpu: Option<i32>,
            scope: &Scope<'_>,
        ) -> Result<List<v2::MetricStatus>, Error> {
            let Some(metrics) = annotations::read::<List<v1::MetricStatus>>(kept, CURRENT_METRICS, scope)? else {
                return Ok(cpu.map_or_else(List::nil, |cpu| List::from([cpu::status(cpu)])));
            };
            let metrics = scope.field(&annotations::path(CURRENT_METRICS), || {
                scope.list("", metrics, |from, to| metric_status_to_hub(from, to, scope))
            })?;
            if cpu.is_some() && metrics.iter().rev().find_map(cpu::current_utilization) != cpu {
                let reason = "the annotation of current metrics says something else, and takes precedence";
                scope.lose("status.currentCPUUtilizationPercentage", reason);
            }
            Ok(metrics.into_iter().collect())
        }

        pub(crate) fn horizontal_pod_autoscaler_from_hub(
            from: &mut v2::HorizontalPodAutoscaler,
            to: &mut v1::HorizontalPodAutoscaler,
            scope: &Scope<'_>,
        ) -> Result<(), Error> {
            to.spec.target_cpu_utilization_percentage = from.spec.metrics.iter().find_map(cpu::utilization);
            to.status.current_cpu_utilization_percentage =
                from.status.current_metrics.iter().rev().find_map(cpu::current_utilization);
            let others = others(take(&mut from.spec.metrics), scope)?;
            let current = take(&mut from.status.current_metrics);
            let current: List<v1::MetricStatus> =
                scope.list("status.currentMetrics", current, |from, to| metric_status_from_hub(from, to, scope))?;
            let kept = &mut to.metadata.annotations;
            annotations::write(kept, METRICS, &others)?;
            annotations::write(kept, CURRENT_METRICS, &current)?;
            annotations::write(kept, CONDITIONS, &from.status.conditions)?;
            behavior::write(kept, from.spec.behavior.as_ref())
        }

        /// Returns the metrics without a field in v1. The field gets the first CPU utilization in percent.
        fn others(metrics: List<v2::MetricSpec>, scope: &Scope<'_>) -> Result<List<v1::MetricSpec>, Error> {
            let (mut others, mut has_cpu) = (Vec::new(), false);
            for (index, mut metric) in metrics.into_iter().enumerate() {
                match cpu::utilization(&metric) {
                    None => {
                        let mut other = v1::MetricSpec::default();
                        let name = format!("spec.metrics[{index}]");
                        scope.field(&name, || metric_spec_from_hub(&mut metric, &mut other, scope))?;
                        others.push(other);
                    }
                    Some(utilization) => {
                        if has_cpu || !cpu::is_nothing_else(&metric, utilization) {
                            scope.lose(
                                &format!("spec.metrics[{index}]"),
                                "v1 has one use of CPU, and only its percentage",
                            );
                        }
                        has_cpu = true;
                    }
                }
            }
            Ok(others.into())
        }

        /// v1 writes a zero value beside an average if no value is set.
        pub(crate) fn object_metric_source_to_hub(
            from: &mut v1::ObjectMetricSource,
            to: &mut v2::ObjectMetricSource,
            scope: &Scope<'_>,
        ) -> Result<(), Error> {
            metrics::object_metric_source_to_hub(from, to, scope)?;
            if to.target.average_value.is_some() && to.target.value.as_ref().is_some_and(Quantity::is_zero) {
                to.target.value = None;
            }
            Ok(())
        }
    }
}

pub(crate) mod v2beta1 {
    pub(crate) mod conversion {
        //! Conversions of autoscaling/v2beta1 that the definitions cannot express: the behavior is stored in an annotation, the
        //! container of a metric is dropped.

        pub(crate) use super::super::metrics::{
            external_metric_source_from_hub, external_metric_source_to_hub, object_metric_source_from_hub,
            object_metric_source_to_hub, resource_metric_source_from_hub, resource_metric_source_to_hub,
        };
        use super::super::{behavior, metrics};
        use crate::apis::autoscaling::{v2, v2beta1};
        use crate::conversion::{Error, Fix, Scope};
        use std::mem::take;

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
    }
}

pub(crate) mod v2beta2 {
    pub(crate) mod conversion {
        //! Conversions of autoscaling/v2beta2 that the definitions cannot express: tolerances are stored in annotations.

        use super::super::annotations::{SCALE_DOWN_TOLERANCE, SCALE_UP_TOLERANCE};
        use crate::apis::autoscaling::{v2, v2beta2};
        use crate::conversion::{Error, Scope, annotation_read_always, annotation_write};

        pub(crate) fn horizontal_pod_autoscaler_to_hub(
            _: &mut v2beta2::HorizontalPodAutoscaler,
            to: &mut v2::HorizontalPodAutoscaler,
            _: &Scope<'_>,
        ) -> Result<(), Error> {
            let annotations = &mut to.metadata.annotations;
            if let Some(tolerance) = annotation_read_always(annotations, SCALE_DOWN_TOLERANCE)? {
                let behavior = to.spec.behavior.get_or_insert_default();
                behavior.scale_down.get_or_insert_default().tolerance = Some(tolerance);
            }
            if let Some(tolerance) = annotation_read_always(annotations, SCALE_UP_TOLERANCE)? {
                let behavior = to.spec.behavior.get_or_insert_default();
                behavior.scale_up.get_or_insert_default().tolerance = Some(tolerance);
            }
            Ok(())
        }

        pub(crate) fn horizontal_pod_autoscaler_from_hub(
            from: &mut v2::HorizontalPodAutoscaler,
            to: &mut v2beta2::HorizontalPodAutoscaler,
            _: &Scope<'_>,
        ) -> Result<(), Error> {
            let Some(behavior) = &from.spec.behavior else { return Ok(()) };
            let annotations = &mut to.metadata.annotations;
            for (rules, key) in [(&behavior.scale_down, SCALE_DOWN_TOLERANCE), (&behavior.scale_up, SCALE_UP_TOLERANCE)]
            {
                if let Some(tolerance) = rules.as_ref().and_then(|rules| rules.tolerance.as_ref()) {
                    annotation_write(annotations, key, tolerance)?;
                }
            }
            Ok(())
        }
    }
}
