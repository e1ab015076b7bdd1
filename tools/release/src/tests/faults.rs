//! Tests that import a made-up release with one fault each, after a correct release.

use super::{Case, KEEPER, field, kind, object, zoo};

/// Returns a correct release: a kind with a spec of two fields.
fn correct() -> String {
    let spec = [field("Age", "int32", 1), field("Name", "string", 2)].join(", ");
    zoo(KEEPER, &kind("Keeper", &spec), "")
}

/// Imports a correct release, and then one whose facts `fault` changed. Returns the error.
fn error(fault: impl Fn(String) -> String) -> String {
    error_with(fault, &[])
}

fn error_with(fault: impl Fn(String) -> String, accepted: &[&str]) -> String {
    let case = Case::new(&correct(), "zoo.example.com/v1 Keeper");
    case.import();
    let before = case.read("defs/zoo/v1.proto");
    let faulty = fault(correct());
    assert_ne!(faulty, correct(), "the fault changes the facts");
    case.write("facts.json", &format!("[{}, {faulty}]", super::META));
    let mut options = case.options();
    options.accepted = accepted.iter().map(ToString::to_string).collect();
    let error = crate::run(&options).map(|_| ()).err().map(|error| error.to_string()).unwrap_or_default();
    assert_eq!(case.read("defs/zoo/v1.proto") == before, !error.is_empty(), "an error changes no file");
    error
}

/// Replaces a part of the facts, which they contain once.
fn replace(from: &'static str, to: &'static str) -> impl Fn(String) -> String {
    move |facts| {
        assert_eq!(facts.matches(from).count(), 1, "{from}");
        facts.replace(from, to)
    }
}

