//! Webhook configurations, which must state side effects and the versions of reviews in admissionregistration.k8s.io/v1.

use super::Check;
use crate::field::Value;

/// The versions of reviews that API servers send.
const REVIEW_VERSIONS: [&str; 2] = ["v1", "v1beta1"];

impl Check {
    pub(super) fn webhooks(&mut self, object: &Value) {
        let mut names = Vec::new();
        self.items(object, &["webhooks"], |check, webhook| {
            let effects = webhook.get("sideEffects").and_then(Value::as_str).unwrap_or("Unknown");
            if !matches!(effects, "None" | "NoneOnDryRun") {
                let remedy = "write `None` if the webhook changes nothing outside of the object, or `NoneOnDryRun` if it \
                              respects dry runs";
                check.refuse(&["sideEffects"], format!("{effects:?} is not allowed"), remedy);
            }
            check.review_versions(webhook);
            let name = webhook.get("name").and_then(Value::as_str).unwrap_or_default().to_string();
            if !name.is_empty() && names.contains(&name) {
                check.refuse(&["name"], "another webhook has the same name", "give each webhook its own name");
            }
            names.push(name);
        });
    }

    fn review_versions(&mut self, webhook: &Value) {
        let versions = webhook.get("admissionReviewVersions").and_then(Value::as_list);
        let mut versions = versions.into_iter().flatten().filter_map(Value::as_str).peekable();
        let remedy = "list the versions of AdmissionReview that the webhook understands";
        if versions.peek().is_none() {
            self.refuse(&["admissionReviewVersions"], "required", remedy);
        } else if !versions.any(|version| REVIEW_VERSIONS.contains(&version)) {
            self.refuse(&["admissionReviewVersions"], "needs v1 or v1beta1", remedy);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::edit::checks::tests;

    fn check(text: &str, expected: &[&str]) {
        tests::check("admissionregistration.k8s.io/v1", "ValidatingWebhookConfiguration", text, expected);
    }

    #[test]
    fn webhooks_must_state_their_side_effects() {
        check("webhooks: [{sideEffects: None, admissionReviewVersions: [v1]}]", &[]);
        check(
            "webhooks: [{}, {sideEffects: Some, admissionReviewVersions: [v1]}]",
            &[
                "webhooks[0].sideEffects: \"Unknown\" is not allowed",
                "webhooks[0].admissionReviewVersions: required",
                "webhooks[1].sideEffects: \"Some\" is not allowed",
            ],
        );
    }

    #[test]
    fn names_and_versions_are_checked() {
        let hook = |name: &str, version: &str| {
            format!("{{name: {name}, sideEffects: None, admissionReviewVersions: [{version}]}}")
        };
        check(&format!("webhooks: [{}, {}]", hook("a", "v2, v1beta1"), hook("b", "v1")), &[]);
        check(
            &format!("webhooks: [{}, {}]", hook("a", "v1"), hook("a", "v2")),
            &[
                "webhooks[1].admissionReviewVersions: needs v1 or v1beta1",
                "webhooks[1].name: another webhook has the same name",
            ],
        );
    }
}
