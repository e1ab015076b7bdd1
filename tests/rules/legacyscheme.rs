//! The Scheme of all kinds, compared with the one of kube-apiserver for the kinds that both register.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use apimachinery::meta::{Object, TypeMeta};
use apimachinery::schema::{
    DisabledGroupVersioner, GroupKind, GroupVersion, GroupVersionKind, GroupVersioner, GroupVersions,
    InternalGroupVersioner, MultiGroupVersioner,
};
use apimachinery::scheme::Scheme;
use serde_json::{Value, json};

use super::support::{cases, outcome, text};

static SCHEME: LazyLock<Scheme> = LazyLock::new(apimachinery::apis::scheme);

/// The kinds that upstream registers. We register more, because we keep versions that upstream removed.
static THEIRS: LazyLock<BTreeSet<String>> = LazyLock::new(|| {
    let recognized = cases("legacyscheme", "recognizes_its_kinds");
    recognized.iter().filter(|(_, known)| **known == true).map(|(kind, _)| text(kind).to_owned()).collect()
});

static THEIR_VERSIONS: LazyLock<BTreeSet<String>> = LazyLock::new(|| {
    let registered = cases("legacyscheme", "registered_versions");
    registered.iter().filter(|(_, known)| **known == true).map(|(version, _)| text(version).to_owned()).collect()
});

static THEIR_KINDS: LazyLock<BTreeSet<String>> = LazyLock::new(|| {
    let known = cases("legacyscheme", "known_types_of_a_version");
    let kinds_of = |(version, kinds): (&Value, &Value)| {
        let version: GroupVersion = text(version).parse().expect("a version");
        let kinds = kinds.as_array().expect("a list").iter().map(text);
        kinds.map(|kind| kind_text(&version.with_kind(kind))).collect::<Vec<_>>()
    };
    known.iter().flat_map(kinds_of).collect()
});

/// Kinds that upstream removed from versions that it still has, without their lists.
const DROPPED: [&str; 17] = [
    "/v1/EphemeralContainers",
    "/v1/NodeConfigSource",
    "/v1/PodStatusResult",
    "admissionregistration.k8s.io/v1alpha1/ExternalAdmissionHookConfiguration",
    "admissionregistration.k8s.io/v1alpha1/InitializerConfiguration",
    "batch/v1beta1/JobTemplate",
    "certificates.k8s.io/v1alpha1/PodCertificateRequest",
    "extensions/v1beta1/PodSecurityPolicy",
    "extensions/v1beta1/ReplicationControllerDummy",
    "extensions/v1beta1/ThirdPartyResource",
    "extensions/v1beta1/ThirdPartyResourceData",
    "policy/v1beta1/PodSecurityPolicy",
    "resource.k8s.io/v1alpha3/DeviceClass",
    "resource.k8s.io/v1alpha3/PodSchedulingContext",
    "resource.k8s.io/v1alpha3/ResourceClaim",
    "resource.k8s.io/v1alpha3/ResourceClaimTemplate",
    "resource.k8s.io/v1alpha3/ResourceSlice",
];

/// True for a kind that only we register, in a version that both register.
fn is_dropped(kind: &GroupVersionKind) -> bool {
    let version = kind.group_version().to_string();
    THEIR_VERSIONS.contains(&version) && SCHEME.recognizes(kind) && !THEIR_KINDS.contains(&kind_text(kind))
}

/// Parses a kind in the form of the Go side, GROUP/VERSION/KIND.
fn kind(value: &Value) -> GroupVersionKind {
    let mut parts = text(value).splitn(3, '/');
    let [group, version, kind] = [(); 3].map(|()| parts.next().expect("three parts"));
    GroupVersionKind::new(group, version, kind)
}

fn kind_text(kind: &GroupVersionKind) -> String {
    format!("{}/{}/{}", kind.group, kind.version, kind.kind)
}

fn version(value: &Value) -> GroupVersion {
    text(value).parse().expect("a version")
}

fn is_ours(value: &Value) -> bool {
    SCHEME.recognizes(&kind(value))
}

/// True if only we register the kind. Excludes the options of requests, whose groups and order of groups depend on the
/// registered groups.
fn is_ours_alone(value: &Value) -> bool {
    let kind = kind(value);
    is_ours(value) && (kind.is_internal() || SCHEME.info(&kind).is_some())
}

/// True if only we register the kind, and the target is ours or nonexistent.
fn is_our_conversion(case: &Value) -> bool {
    let target = version(&case[1]);
    let dropped = is_dropped(&target.with_kind(kind(&case[0]).kind));
    !dropped
        && is_ours_alone(&case[0])
        && (SCHEME.is_version_registered(&target) || !THEIR_VERSIONS.contains(text(&case[1])))
}

/// Returns an empty object with its kind set. Versions with equal types share one Rust type, so only the kind
/// distinguishes them.
fn object(gvk: &GroupVersionKind) -> Box<dyn Object> {
    let mut object = SCHEME.new_object(gvk).expect("a registered kind");
    if !gvk.is_internal() {
        object.set_type_meta(TypeMeta::from(gvk));
    }
    object
}

