//! Recognizes objects that no API server accepts as complete, and which are therefore patches of other objects.

use super::{directive, moves};
use crate::meta::Value;
use crate::schema::GroupVersionKind;

/// The groups of workloads.
const GROUPS: [&str; 4] = ["", "apps", "batch", "extensions"];

/// Returns true for workloads without a template, or without a selector and labels from which one could be taken, and for
/// objects with directives of strategic merge patches.
pub(crate) fn is_incomplete(gvk: &GroupVersionKind, object: &Value) -> bool {
    // Fields of schemas can have any name.
    if gvk.kind != "CustomResourceDefinition" && directive::has_any(object) {
        return true;
    }
    let is_empty = |value: Option<&Value>| value.is_none_or(moves::is_empty);
    let at = |keys: &[&str]| keys.iter().try_fold(object, |value, key| value.get(key));
    let template: &[&str] = match &*gvk.kind {
        _ if !GROUPS.contains(&&*gvk.group) => return false,
        "CronJob" => &["spec", "jobTemplate", "spec", "template"],
        "Deployment" | "DaemonSet" | "ReplicaSet" | "ReplicationController" | "StatefulSet" | "Job" => {
            &["spec", "template"]
        }
        _ => return false,
    };
    let below = |keys: &[&'static str]| at(&[template, keys].concat());
    let selects_pods = !matches!(&*gvk.kind, "CronJob" | "Job");
    is_empty(below(&[]))
        || is_empty(below(&["spec", "containers"]))
        || gvk.kind == "CronJob" && at(&["spec", "schedule"]).is_none()
        || selects_pods && is_empty(at(&["spec", "selector"])) && is_empty(below(&["metadata", "labels"]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go_yaml;
    use crate::serializer::json;

    #[track_caller]
    fn check(version: &str, kind: &str, spec: &str, expected: bool) {
        let json = go_yaml::to_json(format!("spec: {spec}").as_bytes()).expect("YAML");
        let object: Value = json::from_str(&json).expect("JSON");
        assert_eq!(is_incomplete(&GroupVersionKind::from_api_version(version, kind), &object), expected, "{spec}");
    }

    #[test]
    fn workloads_without_template_or_selector_are_incomplete() {
        let containers = "spec: {containers: [{name: a, image: b}]}";
        let labels = "metadata: {labels: {a: b}}";
        let old = |spec: &str, expected| check("extensions/v1beta1", "Deployment", spec, expected);
        old("{replicas: 2}", true);
        old(&format!("{{template: {{{containers}}}}}"), true);
        old(&format!("{{template: {{{labels}}}}}"), true);
        old(&format!("{{template: {{{labels}, {containers}}}}}"), false);
        old(&format!("{{selector: {{matchLabels: {{a: b}}}}, template: {{{containers}}}}}"), false);
        check("batch/v1", "Job", &format!("{{template: {{{containers}}}}}"), false);
        let job = format!("jobTemplate: {{spec: {{template: {{{containers}}}}}}}");
        check("batch/v1beta1", "CronJob", &format!("{{{job}}}"), true);
        check("batch/v1beta1", "CronJob", &format!("{{schedule: daily, {job}}}"), false);
    }

    #[test]
    fn other_kinds_are_incomplete_only_with_directives() {
        check("example.com/v1", "Deployment", "{}", false);
        check("policy/v1beta1", "PodDisruptionBudget", "{}", false);
        check("policy/v1beta1", "PodDisruptionBudget", "{selector: {$patch: replace}}", true);
        check("apiextensions.k8s.io/v1", "CustomResourceDefinition", "{validation: {$patch: {}}}", false);
    }
}
