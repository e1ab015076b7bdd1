//! Sets of owned fields, as server-side apply writes them into `managedFields`.

use serde_json::{Map, Value, json};

/// The keys that identify items of Kubernetes lists; other lists are owned as a whole.
const LIST_KEYS: [(&str, &[&str]); 8] = [
    ("containers", &["name"]),
    ("env", &["name"]),
    ("ports", &["containerPort", "protocol"]),
    ("volumeMounts", &["mountPath"]),
    ("volumes", &["name"]),
    ("imagePullSecrets", &["name"]),
    ("topologySpreadConstraints", &["topologyKey", "whenUnsatisfiable"]),
    ("conditions", &["type"]),
];

/// Objects that are owned as a whole.
const ATOMS: [&str; 5] = ["fieldRef", "labelSelector", "nodeSelector", "secretKeyRef", "selector"];

/// Returns the set of all fields in `object`, which is JSON.
pub fn owned(object: &str) -> Value {
    fields(&serde_json::from_str(object).expect("an object of the corpus"))
}

fn fields(value: &Value) -> Value {
    let members = value.as_object().into_iter().flatten();
    Value::Object(members.map(|(name, value)| (format!("f:{name}"), field(name, value))).collect())
}

fn field(name: &str, value: &Value) -> Value {
    let keys = LIST_KEYS.iter().find(|(list, _)| *list == name).map(|(_, keys)| keys);
    match (value, keys) {
        (Value::Array(items), Some(keys)) => itself(items.iter().map(|item| (key(item, keys), itself(members(item))))),
        (Value::Object(_), _) if matches!(name, "metadata" | "spec" | "status") => fields(value),
        (Value::Object(object), _) if !object.is_empty() && !ATOMS.contains(&name) => itself(members(value)),
        _ => json!({}),
    }
}

fn members(value: &Value) -> Map<String, Value> {
    match fields(value) {
        Value::Object(members) => members,
        _ => Map::new(),
    }
}

/// Returns a field that is owned itself, with the fields inside.
fn itself(inside: impl IntoIterator<Item = (String, Value)>) -> Value {
    let this = [(".".to_string(), json!({}))];
    Value::Object(this.into_iter().chain(inside).collect())
}

fn key(item: &Value, keys: &[&str]) -> String {
    let named: Map<String, Value> = keys.iter().map(|key| (key.to_string(), item[*key].clone())).collect();
    format!("k:{}", Value::Object(named))
}
