//! Comparison of JSON from an older release with ours, member by member.

use std::fmt;

use serde::de::{self, Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

/// The members of an object, in order.
struct Members<'a>(Vec<(String, &'a RawValue)>);

impl<'de: 'a, 'a> Deserialize<'de> for Members<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Object;
        impl<'de> Visitor<'de> for Object {
            type Value = Members<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(Members(members))
            }
        }
        deserializer.deserialize_map(Object)
    }
}

/// Returns the paths of all values that differ: members that only one side has, the order of the others, and texts.
pub(crate) fn differences(older: &str, ours: &str) -> Vec<String> {
    let mut found = Vec::new();
    compare(older, ours, "", &mut found);
    found
}

fn compare(older: &str, ours: &str, path: &str, found: &mut Vec<String>) {
    if older == ours {
        return;
    }
    if let (Ok(older), Ok(ours)) = (read::<Members<'_>>(older), read::<Members<'_>>(ours)) {
        compare_members(&older.0, &ours.0, path, found);
    } else if let (Ok(older), Ok(ours)) = (read::<Vec<&RawValue>>(older), read::<Vec<&RawValue>>(ours)) {
        if older.len() != ours.len() {
            found.push(format!("{path}[]"));
        }
        for (older, ours) in older.iter().zip(&ours) {
            compare(older.get(), ours.get(), &format!("{path}[]"), found);
        }
    } else {
        found.push(path.to_owned());
    }
}

fn compare_members(older: &[(String, &RawValue)], ours: &[(String, &RawValue)], path: &str, found: &mut Vec<String>) {
    let in_both = |one: &[(String, _)], other: &[(String, _)]| -> Vec<String> {
        let names = one.iter().map(|(name, _)| name);
        names.filter(|name| other.iter().any(|(other, _)| other == *name)).cloned().collect()
    };
    let names = in_both(older, ours);
    if names != in_both(ours, older) {
        found.push(format!("{path} in another order"));
    }
    for (name, _) in older.iter().chain(ours).filter(|(name, _)| !names.contains(name)) {
        found.push(format!("{path}.{name}"));
    }
    for (name, value) in older {
        if let Some((_, ours)) = ours.iter().find(|(other, _)| other == name) {
            compare(value.get(), ours.get(), &format!("{path}.{name}"), found);
        }
    }
}

fn read<'a, T: de::Deserialize<'a>>(text: &'a str) -> serde_json::Result<T> {
    serde_json::from_str(text)
}
