//! The behavior of a HorizontalPodAutoscaler in an annotation. Upstream stores its internal type, with Go's field names
//! and `null` for unset fields.

use super::annotations::{self, BEHAVIOR};
use crate::apis::autoscaling::v2::{HPAScalingPolicy, HPAScalingRules, HorizontalPodAutoscalerBehavior};
use crate::conversion::{Error, Scope};
use crate::field::{List, Map, Str};
use crate::format::json;
use crate::reflect::Reflect;

/// Reads the annotation. A behavior without rules counts as unset.
pub(super) fn read(
    annotations: &Map<Str>,
    scope: &Scope<'_>,
) -> Result<Option<HorizontalPodAutoscalerBehavior>, Error> {
    let behavior = annotations::read::<HorizontalPodAutoscalerBehavior>(annotations, BEHAVIOR, scope)?;
    Ok(behavior.filter(|behavior| behavior.scale_up.is_some() || behavior.scale_down.is_some()))
}

/// Writes the annotation if the behavior is set.
pub(super) fn write(
    annotations: &mut Map<Str>,
    behavior: Option<&HorizontalPodAutoscalerBehavior>,
) -> Result<(), Error> {
    if let Some(behavior) = behavior {
        let (up, down) = (rules(behavior.scale_up.as_deref())?, rules(behavior.scale_down.as_deref())?);
        annotations.insert(BEHAVIOR, format!(r#"{{"ScaleUp":{up},"ScaleDown":{down}}}"#).into());
    }
    Ok(())
}

fn rules(rules: Option<&HPAScalingRules>) -> Result<String, Error> {
    let Some(HPAScalingRules { stabilization_window_seconds, select_policy, policies, tolerance }) = rules else {
        return Ok("null".to_owned());
    };
    let (window, select) = (text(stabilization_window_seconds)?, text(select_policy)?);
    let (policies, tolerance) = (list(policies)?, text(tolerance)?);
    Ok(format!(
        r#"{{"StabilizationWindowSeconds":{window},"SelectPolicy":{select},"Policies":{policies},"Tolerance":{tolerance}}}"#
    ))
}

fn list(policies: &List<HPAScalingPolicy>) -> Result<String, Error> {
    if policies.is_nil() {
        return Ok("null".to_owned());
    }
    let policies: Vec<String> = policies.iter().map(policy).collect::<Result<_, Error>>()?;
    Ok(format!("[{}]", policies.join(",")))
}

fn policy(policy: &HPAScalingPolicy) -> Result<String, Error> {
    let HPAScalingPolicy { type_, value, period_seconds } = policy;
    let name = text(type_)?;
    Ok(format!(r#"{{"Type":{name},"Value":{value},"PeriodSeconds":{period_seconds}}}"#))
}

fn text<T: Reflect>(value: &T) -> Result<String, Error> {
    json::to_string(value).map_err(|error| Error::new(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::GroupVersion;

    const TEXT: &str = concat!(
        r#"{"ScaleUp":{"StabilizationWindowSeconds":5,"SelectPolicy":"Max","#,
        r#""Policies":[{"Type":"Pods","Value":4,"PeriodSeconds":15}],"Tolerance":"100m"},"ScaleDown":null}"#
    );

    fn annotations(text: &str) -> Map<Str> {
        Map::from([(BEHAVIOR, text.into())])
    }

    fn read(text: &str) -> Option<HorizontalPodAutoscalerBehavior> {
        super::read(&annotations(text), &Scope::new(GroupVersion::new("autoscaling", "v1"))).expect("no error")
    }

    #[test]
    fn what_was_written_is_read() {
        let behavior = read(TEXT).expect("a behavior");
        let mut written = Map::nil();
        write(&mut written, Some(&behavior)).expect("a behavior has a text");
        assert_eq!(written, annotations(TEXT));
    }

    #[test]
    fn names_are_read_in_any_case() {
        assert_eq!(read(&TEXT.replace("ScaleUp", "scaleUP")), read(TEXT));
    }

    #[test]
    fn no_rules_and_no_json_are_no_behavior() {
        for text in ["{}", r#"{"ScaleUp":null}"#, "null", "", "bad", r#"{"ScaleUp":1}"#] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
