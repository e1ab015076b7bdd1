//! What an API server refuses in objects that are converted without a change of meaning.
//!
//! Newer versions of some kinds are validated more strictly than older ones. The checks cover the rules that exist only
//! in the newer version, so that an object accepted in the old version can be refused in the new one.

use super::{Path, Step};
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
/// let hook: Value = apimachinery::serializer::json::from_str(r#"{"webhooks": [{"sideEffects": "Unknown"}]}"#).unwrap();
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
}

/// Returns the values of `object`, an object of the kind `gvk`, that an API server refuses by rules that older versions
/// of the kind do not have. At most 20 are returned. An empty list does not mean that the object is valid, because all
/// other rules are ignored.
///
/// ```
/// use apimachinery::edit::refused_values;
/// use apimachinery::meta::Value;
/// use apimachinery::schema::GroupVersionKind;
///
/// let object: Value = apimachinery::serializer::json::from_str(r#"{"spec": {"template": {}}}"#).unwrap();
/// let refused = refused_values(&GroupVersionKind::new("apps", "v1", "Deployment"), &object);
/// assert_eq!(refused[0].path.to_string(), "spec.selector");
/// ```
#[must_use]
pub fn refused_values(gvk: &GroupVersionKind, object: &Value) -> Vec<RefusedValue> {
    let mut check = Check { found: Vec::new(), path: Vec::new() };
    if let Some(rules) = rules(gvk) {
        rules(&mut check, object);
    }
    check.found
}

/// Returns true if [`refused_values`] has rules for the kind.
#[cfg(any(feature = "cli", test))]
pub(crate) fn has_checks(gvk: &GroupVersionKind) -> bool {
    rules(gvk).is_some()
}

fn rules(gvk: &GroupVersionKind) -> Option<fn(&mut Check, &Value)> {
    match (&*gvk.group, &*gvk.version, &*gvk.kind) {
        ("apiextensions.k8s.io", "v1", "CustomResourceDefinition") => Some(Check::definition),
        ("admissionregistration.k8s.io", "v1", "MutatingWebhookConfiguration" | "ValidatingWebhookConfiguration") => {
            Some(Check::webhooks)
        }
        ("networking.k8s.io", "v1", "Ingress") => Some(Check::ingress),
        ("apps", "v1", "DaemonSet" | "Deployment" | "ReplicaSet" | "StatefulSet") => Some(Check::workload),
        _ => None,
    }
}

/// The number of values after which a check ends; a schema without types can have thousands.
const MAX_FOUND: usize = 20;

/// Keywords of OpenAPI that a structural schema must not contain.
const FORBIDDEN_KEYWORDS: [&str; 11] = [
    "$ref",
    "definitions",
    "dependencies",
    "deprecated",
    "discriminator",
    "id",
    "patternProperties",
    "readOnly",
    "uniqueItems",
    "writeOnly",
    "xml",
];

/// The remedy for schemas whose content is unknown.
const OPEN_SCHEMA: &str = "`type: object` with `x-kubernetes-preserve-unknown-fields: true` accepts any content";

struct Check {
    found: Vec<RefusedValue>,
    path: Vec<Step>,
}

impl Check {
    fn refuse(&mut self, keys: &[&str], reason: impl Into<String>, remedy: impl Into<String>) {
        if self.found.len() < MAX_FOUND {
            let keys = keys.iter().map(|key| Step::Key((*key).to_string()));
            let path = self.path.iter().cloned().chain(keys).collect();
            self.found.push(RefusedValue { path, reason: reason.into(), remedy: remedy.into() });
        }
    }

    /// Calls `check` with each item of the list at a path below the current one.
    fn items(&mut self, value: &Value, keys: &[&str], mut check: impl FnMut(&mut Check, &Value)) {
        let Some(items) = at(value, keys).and_then(Value::as_list) else { return };
        let depth = self.path.len();
        self.path.extend(keys.iter().map(|key| Step::Key((*key).to_string())));
        for (index, item) in items.iter().enumerate() {
            self.path.push(Step::Index(index));
            check(self, item);
            self.path.pop();
        }
        self.path.truncate(depth);
    }

