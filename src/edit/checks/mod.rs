//! What an API server refuses in objects that are converted without a change of meaning.
//!
//! Newer versions of some kinds are validated more strictly than older ones. The checks cover the rules that exist only
//! in the newer version, so that an object accepted in the old version can be refused in the new one, and mistakes that
//! are frequent in old manifests, such as placeholders and missing names.

mod certificate;
mod definition;
mod ingress;
mod metadata;
mod names;
mod webhooks;
mod workload;

use super::{Path, Step, remedies};
use crate::field::Value;
use crate::schema::GroupVersionKind;

/// A value of a converted object that an API server refuses by a rule that older versions of the kind do not have: its
/// path, the reason, and a remedy. Returned by [`refused_values`].
///
/// ```
/// use apimachinery::edit::refused_values;
/// use apimachinery::meta::Value;
/// use apimachinery::schema::GroupVersionKind;
///
/// let hook = r#"{"metadata": {"name": "web"}, "webhooks": [{"sideEffects": "Unknown"}]}"#;
/// let hook: Value = apimachinery::serializer::json::from_str(hook).unwrap();
/// let kind = GroupVersionKind::new("admissionregistration.k8s.io", "v1", "MutatingWebhookConfiguration");
/// let refused = refused_values(&kind, &hook);
/// assert_eq!(refused[0].path.to_string(), "webhooks[0].sideEffects");
/// assert!(refused[0].remedy.contains("NoneOnDryRun"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RefusedValue {
    /// The path of the value. For a required value that is missing, it is the path where the value must be set.
    pub path: Path,
    /// The reason of the refusal.
    pub reason: String,
    /// The change with which the object is accepted.
    pub remedy: String,
    /// True if [`Editor::with_fixes`](super::Editor::with_fixes) makes such a change.
    pub is_fixable: bool,
}

/// Returns the values of `object`, an object of the kind `gvk`, that an API server refuses by rules that older versions
/// of the kind do not have, and frequent mistakes of old manifests. At most 20 are returned. An empty list does not mean
/// that the object is valid, because most other rules are ignored.
///
/// ```
/// use apimachinery::edit::refused_values;
/// use apimachinery::meta::Value;
/// use apimachinery::schema::GroupVersionKind;
///
/// let object = r#"{"metadata": {"name": "web"}, "spec": {"template": {}}}"#;
/// let object: Value = apimachinery::serializer::json::from_str(object).unwrap();
/// let refused = refused_values(&GroupVersionKind::new("apps", "v1", "Deployment"), &object);
/// assert_eq!(refused[0].path.to_string(), "spec.selector");
/// ```
#[must_use]
pub fn refused_values(gvk: &GroupVersionKind, object: &Value) -> Vec<RefusedValue> {
    let mut check = Check { found: Vec::new(), path: Vec::new() };
    if let Some(rules) = rules(gvk) {
        check.metadata(object);
        rules(&mut check, object);
    }
    if !check.found.is_empty() {
        let remedies = remedies::of(gvk, object);
        let changes = |path: &Path| remedies.iter().any(|remedy| remedy.path.steps().starts_with(path.steps()));
        check.found.iter_mut().for_each(|found| {
            found.is_fixable = changes(&found.path) || changes(&sibling(&found.path));
        });
    }
    check.found
}

/// Returns the path of the keyword that replaces the type of a schema.
fn sibling(path: &Path) -> Path {
    match path.steps().split_last() {
        Some((Step::Key(key), schema)) if key == "type" => Path::of(schema).key(remedies::PRESERVE),
        _ => path.clone(),
    }
}

/// Returns true if [`refused_values`] has rules for the kind.
pub(crate) fn has_checks(gvk: &GroupVersionKind) -> bool {
    rules(gvk).is_some()
}

fn rules(gvk: &GroupVersionKind) -> Option<fn(&mut Check, &Value)> {
    match (&*gvk.group, &*gvk.version, &*gvk.kind) {
        ("apiextensions.k8s.io", "v1", "CustomResourceDefinition") => Some(Check::definition),
        ("admissionregistration.k8s.io", "v1", "MutatingWebhookConfiguration" | "ValidatingWebhookConfiguration") => {
            Some(Check::webhooks)
        }
        ("certificates.k8s.io", "v1", "CertificateSigningRequest") => Some(Check::certificate),
        ("networking.k8s.io", "v1", "Ingress") => Some(Check::ingress),
        ("apps", "v1", "DaemonSet" | "Deployment" | "ReplicaSet" | "StatefulSet") => Some(Check::workload),
        _ => None,
    }
}

/// The number of values after which a check ends; a schema without types can have thousands.
const MAX_FOUND: usize = 20;

struct Check {
    found: Vec<RefusedValue>,
    path: Vec<Step>,
}

impl Check {
    fn refuse(&mut self, keys: &[&str], reason: impl Into<String>, remedy: impl Into<String>) {
        if self.found.len() < MAX_FOUND {
            let keys = keys.iter().map(|key| Step::Key((*key).to_string()));
            let path = self.path.iter().cloned().chain(keys).collect();
            self.found.push(RefusedValue { path, reason: reason.into(), remedy: remedy.into(), is_fixable: false });
        }
    }

    /// Calls `check` with the value at a path below the current one, if there is one.
    fn at(&mut self, value: &Value, keys: &[&str], check: impl FnOnce(&mut Check, &Value)) {
        let Some(value) = at(value, keys) else { return };
        let depth = self.path.len();
        self.path.extend(keys.iter().map(|key| Step::Key((*key).to_string())));
        check(self, value);
        self.path.truncate(depth);
    }

    /// Calls `check` with each item of the list at a path below the current one.
    fn items(&mut self, value: &Value, keys: &[&str], mut check: impl FnMut(&mut Check, &Value)) {
        self.at(value, keys, |this, list| {
            for (index, item) in list.as_list().into_iter().flatten().enumerate() {
                this.path.push(Step::Index(index));
                check(this, item);
                this.path.pop();
            }
        });
    }
}

/// Returns the value at a path of keys.
fn at<'v>(value: &'v Value, keys: &[&str]) -> Option<&'v Value> {
    keys.iter().try_fold(value, |value, key| value.get(key))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go_yaml;
    use crate::serializer::json;

    /// Checks the values of a named object that are refused.
    #[track_caller]
    pub(super) fn check(version: &str, kind: &str, text: &str, expected: &[&str]) {
        let named = format!("metadata: {{name: web}}\n{text}");
        let json =
            go_yaml::to_json(if text.starts_with("metadata:") { text } else { &named }.as_bytes()).expect("YAML");
        let object: Value = json::from_str(&json).expect("JSON");
        let gvk = GroupVersionKind::from_api_version(version, kind);
        let found = refused_values(&gvk, &object);
        let found: Vec<_> = found.iter().map(|found| format!("{}: {}", found.path, found.reason)).collect();
        assert_eq!(found, expected);
    }
}