#[test]
fn a_number_without_a_name_among_fields_with_names() {
    assert_eq!(
        error(replace(r#""json": "age", "#, "")),
        "error: facts.json: go/zoo/v1 KeeperSpec.Age: the facts contain a field number but no name in JSON: \
         add `json`, or `inline` for an embedded field\n"
    );
}

#[test]
fn type_meta_that_is_not_inline() {
    let fault = |facts: String| facts.replacen(r#""name": "TypeMeta", "inline": true"#, r#""name": "TypeMeta""#, 1);
    assert_eq!(
        error(fault),
        "error: facts.json: go/zoo/v1 Keeper.TypeMeta: `apiVersion` and `kind` must be inline: correct the facts of this field\n"
    );
}

#[test]
fn a_list_with_another_structure() {
    let faults = [
        replace(r#""json": "items", "#, r#""json": "things", "#),
        replace(r#""type": "[]Keeper", "proto": 2"#, r#""type": "[]Keeper", "proto": 3"#),
        replace(
            r#""type": "[]Keeper", "proto": 2 }"#,
            r#""type": "[]Keeper", "proto": 2 }, { "name": "Extra", "json": "extra", "type": "string", "proto": 3 }"#,
        ),
    ];
    for fault in faults {
        assert_eq!(
            error(fault),
            "error: go/zoo/v1 kind KeeperList: the list does not consist of `metadata` and `items` in the usual form: \
             correct the facts, or add the line `zoo.example.com/v1 KeeperList` to the selection file\n"
        );
    }
}

#[test]
fn a_list_of_its_own_needs_a_line() {
    let odd = replace(r#""type": "[]Keeper", "proto": 2"#, r#""type": "[]Keeper", "proto": 3"#)(correct());
    let case = Case::new(&odd, "zoo.example.com/v1 Keeper\nzoo.example.com/v1 KeeperList");
    case.import();
    assert!(case.body("zoo/v1.proto").contains("repeated Keeper items = 3"));
    let case = Case::new(&correct(), "zoo.example.com/v1 Keeper\nzoo.example.com/v1 KeeperList");
    assert_eq!(
        case.errors(),
        "error: kinds.txt:2: the list `zoo.example.com/v1 KeeperList` is imported with its item: remove the line\n"
    );
}

/// Returns the error about a change of the field `age`.
fn changed(change: &str) -> String {
    let path = "zoo.example.com/v1/KeeperSpec.age";
    format!("error: {path}: {change}: correct the facts, or add `--accept {path}` if upstream changed it\n")
}

#[test]
fn numbers_types_and_names_that_changed() {
    let number = || replace(r#""type": "int32", "proto": 1"#, r#""type": "int32", "proto": 4"#);
    assert_eq!(error(number()), changed("the field number changed from 1 to 4"));
    let ty = || replace(r#""type": "int32""#, r#""type": "[]int32""#);
    assert_eq!(error(ty()), changed("the type changed from `int32` to `repeated int32`"));
    let pointer = || replace(r#""type": "int32""#, r#""type": "*int32""#);
    assert_eq!(error(pointer()), changed("the type changed from `int32` to `optional int32`"));
    let name = || replace(r#""json": "age""#, r#""json": "years""#);
    assert_eq!(error(name()), changed("field number 1 belongs to `age`").replace(".age", ".years"));

    for fault in [number(), ty(), pointer()] {
        assert_eq!(error_with(fault, &["zoo.example.com/v1/KeeperSpec.age"]), "");
    }
    assert_eq!(error_with(name(), &["zoo.example.com/v1/KeeperSpec.years"]), "");
    assert_ne!(error_with(name(), &["zoo.example.com/v1/KeeperSpec.age"]), "");
}

#[test]
fn swapped_numbers() {
    let swapped = error(|facts| {
        let facts = facts.replace(r#""type": "int32", "proto": 1"#, r#""type": "int32", "proto": 2"#);
        facts.replace(
            r#""json": "name", "omit": "empty", "type": "string", "proto": 2"#,
            r#""json": "name", "omit": "empty", "type": "string", "proto": 1"#,
        )
    });
    assert_eq!(swapped.lines().count(), 2, "{swapped}");
    assert!(swapped.contains("KeeperSpec.age: field number 2 belongs to `name`"), "{swapped}");
    assert!(swapped.contains("KeeperSpec.name: field number 1 belongs to `age`"), "{swapped}");
}

#[test]
fn new_and_removed_fields_are_no_faults() {
    let added = replace(
        r#""type": "int32", "proto": 1 }"#,
        r#""type": "int32", "proto": 1 }, { "name": "New", "json": "new", "type": "bool", "proto": 3 }"#,
    );
    assert_eq!(error(added), "");
    assert_eq!(error(|facts| facts.replace(&format!(", {}", field("Name", "string", 2)), "")), "");
}

#[test]
fn a_kind_that_the_selection_lacks() {
    let case = Case::new(&correct(), "zoo.example.com/v1 Keeper");
    let kinds =
        format!(r#"{KEEPER}, {{ "kind": "Guard", "type": "Guard" }}, {{ "kind": "GuardList", "type": "GuardList" }}"#);
    let structs = [kind("Keeper", &field("Age", "int32", 1)), kind("Guard", "")].join(", ");
    case.write("facts.json", &format!("[{}, {}]", super::META, zoo(&kinds, &structs, "")));
    assert_eq!(
        case.errors(),
        "error: go/zoo/v1 kind Guard: the kind is new: add the line `zoo.example.com/v1 Guard` to the selection file, \
         or `- zoo.example.com/v1 Guard` to omit it\n"
    );
}

#[test]
fn a_kind_that_is_omitted() {
    let case = Case::new(&correct(), "- zoo.example.com/v1 Keeper");
    assert_eq!(case.import().written.len(), 0);
    case.write("defs/kinds.txt", "- zoo.example.com/v1 Guard\n- zoo.example.com/v1 Keeper");
    assert!(case.errors().starts_with("error: kinds.txt:1: the facts contain no kind or type"), "{}", case.errors());
}

#[test]
fn a_kind_that_the_facts_lost() {
    let case = Case::new(&correct(), "zoo.example.com/v1 Keeper");
    let structs = object("Other", &[]);
    case.write("facts.json", &format!("[{}, {}]", super::META, zoo("", &structs, "")));
    assert_eq!(
        case.errors(),
        "error: kinds.txt:1: the facts contain no kind or type `zoo.example.com/v1 Keeper`: \
         add the facts of the last release that has it, see tools/release/README.md\n"
    );
}

/// The life cycle of `kinds` after an import of kinds of version v1beta1, with `firstSeen` of one of them.
fn lives(first_seen: &str) -> String {
    let registered =
        |name: &str, seen: &str| format!(r#"{{ "kind": "{name}", "type": "{name}", "firstSeen": "{seen}" }}"#);
    let kinds = [registered("Keeper", "1.10"), registered("Guard", first_seen)].join(", ");
    let structs = [object("Keeper", &[field("Age", "int32", 1)]), object("Guard", &[])].join(", ");
    let facts = zoo(&kinds, &structs, "").replace(r#""v1""#, r#""v1beta1""#);
    let case = Case::new(&facts, "zoo.example.com/v1beta1 Keeper\nzoo.example.com/v1beta1 Guard");
    case.import();
    let text = case.body("zoo/v1beta1.import.yaml");
    text.lines().find(|line| line.starts_with("  Keeper:")).expect("the kind").to_owned()
}

#[test]
fn a_wrong_release_of_one_kind_does_not_move_others() {
    let expected = r#"  Keeper: { introduced: "1.10", deprecated: "1.13", removed: "1.16" }"#;
    for first_seen in ["1.8", "1.10", "1.2", "0.1"] {
        assert_eq!(lives(first_seen), expected, "{first_seen}");
    }
}
