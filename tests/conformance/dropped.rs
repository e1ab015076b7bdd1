//! Golden files of kinds that current releases lack, from the newest available release that has them.
//!
//! The types inside such a kind, such as metadata and the spec of a pod, have changed since. Removed fields are
//! reported as warnings, and everything else must be preserved, from each form to each form.

use std::collections::BTreeMap;

use apimachinery::serializer::{Codec, Decoded, Format, WarningKind};
use serde_json::Value;

use super::data::{Golden, OLDER};
use super::golden::{FORMS, kind_of};
use super::tally::{Findings, Required, Tally};
use super::text::compact;

type Files = BTreeMap<String, Vec<u8>>;

/// Requirements with only the newest module, which has folders of the three previous releases.
const NEWEST: Required = Required::new("APIMACHINERY_GOLDEN", 11, 44);

/// Requirements with all modules. Their test data contain two types that no API server registers as kinds of these
/// versions.
const ALL: Required =
    Required::new("APIMACHINERY_GOLDEN", 39, 156).unknown(&["batch.v1.JobTemplate", "core.v1.ExportOptions"]);

/// Runs the files of kinds missing in `today`; `releases` are ordered from the newest to the oldest.
pub(crate) fn run(today: &[String], releases: &[Golden]) {
    let codec = Codec::new(apimachinery::apis::scheme());
    let mut tally = Tally::new("golden of dropped kinds");
    for (base, files) in newest(today, releases) {
        match codec.scheme().recognizes(&kind_of(base)) {
            true => tally.case(base, base, |findings| check(&codec, findings, files, base)),
            false => tally.unknown_kind(base),
        }
    }
    tally.finish(if releases.len() > OLDER.len() { ALL } else { NEWEST });
}

/// Returns the files of each kind from its newest release. The folder `HEAD` contains the release of the module, the
/// others older ones. One file, EphemeralContainers of 1.23, is skipped because it is not JSON: it mixes two objects.
fn newest<'a>(today: &[String], releases: &'a [Golden]) -> BTreeMap<&'a str, &'a Files> {
    let mut kinds = BTreeMap::new();
    for folders in releases {
        let head = folders.get("HEAD").into_iter();
        for files in head.chain(folders.iter().rev().filter(|(name, _)| *name != "HEAD").map(|(_, files)| files)) {
            for (name, text) in files.iter().filter(|(name, _)| !today.contains(name)) {
                let base = name.strip_suffix(".json").filter(|base| !base.ends_with(".after_roundtrip"));
                if let Some(base) = base.filter(|_| is_json(text)) {
                    kinds.entry(base).or_insert(files);
                }
            }
        }
    }
    kinds
}

fn is_json(text: &[u8]) -> bool {
    serde_json::from_slice::<serde::de::IgnoredAny>(text).is_ok()
}

fn check(codec: &Codec, findings: &mut Findings, files: &Files, base: &str) {
    let json = compact(&files[&format!("{base}.json")]);
    let decoded = match codec.decode(&json) {
        Ok(decoded) => decoded,
        Err(error) => return findings.check(false, || format!("json does not decode: {error}")),
    };
    let texts = FORMS.map(|(_, format)| codec.encode(&decoded, format).expect("a decoded value can be encoded"));
    let after = files.get(&format!("{base}.after_roundtrip.json"));
    findings.equal("json", &kept(after.unwrap_or(&json), &decoded), &kept(&texts[0], &decoded));
    for (extension, format) in FORMS {
        let file = &files[&format!("{base}.{extension}")];
        let data = if format == Format::Json { &json } else { file };
        let same = codec.decode(data).map(|decoded| all_forms(codec, &decoded));
        findings.check(same.as_ref().is_ok_and(|forms| *forms == texts), || format!("{extension} is another object"));
    }
}

fn all_forms(codec: &Codec, decoded: &Decoded) -> [Vec<u8>; 3] {
    FORMS.map(|(_, format): (_, Format)| codec.encode(decoded, format).expect("a decoded value can be encoded"))
}

/// Returns an object without the fields that are unknown to its decoder, and without the `null` that old releases wrote
/// for an unset time.
fn kept(json: &[u8], decoded: &Decoded) -> Vec<u8> {
    let mut value: Value = serde_json::from_slice(json).expect("a golden file is JSON");
    for warning in &decoded.warnings {
        if let WarningKind::UnknownField(path) = &warning.kind {
            remove(&mut value, path);
        }
    }
    without_null_times(&mut value);
    serde_json::to_vec_pretty(&value).expect("a value is JSON")
}

/// Removes the value at a path such as `spec.items[0].name`.
fn remove(value: &mut Value, path: &str) {
    let (parents, last) = path.rsplit_once('.').unwrap_or(("", path));
    let mut steps = parents.split(['.', '[']).map(|step| step.trim_end_matches(']')).filter(|step| !step.is_empty());
    let parent = steps.try_fold(value, |value, step| match value {
        Value::Array(items) => items.get_mut(step.parse::<usize>().ok()?),
        other => other.get_mut(step),
    });
    if let Some(Value::Object(members)) = parent {
        members.remove(last);
    }
}

fn without_null_times(value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(without_null_times),
        Value::Object(members) => {
            members.retain(|name, value| name != "creationTimestamp" || !value.is_null());
            members.values_mut().for_each(without_null_times);
        }
        _ => {}
    }
}
