//! Reported losses of conversions: exactly the values that are missing after a conversion to another version and back.

use std::collections::BTreeMap;

use apimachinery::meta::{Object, TypeMeta};
use apimachinery::reflect::{Mut, Raw, ViewMut};
use apimachinery::schema::{GroupVersionKind, InternalGroupVersioner};
use apimachinery::scheme::Scheme;
use apimachinery::serializer::{Encoder, UnstructuredJsonScheme};
use apimachinery::testing::fill;
use serde_json::Value;

/// Number of random objects for each kind and pair of versions, in addition to the one with every field set.
const RANDOM: u64 = 12;

/// Values that move to another field.
const MOVED: [(&str, &str); 2] = [
    // A write-only field that is merged into `data`.
    ("Secret", "stringData"),
    // Settings shared by all versions move to the top level.
    ("CustomResourceDefinition", "spec.versions["),
];

/// Maximum depth of recursive types.
const DEEPEST: usize = 14;

/// Sets every field, with one item in every list and map.
fn fill_all(value: Mut<'_>, depth: usize) {
    match value.view() {
        ViewMut::Bool(value) => *value = true,
        ViewMut::Int32(value) => *value = 7,
        ViewMut::Int64(value) => *value = 7,
        ViewMut::Double(value) => *value = 7.5,
        ViewMut::Str(value) => *value = "text".into(),
        ViewMut::Bytes(value) => *value = b"text"[..].into(),
        ViewMut::Leaf(leaf) => {
            let texts =
                ["\"7\"", "\"2006-01-02T15:04:05Z\"", "\"2006-01-02T15:04:05.000001Z\"", "\"7s\"", r#"{"a":7}"#];
            let mut texts = texts.iter().map(|text| Raw::new(text).expect("JSON"));
            // A type that accepts none of the texts, such as an embedded object, stays empty.
            texts.any(|text| leaf.read_json(text).is_ok());
        }
        ViewMut::Struct(mut object) => {
            for index in 0..object.shape().json_fields().len() {
                fill_all(object.field(index), depth + 1);
            }
        }
        ViewMut::Option(value) if depth < DEEPEST => fill_all(value.make(), depth + 1),
        ViewMut::List(mut list) if depth < DEEPEST => fill_all(list.push(), depth + 1),
        ViewMut::Map(mut map) if depth < DEEPEST => fill_all(map.append("key"), depth + 1),
        _ => {}
    }
}

/// True for the zero value of each type that has one.
fn says_nothing(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => true,
        Value::String(text) => text.is_empty() || text == "0",
        Value::Number(number) => number.as_f64() == Some(0.0),
        Value::Object(members) => members.is_empty(),
        Value::Array(items) => items.is_empty(),
        Value::Bool(true) => false,
    }
}

/// Returns the values of an object by path.
fn leaves(object: &dyn Object) -> BTreeMap<String, Value> {
    fn add(value: &Value, path: &str, leaves: &mut BTreeMap<String, Value>) {
        match value {
            Value::Object(members) if !members.is_empty() => {
                for (key, value) in members {
                    add(value, &if path.is_empty() { key.clone() } else { format!("{path}.{key}") }, leaves);
                }
            }
            Value::Array(items) if !items.is_empty() => {
                for (index, value) in items.iter().enumerate() {
                    add(value, &format!("{path}[{index}]"), leaves);
                }
            }
            value => drop(leaves.insert(path.to_owned(), value.clone())),
        }
    }
    let mut json = Vec::new();
    UnstructuredJsonScheme.encode(object, &mut json).expect("the value can be encoded as JSON");
    let mut found = BTreeMap::new();
    add(&serde_json::from_slice(&json).expect("JSON"), "", &mut found);
    found.retain(|path, _| path != "kind" && path != "apiVersion");
    found
}

/// A conversion to another version and back: the lost values and whether each was set, and the reported losses.
struct Way {
    lost: Vec<(String, bool)>,
    reported: Vec<String>,
}

