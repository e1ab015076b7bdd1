//! Tests of life cycles with the table of the releases that serve a kind.

use super::{Case, field, kind, zoo};

/// Returns the life cycle of the kind `Keeper` of a version, or the error; the table has the releases 1.20 to 1.40.
fn life(version: &str, facts: &str, service: &str) -> String {
    let kinds = format!(
        r#"{{ "kind": "Keeper", "type": "Keeper", "resource": true{facts} }}, {{ "kind": "KeeperList", "type": "KeeperList" }}"#
    );
    let packages = zoo(&kinds, &kind("Keeper", &field("Age", "int32", 1)), "");
    let packages = packages.replace(r#""v1""#, &format!("\"{version}\""));
    let case = Case::new(&packages, &format!("zoo.example.com/{version} Keeper"));
    let row = if service.is_empty() { String::new() } else { format!("zoo.example.com/{version} Keeper {service}\n") };
    case.write("versions.txt", &format!("# a comment\nreleases 1.20.1 1.21.0 1.40.3\n{row}"));
    match crate::run(&case.options()) {
        Ok(_) => {
            let text = case.body(&format!("zoo/{version}.import.yaml"));
            let line = text.lines().find_map(|line| line.strip_prefix("  Keeper: ")).expect("the kind");
            line.replace("{ resource: keepers, scope: Cluster, ", "").replace(", served: false", "").replace(" }", "")
        }
        Err(error) => error.to_string(),
    }
}

#[test]
fn a_kind_ends_with_the_last_release_that_serves_it() {
    let tag = r#", "introduced": "1.22""#;
    assert_eq!(life("v1beta1", tag, ""), r#"introduced: "1.22", deprecated: "1.25", removed: "1.28""#);
    assert_eq!(life("v1beta1", tag, "1.22-1.30"), r#"introduced: "1.22", deprecated: "1.25", removed: "1.31""#);
    assert_eq!(life("v1beta1", tag, "1.22-1.24"), r#"introduced: "1.22", removed: "1.25""#);
    assert_eq!(life("v1beta1", tag, "1.22-"), r#"introduced: "1.22", deprecated: "1.25""#);
    assert_eq!(
        life("v1beta1", r#", "introduced": "1.38""#, "1.38-"),
        r#"introduced: "1.38", deprecated: "1.41", removed: "1.44""#
    );
    assert_eq!(life("v1", tag, "1.22-1.24,1.26-1.30"), r#"introduced: "1.22", removed: "1.31""#);
}

#[test]
fn a_declared_end_before_the_last_document_counts() {
    let tag = r#", "introduced": "1.22", "removed": "1.25""#;
    assert_eq!(life("v1", tag, "1.22-1.26"), r#"introduced: "1.22", removed: "1.25""#);
    assert_eq!(life("v1", tag, "1.22-1.23"), r#"introduced: "1.22", removed: "1.24""#);
    assert_eq!(
        life("v1", tag, "1.22-"),
        "error: go/zoo/v1 kind Keeper: removed in 1.25 according to the facts, but 1.40 serves it: \
         correct `removed` or the table of versions\n"
    );
}

#[test]
fn a_kind_starts_with_the_first_release_that_serves_it() {
    assert_eq!(life("v1", "", "1.24-"), r#"introduced: "1.24""#);
    assert_eq!(life("v1beta1", "", "1.24-"), r#"introduced: "1.24""#, "upstream declares no life cycle");
    assert_eq!(life("v1", r#", "introduced": "1.23""#, "1.24-"), r#"introduced: "1.24""#);
    assert_eq!(life("v1", r#", "introduced": "1.5""#, "1.20-"), r#"introduced: "1.5""#, "the table starts with 1.20");
    let alpha = r#", "introduced": "1.23", "deprecated": "1.30""#;
    assert_eq!(life("v1alpha1", alpha, "1.24-1.39"), r#"introduced: "1.23", deprecated: "1.30", removed: "1.40""#);
}

#[test]
fn mistakes_in_the_table() {
    for (row, message) in [
        ("1.22", "invalid `1.22`: expected a release such as 1.37, or a range such as 1.16-1.21"),
        ("x-1.24", "invalid `x`: expected a release such as 1.37, or a range such as 1.16-1.21"),
        ("1.22- more", "expected `releases <first> … <last>`, then `<group>/<version> <Kind> <ranges>`"),
    ] {
        assert_eq!(life("v1", "", row), format!("error: versions.txt:3: {message}\n"));
    }
}
