//! The annotations in which old versions store values without a field.
//!
//! Upstream parses them with Go's `encoding/json`: names match in any case, and invalid values are ignored (see
//! `Fix::UnreadableAnnotation`).

use crate::conversion::{AnnotationValue, Error, Fix, Scope, annotation_write};
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

/// Removes the annotations of other versions. Annotations that the version of `scope` has parsed are not lost.
pub(super) fn remove(annotations: &mut Map<Str>, scope: &Scope<'_>) {
    for key in ALL {
        let is_read = match &*scope.version().version {
            "v1" => matches!(key, METRICS | CURRENT_METRICS | CONDITIONS | BEHAVIOR),
            "v2beta1" => key == BEHAVIOR,
            _ => false,
        };
        if annotations.remove(key).is_some_and(|value| !is_read && !value.is_empty()) {
            scope.lose(&path(key), "the annotation represents a field of another version");
        }
    }
}

/// Returns the path of an annotation.
pub(super) fn path(key: &str) -> String {
    format!("metadata.annotations[{key}]")
}

/// Returns the value of an annotation, if it is set and valid.
pub(super) fn read<T: Reflect + Default>(
    annotations: &Map<Str>,
    key: &str,
    scope: &Scope<'_>,
) -> Result<Option<T>, Error> {
    match annotations.get(key).map(|text| json::from_str_any_case(text)) {
        Some(Err(reason)) if scope.fixes(Fix::UnreadableAnnotation) => {
            Err(Error::new(format!("failed to parse annotation {key:?}: {reason}")).at("metadata.annotations"))
        }
        parsed => {
            if matches!(parsed, Some(Err(_))) && annotations.get(key).is_some_and(|text| !text.is_empty()) {
                scope.lose(&path(key), "the annotation cannot be parsed");
            }
            Ok(parsed.and_then(Result::ok))
        }
    }
}

/// Stores a list unless it is empty.
pub(super) fn write<T>(annotations: &mut Map<Str>, key: &str, list: &List<T>) -> Result<(), Error>
where
    List<T>: AnnotationValue,
{
    if list.is_empty() { Ok(()) } else { annotation_write(annotations, key, list) }
}

#[cfg(test)]
mod tests {
    use crate::conversion::Fix;
    use crate::scheme::Scheme;
    use crate::serializer::Codec;

    #[test]
    fn what_does_not_parse_is_not_there_or_an_error() {
        let hub = |key: &str, fixes: &[Fix]| {
            let mut builder = Scheme::builder();
            crate::apis::register(&mut builder);
            fixes.iter().for_each(|fix| _ = builder.converter().fix(*fix));
            let version = if key == "behavior" { "v2beta1" } else { "v1" };
            let text = format!(
                r#"{{"apiVersion":"autoscaling/{version}","kind":"HorizontalPodAutoscaler","metadata":{{"annotations":{{"autoscaling.alpha.kubernetes.io/{key}":"[{{"}}}}}}"#
            );
            Codec::new(builder.build()).decode_into_hub(text.as_bytes()).map_err(|error| error.to_string())
        };
        for key in ["metrics", "current-metrics", "conditions", "behavior"] {
            assert!(hub(key, &[]).is_ok());
            let error = hub(key, &[Fix::UnreadableAnnotation]).unwrap_err();
            let says = format!("failed to parse annotation \"autoscaling.alpha.kubernetes.io/{key}\": ");
            assert!(error.contains(&says), "{error}");
        }
    }
}
