//! Workloads of apps/v1, which must state their selectors.

use super::{Check, at};
use crate::field::Value;

impl Check {
    pub(super) fn workload(&mut self, object: &Value) {
        let labels = at(object, &["spec", "template", "metadata", "labels"]);
        let label = |key: &str| labels.and_then(|labels| labels.get(key)).and_then(Value::as_str);
        if at(object, &["spec", "template"]).and_then(Value::as_map).is_none() {
            let remedy = "write the template; a patch has none, and must be edited by hand";
            self.refuse(&["spec", "template"], "required", remedy);
        }
        self.labels(object, &["spec", "template", "metadata", "labels"]);
        self.volume_mounts(object);
        let selector =
            at(object, &["spec", "selector"]).and_then(Value::as_map).filter(|selector| !selector.is_empty());
        let Some(selector) = selector else {
            let remedy = "write labels of the template under `matchLabels`";
            return self.refuse(&["spec", "selector"], "required", remedy);
        };
        self.labels(object, &["spec", "selector", "matchLabels"]);
        let matched = selector.get("matchLabels").and_then(Value::as_map);
        for (key, value) in matched.into_iter().flatten() {
            if label(key) != value.as_str() {
                let remedy = "write the same label in the template";
                self.refuse(&["spec", "selector", "matchLabels", key], "the template does not have this label", remedy);
            }
        }
    }

    /// Checks that the volumes of all mounts exist.
    fn volume_mounts(&mut self, object: &Value) {
        let names = |keys: &[&str], name: &[&str]| {
            let list = at(object, keys).and_then(Value::as_list);
            let names = list.into_iter().flatten().filter_map(|item| at(item, name)?.as_str());
            names.map(str::to_string).collect::<Vec<_>>()
        };
        let mut volumes = names(&["spec", "template", "spec", "volumes"], &["name"]);
        volumes.extend(names(&["spec", "volumeClaimTemplates"], &["metadata", "name"]));
        for containers in ["containers", "initContainers"] {
            self.items(object, &["spec", "template", "spec", containers], |check, container| {
                check.items(container, &["volumeMounts"], |check, mount| {
                    let name = mount.get("name").and_then(Value::as_str).unwrap_or_default();
                    if !volumes.iter().any(|volume| volume == name) {
                        check.refuse(&["name"], "no volume has this name", "add the volume to the template");
                    }
                });
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::edit::checks::tests;

    fn check(text: &str, expected: &[&str]) {
        tests::check("apps/v1", "StatefulSet", text, expected);
    }

    #[test]
    fn workloads_select_their_pods() {
        check("spec: {replicas: 1}", &["spec.template: required", "spec.selector: required"]);
        let text = "spec: {selector: {matchLabels: {a: b, c: d}}, template: {metadata: {labels: {a: b}}}}";
        check(text, &["spec.selector.matchLabels.c: the template does not have this label"]);
        check("spec: {selector: {matchExpressions: []}, template: {}}", &[]);
        check(
            "spec: {selector: {matchLabels: {a: b}}, template: {}}",
            &["spec.selector.matchLabels.a: the template does not have this label"],
        );
    }

    #[test]
    fn mounted_volumes_exist() {
        let mounts =
            "containers: [{volumeMounts: [{name: a}, {name: b}]}], initContainers: [{volumeMounts: [{name: c}]}]";
        check(
            &format!(
                "spec: {{selector: {{matchExpressions: []}}, volumeClaimTemplates: [{{metadata: {{name: b}}}}], \
                 template: {{spec: {{volumes: [{{name: a}}], {mounts}}}}}}}"
            ),
            &["spec.template.spec.initContainers[0].volumeMounts[0].name: no volume has this name"],
        );
    }
}
