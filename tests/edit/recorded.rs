//! The recorded objects of all kinds that have a newer version.

use std::collections::BTreeMap;
use std::fs;
use std::io::Read;

use apimachinery::apis;
use apimachinery::edit::{Refusal, apply};
use apimachinery::schema::{GroupVersion, GroupVersionKind};
use flate2::read::GzDecoder;
use serde_json::Value;

use super::styles::{self, Style};
use super::{editor, newest};

/// Returns the recorded objects of kinds for which there is another version.
fn objects() -> Vec<(GroupVersionKind, GroupVersion, Value)> {
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

fn convert(text: &str, target: &GroupVersion) -> Result<String, Refusal> {
    let edited = editor().convert(text.as_bytes(), &|_| Some(target.clone()))?;
    Ok(String::from_utf8(apply(text.as_bytes(), &edited.edits)).expect("edits keep the text UTF-8"))
}

#[test]
fn recorded_objects_are_converted() {
    let objects = objects();
    let mut refusals: BTreeMap<String, (usize, String)> = BTreeMap::new();
    let (mut all, mut done) = (0, 0);
    for (gvk, target, object) in &objects {
        for style in styles::ALL {
            if matches!(style, Style::Json | Style::Compact) && !styles::is_plain(object) {
                continue;
            }
            all += 1;
            let text = styles::print(object, style);
            match convert(&text, target) {
                Ok(_) => done += 1,
                Err(refusal) => {
                    let key = format!("{style:?} {:?} {gvk} {refusal}", refusal.cause()).chars().take(260).collect();
                    refusals.entry(key).or_insert_with(|| (0, text)).0 += 1;
                }
            }
        }
    }
    println!("{} objects, {done} of {all} texts converted", objects.len());
    for (reason, (count, _)) in &refusals {
        println!("{count} {reason}");
    }
    if let Ok(pattern) = std::env::var("SHOW") {
        if let Some((reason, (_, text))) = refusals.iter().find(|(reason, _)| reason.contains(&pattern)) {
            println!("{reason}\n{text}");
        }
    }
}
