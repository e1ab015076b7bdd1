//! Identification of objects: kinds of every version, names in another case, and versions without a hub.

use std::fmt::Write;

use super::support::{lines, run, words};

/// The kinds that upstream registers in every version with `metav1.AddToGroupVersion`, except `WatchEvent`, which has
/// no field for its kind.
const IN_EVERY_VERSION: [&str; 6] =
    ["ListOptions", "GetOptions", "DeleteOptions", "CreateOptions", "UpdateOptions", "PatchOptions"];

#[test]
fn kinds_of_every_version_are_recognised() {
    for version in ["v1", "apps/v1", "extensions/v1beta1", "resource.k8s.io/v1alpha3", "meta.k8s.io/v1"] {
        for kind in IN_EVERY_VERSION {
            let input = format!("apiVersion: {version}\nkind: {kind}\n");
            let said = |text: &str| text.starts_with(&input);
            assert!(said(run(&["decode"], &input).clean()), "{version} {kind}");
            assert!(said(run(&["convert", "-o", "yaml"], &input).clean()), "{version} {kind}");
            let converted = run(&["convert", "-o", "yaml", "--output-version", "batch/v1"], &input);
            assert!(
                converted.clean().starts_with(&format!("apiVersion: batch/v1\nkind: {kind}\n")),
                "{version} {kind}"
            );
            assert!(run(&["encode", "-o", "pb"], &input).out.starts_with(b"k8s\0"), "{version} {kind}");
            run(&["lint"], &input).check(0, "");
        }
    }
}

#[test]
fn kinds_without_a_version_of_their_own_are_recognised_in_v1() {
    for kind in ["Status", "APIVersions", "APIGroup", "APIGroupList", "APIResourceList"] {
        let input = format!("apiVersion: v1\nkind: {kind}\n");
        for command in ["decode", "convert -q", "lint"] {
            run(&words(command), &input).check(0, "");
        }
    }
}

#[test]
fn a_version_without_a_hub_converts_to_itself() {
    let scheme = apimachinery::apis::scheme();
    for info in scheme.kinds() {
        let version = info.group_version_kind().api_version();
        if info.group != "resource.k8s.io" {
            continue;
        }
        let answer = run(
            &["convert", "-o", "yaml", "--output-version", &version],
            format!("apiVersion: {version}\nkind: {}\n", info.kind),
        );
        assert_eq!(lines(answer.clean(), "apiVersion:"), [format!("apiVersion: {version}")]);
    }
}

/// Converts an empty object of every kind to every version that has the kind.
#[test]
fn no_message_names_a_type_of_rust() {
    let scheme = apimachinery::apis::scheme();
    let mut versions: Vec<_> = scheme.kinds().map(|info| info.group_version_kind().group_version()).collect();
    versions.dedup();
    for target in versions {
        let mut input = String::new();
        for info in scheme.kinds().filter(|info| scheme.recognizes(&target.with_kind(info.kind))) {
            let gvk = info.group_version_kind();
            writeln!(input, "---\napiVersion: {}\nkind: {}", gvk.api_version(), gvk.kind).expect("a string");
        }
        let answer = run(&["convert", "-o", "yaml", "--output-version", &target.to_string()], &input);
        assert!(!answer.err.contains("::"), "{target}: {}", answer.err);
        let answer = run(&["encode", "-o", "pb"], &input);
        assert!(!answer.err.contains("::"), "{target}: {}", answer.err);
    }
}

#[test]
fn names_of_kind_and_version_in_another_case_are_written_as_recognised() {
    let typed = "aPiVersion: v1\nKind: ConfigMap\nmetadata:\n  name: a\n";
    let untyped = "APIVERSION: example.com/v1\nKIND: Gadget\nmetadata:\n  name: a\n";
    for (input, expected) in [(typed, ("v1", "ConfigMap")), (untyped, ("example.com/v1", "Gadget"))] {
        for arguments in
            [&["decode"][..], &["convert", "-o", "yaml"], &["encode", "-o", "json"], &["encode", "-o", "cbor"]]
        {
            let answer = run(arguments, input);
            assert_eq!(answer.code, 0, "{}", answer.err);
            let again = run(&["decode", "-o", "json"], &answer.out);
            let found = again.json();
            assert_eq!(
                (&found["apiVersion"], &found["kind"]),
                (&expected.0.into(), &expected.1.into()),
                "{arguments:?}"
            );
            assert_eq!(found["metadata"]["name"], "a");
            for name in ["aPiVersion", "Kind", "APIVERSION", "KIND"] {
                assert!(found.get(name).is_none(), "{arguments:?}: {found}");
            }
        }
    }
}

#[test]
fn the_last_of_several_spellings_is_the_kind() {
    let answer = run(&["decode"], r#"{"kind":"Pod","apiVersion":"v1","Kind":"Secret","metadata":{"name":"a"}}"#);
    assert_eq!(lines(answer.text(), "kind:"), ["kind: Secret"]);
}

#[test]
fn a_list_and_its_items_are_written_as_recognised() {
    let list = "apiVersion: v1\nKIND: List\nitems:\n- Kind: ConfigMap\n  apiVersion: v1\n- kind: Gadget\n  ApiVersion: a.b/v1\n";
    let text = run(&["convert", "-o", "yaml"], list).text().to_string();
    let count = |name: &str| text.matches(name).count();
    assert_eq!((count("kind: "), count("apiVersion: "), count("KIND"), count("ApiVersion")), (3, 3, 0, 0), "{text}");
}