/// Reduces a list of kinds to those that both register, ordered by group: we register groups by name, upstream by
/// package.
fn both(kinds: Value) -> Value {
    let Value::Array(kinds) = kinds else { return kinds };
    let mut kinds: Vec<Value> = kinds.into_iter().filter(|kind| THEIRS.contains(text(kind)) && is_ours(kind)).collect();
    kinds.sort_by_key(|value| kind(value).group);
    kinds.into()
}

/// Reduces a list of versions to those that both register.
fn both_versions(versions: Value) -> Value {
    let Value::Array(versions) = versions else { return versions };
    let both = |value: &Value| THEIR_VERSIONS.contains(text(value)) && SCHEME.is_version_registered(&version(value));
    versions.into_iter().filter(both).collect()
}

/// Removes the names of Go and Rust types from texts.
fn without_types(mut outcome: Value) -> Value {
    if let Some(Value::String(error)) = outcome.get_mut("err") {
        if let Some(at) = error.find(" is not suitable for converting to ") {
            error.replace_range(..at, "it");
        } else if error.starts_with("converting (") {
            *error = "converting it: unknown conversion".to_owned();
        }
    }
    if let Some(kinds) = outcome.get_mut("ok") {
        *kinds = both(kinds.take());
    }
    outcome
}

/// Unifies the errors for field labels: upstream has five wordings, we have one.
fn in_one_wording(mut outcome: Value) -> Value {
    if let Some(Value::String(error)) = outcome.get_mut("err")
        && error.starts_with("field label ")
    {
        *error = "field label not supported".to_owned();
    }
    outcome
}

/// Returns the kind set in an object. Objects of the hub have none and are identified by their type.
fn kind_of(object: &dyn Object) -> Value {
    match object.type_meta() {
        said if said != TypeMeta::default() => kind_text(&said.group_version_kind()).into(),
        _ => object_kinds(object),
    }
}

fn object_kinds(object: &dyn Object) -> Value {
    let found = SCHEME.object_kinds(object).expect("a registered type");
    found.kinds.iter().map(kind_text).collect()
}

fn converted(value: &Value, target: &dyn GroupVersioner) -> Value {
    outcome(SCHEME.convert_to_version(&*object(&kind(value)), target).map(|object| kind_of(&*object)))
}

#[test]
fn recognizes_its_kinds() {
    let absurd = |value: &Value| !THEIRS.contains(text(value));
    cases("legacyscheme", "recognizes_its_kinds").only(935, |value| is_ours(value) || absurd(value)).compare(is_ours);
}

#[test]
fn object_kinds_are_in_order_of_registration() {
    cases("legacyscheme", "object_kinds_are_in_order_of_registration")
        .only(496, is_ours_alone)
        .adapted(both)
        .compare(|value| object_kinds(&*object(&kind(value))));
}

#[test]
fn unversioned_kinds() {
    cases("legacyscheme", "unversioned_kinds")
        .only(511, is_ours)
        .compare(|value| SCHEME.is_unversioned(&*object(&kind(value))));
}

#[test]
fn new_falls_back_to_unversioned_kinds_by_name() {
    cases("legacyscheme", "new_falls_back_to_unversioned_kinds_by_name")
        .with_our_scheme()
        .adapted(without_types)
        .compare(|value| outcome(SCHEME.new_object(&kind(value)).map(|object| object_kinds(&*object))));
}

#[test]
fn versions_of_a_group_in_priority_order() {
    cases("legacyscheme", "versions_of_a_group_in_priority_order")
        .only(25, |group| SCHEME.is_group_registered(text(group)))
        .adapted(both_versions)
        .compare(|group| {
            let versions = SCHEME.prioritized_versions_for_group(text(group));
            versions.iter().map(ToString::to_string).collect::<Value>()
        });
}

#[test]
fn registered_groups() {
    let is_ours = |group: &Value| SCHEME.is_group_registered(text(group));
    let nowhere = |group: &Value| matches!(text(group), "nowhere" | "v1");
    cases("legacyscheme", "registered_groups").only(27, |group| is_ours(group) || nowhere(group)).compare(is_ours);
}

#[test]
fn registered_versions() {
    let is_ours = |value: &Value| SCHEME.is_version_registered(&version(value));
    let nowhere = |value: &Value| matches!(text(value), "apps/v9" | "v9" | "nowhere/v1");
    let hub = |value: &Value| version(value).is_internal();
    cases("legacyscheme", "registered_versions")
        .only(86, |value| is_ours(value) || nowhere(value) || hub(value))
        .compare(is_ours);
}

#[test]
fn known_types_of_a_version() {
    let mut dropped = BTreeSet::new();
    for (value, _) in cases("legacyscheme", "known_types_of_a_version").iter() {
        let version = version(value);
        let ours = SCHEME.known_types(&version).filter(|known| is_dropped(known.kind));
        dropped.extend(ours.map(|known| kind_text(known.kind)));
    }
    let objects: Vec<&str> = dropped.iter().map(String::as_str).filter(|kind| !kind.ends_with("List")).collect();
    assert_eq!(objects, DROPPED);
    let lists = dropped.iter().filter_map(|kind| kind.strip_suffix("List"));
    assert!(lists.clone().all(|kind| DROPPED.contains(&kind)), "lists of kinds that upstream has: {dropped:?}");
}