fn there_and_back(scheme: &Scheme, object: &dyn Object, from: &GroupVersionKind, to: &GroupVersionKind) -> Option<Way> {
    let before = leaves(object);
    let mut reported = Vec::new();
    let mut object = object.clone_box();
    object.set_type_meta(TypeMeta::from(from));
    let targets = [to.group_version(), from.group_version()];
    for target in targets {
        let (hub, one) = scheme.convert_with_losses(object, &InternalGroupVersioner).ok()?;
        let (there, other) = scheme.convert_with_losses(hub, &target).ok()?;
        reported.extend(one.into_iter().chain(other).map(|loss| loss.path));
        object = there;
    }
    let after = leaves(&*object);
    let lost = before.into_iter().filter(|(path, value)| after.get(path) != Some(value)).map(|(path, value)| {
        let is_set = !says_nothing(&value);
        (path, is_set)
    });
    Some(Way { lost: lost.collect(), reported })
}

#[test]
fn what_is_lost_is_reported_and_nothing_else() {
    let scheme = apimachinery::apis::scheme();
    let (mut pairs, mut ways, mut complaints) = (0, 0, Vec::new());
    for info in scheme.kinds().filter(|info| !info.list && !info.unversioned) {
        let from = info.group_version_kind();
        let hub = GroupVersionKind { version: "__internal".into(), ..from.clone() };
        for other in scheme.kinds().filter(|other| other.kind == info.kind) {
            let to = other.group_version_kind();
            if !scheme.can_convert(&from, &hub) || !scheme.can_convert(&from, &to) {
                continue;
            }
            pairs += 1;
            for seed in 0..=RANDOM {
                let mut object = scheme.new_object(&from).expect("it is registered");
                match seed {
                    0 => fill_all(object.cursor_mut(), 0),
                    seed => fill(&mut *object, seed),
                }
                let Some(way) = there_and_back(&scheme, &*object, &from, &to) else { continue };
                ways += 1;
                complaints.extend(
                    way.complaints(info.kind)
                        .into_iter()
                        .map(|complaint| format!("{from} to {to}, {seed}: {complaint}")),
                );
            }
        }
    }
    assert!(complaints.is_empty(), "{}\n{} of {ways} ways, {pairs} pairs", complaints.join("\n"), complaints.len());
    assert!(pairs > 300 && ways > 6 * pairs, "{pairs} pairs, {ways} ways");
}

impl Way {
    fn complaints(&self, kind: &str) -> Vec<String> {
        // Map keys are spelled differently, and losses of conversions from the hub have the field names of the hub,
        // which in resource.k8s.io differ by up to two enclosing structs.
        let steps = |path: &str| {
            let steps = format!("{path}.").replace(['[', ']'], ".").replace("..", ".");
            steps.replace(".basic.", ".").replace(".exactly.", ".")
        };
        let covers = |reported: &str, lost: &str| steps(lost).starts_with(&steps(reported));
        let is_moved = |path: &str| MOVED.iter().any(|(of, part)| kind == *of && path.contains(part));
        let is_silent = |lost: &str| !is_moved(lost) && !self.reported.iter().any(|reported| covers(reported, lost));
        let silent = self.lost.iter().filter(|(path, is_set)| *is_set && is_silent(path));
        let is_wrong = |reported: &&String| !self.lost.iter().any(|(lost, _)| covers(reported, lost));
        let wrong = self.reported.iter().filter(is_wrong).map(|path| format!("{path} is not lost"));
        silent.map(|(path, _)| format!("{path} is lost silently")).chain(wrong).collect()
    }
}

#[test]
fn decoding_into_an_object_reports_losses_of_its_conversion() {
    use apimachinery::apis::autoscaling::v2beta1::HorizontalPodAutoscaler;
    use apimachinery::schema::GroupVersion;
    use apimachinery::serializer::{CodecFactory, Decoder};

    let data = br#"{"apiVersion":"autoscaling/v2","kind":"HorizontalPodAutoscaler","spec":{"metrics":[
        {"type":"ContainerResource","containerResource":{"name":"cpu","container":"app","target":{}}}]}}"#;
    let codecs = CodecFactory::new(apimachinery::apis::scheme());
    let decoder = codecs.universal_decoder(&[GroupVersion::new("autoscaling", "v2beta1")]);
    let expected: Vec<_> = decoder.decode(data, None).expect("valid").warnings;
    assert_eq!(expected.len(), 1);
    let mut typed = HorizontalPodAutoscaler::default();
    let warnings = decoder.decode_into(data, None, &mut typed).expect("valid").warnings;
    assert_eq!(warnings, expected);
    let mut hub = apimachinery::apis::autoscaling::internal::HorizontalPodAutoscaler::default();
    let warnings = decoder.decode_into(data, None, &mut hub).expect("valid").warnings;
    assert_eq!(warnings, []);
}
