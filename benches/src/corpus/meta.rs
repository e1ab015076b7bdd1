//! The metadata that a cluster puts on its objects.

use super::json::{Object, list, object, text};
use super::random::Random;

/// Labels that tools put on a workload, sorted as Go writes them.
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

/// Who wrote the object last: `managers` entries with the fields that each owns.
pub fn managed_fields(api_version: &str, owned: &[Object], random: &mut Random) -> String {
    let managers = ["kube-controller-manager", "helm", "kubectl-client-side-apply", "kubelet"];
    list(owned.iter().zip(managers).map(|(fields, manager)| {
        object()
            .text("manager", manager)
            .text("operation", "Update")
            .text("apiVersion", api_version)
            .text("time", random.time())
            .text("fieldsType", "FieldsV1")
            .raw("fieldsV1", fields)
    }))
}

/// A set of owned fields: each of `names` as a leaf.
pub fn owned(names: &[&str]) -> Object {
    names.iter().fold(object(), |fields, name| fields.raw(&format!("f:{name}"), "{}"))
}

/// The fields of a container that someone owns.
pub fn owned_container(name: &str) -> Object {
    let key = format!("k:{}", object().raw("name", text(name)));
    let fields = owned(&["image", "imagePullPolicy", "name", "terminationMessagePath", "terminationMessagePolicy"])
        .raw("f:resources", object().raw(".", "{}").raw("f:limits", owned(&["cpu", "memory"])))
        .raw("f:livenessProbe", owned(&["failureThreshold", "httpGet", "periodSeconds"]));
    object().raw(&key, object().raw(".", "{}").with(fields))
}
