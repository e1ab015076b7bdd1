//! Metadata of objects in a cluster.

use super::json::{Object, list, object};
use super::owned::owned;
use super::random::Random;

/// Returns labels that tools set on workloads, sorted as Go writes them.
pub fn labels(name: &str, random: &mut Random) -> Object {
    object()
        .text("app.kubernetes.io/component", random.pick(&["api", "worker", "frontend"]))
        .text("app.kubernetes.io/instance", format!("{name}-production"))
        .text("app.kubernetes.io/managed-by", "Helm")
        .text("app.kubernetes.io/name", name)
        .text("app.kubernetes.io/part-of", "shop")
        .text("app.kubernetes.io/version", format!("{}.{}.{}", random.below(4), random.below(30), random.below(10)))
        .text("helm.sh/chart", format!("{name}-{}.{}.0", random.below(9), random.below(30)))
        .text("pod-template-hash", random.hex(10))
        .text("topology.kubernetes.io/zone", format!("eu-central-1{}", random.pick(&["a", "b", "c"])))
}

/// Returns `managedFields` with each of `managers` and the fields that it owns.
pub fn managed_fields(api_version: &str, managers: &[(&str, Object)], random: &mut Random) -> String {
    list(managers.iter().map(|(manager, part)| {
        object()
            .text("manager", manager)
            .text("operation", "Update")
            .text("apiVersion", api_version)
            .text("time", random.time())
            .text("fieldsType", "FieldsV1")
            .raw("fieldsV1", owned(&part.to_string()))
    }))
}
