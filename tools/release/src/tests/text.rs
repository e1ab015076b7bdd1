//! Tests of the content of the generated files.

use super::{Case, KEEPER, field, kind, zoo};

fn spec(fields: &str, structs: &str, types: &str) -> Case {
    let structs = kind("Keeper", fields) + structs;
    Case::new(&zoo(KEEPER, &structs, types), "zoo.example.com/v1 Keeper")
}

/// Returns the fields of `KeeperSpec` in the `.proto` file.
fn lines(case: &Case) -> Vec<String> {
    case.import();
    let text = case.body("zoo/v1.proto");
    let message = text.split("message KeeperSpec {\n").nth(1).expect("the file contains the message");
    message.lines().take_while(|line| *line != "}").map(|line| line.trim().to_owned()).collect()
}

#[test]
fn whole_files() {
    let case = spec(r#"{ "name": "Age", "json": "age", "omit": "empty", "type": "int32", "proto": 1 }"#, "", "");
    case.import();
    assert_eq!(
        case.body("zoo/v1.proto"),
        r#"syntax = "proto3";
package zoo.v1;
import "meta/v1.proto";

message Keeper {
  meta.v1.ObjectMeta metadata = 1;
  KeeperSpec spec = 2;
}

message KeeperSpec {
  int32 age = 1;
}
"#
    );
    assert_eq!(
        case.body("zoo/v1.import.yaml"),
        r#"group: zoo.example.com
version: v1
kinds:
  Keeper: { resource: keepers, scope: Cluster, introduced: "1.2", served: false }
"#
    );
    assert!(case.body("meta/v1.proto").contains("message ListMeta {"), "lists use it");
    assert!(!case.body("zoo/v1.proto").contains("KeeperList"), "the generator makes lists");
}

#[test]
fn presence() {
    let case = spec(
        r#"{ "name": "A", "json": "a", "omit": "empty", "type": "*string", "proto": 1 },
           { "name": "B", "json": "b", "omit": "empty", "type": "string", "proto": 2 },
           { "name": "C", "json": "c", "omit": "empty,zero", "type": "go/meta/v1.ObjectMeta", "proto": 3 },
           { "name": "D", "json": "d", "type": "float64", "proto": 4 },
           { "name": "E", "json": "e", "type": "*bool", "proto": 5 }"#,
        "",
        "",
    );
    assert_eq!(
        lines(&case),
        [
            "optional string a = 1;",
            "string b = 2;",
            "meta.v1.ObjectMeta c = 3 [(api.omit) = ZERO];",
            "double d = 4 [(api.always) = true];",
            "optional bool e = 5 [(api.always) = true];",
        ]
    );
}

#[test]
fn lists_and_maps() {
    let case = spec(
        r#"{ "name": "A", "json": "a", "omit": "empty", "type": "[]int64", "proto": 1, "tags": { "listType": ["set"], "patchStrategy": ["merge"] } },
           { "name": "B", "json": "b", "omit": "empty", "type": "map[string]int32", "proto": 2, "tags": { "mapType": ["atomic"] } },
           { "name": "C", "json": "c", "omit": "empty", "type": "map[string][]byte", "proto": 3 },
           { "name": "D", "json": "d", "omit": "empty", "type": "[]Beast", "proto": 4,
             "tags": { "listType": ["map"], "listMapKey": ["name", "row"], "patchMergeKey": ["name"] } }"#,
        r#", "Beast": { "fields": [{ "name": "Name", "json": "name", "type": "string", "proto": 1 }] }"#,
        "",
    );
    assert_eq!(
        lines(&case),
        [
            r#"repeated int64 a = 1 [(api.list_type) = SET, (api.patch_strategy) = "merge"];"#,
            "map<string, int32> b = 2 [(api.map_type) = WHOLE];",
            "map<string, bytes> c = 3;",
            r#"repeated Beast d = 4 [(api.list_type) = MAP, (api.list_map_key) = "name", (api.list_map_key) = "row", (api.patch_merge_key) = "name"];"#,
        ]
    );
}

#[test]
fn names() {
    let case = spec(
        r#"{ "name": "Ref", "json": "$ref", "omit": "empty", "type": "string", "proto": 1, "protoName": "ref" },
           { "name": "Old", "json": "oldName", "omit": "empty", "type": "string", "proto": 2, "protoName": "old_name" },
           { "name": "Beast", "inline": true, "type": "Beast", "proto": 3 },
           { "name": "UID", "json": "uid", "omit": "empty", "type": "k8s.io/apimachinery/pkg/types.UID", "proto": 4 },
           { "name": "When", "json": "when", "omit": "empty", "type": "*k8s.io/apimachinery/pkg/apis/meta/v1.Time", "proto": 5 },
           { "name": "cache", "type": "sync.Map" }"#,
        r#", "Beast": { "fields": [{ "name": "Name", "json": "name", "type": "string", "proto": 1 }] }"#,
        "",
    );
    assert_eq!(
        lines(&case),
        [
            r#"string ref = 1 [json_name = "$ref"];"#,
            "string old_name = 2;",
            "Beast beast = 3 [(api.inline) = true];",
            "string uid = 4;",
            "optional meta.v1.Time when = 5;",
        ]
    );
}

#[test]
fn named_types() {
    let case = spec(
        r#"{ "name": "A", "json": "a", "omit": "empty", "type": "Mood", "proto": 1 },
           { "name": "B", "json": "b", "omit": "empty", "type": "[]Diet", "proto": 2 },
           { "name": "C", "json": "c", "omit": "empty", "type": "Prices", "proto": 3 },
           { "name": "D", "json": "d", "omit": "empty", "type": "OldMood", "proto": 4 },
           { "name": "E", "json": "e", "omit": "empty", "type": "*Word", "proto": 5 },
           { "name": "F", "json": "f", "omit": "empty", "type": "Homes", "proto": 6 }"#,
        "",
        r#""Mood": { "base": "string", "enum": true, "values": ["", "Yes", "calm"] },
           "OldMood": { "base": "Mood" },
           "Diet": { "base": "string", "values": ["Hay", "SIG+1"] },
           "Word": { "base": "string" },
           "Homes": { "base": "map[string]go/meta/v1.ObjectMeta" },
           "Prices": { "base": "map[Word]k8s.io/apimachinery/pkg/api/resource.Quantity" }"#,
    );
    assert_eq!(
        lines(&case),
        [
            r#"string a = 1 [(api.type) = "Mood"];"#,
            r#"repeated string b = 2 [(api.type) = "Diet"];"#,
            r#"map<string, meta.v1.Quantity> c = 3 [(api.type) = "Prices"];"#,
            r#"string d = 4 [(api.type) = "Mood"];"#,
            r#"optional string e = 5 [(api.type) = "Word"];"#,
            r#"map<string, meta.v1.ObjectMeta> f = 6 [(api.type) = "Homes"];"#,
        ]
    );
    let yaml = case.body("zoo/v1.import.yaml");
    let types = yaml.split("types:\n").nth(1).expect("the file contains types");
    assert_eq!(
        types,
        r#"  Diet: { values: [Hay, "SIG+1"] }
  Homes: { type: map<meta.v1.ObjectMeta> }
  Mood: { enum: ["", "Yes", calm] }
  Prices: { type: map<quantity> }
  Word: { type: string }
"#
    );
}

#[test]
fn declared_defaults() {
    let case = spec(
        r#"{ "name": "A", "json": "a", "omit": "empty", "type": "*Mood", "proto": 1, "tags": { "default": ["ref(MoodVeryCalm)"] } },
           { "name": "B", "json": "b", "omit": "empty", "type": "string", "proto": 2, "tags": { "default": ["\"/etc\""] } },
           { "name": "C", "json": "c", "omit": "empty", "type": "*bool", "proto": 3, "tags": { "default": ["false"] } },
           { "name": "D", "json": "d", "omit": "empty", "type": "*go/meta/v1.ObjectMeta", "proto": 4, "tags": { "default": ["{\"name\": {}, \"x\": [1]}"] } }"#,
        "",
        r#""Mood": { "base": "string", "values": ["Calm", "VeryCalm"] }"#,
    );
    case.import();
    let yaml = case.body("zoo/v1.import.yaml");
    let defaults = yaml.split("defaults:\n").nth(1).expect("the file contains defaults");
    assert_eq!(defaults, "  KeeperSpec: { a: VeryCalm, b: \"/etc\", c: false, d: { name: {}, x: [1] } }\n");
}

#[test]
fn a_type_without_numbers_is_declared_in_yaml() {
    let case = spec(
        &field("Rows", "[]Row", 1),
        r#", "Row": { "fields": [
               { "name": "ListMeta", "json": "metadata", "omit": "empty", "type": "go/meta/v1.ListMeta" },
               { "name": "Cells", "json": "cells", "type": "[]interface", "tags": { "listType": ["atomic"] } },
               { "name": "Extra", "json": "extra", "omit": "empty", "type": "k8s.io/apimachinery/pkg/runtime.RawExtension" },
               { "name": "Size", "json": "size", "omit": "empty", "type": "*int32" },
               { "name": "Next", "json": "next", "type": "*Row" },
               { "name": "Mood", "json": "mood", "type": "Mood" }] }"#,
        r#""Mood": { "base": "string", "values": ["Calm"] }"#,
    );
    assert_eq!(lines(&case), ["repeated Row rows = 1;"]);
    let yaml = case.body("zoo/v1.import.yaml");
    let types = yaml.split("types:\n").nth(1).expect("the file contains types");
    assert_eq!(
        types,
        "  Mood: { values: [Calm] }
  Row:
    fields:
      metadata: { type: meta.v1.ListMeta, omit: empty }
      cells: { type: list<any>, listType: atomic }
      extra: { type: object, omit: empty }
      size: optional int32
      next: { type: optional Row, omit: never }
      mood: Mood
"
    );
    assert!(!case.body("zoo/v1.proto").contains("message Row"), "each type is declared only once");
}
