//! Names of kinds and resources, and the versioners that choose among them.

use apimachinery::schema::{
    GroupVersion, GroupVersionKind, compare_kube_aware_versions, parse_kind_arg, parse_resource_arg,
};
use serde_json::{Value, json};

use super::support::versioners::versioner;
use super::support::{cases, outcome, text};

fn texts(list: &Value) -> Vec<&str> {
    list.as_array().expect("a list").iter().map(text).collect()
}

#[test]
fn group_versions_are_parsed() {
    cases("schema", "group_versions_are_parsed").compare(|input| {
        let parsed = text(input).parse::<GroupVersion>();
        // Upstream also returns the empty value with an error.
        outcome(parsed.map(|version| json!([version.group.as_str(), version.version.as_str()])))
    });
}

#[test]
fn api_version_and_kind_name_a_kind() {
    cases("schema", "api_version_and_kind_name_a_kind").compare(|input| {
        let gvk = GroupVersionKind::from_api_version(text(input), "Kind");
        json!([&*gvk.group, &*gvk.version, &*gvk.kind, &*gvk.api_version(), &*gvk.kind])
    });
}

#[test]
fn kind_arguments_have_two_readings() {
    cases("schema", "kind_arguments_have_two_readings").compare(|input| {
        let (versioned, kind) = parse_kind_arg(text(input));
        json!([versioned.map(|kind| kind.to_string()), &*kind.group, &*kind.kind, kind.to_string()])
    });
}

#[test]
fn resource_arguments_have_two_readings() {
    cases("schema", "resource_arguments_have_two_readings").compare(|input| {
        let (versioned, resource) = parse_resource_arg(text(input));
        let name = resource.to_string();
        json!([versioned.map(|resource| resource.to_string()), &*resource.group, &*resource.resource, name])
    });
}

#[test]
fn names_are_written_with_their_slashes() {
    cases("schema", "names_are_written_with_their_slashes").compare(|input| {
        let [group, version, name] = texts(input)[..] else { panic!("three texts") };
        let version = GroupVersion::new(group, version);
        let kind = version.with_kind(name);
        json!([
            version.to_string(),
            kind.to_string(),
            version.with_resource(name).to_string(),
            kind.group_kind().to_string()
        ])
    });
}

#[test]
fn kube_aware_versions_compare_by_stability_then_numbers() {
    for (version, signs) in cases("schema", "kube_aware_versions_compare_by_stability_then_numbers").iter() {
        for (other, sign) in signs.as_object().expect("signs by version") {
            let ours = compare_kube_aware_versions(text(version), other) as i64;
            assert_eq!(Some(ours), sign.as_i64(), "{version} and {other:?}");
        }
    }
}

#[test]
fn versioners_choose_a_kind() {
    cases("schema", "versioners_choose_a_kind").compare(|input| {
        let kinds: Vec<GroupVersionKind> = texts(&input[1]).into_iter().map(kind).collect();
        json!(versioner(text(&input[0])).kind_for(&kinds).map(|kind| kind.to_string()))
    });
}

/// Parses a kind written as `apiVersion Kind`.
fn kind(text: &str) -> GroupVersionKind {
    let (version, kind) = text.split_once(' ').expect("apiVersion and kind");
    GroupVersionKind::from_api_version(version, kind)
}

#[test]
fn versioners_have_an_identifier() {
    cases("schema", "versioners_have_an_identifier").compare(|name| versioner(text(name)).identifier());
}

#[test]
fn versioners_are_quoted_in_errors() {
    cases("schema", "versioners_are_quoted_in_errors").compare(|name| versioner(text(name)).quoted());
}
