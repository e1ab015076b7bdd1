//! Tests that importing the facts in the repository yields its definitions, and that only generated files are overwritten
//! and removed.

use std::fs;
use std::path::Path;

use super::{Case, KEEPER, field, kind, zoo};
use crate::output::Report;
use crate::{Options, ROOT, run};

fn case() -> Case {
    let spec = kind("Keeper", &field("Age", "int32", 1));
    Case::new(&zoo(KEEPER, &spec, ""), "zoo.example.com/v1 Keeper  # the only one\n")
}

#[test]
fn the_second_import_changes_nothing() {
    let case = case();
    let files = ["meta/v1.proto", "meta/v1.import.yaml", "zoo/v1.proto", "zoo/v1.import.yaml"];
    let first = case.import();
    assert_eq!(first.written, files);
    let texts = files.map(|file| case.read(&format!("defs/{file}")));
    let second = case.import();
    assert_eq!((second.written.len(), second.removed.len(), second.unchanged), (0, 0, 4));
    assert_eq!(files.map(|file| case.read(&format!("defs/{file}"))), texts);
}

#[test]
fn files_by_hand_are_left_alone() {
    let case = case();
    let by_hand = ["zoo/v1.yaml", "zoo/internal.yaml", "own/v1.proto", "own/v1.import.yaml", "apimachinery/api.proto"];
    for file in by_hand {
        case.write(&format!("defs/{file}"), "# written by hand\n");
    }
    case.import();
    case.write("defs/kinds.txt", "- zoo.example.com/v1 Keeper");
    case.import();
    for file in by_hand {
        assert_eq!(case.read(&format!("defs/{file}")), "# written by hand\n");
    }
}

#[test]
fn what_nothing_fills_is_removed() {
    let case = case();
    case.import();
    case.write("defs/kinds.txt", "# nothing today\n- zoo.example.com/v1 Keeper\n");
    let report = case.import();
    assert_eq!(report.removed, ["meta/v1.import.yaml", "meta/v1.proto", "zoo/v1.import.yaml", "zoo/v1.proto"]);
    assert!(!case.root.join("defs/zoo/v1.proto").exists());
}

#[test]
fn a_file_by_hand_is_never_overwritten() {
    let case = case();
    case.write("defs/zoo/v1.proto", "// mine\n");
    let errors = case.errors();
    assert!(errors.contains("zoo/v1.proto: file written by hand"), "{errors}");
    assert_eq!(case.read("defs/zoo/v1.proto"), "// mine\n");
    assert!(!case.root.join("defs/zoo/v1.import.yaml").exists(), "nothing is written after an error");
}

#[test]
fn the_facts_in_the_repository_yield_its_definitions() {
    let case = Case::new("{}", "");
    let facts = |name: &str| Path::new(ROOT).join("tests/facts").join(name);
    let out = case.root.join("committed");
    copy(&Path::new(ROOT).join("api-defs"), &out);
    let report = run(&Options {
        facts: ["types.json.gz", "legacy.json.gz"].map(facts).to_vec(),
        served: facts("served.json.gz"),
        versions: Path::new(ROOT).join("tests/facts/versions.txt"),
        out,
        kinds: None,
        accepted: Vec::new(),
    });
    let Report { written, removed, unchanged, .. } = report.unwrap_or_else(|error| panic!("{error}"));
    assert_eq!((written, removed), (Vec::new(), Vec::new()));
    assert!(unchanged > 0);
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("the temporary folder is writable");
    for entry in fs::read_dir(from).expect("the folder is readable") {
        let path = entry.expect("the entry is readable").path();
        let target = to.join(path.file_name().expect("an entry has a name"));
        match path.is_dir() {
            true => copy(&path, &target),
            false => drop(fs::copy(&path, &target).expect("the temporary folder is writable")),
        }
    }
}
