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
        "A: .proto cannot express a list or map of lists or maps
B: .proto cannot express a list or map of lists or maps
C: .proto cannot express a pointer to a pointer, list or map
D: .proto cannot express a list or map of pointers
E: invalid map key: expected a string type
F: .proto cannot express a pointer to a pointer, list or map
G: the facts contain no type `complex128` in package go/zoo/v1
H: the facts contain no type `Time` in package time
I: type alias `Loop` refers to itself
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
        "error: go/zoo/v1 KeeperSpec.a: the facts contain no field number",
        "B: invalid field number 0: expected 1 to 536870911, but not 19000 to 19999",
        "C: invalid field number 19500: ",
        "error: go/zoo/v1 KeeperSpec.e: field number 4 is already used by `d`",
        "9: invalid .proto name `9`: expected a letter, ",
        "G: invalid list type `heap`: expected atomic, set or map",
        "H: invalid default `Nothing`: expected a constant for one of []",
        "I: invalid default `{`: EOF",
        "J: .proto cannot express a value of any type",
    ];
    for message in expected {
        assert!(errors.lines().any(|line| line.starts_with(message)), "{message} in\n{errors}");
    }
    assert_eq!(errors.lines().count(), expected.len(), "{errors}");
}

#[test]
fn lines_of_the_selection() {
    let structs = kind("Keeper", "");
    let kinds = "zoo.example.com/v1 Keper\nzoo.example.com/v9 Keeper\nKeeper\nzoo.example.com/v1 KeeperList\n- zoo.example.com/v1 Keeper";
    let case = Case::new(&zoo(KEEPER, &structs, ""), kinds);
    assert_eq!(
        case.errors(),
        "error: kinds.txt:3: invalid line `Keeper`: expected `<group>/<version> <Kind>`, after `-` if the kind is omitted\n"
    );
    case.write("defs/kinds.txt", &kinds.replace("\nKeeper", "\n#"));
    assert_eq!(
        case.errors(),
        "error: kinds.txt:1: the facts contain no kind or type `zoo.example.com/v1 Keper`: add the facts of the last release that has it, see tools/release/README.md
error: kinds.txt:2: the facts contain no version zoo.example.com/v9
error: kinds.txt:4: the list `zoo.example.com/v1 KeeperList` is imported with its item: remove the line
"
    );
    case.write("defs/kinds.txt", "v1 A\nv1 A # again");
    assert_eq!(case.errors(), "error: kinds.txt:2: `v1 A` is already listed at kinds.txt:1\n");
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
        "error: go/inside: `Word` is used, but the package is not a version of an API
error: go/inside: `Part` is used, but the package is not a version of an API
"
    );
}
