//! Text operations shared by the runners.

use std::collections::BTreeMap;

use serde_json::Value;
use serde_json::value::RawValue;

/// One line of a data file: the raw text of each member.
pub(crate) struct Line<'a>(BTreeMap<String, &'a RawValue>);

impl<'a> Line<'a> {
    /// Parses a line.
    ///
    /// # Panics
    ///
    /// Panics if the line is not a JSON object.
    pub(crate) fn new(line: &'a str) -> Self {
        Line(serde_json::from_str(line).expect("a line is a JSON object"))
    }

    /// Returns the exact text of a member.
    pub(crate) fn raw(&self, name: &str) -> Option<&'a str> {
        self.0.get(name).map(|raw| raw.get())
    }

    /// Returns a member that is a string.
    pub(crate) fn text(&self, name: &str) -> Option<String> {
        self.raw(name).map(|raw| serde_json::from_str(raw).expect("the member is a text"))
    }

    /// True if another release than the current one recorded the line.
    pub(crate) fn is_older(&self) -> bool {
        self.0.contains_key("release")
    }

    /// Returns a member that maps strings to strings; empty if it is missing.
    pub(crate) fn texts(&self, name: &str) -> BTreeMap<String, String> {
        let texts = self.raw(name).map(|raw| serde_json::from_str(raw).expect("the member maps texts"));
        texts.unwrap_or_default()
    }
}

/// Returns JSON without white space between tokens.
pub(crate) fn compact(json: &[u8]) -> Vec<u8> {
    let (mut in_string, mut escaped) = (false, false);
    let keep = |&byte: &u8| {
        let kept = in_string || !byte.is_ascii_whitespace();
        in_string ^= byte == b'"' && !escaped;
        escaped = byte == b'\\' && !escaped;
        kept
    };
    json.iter().copied().filter(keep).collect()
}

/// Returns the part of raw JSON that YAML preserves: it loses the order of keys, the spelling of numbers and the sign
/// of zero.
pub(crate) fn yaml_normal(json: &[u8]) -> String {
    fn normal(value: Value) -> Value {
        match value {
            Value::Number(number) => number.as_f64().map_or(Value::Null, |number| (number + 0.0).into()),
            Value::Array(items) => items.into_iter().map(normal).collect(),
            Value::Object(members) => members.into_iter().map(|(name, value)| (name, normal(value))).collect(),
            other => other,
        }
    }
    normal(serde_json::from_slice(json).unwrap_or_default()).to_string()
}

/// Returns the part of an object that Protobuf preserves: it loses the difference between empty and unset lists and
/// maps, and the kinds of the claims in a StatefulSet.
pub(crate) fn wire_normal(json: &[u8]) -> String {
    fn says_kind(name: &str) -> bool {
        name == "apiVersion" || name == "kind"
    }
    fn is_empty(value: &Value) -> bool {
        match value {
            Value::Null => true,
            Value::Array(items) => items.is_empty(),
            Value::Object(members) => members.is_empty(),
            _ => false,
        }
    }
    fn normal(value: Value) -> Value {
        match value {
            Value::Array(items) => items.into_iter().map(normal).collect(),
            Value::Object(mut members) => {
                for claim in members.get_mut("volumeClaimTemplates").and_then(Value::as_array_mut).into_iter().flatten()
                {
                    claim.as_object_mut().into_iter().for_each(|claim| claim.retain(|name, _| !says_kind(name)));
                }
                let members = members.into_iter().map(|(name, value)| (name, normal(value)));
                members.filter(|(_, value)| !is_empty(value)).collect()
            }
            other => other,
        }
    }
    normal(serde_json::from_slice(json).unwrap_or_default()).to_string()
}