    fn definition(&mut self, object: &Value) {
        if at(object, &["spec", "preserveUnknownFields"]).and_then(Value::as_bool) == Some(true) {
            let remedy =
                "set it to false, and write `x-kubernetes-preserve-unknown-fields: true` in the root of each schema";
            self.refuse(&["spec", "preserveUnknownFields"], "must be false", remedy);
        }
        let group = at(object, &["spec", "group"]).and_then(Value::as_str).unwrap_or_default();
        let is_protected = |suffix: &str| group == suffix || group.ends_with(&format!(".{suffix}"));
        let approval = "api-approved.kubernetes.io";
        if (is_protected("k8s.io") || is_protected("kubernetes.io"))
            && at(object, &["metadata", "annotations", approval]).is_none()
        {
            let remedy = "name the pull request that approved the API, or `unapproved, ` with a reason";
            self.refuse(&["metadata", "annotations", approval], format!("required for the group {group}"), remedy);
        }
        self.items(object, &["spec", "versions"], |check, version| {
            let keys = ["schema", "openAPIV3Schema"];
            let Some(schema) = at(version, &keys).filter(|schema| schema.as_map().is_some()) else {
                return check.refuse(&keys, "each version needs a schema", OPEN_SCHEMA);
            };
            if schema.get("type").is_some_and(|kind| kind.as_str() != Some("object")) {
                check.refuse(
                    &["schema", "openAPIV3Schema", "type"],
                    "must be object at the root",
                    "write `type: object`",
                );
            }
            check.path.extend(keys.iter().map(|key| Step::Key((*key).to_string())));
            check.schema(schema);
            check.path.truncate(check.path.len() - keys.len());
        });
    }

    /// Checks that a schema is structural: each node has a type, and only keywords whose meaning does not depend on
    /// other nodes are used.
    fn schema(&mut self, schema: &Value) {
        let Some(members) = schema.as_map().filter(|_| self.found.len() < MAX_FOUND) else { return };
        let is_set = |key: &str| members.get(key).and_then(Value::as_bool) == Some(true);
        let has_no_type = members.get("type").and_then(Value::as_str).is_none_or(str::is_empty);
        let is_open = is_set("x-kubernetes-int-or-string") || is_set("x-kubernetes-preserve-unknown-fields");
        let is_root = self.path.last() == Some(&Step::Key("openAPIV3Schema".to_string()));
        if has_no_type && (is_root || !is_open) {
            let remedy = if is_root { "write `type: object`" } else { "write the type of the value" };
            self.refuse(&["type"], "required in a structural schema", remedy);
        }
        for keyword in FORBIDDEN_KEYWORDS {
            let is_used = match members.get(keyword) {
                None | Some(Value::Null | Value::Bool(false)) => false,
                Some(Value::String(text)) => !text.is_empty(),
                Some(_) => true,
            };
            if is_used {
                self.refuse(&[keyword], "not allowed in a structural schema", "remove it");
            }
        }
        if members.contains_key("properties") && members.contains_key("additionalProperties") {
            self.refuse(&["additionalProperties"], "not allowed beside `properties`", "remove one of them");
        }
        self.properties(members.get("properties"));
        for key in ["items", "additionalProperties"] {
            self.path.push(Step::Key(key.to_string()));
            match members.get(key) {
                Some(Value::List(_)) => {
                    self.refuse(&[], "must be a schema, not a list", "write one schema for all items")
                }
                Some(below) => self.schema(below),
                None => {}
            }
            self.path.pop();
        }
    }

    fn properties(&mut self, properties: Option<&Value>) {
        let Some(properties) = properties.and_then(Value::as_map) else { return };
        self.path.push(Step::Key("properties".to_string()));
        for (name, property) in properties {
            self.path.push(Step::Key(name.to_string()));
            self.schema(property);
            self.path.pop();
        }
        self.path.pop();
    }

