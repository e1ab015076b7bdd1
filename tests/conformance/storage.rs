//! Values from the etcd of a real cluster: every value is decoded and encoded to the same bytes.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use apimachinery::schema::{GroupKind, GroupVersion};
use apimachinery::scheme::Scheme;
use apimachinery::serializer::storage::{Encrypted, Storage};
use apimachinery::serializer::{Format, json};
use serde_json::Value;

use super::data;
use super::tally::{Findings, Required, Tally};
use super::text::Line;

pub(crate) fn run(folder: &Path) {
    let scheme: Arc<Scheme> = apimachinery::apis::scheme().into();
    let storage = Storage::new(scheme.clone());
    let path = folder.join("etcd-1.36.jsonl.gz");
    let mut tally = Tally::new(path.display().to_string());
    for line in data::lines(&path) {
        let case = Line::new(&line);
        let (key, gvk) = (case.text("key").expect("a key"), case.text("gvk").expect("a kind"));
        tally.case(&gvk, &key, |findings| check(&storage, &case, findings));
    }
    tally.finish(Required::new("APIMACHINERY_STORAGE", 285, 1425));
    check_encrypted(folder, &storage);
    check_versions(&scheme);
}

fn check(storage: &Storage, case: &Line<'_>, findings: &mut Findings) {
    let raw = bytes(case, "raw");
    let stored = match storage.decode(&raw) {
        Ok(stored) => stored,
        Err(error) => return findings.check(false, || format!("does not decode: {error}")),
    };
    let is_protobuf = case.text("raw_format").as_deref() == Some("protobuf");
    findings.check((stored.format == Format::Protobuf) == is_protobuf, || format!("read as {:?}", stored.format));
    let kind = stored.gvk.to_string();
    findings.equal(
        "gvk",
        case.text("gvk").unwrap_or_default().trim_start_matches('/').as_bytes(),
        kind.trim_start_matches('/').as_bytes(),
    );
    let json = storage.encode(&stored, Format::Json).unwrap_or_default();
    findings.equal("json", case.text("json").unwrap_or_default().as_bytes(), &json);
    findings.equal("raw", &raw, &storage.encode(&stored, stored.format).unwrap_or_default());
    let cbor = storage.encode(&stored, Format::Cbor).unwrap_or_default();
    let again = storage.decode(&cbor).expect("our own CBOR");
    findings.equal("cbor", &cbor, &storage.encode(&again, Format::Cbor).unwrap_or_default());
}

/// Checks that encrypted values are reported with the name of their provider, and that the CBOR value decodes.
fn check_encrypted(folder: &Path, storage: &Storage) {
    let database = data::whole(&folder.join("encrypted-1.36.db.gz"));
    let at = |prefix: &'static [u8]| {
        let database = &database;
        (0..database.len()).filter(move |&at| database[at..].starts_with(prefix)).map(move |at| &database[at..])
    };
    let mut found = BTreeSet::new();
    for value in at(b"k8s:enc:") {
        let Encrypted { provider, version, name, .. } = Encrypted::find(value).expect("an encrypted value");
        let error = storage.decode(value).unwrap_err().to_string();
        assert!(error.contains(&provider) && error.contains(&name), "{error}");
        found.insert(format!("encrypted:{provider}:{version}:{name}"));
    }
    for line in data::lines(&folder.join("encrypted-1.36.live.jsonl.gz")) {
        let case = Line::new(&line);
        let (key, form) = (case.text("key").unwrap_or_default(), case.text("form").unwrap_or_default());
        assert!(!form.starts_with("encrypted:") || found.contains(&form), "{key} is {form}");
        if form != "cbor" {
            continue;
        }
        let size: usize = case.raw("size").and_then(|size| size.parse().ok()).expect("a size");
        let values = at(b"\xd9\xd9\xf7").filter_map(|value| storage.decode(value.get(..size)?).ok());
        let spec = case.raw("spec").map(|spec| json::from_str(spec).expect("the spec"));
        let specs: Vec<_> = values
            .map(|stored| json::to_string(as_unstructured(&stored).content.get("spec").expect("a spec")).expect("JSON"))
            .collect();
        let expected: apimachinery::meta::Value = spec.expect("a spec");
        let expected = json::to_string(&expected).expect("JSON");
        assert!(specs.contains(&expected), "{key}: {specs:?} has no {expected}");
    }
}

fn as_unstructured(stored: &apimachinery::serializer::storage::Stored) -> &apimachinery::meta::Unstructured {
    let object: &dyn std::any::Any = &*stored.object;
    object.downcast_ref().expect("a custom resource")
}

/// Checks that the Scheme has the same storage versions as Kubernetes.
fn check_versions(scheme: &Scheme) {
    let facts = data::whole(Path::new("tests/facts/served.json.gz"));
    let groups: Value = serde_json::from_slice(&facts).expect("facts are JSON");
    let mut compared = 0;
    for group in groups.as_array().expect("a list of groups") {
        let name = group["group"].as_str().expect("a group");
        for resource in group["resources"].as_array().expect("a list of resources") {
            let Some(stored) = resource["storage"].as_str() else { continue };
            let kind = GroupKind::new(name, resource["kind"].as_str().expect("a kind"));
            let Some(ours) = scheme.storage_version(&kind) else { continue };
            let theirs: GroupVersion = stored.parse().expect("a version");
            assert_eq!(ours, theirs, "the version in which {kind} is stored");
            compared += 1;
        }
    }
    assert!(compared > 0, "no kind of the facts is registered");
}

fn bytes(case: &Line<'_>, name: &str) -> Vec<u8> {
    let bytes: apimachinery::meta::Bytes = json::from_str(case.raw(name).expect("a member")).expect("base64");
    bytes.into_vec()
}
