//! The recorded objects of all kinds that have a newer version.

use std::collections::BTreeMap;
use std::fs;
use std::io::Read;

use apimachinery::edit::{Edited, Reason, Refusal, Step, apply};
use apimachinery::meta::{Object, semantic_eq};
use apimachinery::schema::{GroupVersion, GroupVersionKind};
use apimachinery::serializer::{Codec, Decoded, Mode};
use apimachinery::{apis, yaml};
use flate2::read::GzDecoder;
use serde_json::Value;

use super::styles::{self, Style};
use super::{editor, newest};

/// Returns the recorded objects of kinds for which there is another version.
pub(crate) fn objects() -> Vec<(GroupVersionKind, GroupVersion, Value)> {
    let scheme = apis::scheme();
    let mut found = Vec::new();
    let mut paths: Vec<_> = fs::read_dir("tests/conformance/cases")
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    paths.sort();
    for path in paths {
        let mut text = String::new();
        GzDecoder::new(fs::File::open(&path).expect("a file")).read_to_string(&mut text).expect("text");
        for line in text.lines() {
            let line: Value = serde_json::from_str(line).expect("a line is JSON");
            let object = &line["in"];
            let (Some(version), Some(kind)) = (object["apiVersion"].as_str(), object["kind"].as_str()) else {
                continue;
            };
            let gvk = GroupVersionKind::from_api_version(version, kind);
            let Some(target) = newest(&scheme, &gvk) else { continue };
            if target != gvk.group_version() && !kind.ends_with("List") {
                found.push((gvk, target, object.clone()));
            }
        }
    }
    found
}

/// Returns the edits of a text and the edited text.
fn convert(text: &str, target: &GroupVersion) -> Result<(Edited, String), Refusal> {
    let edited = editor().convert(text.as_bytes(), &|_| Some(target.clone()))?;
    let text = apply(text.as_bytes(), &edited.edits);
    Ok((edited, String::from_utf8(text).expect("edits keep the text UTF-8")))
}

/// Returns the object in the hub version, as Kubernetes' codecs read it.
fn hub(codec: &Codec, text: &[u8]) -> Decoded {
    codec.decode_into_hub(text).unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(text)))
}

/// Returns the comments that the styles write.
fn comments(text: &str) -> Vec<&str> {
    let notes = text.match_indices("# note ").map(|(at, _)| &text[at..]);
    let mut notes: Vec<_> = notes.map(|note| note.split_inclusive('.').next().unwrap_or_default()).collect();
    notes.sort_unstable();
    notes
}

fn check(codec: &Codec, text: &str, target: &GroupVersion, edited: &Edited, result: &str) {
    let context = || format!("{text}\n->\n{result}");
    assert_eq!(comments(text), comments(result), "{}", context());
    let strict = codec.clone().with_mode(Mode::Strict).decode(result.as_bytes());
    assert!(strict.is_ok(), "{}: {}", strict.unwrap_err(), context());
    if edited.differences.is_empty() {
        let (before, after) = (hub(codec, text.as_bytes()), hub(codec, result.as_bytes()));
        assert!(semantic_eq(&*before.object, &*after.object), "{}", context());
        check_additions(codec, &*before.object, edited, result);
    }
    let (again, _) = convert(result, target).expect("an edited text can be read");
    assert_eq!(again.edits, [], "{}", context());
}

/// Checks that every added default is necessary.
fn check_additions(codec: &Codec, before: &dyn Object, edited: &Edited, result: &str) {
    let changes = edited.edits.iter().flat_map(|edit| &edit.changes);
    for change in changes.filter(|change| matches!(change.reason, Reason::Default { .. })) {
        let Some(path) = change.new.as_ref().filter(|_| change.old.is_none()) else { continue };
        let json = yaml::to_json(result.as_bytes()).expect("an edited text is YAML");
        let mut without: Value = serde_json::from_str(&json).expect("JSON");
        if remove(&mut without, path.steps()) {
            let without = codec.decode_into_hub(without.to_string().as_bytes());
            let is_same = without.is_ok_and(|without| semantic_eq(before, &*without.object));
            assert!(!is_same, "{path} is not necessary: {result}");
        }
    }
}

/// Removes the value at a path. Returns false if it is not the value of a key.
fn remove(value: &mut Value, path: &[Step]) -> bool {
    match path {
        [Step::Key(key)] => value.as_object_mut().is_some_and(|map| map.remove(key).is_some()),
        [Step::Key(key), rest @ ..] => value.get_mut(key).is_some_and(|value| remove(value, rest)),
        [Step::Index(index), rest @ ..] => value.get_mut(*index).is_some_and(|value| remove(value, rest)),
        [] => false,
    }
}

/// Returns true if a text may be refused: Kubernetes does not convert it, or it has values that only tests contain.
fn may_be_refused(codec: &Codec, object: &Value, target: &GroupVersion, refusal: &Refusal) -> bool {
    let text = object.to_string();
    let fails = || codec.decode_into_hub(text.as_bytes()).and_then(|hub| codec.convert(hub, target)).is_err();
    let is_beyond_64_bits = refusal.message().contains("beyond 63 bits");
    // Kubernetes consumes these annotations, so an authored one cannot be kept.
    let has_consumed_annotation = text.contains("\"deprecated.d");
    // The API server rejects such definitions, and the conversion drops one of the two versions.
    let (version, first) = (&object["spec"]["version"], &object["spec"]["versions"][0]["name"]);
    let is_contradictory = object["kind"] == "CustomResourceDefinition" && !first.is_null() && first != version;
    is_beyond_64_bits || has_consumed_annotation || is_contradictory || fails()
}

#[test]
fn recorded_objects_are_converted() {
    let codec = Codec::new(apis::scheme());
    let objects = objects();
    let mut refusals: BTreeMap<String, usize> = BTreeMap::new();
    let (mut all, mut done) = (0, 0);
    // Every object is written in one style. All objects in all styles take minutes without optimization.
    let is_thorough = std::env::var_os("APIMACHINERY_ALL_STYLES").is_some();
    for (index, (gvk, target, object)) in objects.iter().enumerate() {
        let own = &styles::ALL[index % styles::ALL.len()];
        for &style in if is_thorough { &styles::ALL[..] } else { std::slice::from_ref(own) } {
            if matches!(style, Style::Json | Style::Compact) && !styles::is_plain(object) {
                continue;
            }
            all += 1;
            let text = styles::print(object, style);
            match convert(&text, target) {
                Ok((edited, result)) => {
                    done += 1;
                    check(&codec, &text, target, &edited, &result);
                }
                Err(refusal) => {
                    let is_expected = may_be_refused(&codec, object, target, &refusal);
                    assert!(is_expected, "{style:?} {gvk}: {refusal}\n{text}");
                    *refusals.entry(format!("{:?}", refusal.cause())).or_default() += 1;
                }
            }
        }
    }
    println!("{} objects, {done} of {all} texts converted, refused: {refusals:?}", objects.len());
    assert!(objects.len() > 800 && done * 100 > all * 90, "too few texts are converted");
}
