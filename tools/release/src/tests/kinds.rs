//! Tests of kinds: names, life cycle, lists, and the types that a selection includes.

use super::{Case, KEEPER, field, kind, zoo};

/// Returns the entry of a kind in `zoo/v1.import.yaml`.
fn line(case: &Case, kind: &str) -> String {
    case.import();
    let text = case.body("zoo/v1.import.yaml");
    let found = text.lines().find_map(|line| line.strip_prefix(&format!("  {kind}: ")));
    found.unwrap_or_else(|| panic!("no {kind} in {text}")).to_owned()
}

fn keeper(facts: &str) -> Case {
    let registered = format!(
        r#"{{ "kind": "Keeper", "type": "Keeper", "resource": true, {facts} }}, {{ "kind": "KeeperList", "type": "KeeperList" }}"#
    );
    let park = r#"{ "path": "go/park/v2", "group": "park.io", "version": "v2",
        "kinds": [{ "kind": "Ranger", "type": "Ranger" }], "structs": { "Ranger": { "fields": [] } } }"#;
    let spec = kind("Keeper", &field("Age", "int32", 1));
    Case::new(&format!("{park}, {}", zoo(&registered, &spec, "")), "zoo.example.com/v1 Keeper\n- park.io/v2 Ranger")
}

const SERVED: &str = r#"[{ "group": "park.io", "resources": [
      { "version": "v2", "resource": "rangers", "kind": "Ranger", "scope": "Namespaced", "singular": "ranger", "shortNames": ["rg"] }] },
    { "group": "zoo.example.com", "resources": [
      { "version": "v2", "resource": "staff", "kind": "Keeper", "scope": "Cluster", "singular": "staffer", "categories": ["all"] },
      { "version": "v1", "resource": "keepers", "kind": "Keeper", "scope": "Namespaced", "singular": "keeper", "shortNames": ["kp", "k"] }] }]"#;