#[test]
fn versions_of_a_kind_in_priority_order() {
    let group_kind = |value: &Value| {
        let (group, kind) = text(value).split_once('/').expect("group and kind");
        GroupKind::new(group, kind)
    };
    cases("legacyscheme", "versions_of_a_kind_in_priority_order")
        .only(181, |value| !SCHEME.versions_for_group_kind(&group_kind(value)).is_empty())
        .adapted(both_versions)
        .compare(|value| {
            let kind = group_kind(value);
            let versions = SCHEME.versions_for_group_kind(&kind);
            let shared = versions.iter().filter(|version| !is_dropped(&version.with_kind(kind.kind.clone())));
            shared.map(ToString::to_string).collect::<Value>()
        });
}

#[test]
fn unknown_kinds_are_errors() {
    cases("legacyscheme", "unknown_kinds_are_errors")
        .with_our_scheme()
        .compare(|value| outcome(SCHEME.new_object(&kind(value)).map(|_| Value::Null)));
}

#[test]
fn field_labels() {
    cases("legacyscheme", "field_labels")
        .with_our_scheme()
        .only(1_465, |case| is_ours(&case[0]) || !THEIRS.contains(text(&case[0])))
        .adapted(in_one_wording)
        .compare(|case| {
            let converted = SCHEME.convert_field_label(&kind(&case[0]), text(&case[1]), "x=y");
            outcome(converted.map(|(label, value)| json!([&*label, &*value])))
        });
}

#[test]
fn versions_convert_to_the_hub() {
    cases("legacyscheme", "versions_convert_to_the_hub")
        .with_our_scheme()
        .only(335, is_ours_alone)
        .adapted(without_types)
        .compare(|value| converted(value, &InternalGroupVersioner));
}

#[test]
fn internal_objects_convert_to_versions() {
    cases("legacyscheme", "internal_objects_convert_to_versions")
        .with_our_scheme()
        .only(965, is_our_conversion)
        .adapted(without_types)
        .compare(|case| converted(&case[0], &version(&case[1])));
}

#[test]
fn versions_convert_to_versions_through_the_hub() {
    cases("legacyscheme", "versions_convert_to_versions_through_the_hub")
        .with_our_scheme()
        .only(1_912, is_our_conversion)
        .adapted(without_types)
        .compare(|case| converted(&case[0], &version(&case[1])));
}

#[test]
fn versioners_choose_the_target() {
    cases("legacyscheme", "versioners_choose_the_target")
        .with_our_scheme()
        .only(1_138, |case| is_ours_alone(&case[0]))
        .adapted(without_types)
        .compare(|case| converted(&case[0], &*versioner(text(&case[1]))));
}

#[test]
fn versioners_identify_themselves() {
    cases("legacyscheme", "versioners_identify_themselves").compare(|name| versioner(text(name)).identifier());
}

/// Counterpart of `versionersByName` of the Go side.
fn versioner(name: &str) -> Box<dyn GroupVersioner> {
    let version = |text: &str| text.parse::<GroupVersion>().expect("a version");
    let list = |texts: &[&str]| Box::new(GroupVersions::from_iter(texts.iter().map(|text| version(text))));
    let apps_and_extensions = |kind: &str| [GroupKind::new("apps", kind), GroupKind::new("extensions", kind)];
    match name {
        "internal" => Box::new(InternalGroupVersioner),
        "disabled" => Box::new(DisabledGroupVersioner),
        "all of apps" => list(&["apps/v1beta1", "apps/v1", "apps/v1beta2"]),
        "extensions or apps" => list(&["extensions/v1beta1", "apps/v1beta1"]),
        "none" => list(&[]),
        "core and apps" => list(&["v1", "apps/v1"]),
        "extensions in a group list" => list(&["extensions/v1beta1"]),
        "multi of one group" => Box::new(MultiGroupVersioner::new(version("apps/v1"), [GroupKind::new("apps", "")])),
        "multi of two groups" => Box::new(MultiGroupVersioner::new(version("apps/v1"), apps_and_extensions(""))),
        "multi of a kind" => Box::new(MultiGroupVersioner::new(
            version("extensions/v1beta1"),
            [GroupKind::new("apps", "Deployment"), GroupKind::new("", "Pod")],
        )),
        "coercing of two groups" => {
            Box::new(MultiGroupVersioner::coercing(version("apps/v1"), apps_and_extensions("")))
        }
        "coercing to the hub" => {
            Box::new(MultiGroupVersioner::coercing(version("apps/__internal"), apps_and_extensions("__internal")))
        }
        "coercing to another group" => Box::new(MultiGroupVersioner::coercing(
            version("batch/v1"),
            [GroupKind::new("nowhere", "X"), GroupKind::new("nowhere", "Y")],
        )),
        other => panic!("no versioner {other}"),
    }
}
