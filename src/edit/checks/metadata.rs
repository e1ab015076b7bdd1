//! Names and labels, which have the same rules in all kinds with checks.

use super::names::{is_label_key, is_label_value, is_subdomain};
use super::{Check, at};
use crate::field::Value;

impl Check {
    /// Checks the name and the labels of an object.
    pub(super) fn metadata(&mut self, object: &Value) {
        let text = |key: &str| at(object, &["metadata", key]).and_then(Value::as_str).unwrap_or_default();
        let name = text("name");
        if name.is_empty() && text("generateName").is_empty() {
            self.refuse(&["metadata", "name"], "required", "write a name");
        } else if !name.is_empty() && !is_subdomain(name) {
            let remedy = "write lower case letters, digits, `-` and `.`, and replace placeholders";
            self.refuse(&["metadata", "name"], "not a DNS name", remedy);
        }
        self.labels(object, &["metadata", "labels"]);
    }

    /// Checks the labels at a path.
    pub(super) fn labels(&mut self, value: &Value, keys: &[&str]) {
        self.at(value, keys, |check, labels| {
            for (key, value) in labels.as_map().into_iter().flatten() {
                if !is_label_key(key) {
                    check.refuse(&[key], "not the key of a label", "write letters, digits, `-`, `_` and `.`");
                }
                if !is_label_value(value.as_str().unwrap_or_default()) {
                    let remedy = "write at most 63 letters, digits, `-`, `_` and `.`, and replace placeholders";
                    check.refuse(&[key], "not the value of a label", remedy);
                }
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use crate::edit::checks::tests;

    fn check(metadata: &str, expected: &[&str]) {
        let text = format!("metadata: {metadata}\nspec: {{rules: []}}");
        tests::check("networking.k8s.io/v1", "Ingress", &text, expected);
    }

    #[test]
    fn objects_have_names() {
        check("{}", &["metadata.name: required"]);
        check("{name: ''}", &["metadata.name: required"]);
        check("{generateName: a-}", &[]);
        check("{name: '${A}'}", &["metadata.name: not a DNS name"]);
        tests::check("batch/v1", "CronJob", "metadata: {}", &[]);
    }

    #[test]
    fn labels_have_a_syntax() {
        check(
            "{name: a, labels: {app: '${APP}', 'a b': c, ok: ''}}",
            &["metadata.labels[\"a b\"]: not the key of a label", "metadata.labels.app: not the value of a label"],
        );
    }
}
