//! Objects and what Kubernetes makes of them: encoded, defaulted, converted.

use std::path::Path;

use apimachinery::defaulting::Defaulting;
use apimachinery::meta::Time;
use apimachinery::schema::GroupVersion;
use apimachinery::serializer::{Codec, Decoded, Error, Format};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use super::data;
use super::tally::{Findings, Tally};
use super::text::{Line, wire_normal, yaml_normal};

/// The time of our clock, which stands where the data says `NOW`.
const NOW: &str = "1999-12-31T23:59:59Z";

pub(crate) fn run(folder: &Path) {
    run_as(folder, str::to_owned);
}

/// With what is recorded read as `today` makes it, if that is another release's.
pub(crate) fn run_as(folder: &Path, today: fn(&str) -> String) {
    let now: Time = NOW.parse().expect("a time");
    let codec = Codec::new(apimachinery::apis::scheme()).with_defaulting(Defaulting::default().with_clock(move || now));
    let mut tally = Tally::new(folder.display().to_string());
    for path in data::files(folder, ".jsonl.gz") {
        let kind = data::kind_of(&path);
        if !codec.scheme().recognizes(&kind) {
            tally.unknown_kind(kind.to_string());
            continue;
        }
        for (index, line) in data::lines(&path).iter().enumerate() {
            let place = format!("{}:{}", path.display(), index + 1);
            tally.case(&kind.to_string(), &place, |findings| check(&codec, findings, &Line::read_as(line, today)));
        }
    }
    tally.finish();
}

fn check(codec: &Codec, findings: &mut Findings, case: &Line<'_>) {
    let input = case.raw("in").expect("a case has an input").as_bytes();
    let decoded = match codec.decode(input) {
        Ok(decoded) => decoded,
        // What a chain of conversions wrote may be of a group that is not there.
        Err(error) if error.is_not_registered() => return findings.skipped += 1,
        Err(error) => return findings.check(false, || format!("does not decode: {error}")),
    };
    check_plain(codec, findings, case, &decoded);
    check_defaulted(codec, findings, case, decoded);
    check_targets(codec, findings, case, input);
}

/// The object as it was written, in JSON and Protobuf and back.
fn check_plain(codec: &Codec, findings: &mut Findings, case: &Line<'_>, decoded: &Decoded) {
    let json = case.text("json").expect("a case has its JSON");
    encoded(findings, "json", Some(&json), codec.encode(decoded, Format::Json));
    let stored = codec.encode(decoded, Format::Protobuf);
    let Some(bytes) = case.text("pb").map(|text| STANDARD.decode(&*text).expect("base64")) else {
        let refused = stored.as_ref().is_err_and(Error::is_not_marshalable);
        return findings.check(refused, || "pb is written where upstream refuses".into());
    };
    let Some(stored) = encoded(findings, "pb", None, stored) else { return };
    let Some(again) = result(findings, "pb decoded", codec.decode(&bytes)) else { return };
    let Some(stored_again) = encoded(findings, "pb -> pb", None, codec.encode(&again, Format::Protobuf)) else {
        return;
    };
    // Of bytes that hold more than today's types the rest is compared, as JSON.
    if !case.is_older("json") {
        findings.equal("pb", &bytes, &stored);
        findings.equal("pb -> pb", &bytes, &stored_again);
    }
    if let Some(text) = encoded(findings, "pb -> json", None, codec.encode(&again, Format::Json)) {
        findings.equal("pb -> json", wire_normal(json.as_bytes()).as_bytes(), wire_normal(&text).as_bytes());
    }
}

/// The object with its defaults, in JSON and YAML and back.
fn check_defaulted(codec: &Codec, findings: &mut Findings, case: &Line<'_>, mut decoded: Decoded) {
    codec.default(&mut decoded);
    let json = case.text("defaulted").expect("a case has its defaulted JSON");
    encoded(findings, "defaulted", Some(&json), codec.encode(&decoded, Format::Json));
    let yaml = codec.encode(&decoded, Format::Yaml);
    let Some(expected) = case.text("yaml") else {
        let refused = case.texts("err").contains_key("yaml");
        return findings.check(!refused || yaml.is_err(), || "yaml is written where upstream refuses".into());
    };
    encoded(findings, "yaml", Some(&expected), yaml);
    if !reads_back(&expected, &json) {
        return;
    }
    let Some(again) = result(findings, "yaml decoded", codec.decode(expected.as_bytes())) else { return };
    encoded(findings, "yaml -> yaml", Some(&expected), codec.encode(&again, Format::Yaml));
    if let Some(text) = encoded(findings, "yaml -> json", None, codec.encode(&again, Format::Json)) {
        findings.equal("yaml -> json", yaml_normal(json.as_bytes()).as_bytes(), yaml_normal(&text).as_bytes());
    }
}

/// False if upstream's YAML has lost what it was made from: the time is not said, a raw U+0085 was
/// folded as a line break, or a key `<<` asks for a merge now.
fn reads_back(yaml: &str, json: &str) -> bool {
    let merges = yaml.lines().any(|line| line.trim_start_matches([' ', '-']).starts_with("<<:"));
    !merges && !yaml.contains("NOW") && !json.contains('\u{85}')
}

/// The object in every other version, by way of the hub.
fn check_targets(codec: &Codec, findings: &mut Findings, case: &Line<'_>, input: &[u8]) {
    let errors = case.texts("err");
    let hub = codec.decode_to_hub(input);
    if let Some(expected) = errors.get("decode") {
        return findings.check(hub.is_err(), || format!("reaches the hub, where upstream fails: {expected}"));
    }
    let Some(hub) = result(findings, "the hub", hub) else { return };
    for (target, expected) in case.texts("to") {
        match convert(codec, &hub, &target) {
            Some(found) => drop(encoded(findings, &format!("to {target}"), Some(&expected), found)),
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

/// A copy of the hub object in a version; `None` if that version of the kind is not registered.
fn convert(codec: &Codec, hub: &Decoded, target: &str) -> Option<Result<Vec<u8>, Error>> {
    let target: GroupVersion = target.parse().expect("a group and version");
    if !codec.scheme().recognizes(&target.with_kind(hub.gvk.kind.clone())) {
        return None;
    }
    let copy = Decoded { object: hub.object.clone(), gvk: hub.gvk.clone(), warnings: Vec::new() };
    Some(codec.encode_to_version(copy, &target, Format::Json))
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

/// The bytes if there are any, compared with what is expected if that is known.
fn encoded(
    findings: &mut Findings,
    what: &str,
    expected: Option<&str>,
    bytes: Result<Vec<u8>, Error>,
) -> Option<Vec<u8>> {
    let bytes = result(findings, what, bytes)?;
    if let Some(expected) = expected {
        let found = match expected.contains("NOW") {
            true => String::from_utf8_lossy(&bytes).replace(NOW, "NOW").into_bytes(),
            false => bytes.clone(),
        };
        findings.equal(what, expected.as_bytes(), &found);
    }
    Some(bytes)
}
