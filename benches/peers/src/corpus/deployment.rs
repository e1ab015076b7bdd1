//! Deployments with one container, about 4 KB each.

use super::container::container;
use super::json::{Object, list, object};
use super::meta::{labels, managed_fields};
use super::pod::selector;
use super::random::Random;

/// Returns a Deployment in the form of `kubectl get`.
pub fn deployment(api_version: &str, random: &mut Random) -> Object {
    let name = random.name();
    let (spec, status) = (spec(&name, random), status(&name, random));
    object()
        .text("kind", "Deployment")
        .text("apiVersion", api_version)
        .raw("metadata", metadata(&name, api_version, &status, random))
        .raw("spec", spec)
        .raw("status", status)
}

fn metadata(name: &str, api_version: &str, status: &Object, random: &mut Random) -> Object {
    let annotations = object()
        .text("deployment.kubernetes.io/revision", (1 + random.below(40)).to_string())
        .text("meta.helm.sh/release-name", name)
        .text("meta.helm.sh/release-namespace", "production");
    let written = object().raw("annotations", &annotations);
    let managers = [("kube-controller-manager", object().raw("metadata", written).raw("status", status))];
    object()
        .text("name", name)
        .text("namespace", "production")
        .text("uid", random.uid())
        .text("resourceVersion", (100_000_000 + random.below(800_000_000)).to_string())
        .raw("generation", 1 + random.below(40))
        .text("creationTimestamp", random.time())
        .raw("labels", labels(name, random))
        .raw("annotations", annotations)
        .raw("managedFields", managed_fields(api_version, &managers, random))
}

fn spec(name: &str, random: &mut Random) -> Object {
    let metadata = object().raw("labels", object().text("app.kubernetes.io/name", name));
    let pod = object()
        .raw("containers", list([container(name, 1, random)]))
        .text("restartPolicy", "Always")
        .raw("terminationGracePeriodSeconds", 30)
        .text("dnsPolicy", "ClusterFirst")
        .raw("securityContext", object())
        .text("schedulerName", "default-scheduler");
    let rolling = object().text("maxUnavailable", "25%").raw("maxSurge", 1);
    object()
        .raw("replicas", 1 + random.below(12))
        .raw("selector", selector(name))
        .raw("template", object().raw("metadata", metadata).raw("spec", pod))
        .raw("strategy", object().text("type", "RollingUpdate").raw("rollingUpdate", rolling))
        .raw("revisionHistoryLimit", 10)
        .raw("progressDeadlineSeconds", 600)
}

fn status(name: &str, random: &mut Random) -> Object {
    let replicas = 1 + random.below(12);
    let mut condition = |kind: &str, reason: &str, message: String| {
        object()
            .text("type", kind)
            .text("status", "True")
            .text("lastUpdateTime", random.time())
            .text("lastTransitionTime", random.time())
            .text("reason", reason)
            .text("message", message)
    };
    let available = condition("Available", "MinimumReplicasAvailable", "Deployment has minimum availability.".into());
    let progress = format!("ReplicaSet \"{name}-77f9c6d5b8\" has successfully progressed.");
    let progressing = condition("Progressing", "NewReplicaSetAvailable", progress);
    object()
        .raw("observedGeneration", 3)
        .raw("replicas", replicas)
        .raw("updatedReplicas", replicas)
        .raw("readyReplicas", replicas)
        .raw("availableReplicas", replicas)
        .raw("conditions", list([available, progressing]))
}
