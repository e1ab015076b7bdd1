//! Resources of a server of the newest release, compared with the Scheme.

use std::collections::BTreeMap;

use apimachinery::apis::{self, RELEASE};
use apimachinery::scheme::{KindInfo, ResourceInfo, Scheme, SubresourceInfo};
use serde_json::{Value, json};

use super::facts;

/// Versions and resources by group, in the form of the facts.
type Groups = BTreeMap<String, Value>;

fn resource(scheme: &Scheme, info: &KindInfo, resource: &ResourceInfo) -> Value {
    let below = |below: &SubresourceInfo| {
        let (version, kind) = (below.kind.group_version(), &below.kind.kind);
        let is_near = version == info.group_version_kind().group_version();
        let kind = if is_near { kind.to_string() } else { format!("{version}/{kind}") };
        json!({ "name": below.name, "kind": kind, "verbs": below.verbs })
    };
    let mut value = json!({
        "version": info.version,
        "resource": resource.plural,
        "kind": info.kind,
        "scope": if resource.namespaced { "Namespaced" } else { "Cluster" },
        "singular": resource.singular,
        "shortNames": resource.short_names,
        "categories": resource.categories,
        "verbs": resource.verbs,
        "subresources": resource.subresources.iter().map(below).collect::<Vec<_>>(),
    });
    if resource.is_stored() {
        let version = scheme.storage_version(&info.group_version_kind().group_kind()).expect("a registered kind");
        value["storage"] = version.to_string().into();
    }
    value
}

/// Returns the versions of a group in order of preference and their resources by name, according to the Scheme.
fn group(scheme: &Scheme, name: &str) -> Option<Value> {
    let mut versions = Vec::new();
    let mut resources = Vec::new();
    for version in scheme.prioritized_versions_for_group(name) {
        let is_of = |info: &&KindInfo| info.group == name && version.version == info.version && info.is_served(RELEASE);
        let with_resource = |info: &'static KindInfo| Some((info, info.resource.as_ref()?));
        let mut found: Vec<_> = scheme.kinds().filter(is_of).filter_map(with_resource).collect();
        found.sort_by_key(|(_, resource)| resource.plural);
        if !found.is_empty() {
            versions.push(version.version.to_string());
        }
        resources.extend(found.into_iter().map(|(info, names)| resource(scheme, info, names)));
    }
    (!versions.is_empty()).then(|| json!({ "group": name, "versions": versions, "resources": resources }))
}

fn by_scheme() -> Groups {
    let scheme = apis::scheme();
    let groups = scheme.preferred_version_all_groups().into_iter().map(|version| version.group.to_string());
    groups.filter_map(|name| group(&scheme, &name).map(|group| (name, group))).collect()
}

fn by_facts(facts: &Value) -> Groups {
    let groups = facts.as_array().expect("a list of groups").iter();
    groups.map(|group| (group["group"].as_str().expect("a name").to_owned(), group.clone())).collect()
}

/// Returns one line for each resource, after the line with the versions of its group.
fn lines(groups: &Groups) -> Vec<String> {
    let resources = |group: &Value| group["resources"].as_array().cloned().unwrap_or_default();
    let lines = groups.iter().flat_map(|(name, group)| {
        let versions = format!("{name}: {}", group["versions"]);
        std::iter::once(versions).chain(resources(group).into_iter().map(move |resource| format!("{name} {resource}")))
    });
    lines.collect()
}

#[test]
fn the_scheme_offers_what_a_server_offers() {
    let (ours, theirs) = (lines(&by_scheme()), lines(&by_facts(&facts("served.json"))));
    let missing = theirs.iter().filter(|line| !ours.contains(line)).map(|line| format!("- {line}\n"));
    let surplus = ours.iter().filter(|line| !theirs.contains(line)).map(|line| format!("+ {line}\n"));
    let difference: String = missing.chain(surplus).collect();
    assert!(difference.is_empty(), "- is served by Kubernetes, + by the Scheme:\n{difference}");
    assert_eq!(ours, theirs, "the same resources in another order");
}
