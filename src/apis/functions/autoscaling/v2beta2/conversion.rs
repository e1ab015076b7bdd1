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
    for (rules, key) in [(&behavior.scale_down, SCALE_DOWN_TOLERANCE), (&behavior.scale_up, SCALE_UP_TOLERANCE)] {
        if let Some(tolerance) = rules.as_ref().and_then(|rules| rules.tolerance.as_ref()) {
            annotation_write(annotations, key, tolerance)?;
        }
    }
    Ok(())
}
