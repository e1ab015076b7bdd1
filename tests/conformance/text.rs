//! Small work on texts that the runners share.

use std::collections::BTreeMap;

use serde_json::Value;
use serde_json::value::RawValue;

/// How the results of another release are read.
#[derive(Clone, Copy)]
pub(crate) struct Reading {
    /// What of a release's text is compared, and of ours.
    pub(crate) json: fn(&str, &str) -> String,
    /// Whether a release's bytes hold what today's do.
    pub(crate) same_bytes: fn(&str) -> bool,
}

impl Reading {
    /// All as it is: results of today's release.
    pub(crate) const TODAY: Reading = Reading { json: |_, json| json.to_owned(), same_bytes: |_| true };
}

/// One line of a data file: the raw text of each member, and how its texts are read.
pub(crate) struct Line<'a>(BTreeMap<String, &'a RawValue>, Reading);

impl<'a> Line<'a> {
    /// # Panics
    ///
    /// If the line is no JSON object.
    pub(crate) fn new(line: &'a str) -> Self {
        Line::read_as(line, Reading::TODAY)
    }

    /// With each text as `reading` makes it.
    ///
    /// # Panics
    ///
    /// If the line is no JSON object.
    pub(crate) fn read_as(line: &'a str, reading: Reading) -> Self {
        Line(serde_json::from_str(line).expect("a line is a JSON object"), reading)
    }

    /// The exact text of a member.
    pub(crate) fn raw(&self, name: &str) -> Option<&'a str> {
        self.0.get(name).map(|raw| raw.get())
    }

    /// A member that is a text.
    pub(crate) fn text(&self, name: &str) -> Option<String> {
        self.recorded(name).map(|text| self.read(&text))
    }

    /// A text as those of this line are read.
    pub(crate) fn read(&self, text: &str) -> String {
        (self.1.json)(&self.release(), text)
    }

    /// Whether a text is read as another one than was recorded, or the bytes beside it hold something else.
    pub(crate) fn is_older(&self, name: &str) -> bool {
        let other = self.recorded(name).is_some_and(|text| self.read(&text) != text);
        other || !(self.1.same_bytes)(&self.release())
    }

    /// The release that recorded the line; empty if it is today's.
    pub(crate) fn release(&self) -> String {
        self.recorded("release").unwrap_or_default()
    }

    fn recorded(&self, name: &str) -> Option<String> {
        self.raw(name).map(|raw| serde_json::from_str(raw).expect("the member is a text"))
    }

    /// A member that maps texts to texts; empty if it is not there.
    pub(crate) fn texts(&self, name: &str) -> BTreeMap<String, String> {
        let texts: Option<BTreeMap<String, String>> =
            self.raw(name).map(|raw| serde_json::from_str(raw).expect("the member maps texts"));
        texts.into_iter().flatten().map(|(name, text)| (name, self.read(&text))).collect()
    }
}

/// JSON without the white space between its tokens.
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

/// What YAML keeps of raw JSON inside of an object: neither the order of keys nor the spelling of
/// numbers, nor a zero's sign.
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

/// What Protobuf keeps of an object: not whether a list or map was empty or not there at all, nor what the claims of a
/// StatefulSet say that they are.
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
