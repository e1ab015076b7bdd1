//! Recorded objects with the results of Kubernetes: encoded, defaulted and converted.

use std::path::Path;

use apimachinery::defaulting::Defaulting;
use apimachinery::meta::Time;
use apimachinery::schema::GroupVersion;
use apimachinery::serializer::{Codec, Decoded, Error, Format};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use super::bytes;
use super::data;
use super::members::differences as json_differences;
use super::tally::{Findings, Required, Tally};
use super::text::{Line, wire_normal, yaml_normal};

/// A placeholder in the data for the time of the recording.
const NOW: &str = "NOW";

/// The length of an envelope before its message.
const ENVELOPE: usize = 4;

/// Versions without conversions.
const WITHOUT_HUB: [&str; 2] = ["resource.k8s.io/v1alpha1", "resource.k8s.io/v1alpha2"];

pub(crate) fn run(folder: &Path, required: Required) {
    let codec = Codec::new(apimachinery::apis::scheme());
    let mut tally = Tally::new(folder.display().to_string());
    for path in data::files(folder, ".jsonl.gz") {
        let kind = data::kind_of(&path);
        if !codec.scheme().recognizes(&kind) {
            tally.unknown_kind(kind.to_string());
            continue;
        }
        for (index, line) in data::lines(&path).iter().enumerate() {
            let place = format!("{}:{}", path.display(), index + 1);
            tally.case(&kind.to_string(), &place, |findings| check_line(&codec, findings, line));
        }
    }
    tally.finish(required);
}

fn check_line(codec: &Codec, findings: &mut Findings, line: &str) {
    // The placeholder can be a string of the document, or of a document inside a string.
    let [document, text] = ["", "\\"].map(|escape| format!("{escape}\"{NOW}{escape}\""));
    match line.contains(&document) || line.contains(&text) {
        true => {
            let now = time_of(codec, &Line::new(line));
            let at_that_time = Defaulting::default().with_clock(move || now);
            let line = line.replace(&document, &format!("\"{now}\"")).replace(&text, &format!("\\\"{now}\\\""));
            check(&codec.clone().with_defaulting(at_that_time), findings, &Line::new(&line));
        }
        false => check(codec, findings, &Line::new(line)),
    }
}

/// Returns the time of a case. If the input is the output of another case, its Protobuf form contains the time;
/// otherwise any time will do.
fn time_of(codec: &Codec, case: &Line<'_>) -> Time {
    let known = || {
        let json = wire_normal(case.text("json")?.as_bytes());
        let bytes = STANDARD.decode(&*case.text("pb")?).expect("base64");
        let same = codec.encode(&codec.decode(&bytes).ok()?, Format::Json).ok()?;
        let same = wire_normal(&same);
        let (_, time) = same.split_at_checked(json.find(&format!("\"{NOW}\""))?)?;
        time.split('"').nth(1)?.parse().ok()
    };
    known().unwrap_or(Time::from_unix(946_684_799, 0))
}

fn check(codec: &Codec, findings: &mut Findings, case: &Line<'_>) {
    let input = case.raw("in").expect("a case has an input").as_bytes();
    let decoded = match codec.decode(input) {
        Ok(decoded) => decoded,
        // The result of a chain of conversions can belong to a group that is not compiled in.
        Err(error) if error.is_not_registered() => return findings.skipped += 1,
        Err(error) => return findings.check(false, || format!("does not decode: {error}")),
    };
    check_plain(codec, findings, case, &decoded);
    check_defaulted(codec, findings, case, decoded);
    check_targets(codec, findings, case, input);
}

/// Checks the unchanged object in JSON and Protobuf, in both directions.
fn check_plain(codec: &Codec, findings: &mut Findings, case: &Line<'_>, decoded: &Decoded) {
    let json = case.text("json").expect("a case has its JSON");
    same(findings, case, "json", &json, codec.encode(decoded, Format::Json));
    let stored = codec.encode(decoded, Format::Protobuf);
    let Some(bytes) = case.text("pb").map(|text| STANDARD.decode(&*text).expect("base64")) else {
        let refused = stored.as_ref().is_err_and(Error::is_not_marshalable);
        return findings.check(refused, || "pb is written where upstream refuses".into());
    };
    let Some(stored) = result(findings, "pb", stored) else { return };
    let Some(again) = result(findings, "pb decoded", codec.decode(&bytes)) else { return };
    let Some(stored_again) = result(findings, "pb -> pb", codec.encode(&again, Format::Protobuf)) else { return };
    for (what, ours) in [("pb", stored), ("pb -> pb", stored_again)] {
        match case.is_older() {
            true => findings.older(bytes::differences(&bytes[ENVELOPE..], &ours[ENVELOPE..])),
            false => findings.equal(what, &bytes, &ours),
        }
    }
    if let Some(text) = result(findings, "pb -> json", codec.encode(&again, Format::Json)) {
        let [json, text] = [json.as_bytes(), &text].map(wire_normal);
        compare(findings, case, "pb -> json", &json, &text);
    }
}

