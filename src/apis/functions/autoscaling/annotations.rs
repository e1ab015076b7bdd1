//! The annotations in which old versions keep what they have no field for.
//!
//! Upstream reads them with Go's own JSON: names in any case, and what does not parse is not there.

use crate::conversion::{AnnotationValue, Error, annotation_write};
use crate::field::{List, Map, Str};
use crate::format::json;
use crate::reflect::Reflect;

pub(super) const METRICS: &str = "autoscaling.alpha.kubernetes.io/metrics";
pub(super) const CURRENT_METRICS: &str = "autoscaling.alpha.kubernetes.io/current-metrics";
pub(super) const CONDITIONS: &str = "autoscaling.alpha.kubernetes.io/conditions";
pub(super) const BEHAVIOR: &str = "autoscaling.alpha.kubernetes.io/behavior";
pub(super) const SCALE_DOWN_TOLERANCE: &str = "autoscaling.alpha.kubernetes.io/scale-down-tolerance";
pub(super) const SCALE_UP_TOLERANCE: &str = "autoscaling.alpha.kubernetes.io/scale-up-tolerance";

const ALL: [&str; 6] = [METRICS, CURRENT_METRICS, CONDITIONS, BEHAVIOR, SCALE_DOWN_TOLERANCE, SCALE_UP_TOLERANCE];

/// No object keeps another version's annotations.
pub(super) fn remove(annotations: &mut Map<Str>) {
    for key in ALL {
        annotations.remove(key);
    }
}

/// The value in an annotation, if there is one that parses.
pub(super) fn read<T: Reflect + Default>(annotations: &Map<Str>, key: &str) -> Option<T> {
    annotations.get(key).and_then(|text| json::from_str_any_case(text).ok())
}

/// Keeps a list that has items.
pub(super) fn write<T>(annotations: &mut Map<Str>, key: &str, list: &List<T>) -> Result<(), Error>
where
    List<T>: AnnotationValue,
{
    if list.is_empty() { Ok(()) } else { annotation_write(annotations, key, list) }
}
