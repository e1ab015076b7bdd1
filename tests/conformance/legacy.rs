//! What Kubernetes does otherwise today than the releases that still had a kind, because types that live on have
//! changed. Today's rule is right: the recorded texts are read as if it had made them.

use std::path::Path;

use serde_json::Value;

use super::cases;
use super::text::wire_normal;

/// Left `ObjectMeta` with 1.24.
const CLUSTER_NAME: &str = r#","clusterName":""#;

pub(crate) fn run(folder: &Path) {
    cases::run_as(folder, today);
}

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

/// A text as today's Kubernetes would write it; what it writes stays as it is, or is read in the same way.
fn today(json: &str) -> String {
    let mut parts = json.split(CLUSTER_NAME);
    let mut text = parts.next().unwrap_or_default().to_owned();
    parts.for_each(|part| text.push_str(behind_string(part)));
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

/// What stands behind the quote that ends a string.
fn behind_string(json: &str) -> &str {
    let mut escaped = false;
    let end = json.bytes().position(|byte| {
        let ends = byte == b'"' && !escaped;
        escaped = byte == b'\\' && !escaped;
        ends
    });
    end.map_or("", |end| &json[end + 1..])
}