/// Checks the defaulted object in JSON and YAML, in both directions.
fn check_defaulted(codec: &Codec, findings: &mut Findings, case: &Line<'_>, mut decoded: Decoded) {
    codec.apply_defaults(&mut decoded);
    let json = case.text("defaulted").expect("a case has its defaulted JSON");
    same(findings, case, "defaulted", &json, codec.encode(&decoded, Format::Json));
    let yaml = codec.encode(&decoded, Format::Yaml);
    let Some(expected) = case.text("yaml") else {
        let refused = case.texts("err").contains_key("yaml");
        return findings.check(!refused || yaml.is_err(), || "yaml is written where upstream refuses".into());
    };
    same(findings, case, "yaml", &expected, yaml);
    if !reads_back(&expected, &json) {
        return;
    }
    let Some(again) = result(findings, "yaml decoded", codec.decode(expected.as_bytes())) else { return };
    same(findings, case, "yaml -> yaml", &expected, codec.encode(&again, Format::Yaml));
    if let Some(text) = result(findings, "yaml -> json", codec.encode(&again, Format::Json)) {
        findings.equal("yaml -> json", yaml_normal(json.as_bytes()).as_bytes(), yaml_normal(&text).as_bytes());
    }
}

/// False if upstream's YAML lost information: a raw U+0085 was folded as a line break, a key `<<` became a merge key,
/// or the items of a schema are neither a schema nor a list, which is written as null and read as unset.
fn reads_back(yaml: &str, json: &str) -> bool {
    let merges = yaml.lines().any(|line| line.trim_start_matches([' ', '-']).starts_with("<<:"));
    !merges && !json.contains('\u{85}') && !json.contains("\"items\":null")
}

/// True if only this crate has a hub for the kind: for a ConversionReview, which servers send but do not store, and for
/// request options in groups that do not register them.
fn is_without_hub(expected: &str) -> bool {
    let kinds = ["CreateOptions", "DeleteOptions", "GetOptions", "ListOptions", "PatchOptions", "UpdateOptions"];
    let options = kinds.map(|kind| (kind, "admissionregistration.k8s.io"));
    options.into_iter().chain([("ConversionReview", "apiextensions.k8s.io")]).any(|(kind, group)| {
        let message = format!("no kind {kind:?} is registered for the internal version of group {group:?} in scheme ");
        expected.starts_with(&message)
    })
}

/// Checks the object in every other version, converted through the hub.
fn check_targets(codec: &Codec, findings: &mut Findings, case: &Line<'_>, input: &[u8]) {
    let errors = case.texts("err");
    let hub = outset(codec, input);
    if let Some(expected) = errors.get("decode") {
        let fails = hub.is_err() || is_without_hub(expected);
        return findings.check(fails, || format!("reaches the hub, where upstream fails: {expected}"));
    }
    let Some(hub) = result(findings, "the hub", hub) else { return };
    for (target, expected) in case.texts("to") {
        match convert(codec, &hub, &target) {
            Some(found) => same(findings, case, &format!("to {target}"), &expected, found),
            None => findings.skipped += 1,
        }
    }
    for (target, expected) in errors.iter().filter(|(target, _)| !["pb", "yaml"].contains(&target.as_str())) {
        match convert(codec, &hub, target) {
            Some(found) => {
                findings.check(found.is_err(), || format!("to {target} is written, where upstream fails: {expected}"))
            }
            None => findings.skipped += 1,
        }
    }
}

/// Returns the object in the hub, or with its defaults if its version has no hub.
fn outset(codec: &Codec, input: &[u8]) -> Result<Decoded, Error> {
    codec.decode_into_hub(input).or_else(|error| {
        let mut decoded = codec.decode(input)?;
        if !WITHOUT_HUB.contains(&&*decoded.gvk.api_version()) {
            return Err(error);
        }
        codec.apply_defaults(&mut decoded);
        Ok(decoded)
    })
}

/// Converts a copy of the hub object to a version. Returns `None` if the kind is not registered in that version.
fn convert(codec: &Codec, hub: &Decoded, target: &str) -> Option<Result<Vec<u8>, Error>> {
    let target: GroupVersion = target.parse().expect("a group and version");
    if !codec.scheme().recognizes(&target.with_kind(hub.gvk.kind.clone())) {
        return None;
    }
    let copy = Decoded::new(hub.object.clone(), hub.gvk.clone());
    Some(codec.encode_to_version(copy, &target, Format::Json).map(|encoded| encoded.bytes))
}

fn result<T>(findings: &mut Findings, what: &str, result: Result<T, Error>) -> Option<T> {
    match result {
        Ok(value) => Some(value),
        Err(error) => {
            findings.check(false, || format!("{what} fails: {error}"));
            None
        }
    }
}

/// Checks that a text equals the recorded one.
fn same(findings: &mut Findings, case: &Line<'_>, what: &str, expected: &str, bytes: Result<Vec<u8>, Error>) {
    let Some(bytes) = result(findings, what, bytes) else { return };
    let found = String::from_utf8(bytes).expect("a text");
    compare(findings, case, what, expected, &found);
}

/// Compares texts of the current release exactly, and counts every position at which a text of an older release
/// differs.
fn compare(findings: &mut Findings, case: &Line<'_>, what: &str, expected: &str, found: &str) {
    match case.is_older() {
        true => findings.older(json_differences(expected, found)),
        false => findings.equal(what, expected.as_bytes(), found.as_bytes()),
    }
}
