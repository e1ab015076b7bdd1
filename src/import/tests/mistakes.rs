//! Tests of invalid input: all errors are reported at once, without a panic.

use super::{Case, KEEPER, field, kind, zoo};

fn errors(fields: &[String], structs: &str, types: &str) -> String {
    let structs = kind("Keeper", &fields.join(", ")) + structs;
    let errors = Case::new(&zoo(KEEPER, &structs, types), "zoo.example.com/v1 Keeper").errors();
    errors.replace("error: facts.json: go/zoo/v1 KeeperSpec.", "")
}

#[test]
fn types_without_a_form_in_proto() {
    let fields = [
        field("A", "[][]string", 1),
        field("B", "map[string][]string", 2),
        field("C", "*[]string", 3),
        field("D", "[]*string", 4),
        field("E", "map[int32]string", 5),
        field("F", "**string", 6),
        field("G", "complex128", 7),
        field("H", "time.Time", 8),
        field("I", "Loop", 9),
    ];
    assert_eq!(
        errors(&fields, "", r#""Loop": { "base": "Loop" }"#),
        "A: a list or map within a list or map has no form in .proto
B: a list or map within a list or map has no form in .proto
C: a pointer to a pointer, list or map has no form in .proto
D: a list or map of pointers has no form in .proto
E: the keys of a map must be texts
F: a pointer to a pointer, list or map has no form in .proto
G: the facts have no type `complex128` in go/zoo/v1
H: the facts have no type `Time` in time
I: `Loop` is a name for itself
"
    );
}

#[test]
fn fields_that_proto_refuses() {
    let fields = [
        r#"{ "name": "A", "json": "a", "type": "string" }"#.to_owned(),
        field("B", "string", 0),
        field("C", "string", 19_500),
        field("D", "string", 4),
        field("E", "string", 4),
        r#"{ "name": "9", "json": "-x", "type": "string", "proto": 6 }"#.to_owned(),
        r#"{ "name": "G", "json": "g", "type": "[]string", "proto": 7, "tags": { "listType": ["heap"] } }"#.to_owned(),
        r#"{ "name": "H", "json": "h", "type": "string", "proto": 8, "tags": { "default": ["ref(Nothing)"] } }"#
            .to_owned(),
        field("J", "interface", 10),
        r#"{ "name": "I", "json": "i", "type": "string", "proto": 9, "tags": { "default": ["{"] } }"#.to_owned(),
    ];
    let errors = errors(&fields, "", "");
    let expected = [
        "error: go/zoo/v1 KeeperSpec.a: the facts have no field number",
        "B: 0 is no field number",
        "C: 19500 is no field number",
        "error: go/zoo/v1 KeeperSpec.e: `d` has the number 4 already",
        "9: `9` is no name in .proto",
        "G: `heap` is no list type",
        "H: the default `Nothing` is none of []",
        "I: the default `{` is no JSON",
        "J: a value of any type has no form in .proto",
    ];
    for message in expected {
        assert!(errors.lines().any(|line| line.starts_with(message)), "{message} in\n{errors}");
    }
    assert_eq!(errors.lines().count(), expected.len(), "{errors}");
}

#[test]
fn lines_of_the_selection() {
    let structs = kind("Keeper", "");
    let kinds = "zoo.example.com/v1 Keper\nzoo.example.com/v9 Keeper\nKeeper\nzoo.example.com/v1 KeeperList";
    let case = Case::new(&zoo(KEEPER, &structs, ""), kinds);
    assert_eq!(case.errors(), "error: kinds.txt:3: `Keeper` is no `<group>/<version> <Kind>`\n");
    case.write("defs/kinds.txt", &kinds.replace("\nKeeper", "\n#"));
    assert_eq!(
        case.errors(),
        "error: kinds.txt:1: the facts have no kind `zoo.example.com/v1 Keper`, and no type of this name
error: kinds.txt:2: the facts have no version zoo.example.com/v9
error: kinds.txt:4: `zoo.example.com/v1 KeeperList` comes with its item, remove the line
"
    );
    case.write("defs/kinds.txt", "v1 A\nv1 A # again");
    assert_eq!(case.errors(), "error: kinds.txt:2: `v1 A` stands at kinds.txt:1 already\n");
}

#[test]
fn facts_that_are_none() {
    let mut case = Case::new(&zoo(r#"{ "kind": 1 }"#, r#""A": { "fields": 2 }"#, r#""B": 3"#), "");
    case.facts("other.json", "[[], { \"path\": 4 }]");
    case.facts("broken.json", "[");
    let errors = case.errors();
    for place in [
        "facts.json: go/zoo/v1 kinds[0]: ",
        "facts.json: go/zoo/v1 A: ",
        "facts.json: go/zoo/v1 B: ",
        "other.json: package 0: ",
        "other.json: package 1: ",
        "broken.json: EOF",
    ] {
        assert!(errors.contains(place), "{place} in\n{errors}");
    }
    assert_eq!(errors.lines().count(), 6, "{errors}");
}

#[test]
fn insides_of_the_library_are_no_api() {
    let inside = r#", { "path": "go/inside", "structs": { "Part": { "fields": [] } }, "types": { "Word": { "base": "string" } } }"#;
    let fields = [field("A", "go/inside.Part", 1), field("B", "go/inside.Word", 2)];
    let zoo = zoo(KEEPER, &kind("Keeper", &fields.join(", ")), "");
    let case = Case::new(&(zoo + inside), "zoo.example.com/v1 Keeper");
    assert_eq!(
        case.errors(),
        "error: go/inside: `Word` is wanted, but the package is no version of an API
error: go/inside: `Part` is wanted, but the package is no version of an API
"
    );
}