#[test]
fn names_come_from_the_served_version() {
    let case = keeper(r#""introduced": "1.10""#);
    case.write("served.json", SERVED);
    let line = line(&case, "Keeper");
    assert_eq!(line, r#"{ resource: keepers, scope: Namespaced, shortNames: [kp, k], introduced: "1.10" }"#);
}

#[test]
fn what_is_not_usual_at_endpoints_is_said() {
    let case = keeper(r#""introduced": "1.10""#);
    let below = r#""singular": "keeper", "verbs": ["create"], "subresources": [
        { "name": "status", "kind": "Keeper", "verbs": ["get", "patch", "update"] },
        { "name": "walk", "kind": "park.io/v2/Ranger", "verbs": ["create"] }]"#;
    case.write("served.json", &SERVED.replace(r#""singular": "keeper""#, below));
    let line = line(&case, "Keeper");
    assert_eq!(
        line,
        r#"{ resource: keepers, scope: Namespaced, shortNames: [kp, k], verbs: [create], subresources: { status: {}, walk: { kind: park.io/v2 Ranger, verbs: [create] } }, introduced: "1.10" }"#
    );
}

#[test]
fn what_only_endpoints_of_others_answer_has_none() {
    let case = keeper(r#""introduced": "1.10""#);
    let below = r#""kind": "Ranger", "subresources": [{ "name": "keep", "kind": "zoo.example.com/v1/Keeper", "verbs": ["create"] }]"#;
    let served = SERVED.replace(r#""kind": "Keeper""#, r#""kind": "Guard""#).replace(r#""kind": "Ranger""#, below);
    case.write("served.json", &served);
    assert_eq!(line(&case, "Keeper"), r#"{ list: true, introduced: "1.10" }"#);
}

#[test]
fn a_removed_version_has_the_names_of_another_one() {
    let case = keeper(r#""introduced": "1.1", "deprecated": "1.2", "removed": "1.3""#);
    case.write("served.json", &SERVED.replace(r#""version": "v1""#, r#""version": "v3""#));
    let line = line(&case, "Keeper");
    assert_eq!(
        line,
        r#"{ resource: staff, singular: staffer, scope: Cluster, categories: [all], introduced: "1.1", deprecated: "1.2", removed: "1.3", replacement: zoo.example.com/v2 Keeper }"#
    );
}

#[test]
fn a_removed_group_has_the_names_of_the_successor() {
    let case = keeper(r#""firstSeen": "1.1", "removed": "1.3", "replacement": "park.io,v2,Ranger""#);
    case.write("served.json", &SERVED.replace("zoo.example.com", "other"));
    let line = line(&case, "Keeper");
    assert_eq!(
        line,
        r#"{ resource: rangers, singular: ranger, scope: Namespaced, shortNames: [rg], introduced: "1.1", removed: "1.3", replacement: park.io/v2 Ranger }"#
    );
}

#[test]
fn a_replacement_that_never_was_is_left_out() {
    let case = keeper(r#""removed": "1.3", "namespaced": true, "replacement": "park.io,v2,Keeper""#);
    assert_eq!(line(&case, "Keeper"), r#"{ resource: keepers, scope: Namespaced, removed: "1.3" }"#);
}

/// Returns the entry of kind `Keeper` in version `v1beta1` of the group.
fn beta_keeper(facts: &str, served: &str) -> String {
    let packages = zoo(
        &format!(
            r#"{{ "kind": "Keeper", "type": "Keeper", "resource": true, {facts} }}, {{ "kind": "KeeperList", "type": "KeeperList" }}"#
        ),
        &kind("Keeper", &field("Age", "int32", 1)),
        "",
    );
    let case = Case::new(&packages.replace(r#""v1""#, r#""v1beta1""#), "zoo.example.com/v1beta1 Keeper");
    case.write("served.json", served);
    case.import();
    let text = case.body("zoo/v1beta1.import.yaml");
    text.lines().find_map(|line| line.strip_prefix("  Keeper: ")).expect("the file contains the kind").to_owned()
}

#[test]
fn a_beta_goes_when_kubernetes_rule_says_so() {
    let line = beta_keeper(r#""introduced": "1.8""#, "[]");
    assert_eq!(
        line,
        r#"{ resource: keepers, scope: Cluster, introduced: "1.8", deprecated: "1.11", removed: "1.14" }"#
    );
    let line = beta_keeper(r#""introduced": "1.8", "deprecated": "1.30""#, "[]");
    assert_eq!(
        line,
        r#"{ resource: keepers, scope: Cluster, introduced: "1.8", deprecated: "1.30", removed: "1.33" }"#
    );
}

#[test]
fn a_kind_is_gone_after_the_last_release_that_has_it() {
    let line = beta_keeper(r#""introduced": "1.30", "firstSeen": "1.30", "lastSeen": "1.31""#, "[]");
    assert_eq!(line, r#"{ resource: keepers, scope: Cluster, introduced: "1.30", removed: "1.32" }"#);
    let line = beta_keeper(r#""introduced": "1.8", "removed": "1.9", "lastSeen": "1.31""#, "[]");
    assert_eq!(line, r#"{ resource: keepers, scope: Cluster, introduced: "1.8", removed: "1.9" }"#);
}

#[test]
fn a_kind_that_goes_is_replaced_by_the_version_that_is_served() {
    let line = beta_keeper(r#""introduced": "1.8", "replacement": "zoo.example.com,v1beta1,Keeper""#, SERVED);
    assert!(line.ends_with("replacement: zoo.example.com/v2 Keeper }"), "{line}");
}

#[test]
fn the_newer_release_counts() {
    let mut case = keeper(r#""introduced": "1.5""#);
    let old = |release: &str, go_type: &str| {
        let spec = kind("Keeper", &field("Age", go_type, 1)) + ", " + &kind("Guard", &field("Age", go_type, 1));
        let kinds = format!(r#"{KEEPER}, {{ "kind": "Guard", "type": "Guard", "firstSeen": "{release}" }}"#);
        zoo(&kinds, &spec, "").replacen('{', &format!(r#"{{ "release": "{release}","#), 1)
    };
    case.facts("legacy.json", &format!("[{}, {}]", old("1.9", "string"), old("1.10", "bool")));
    case.write("defs/kinds.txt", "zoo.example.com/v1 Keeper\nzoo.example.com/v1 Guard\n- park.io/v2 Ranger");
    assert!(line(&case, "Keeper").contains("introduced: \"1.5\""));
    assert_eq!(line(&case, "Guard"), r#"{ introduced: "1.10" }"#);
    let text = case.body("zoo/v1.proto");
    assert!(text.contains("message KeeperSpec {\n  int32 age = 1;"), "{text}");
    assert!(text.contains("message GuardSpec {\n  bool age = 1;"), "{text}");
}

#[test]
fn a_reached_kind_is_a_kind_and_an_odd_list_is_declared() {
    let registered = format!(
        r#"{KEEPER}, {{ "kind": "Beast", "type": "Beast", "resource": true }}, {{ "kind": "BeastList", "type": "BeastList" }},
           {{ "kind": "Fence", "type": "Fence", "resource": true }}, {{ "kind": "Alias", "type": "go/meta/v1.ObjectMeta" }}"#
    );
    let beast = kind("Beast", &field("Age", "int32", 1))
        .replace(r#""json": "items", "type""#, r#""json": "items", "omit": "empty", "type""#);
    let structs = [kind("Keeper", &field("Beasts", "[]Beast", 1)), beast, kind("Fence", "")].join(", ");
    let case = Case::new(
        &zoo(&registered, &structs, ""),
        "zoo.example.com/v1 Keeper\nzoo.example.com/v1 Alias\nzoo.example.com/v1 BeastList\n- zoo.example.com/v1 Fence",
    );
    assert_eq!(line(&case, "Beast"), "{ resource: beasts, scope: Cluster, list: false, served: false }");
    assert_eq!(line(&case, "BeastList"), "{}");
    assert_eq!(line(&case, "Alias"), "{ type: meta.v1.ObjectMeta }");
    let text = case.body("zoo/v1.proto");
    assert!(
        text.contains("message BeastList {\n  meta.v1.ListMeta metadata = 1;\n  repeated Beast items = 2;"),
        "{text}"
    );
    assert!(!text.contains("Fence"), "no selected type uses it");
}

#[test]
fn core_has_no_group() {
    let core = r#"{ "path": "go/core/v1", "version": "v1", "kinds": [{ "kind": "Box", "type": "Box" }], "structs": { "Box": { "fields": [] } } }"#;
    let case = Case::new(core, "v1 Box");
    case.import();
    assert_eq!(case.body("core/v1.import.yaml"), "group: \"\"\nversion: v1\nkinds:\n  Box: {}\n");
}

#[test]
fn a_line_may_name_a_type_that_no_kind_reaches() {
    let structs = kind("Keeper", "") + "," + &super::object("Ticket", &[field("Price", "int32", 1)]);
    let case = Case::new(&zoo(KEEPER, &structs, ""), "zoo.example.com/v1 Ticket\n- zoo.example.com/v1 Keeper");
    case.import();
    let text = case.body("zoo/v1.proto");
    assert!(text.ends_with("message Ticket {\n  int32 price = 1;\n}\n"), "{text}");
}

#[test]
fn a_named_list_of_texts_is_a_message_and_other_fields_are_no_lists() {
    let marked = r#"{ "name": "Mood", "json": "mood", "omit": "empty", "type": "string", "proto": 3, "tags": { "listType": ["set"] } }"#;
    let fields = [field("Verbs", "Verbs", 1), field("Extra", "map[string]Verbs", 2), marked.to_owned()];
    let structs = kind("Keeper", &fields.join(", "));
    let case = Case::new(&zoo(KEEPER, &structs, r#""Verbs": { "base": "[]string" }"#), "zoo.example.com/v1 Keeper");
    case.import();
    let text = case.body("zoo/v1.proto");
    let fields =
        "  optional meta.v1.StringList verbs = 1;\n  map<string, meta.v1.StringList> extra = 2;\n  string mood = 3;\n";
    assert!(text.contains(fields), "{text}");
}

#[test]
fn a_type_whose_fields_have_no_name_in_json_is_one_of_them() {
    let part = |name: &str, go_type: &str, number: i32| {
        format!(r#"{{ "name": "{name}", "type": "{go_type}", "proto": {number}, "protoName": "p{number}" }}"#)
    };
    let food = super::object("Food", &[part("Any", "bool", 1), part("FEEDNames", "[]string", 2)]);
    let structs = kind("Keeper", &field("Food", "Food", 1)) + "," + &food;
    let case = Case::new(&zoo(KEEPER, &structs, ""), "zoo.example.com/v1 Keeper");
    case.import();
    let text = case.body("zoo/v1.proto");
    let message =
        "message Food {\n  option (api.union) = true;\n  bool any = 1;\n  repeated string feedNames = 2;\n}\n";
    assert!(text.contains(message), "{text}");
}