    fn webhooks(&mut self, object: &Value) {
        self.items(object, &["webhooks"], |check, webhook| {
            let effects = webhook.get("sideEffects").and_then(Value::as_str).unwrap_or("Unknown");
            if !matches!(effects, "None" | "NoneOnDryRun") {
                let remedy = "write `None` if the webhook changes nothing outside of the object, or `NoneOnDryRun` if it \
                              respects dry runs";
                check.refuse(&["sideEffects"], format!("{effects:?} is not allowed"), remedy);
            }
            let is_missing = |versions: Option<&Value>| versions.and_then(Value::as_list).is_none_or(|list| list.is_empty());
            if is_missing(webhook.get("admissionReviewVersions")) {
                let remedy = "list the versions of AdmissionReview that the webhook understands";
                check.refuse(&["admissionReviewVersions"], "required", remedy);
            }
        });
    }

    fn ingress(&mut self, object: &Value) {
        let has = |key: &str| at(object, &["spec", key]).is_some_and(|value| !matches!(value, Value::Null));
        if !has("defaultBackend") && !has("rules") {
            self.refuse(&["spec"], "needs `defaultBackend` or `rules`", "add one of them");
        }
        if let Some(backend) = at(object, &["spec", "defaultBackend"]) {
            let depth = self.path.len();
            self.path.extend(["spec", "defaultBackend"].map(|key| Step::Key(key.to_string())));
            self.backend(backend);
            self.path.truncate(depth);
        }
        self.items(object, &["spec", "rules"], |check, rule| {
            check.items(rule, &["http", "paths"], |check, path| {
                if let Some(backend) = path.get("backend") {
                    check.path.push(Step::Key("backend".to_string()));
                    check.backend(backend);
                    check.path.pop();
                }
            });
        });
    }

    fn backend(&mut self, backend: &Value) {
        let Some(service) = backend.get("service") else { return };
        let name = service.get("name").and_then(Value::as_str).unwrap_or_default();
        if !is_label(name, 63) || name.starts_with(|first: char| first.is_ascii_digit()) {
            let remedy = "write the name of a Service: lower case letters, digits and `-`, without the port";
            self.refuse(&["service", "name"], "not the name of a Service", remedy);
        }
        let port = at(service, &["port", "name"]).and_then(Value::as_str).unwrap_or_default();
        if !port.is_empty() && !is_port_name(port) {
            let remedy = match port.parse::<u16>() {
                Ok(_) => "write the number without quotes as `port.number`",
                Err(_) => "write at most 15 lower case letters, digits and `-`, with at least one letter",
            };
            self.refuse(&["service", "port", "name"], "not the name of a port", remedy);
        }
    }

    fn workload(&mut self, object: &Value) {
        let labels = at(object, &["spec", "template", "metadata", "labels"]);
        let label = |key: &str| labels.and_then(|labels| labels.get(key)).and_then(Value::as_str);
        if at(object, &["spec", "template"]).and_then(Value::as_map).is_none() {
            let remedy = "write the template; a patch has none, and must be edited by hand";
            self.refuse(&["spec", "template"], "required", remedy);
        }
        let selector =
            at(object, &["spec", "selector"]).and_then(Value::as_map).filter(|selector| !selector.is_empty());
        let Some(selector) = selector else {
            let remedy = "write labels of the template under `matchLabels`";
            return self.refuse(&["spec", "selector"], "required", remedy);
        };
        let matched = selector.get("matchLabels").and_then(Value::as_map);
        for (key, value) in matched.into_iter().flatten() {
            if labels.is_some() && label(key) != value.as_str() {
                let remedy = "write the same label in the template";
                self.refuse(&["spec", "selector", "matchLabels", key], "the template does not have this label", remedy);
            }
        }
    }
}

/// Returns the value at a path of keys.
fn at<'v>(value: &'v Value, keys: &[&str]) -> Option<&'v Value> {
    keys.iter().try_fold(value, |value, key| value.get(key))
}

/// Returns true for a DNS label: lower case letters, digits and, except at the ends, `-`.
fn is_label(text: &str, longest: usize) -> bool {
    let is_allowed = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    !text.is_empty()
        && text.len() <= longest
        && text.bytes().all(is_allowed)
        && !text.starts_with('-')
        && !text.ends_with('-')
}

