//! Remedies for values that the API server refuses after a conversion. They keep the behavior of the object, but not its
//! exact meaning.

use super::Path;
use super::plan::at;
use crate::meta::{Map, Value};
use crate::schema::GroupVersionKind;

/// The annotation in which `kubectl apply` stores the previous manifest.
pub(crate) const LAST_APPLIED: &str = "kubectl.kubernetes.io/last-applied-configuration";

/// The annotation that names the approval of an API in a group of Kubernetes.
pub(super) const APPROVAL: &str = "api-approved.kubernetes.io";

/// The schema keyword that keeps fields which the schema does not specify.
pub(super) const PRESERVE: &str = "x-kubernetes-preserve-unknown-fields";

/// The change of one value.
#[derive(Debug)]
pub(super) struct Remedy {
    pub(super) path: Path,
    /// The new value; `None` if the value is removed.
    pub(super) value: Option<Value>,
    pub(super) reason: String,
}

/// Returns the remedies for an object of the kind `gvk`.
pub(super) fn of(gvk: &GroupVersionKind, object: &Value) -> Vec<Remedy> {
    let mut remedies = Remedies { found: Vec::new() };
    if (&*gvk.group, &*gvk.version, &*gvk.kind) == ("apiextensions.k8s.io", "v1", "CustomResourceDefinition") {
        remedies.definition(object);
    }
    remedies.last_applied(object);
    remedies.found
}

/// Returns true if the group is reserved for APIs that the Kubernetes project approves.
pub(super) fn is_protected(group: &str) -> bool {
    ["k8s.io", "kubernetes.io"].iter().any(|suffix| {
        let before = group.strip_suffix(suffix);
        before.is_some_and(|before| before.is_empty() || before.ends_with('.'))
    })
}

struct Remedies {
    found: Vec<Remedy>,
}

impl Remedies {
    fn add(&mut self, path: &Path, value: Option<Value>, reason: &str) {
        self.found.push(Remedy { path: path.clone(), value, reason: reason.to_string() });
    }

    /// `kubectl apply` replaces the annotation, but other clients store it with the manifest of the old version.
    fn last_applied(&mut self, object: &Value) {
        let annotations = Path::default().key("metadata").key("annotations");
        let Some(map) = at(object, annotations.steps()).and_then(Value::as_map) else { return };
        if map.contains_key(LAST_APPLIED) {
            let path = if map.len() == 1 { annotations } else { annotations.key(LAST_APPLIED) };
            self.add(&path, None, "the annotation contains the old version");
        }
    }

    fn definition(&mut self, object: &Value) {
        let spec = Path::default().key("spec");
        let group = at(object, spec.key("group").steps()).and_then(Value::as_str).unwrap_or_default();
        let approval = Path::default().key("metadata").key("annotations").key(APPROVAL);
        if is_protected(group) && at(object, approval.steps()).is_none() {
            let value = Value::from("unapproved, no approval is known");
            self.add(&approval, Some(value), "required for groups of Kubernetes");
        }
        let preserve = spec.key("preserveUnknownFields");
        let keeps_all = at(object, preserve.steps()).and_then(Value::as_bool) == Some(true);
        if keeps_all {
            self.add(&preserve, Some(Value::Bool(false)), "must not be true in the new version");
        }
        let versions = spec.key("versions");
        let count = at(object, versions.steps()).and_then(Value::as_list).map_or(0, |list| list.len());
        for index in 0..count {
            let schema = versions.index(index).key("schema");
            let root = schema.key("openAPIV3Schema");
            match at(object, root.steps()).filter(|root| root.as_map().is_some()) {
                Some(value) => self.schema(value, &root, keeps_all, true),
                // Without a schema, all fields are kept.
                None => self.add(&root, Some(open_schema()), "each version needs a schema"),
            }
        }
    }

    /// Adds remedies for a schema: a type for its root, and `x-kubernetes-preserve-unknown-fields` where fields would be
    /// dropped or any value is accepted.
    fn schema(&mut self, schema: &Value, path: &Path, keeps_all: bool, is_root: bool) {
        let Some(members) = schema.as_map() else { return };
        let is_set = |key: &str| members.get(key).and_then(Value::as_bool) == Some(true);
        let kind = members.get("type").and_then(Value::as_str).unwrap_or_default();
        let has = |key: &str| members.get(key).is_some_and(|value| !value.is_null());
        if is_root && kind.is_empty() {
            self.add(&path.key("type"), Some(Value::from("object")), "required in a structural schema");
        }
        let is_object = is_root || kind == "object" || is_set("x-kubernetes-embedded-resource");
        let has_fields = has("properties") || !has("additionalProperties");
        let drops_fields = keeps_all && is_object && has_fields;
        // Without a type, every value is accepted.
        let structure = ["properties", "additionalProperties", "items", "anyOf", "allOf", "oneOf", "not"];
        let is_open = !is_root
            && kind.is_empty()
            && !is_set("x-kubernetes-int-or-string")
            && !structure.iter().any(|key| has(key));
        if (drops_fields || is_open) && !is_set(PRESERVE) {
            let reason =
                if is_open { "a schema needs a type, or keeps all fields" } else { "keeps all fields as before" };
            self.add(&path.key(PRESERVE), Some(Value::Bool(true)), reason);
        }
        if let Some(properties) = members.get("properties").and_then(Value::as_map) {
            for (name, property) in properties.iter() {
                // The server supplies the schema of the root's metadata, which must not be extended.
                if !(is_root && ["apiVersion", "kind", "metadata"].contains(&&**name)) {
                    self.schema(property, &path.key("properties").key(name), keeps_all, false);
                }
            }
        }
        if kind == "array" && !has("items") {
            let mut items = Map::default();
            items.insert(PRESERVE, Value::Bool(true));
            self.add(&path.key("items"), Some(Value::Map(items)), "a list needs a schema for its items");
        }
        for key in ["items", "additionalProperties"] {
            if let Some(below) = members.get(key).filter(|below| below.as_map().is_some()) {
                self.schema(below, &path.key(key), keeps_all, false);
            }
        }
    }
}

/// Returns a schema that accepts and keeps any object.
fn open_schema() -> Value {
    let mut schema = Map::default();
    schema.insert("type", Value::from("object"));
    schema.insert(PRESERVE, Value::Bool(true));
    Value::Map(schema)
}
