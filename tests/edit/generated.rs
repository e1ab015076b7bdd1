//! Generated objects of all kinds that have a newer version, written in all styles.
//!
//! The seed is fixed. `EDIT_SEED` selects another one, and `EDIT_OBJECTS` sets the number of objects of each kind.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

use apimachinery::edit::{Cause, Refusal, Step};
use apimachinery::meta::TypeMeta;
use apimachinery::schema::{GroupVersion, GroupVersionKind};
use apimachinery::serializer::{Decoded, Format};
use apimachinery::testing::fill;
use serde_json::{Value, json};

use super::properties::{check, convert, objects, value};
use super::random::Random;
use super::rendering::{Rendered, render};
use super::{CODEC, newest};

fn number_from(variable: &str, default: u64) -> u64 {
    std::env::var(variable).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// Returns the kinds that have a newer version, with that version.
fn kinds() -> Vec<(GroupVersionKind, GroupVersion)> {
    let kinds = CODEC.scheme().kinds().map(|info| info.group_version_kind());
    let kinds = kinds.filter(|gvk| CODEC.scheme().new_object(gvk).is_ok());
    kinds.filter_map(|gvk| newest(&gvk).filter(|to| *to != gvk.group_version()).map(|to| (gvk, to))).collect()
}

/// Returns an object with random values in a random part of its fields.
fn object(gvk: &GroupVersionKind, seed: u64) -> Option<Value> {
    let mut object = CODEC.scheme().new_object(gvk).expect("the kind is registered");
    fill(&mut *object, seed);
    object.set_type_meta(TypeMeta::from(gvk));
    if object.type_meta() == TypeMeta::default() {
        return None;
    }
    let data = CODEC.encode(&Decoded::new(object, gvk.clone()), Format::Json).expect("the values are finite");
    let mut value: Value = serde_json::from_slice(&data).expect("JSON");
    let mut random = Random::new(seed ^ 0x5eed);
    let dropped = random.pick(&[0, 1, 2, 4]);
    thin(&mut value, &mut random, dropped);
    let type_meta = TypeMeta::from(gvk);
    value["apiVersion"] = type_meta.api_version.as_str().into();
    value["kind"] = type_meta.kind.as_str().into();
    match gvk.kind.as_str() {
        "CustomResourceDefinition" => agree(&mut value["spec"]),
        "CustomResourceDefinitionList" => {
            value["items"].as_array_mut().into_iter().flatten().for_each(|item| agree(&mut item["spec"]));
        }
        _ => {}
    }
    CODEC.decode(value.to_string().as_bytes()).is_ok().then_some(value)
}

/// Removes `dropped` of eight fields.
fn thin(value: &mut Value, random: &mut Random, dropped: usize) {
    match value {
        Value::Object(map) => {
            map.retain(|_, _| random.below(8) >= dropped);
            map.values_mut().for_each(|value| thin(value, random, dropped));
        }
        Value::Array(list) => list.iter_mut().for_each(|item| thin(item, random, dropped)),
        _ => {}
    }
}

/// Makes the two statements of a definition's version agree, as validation requires: a field is set at the top or in the
/// versions, and `version` is the name of the first one.
fn agree(spec: &mut Value) {
    let Some(first) = spec["versions"].get(0).cloned() else { return };
    if let Some(spec) = spec.as_object_mut() {
        match first["name"].as_str() {
            Some(name) => drop(spec.insert("version".into(), name.into())),
            None => drop(spec.remove("version")),
        }
        for (top, own) in [
            ("validation", "schema"),
            ("subresources", "subresources"),
            ("additionalPrinterColumns", "additionalPrinterColumns"),
            ("selectableFields", "selectableFields"),
        ] {
            let versions = spec["versions"].as_array().into_iter().flatten();
            if versions.into_iter().any(|version| version.get(own).is_some()) {
                spec.remove(top);
            }
        }
    }
}

/// Returns true if a document may be refused for this cause.
fn may_be_refused(document: &Value, target: &GroupVersion, text: &Rendered, refusal: &Refusal) -> bool {
    let fails = |object: &Value| {
        let hub = CODEC.decode_into_hub(object.to_string().as_bytes());
        hub.and_then(|hub| CODEC.convert(hub, target)).is_err()
    };
    match refusal.cause() {
        Cause::Conversion | Cause::Invalid => objects(document).iter().any(|(_, object)| fails(object)),
        Cause::Shared => text.has_aliases,
        Cause::Layout => text.has_oddities || text.has_aliases,
        // Kubernetes consumes these annotations, so an authored one cannot be kept.
        Cause::Proof => document.to_string().contains("\"deprecated.d"),
        _ => false,
    }
}

/// Checks that the lines of scalars that keep their paths and values are copied.
fn check_lines(text: &Rendered, before: &Value, after: &Value, result: &str) {
    let at = |value: &Value, path: &[Step]| {
        let found = path.iter().try_fold(value, |value, step| match step {
            Step::Key(key) => value.get(key),
            Step::Index(index) => value.get(*index),
        });
        found.cloned()
    };
    // The first line of a list item is the next one if a value after the dash leaves its place.
    let trimmed = |line: &str| line.trim_start_matches([' ', '-', '\u{FEFF}']).trim_end_matches('\r').to_string();
    let own: Vec<String> = text.text.split('\n').map(trimmed).collect();
    let mut rest: Vec<String> = result.split('\n').map(trimmed).collect();
    rest.sort_unstable();
    for (path, line) in &text.leaves {
        if at(before, path) == at(after, path) {
            let place = rest.binary_search(&own[*line]);
            assert!(place.is_ok(), "line {:?} is missing: {}\n->\n{result}", own[*line], text.text);
            place.into_iter().for_each(|place| drop(rest.remove(place)));
        }
    }
}

/// Checks one text. Returns the cause of a refusal.
fn check_text(document: &Value, target: &GroupVersion, random: &mut Random) -> Option<Cause> {
    let text = render(document, random);
    assert_eq!(value(&text.text), *document, "the text has another value: {}", text.text);
    match convert(&text.text, target) {
        Ok((edited, result)) => {
            check(&text.text, target, &edited, &result);
            check_lines(&text, document, &value(&result), &result);
            None
        }
        Err(refusal) => {
            let is_right = may_be_refused(document, target, &text, &refusal);
            assert!(is_right, "{:?}: {refusal}\n{}", refusal.cause(), text.text);
            Some(refusal.cause())
        }
    }
}

/// Returns an object of a kind, or a `List` with it.
fn document(gvk: &GroupVersionKind, seed: u64) -> Option<Value> {
    let object = object(gvk, seed)?;
    if gvk.kind.ends_with("List") || !Random::new(seed).one_in(8) {
        return Some(object);
    }
    let foreign = json!({"apiVersion": "example.com/v1", "kind": "Gadget", "spec": {"on": true}});
    Some(json!({"apiVersion": "v1", "kind": "List", "items": [foreign, object.clone(), object]}))
}

/// Returns a number that distinguishes the kind, so that kinds have different styles for one seed.
fn number_of(gvk: &GroupVersionKind) -> u64 {
    gvk.to_string().bytes().fold(17, |number: u64, byte| number.wrapping_mul(31).wrapping_add(byte.into()))
}

#[test]
fn generated_objects_are_converted() {
    let kinds = kinds();
    let (first, count) = (number_from("EDIT_SEED", 1), number_from("EDIT_OBJECTS", 4));
    let mut refusals: BTreeMap<String, usize> = BTreeMap::new();
    let mut failures = Vec::new();
    let (mut all, mut done) = (0, 0);
    for (gvk, target) in &kinds {
        for seed in first..first + count {
            let mixed = seed.wrapping_mul(0x9e37_79b9) ^ number_of(gvk);
            let Some(document) = document(gvk, mixed) else { continue };
            all += 1;
            // Only messages are shown, so that the smallest failure is found.
            let check = || check_text(&document, target, &mut Random::new(mixed));
            match catch_unwind(AssertUnwindSafe(check)) {
                Ok(None) => done += 1,
                Ok(Some(cause)) => *refusals.entry(format!("{cause:?}")).or_default() += 1,
                Err(panic) => {
                    let message = panic.downcast::<String>().map_or_else(|_| "a panic".to_string(), |text| *text);
                    failures.push(format!("{gvk}, EDIT_SEED={seed}: {message}"));
                }
            }
        }
    }
    println!("{} kinds, {done} of {all} texts converted, refused: {refusals:?}", kinds.len());
    failures.sort_by_key(String::len);
    if std::env::var_os("EDIT_FAILURES").is_some() {
        failures.iter().for_each(|failure| println!("FAILURE {failure}"));
    }
    // Only aliases of values that change are refused more than rarely.
    for (cause, count) in &refusals {
        let percent: usize = if cause == "Shared" { 3 } else { 1 };
        assert!(count * 100 <= all * percent, "{count} of {all} texts are refused: {cause}");
    }
    assert!(failures.is_empty(), "{} of {all} texts fail; the smallest: {}", failures.len(), failures[0]);
}