fn is_port_name(text: &str) -> bool {
    is_label(text, 15) && !text.contains("--") && text.bytes().any(|byte| byte.is_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go_yaml;
    use crate::serializer::json;

    #[track_caller]
    fn check(version: &str, kind: &str, text: &str, expected: &[&str]) {
        let json = go_yaml::to_json(text.as_bytes()).expect("YAML");
        let object: Value = json::from_str(&json).expect("JSON");
        let gvk = GroupVersionKind::from_api_version(version, kind);
        let found = refused_values(&gvk, &object);
        let found: Vec<_> = found.iter().map(|found| format!("{}: {}", found.path, found.reason)).collect();
        assert_eq!(found, expected);
        assert!(has_checks(&gvk));
    }

    #[test]
    fn definitions_need_structural_schemas() {
        let check = |text: &str, expected: &[&str]| {
            check("apiextensions.k8s.io/v1", "CustomResourceDefinition", text, expected)
        };
        check(
            "spec: {group: a.k8s.io, preserveUnknownFields: true, versions: [{name: v1}]}",
            &[
                "spec.preserveUnknownFields: must be false",
                "metadata.annotations[\"api-approved.kubernetes.io\"]: required for the group a.k8s.io",
                "spec.versions[0].schema.openAPIV3Schema: each version needs a schema",
            ],
        );
        let schema = "
spec:
  group: example.com
  versions:
  - schema:
      openAPIV3Schema:
        properties:
          a: {type: string}
          b: {x-kubernetes-int-or-string: true}
          c: {items: {format: int32}, uniqueItems: false}
          d: {type: object, properties: {x: {type: string}}, additionalProperties: {$ref: '#/a'}}
          type: {type: string}
";
        let root = "spec.versions[0].schema.openAPIV3Schema";
        check(
            schema,
            &[
                &format!("{root}.type: required in a structural schema"),
                &format!("{root}.properties.c.type: required in a structural schema"),
                &format!("{root}.properties.c.items.type: required in a structural schema"),
                &format!("{root}.properties.d.additionalProperties: not allowed beside `properties`"),
                &format!("{root}.properties.d.additionalProperties.type: required in a structural schema"),
                &format!("{root}.properties.d.additionalProperties[\"$ref\"]: not allowed in a structural schema"),
            ],
        );
        let open = "{type: object, x-kubernetes-preserve-unknown-fields: true}";
        check(
            &format!("spec: {{group: k8s.io.example.com, versions: [{{schema: {{openAPIV3Schema: {open}}}}}]}}"),
            &[],
        );
    }

    #[test]
    fn webhooks_must_state_their_side_effects() {
        let check = |text: &str, expected: &[&str]| {
            check("admissionregistration.k8s.io/v1", "ValidatingWebhookConfiguration", text, expected)
        };
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
    fn backends_are_names() {
        let check = |text: &str, expected: &[&str]| check("networking.k8s.io/v1", "Ingress", text, expected);
        check("spec: {}", &["spec: needs `defaultBackend` or `rules`"]);
        check(
            "spec: {defaultBackend: {service: {name: 'a:80', port: {name: '80'}}}}",
            &[
                "spec.defaultBackend.service.name: not the name of a Service",
                "spec.defaultBackend.service.port.name: not the name of a port",
            ],
        );
        let path = |name: &str| {
            format!(
                "spec: {{rules: [{{http: {{paths: [{{backend: {{service: {{name: {name}, port: {{number: 80}}}}}}}}]}}}}]}}"
            )
        };
        check(&path("web"), &[]);
        check(&path("1web"), &["spec.rules[0].http.paths[0].backend.service.name: not the name of a Service"]);
    }

    #[test]
    fn workloads_select_their_pods() {
        let check = |text: &str, expected: &[&str]| check("apps/v1", "StatefulSet", text, expected);
        check("spec: {replicas: 1}", &["spec.template: required", "spec.selector: required"]);
        let text = "spec: {selector: {matchLabels: {a: b, c: d}}, template: {metadata: {labels: {a: b}}}}";
        check(text, &["spec.selector.matchLabels.c: the template does not have this label"]);
        check("spec: {selector: {matchExpressions: []}, template: {}}", &[]);
    }
}
