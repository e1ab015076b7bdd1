//! The recorded objects of all kinds that have a newer version.

use std::collections::BTreeMap;
use std::fs;
use std::io::Read;

use apimachinery::schema::{GroupVersion, GroupVersionKind};
use flate2::read::GzDecoder;
use serde_json::Value;

use super::properties::{check, convert};
use super::styles::{self, Style};
use super::{CODEC, newest};

/// Returns the recorded objects of kinds for which there is another version.
pub(crate) fn objects() -> Vec<(GroupVersionKind, GroupVersion, Value)> {
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
            let Some(target) = newest(&gvk) else { continue };
            if target != gvk.group_version() && !kind.ends_with("List") {
                found.push((gvk, target, object.clone()));
            }
        }
    }
    found
}

/// Returns true if a text may be refused: Kubernetes does not convert it, or it has values that only tests contain.
fn may_be_refused(object: &Value, target: &GroupVersion) -> bool {
    let text = object.to_string();
    let fails = || CODEC.decode_into_hub(text.as_bytes()).and_then(|hub| CODEC.convert(hub, target)).is_err();
    // Kubernetes consumes these annotations, so an authored one cannot be kept.
    let has_consumed_annotation = text.contains("\"deprecated.d");
    // The API server rejects such definitions, and the conversion drops one of the two versions.
    let (version, first) = (&object["spec"]["version"], &object["spec"]["versions"][0]["name"]);
    let is_contradictory = object["kind"] == "CustomResourceDefinition" && !first.is_null() && first != version;
    has_consumed_annotation || is_contradictory || fails()
}

#[test]
fn recorded_objects_are_converted() {
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
                    check(&text, target, &edited, &result);
                }
                Err(refusal) => {
                    let is_expected = may_be_refused(object, target);
                    assert!(is_expected, "{style:?} {gvk}: {refusal}\n{text}");
                    *refusals.entry(format!("{:?}", refusal.cause())).or_default() += 1;
                }
            }
        }
    }
    println!("{} objects, {done} of {all} texts converted, refused: {refusals:?}", objects.len());
    assert!(objects.len() > 800 && done * 100 > all * 90, "too few texts are converted");
}
