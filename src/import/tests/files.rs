//! Tests that only generated files are overwritten and removed.

use super::{Case, KEEPER, field, kind, zoo};

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
    case.write("defs/kinds.txt", "");
    case.import();
    for file in by_hand {
        assert_eq!(case.read(&format!("defs/{file}")), "# written by hand\n");
    }
}

#[test]
fn what_nothing_fills_is_removed() {
    let case = case();
    case.import();
    case.write("defs/kinds.txt", "# nothing today\n");
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
