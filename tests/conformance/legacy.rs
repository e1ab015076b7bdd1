//! What Kubernetes does otherwise today than the releases that still had a kind, because types that live on have
//! changed. Today's rule is right: what it changed is left out on both sides, and the rest is compared.

use std::path::Path;

use serde::de::IgnoredAny;
use serde_json::Value;

use super::cases;
use super::tally::Required;
use super::text::{Reading, wire_normal};

/// A member that another rule made up to a release.
struct Change {
    /// The last release with the old rule.
    until: (u32, u32),
    name: &'static str,
    /// Its text, where only this one is concerned.
    value: Option<&'static str>,
}

const fn change(until: (u32, u32), name: &'static str) -> Change {
    Change { until, name, value: None }
}

const CHANGES: [Change; 10] = [
    // No field of ObjectMeta any more.
    change((1, 23), "clusterName"),
    // Filled where a template asks for the host's network; now a pod's alone.
    change((1, 27), "hostPort"),
    // No field of a volume claim's resources any more.
    change((1, 28), "claims"),
    // The alias of a host is written without an address, too.
    Change { until: (1, 29), name: "ip", value: Some(r#""""#) },
    // Where a pod's claims come from, one level higher today.
    change((1, 30), "source"),
    // In a job's policy of failures: nothing is left out, and the state of a condition is filled in templates, too.
    Change { until: (1, 28), name: "onExitCodes", value: Some("null") },
    change((1, 26), "onPodConditions"),
    // Ephemeral containers get the defaults of all containers.
    change((1, 17), "terminationMessagePath"),
    change((1, 17), "terminationMessagePolicy"),
    change((1, 17), "imagePullPolicy"),
];

/// Devices at 1.31, three releases before the version lost them.
const DEVICES: &str = r#""apiVersion":"resource.k8s.io/v1alpha3""#;
/// Left them with 1.32, together with the controllers that they were for.
const CONTROLLED: [&str; 5] = [
    "/spec/controller",
    "/spec/spec/controller",
    "/spec/suitableNodes",
    "/status/allocation/controller",
    "/status/deallocationRequested",
];
const REQUESTS: [&str; 2] = ["/spec/devices/requests", "/spec/spec/devices/requests"];

/// Where Protobuf of older releases differs from ours, as field numbers from the envelope on, and in how many cases:
/// `managedFields.subresource` of 1.22, resources of claims and probes, and what devices of 1.31 had.
pub(crate) const OLDER: &[(&str, usize)] = &[
    ("1.17.5 .2.1.17.8", 66),
    ("1.17.5 .2.2.1.17.8", 5),
    ("1.17.5 .2.2.2.6.1.17.8", 1),
    ("1.17.5 .2.2.5.1.17.8", 3),
    ("1.17.5 .2.2.5.2.6.1.17.8", 5),
    ("1.26.1 .2.2.2.6.2.1.2.29.1.2.2.3", 4),
    ("1.26.1 .2.2.2.6.2.2.8.3.2", 4),
    ("1.26.1 .2.2.2.6.2.20.8.3.2", 2),
    ("1.26.1 .2.2.2.6.2.34.1.8.3.2", 4),
    ("1.31.0 .2.2.1.1.6", 7),
    ("1.31.0 .2.2.2", 12),
    ("1.31.0 .2.2.2.1.1.6", 6),
    ("1.31.0 .2.2.2.2", 13),
    ("1.31.0 .2.2.3", 9),
];

pub(crate) fn run(folder: &Path, required: Required) {
    // Bytes hold a text that is empty, too.
    cases::run_as(folder, Reading { json: unchanged, same_bytes: |release| minor(release) > (1, 23) }, required);
}

/// A text of a release without what changed since.
fn unchanged(release: &str, json: &str) -> String {
    let changes = CHANGES.iter().filter(|change| minor(release) <= change.until);
    let text = changes.fold(json.to_owned(), |json, change| without(&json, change));
    if text.contains(DEVICES) { devices(&text) } else { text }
}

/// Claims and classes of 1.31 as 1.33 reads them. That one writes `adminAccess: null` in results, and `basic: {}` for
/// every device; it tells `adminAccess: false` from none in requests, and fills no mode into one without a class,
/// which may ask for the first that is available.
fn devices(json: &str) -> String {
    let mut value: Value = serde_json::from_str(json).expect("a recorded text is JSON");
    for path in CONTROLLED {
        let (parent, name) = path.rsplit_once('/').expect("a path");
        if let Some(Value::Object(members)) = value.pointer_mut(parent) {
            members.remove(name);
        }
    }
    for path in REQUESTS {
        let requests = value.pointer_mut(path).and_then(Value::as_array_mut).into_iter().flatten();
        for request in requests.filter_map(Value::as_object_mut) {
            let has_class = request["deviceClassName"] != "";
            request.retain(|name, value| match &**name {
                "adminAccess" => *value != false,
                "allocationMode" => has_class || *value != "ExactCount",
                "count" => has_class || *value != 1,
                _ => true,
            });
        }
    }
    wire_normal(value.to_string().as_bytes())
}

fn minor(release: &str) -> (u32, u32) {
    let mut numbers = release.split('.').map(|number| number.parse().expect("a release has numbers"));
    (numbers.next().unwrap_or_default(), numbers.next().unwrap_or_default())
}

/// Compact JSON without a member, wherever it stands.
fn without(json: &str, Change { name, value, .. }: &Change) -> String {
    let key = format!(r#""{name}":"#);
    let (mut text, mut rest) = (String::new(), json);
    while let Some((before, behind)) = rest.split_once(&key) {
        let (found, after) = behind.split_at(end_of_value(behind));
        text.push_str(before);
        if before.ends_with('\\') || value.is_some_and(|value| value != found) {
            text.extend([&key, found]);
            rest = after;
        } else if text.ends_with(',') {
            text.pop();
            rest = after;
        } else {
            rest = after.strip_prefix(',').unwrap_or(after);
        }
    }
    text + rest
}

/// Where a value ends that a text begins with; 0 if it does with none, as inside of a text.
fn end_of_value(json: &str) -> usize {
    let mut values = serde_json::Deserializer::from_str(json).into_iter::<IgnoredAny>();
    match values.next() {
        Some(Ok(_)) => values.byte_offset(),
        _ => 0,
    }
}
