//! Pods as stored by the API server.

use super::container::{container, field, sidecar};
use super::json::{Object, list, object, texts};
use super::meta::{labels, managed_fields};
use super::random::Random;

/// Returns a pod of about 10 KB: two containers, volumes, affinity, status, and metadata set by controllers.
pub fn pod(random: &mut Random) -> Object {
    let name = random.name();
    let server = container(&name, 7, random);
    // Fields added by admission have no owner here, because the sets would otherwise be half of the pod.
    let owned = object().raw("containers", list([&server]));
    let containers = [server, sidecar("log-shipper", 3, random)];
    let spec = object()
        .raw("volumes", volumes(random))
        .raw("containers", list(containers))
        .text("restartPolicy", "Always")
        .raw("terminationGracePeriodSeconds", 30)
        .text("dnsPolicy", "ClusterFirst")
        .raw("nodeSelector", object().text("kubernetes.io/arch", "amd64").text("kubernetes.io/os", "linux"))
        .text("serviceAccountName", &name)
        .text("serviceAccount", &name)
        .text("nodeName", format!("ip-10-0-{}-{}.eu-central-1.compute.internal", random.below(256), random.below(256)))
        .raw("securityContext", object().raw("runAsNonRoot", true).raw("fsGroup", 65532))
        .raw("imagePullSecrets", list([object().text("name", "registry-credentials")]))
        .raw("affinity", affinity(&name))
        .text("schedulerName", "default-scheduler")
        .raw("tolerations", tolerations())
        .text("priorityClassName", "production")
        .raw("priority", 1000)
        .raw("enableServiceLinks", true)
        .text("preemptionPolicy", "PreemptLowerPriority")
        .raw("topologySpreadConstraints", list([spread(&name)]));
    object()
        .text("kind", "Pod")
        .text("apiVersion", "v1")
        .raw("metadata", metadata(&name, &owned, random))
        .raw("spec", spec)
        .raw("status", status(&name, random))
}

fn status(name: &str, random: &mut Random) -> Object {
    let start = random.time();
    let conditions = ["Initialized", "Ready", "ContainersReady", "PodScheduled"].map(|kind| {
        let condition = object().text("type", kind).text("status", "True");
        condition.text("lastProbeTime", random.time()).text("lastTransitionTime", random.time())
    });
    let mut address = || format!("10.0.{}.{}", random.below(256), random.below(256));
    let (host, pod) = (address(), address());
    let containers = [name, "log-shipper"].map(|name| container_status(name, random));
    object()
        .text("phase", "Running")
        .raw("conditions", list(conditions))
        .text("hostIP", &host)
        .text("podIP", &pod)
        .raw("podIPs", list([object().text("ip", &pod)]))
        .text("startTime", start)
        .raw("containerStatuses", list(containers))
        .text("qosClass", "Burstable")
}

fn container_status(name: &str, random: &mut Random) -> Object {
    let image = format!("registry.example.com/shop/{name}@sha256:{}", random.hex(64));
    object()
        .text("name", name)
        .raw("state", object().raw("running", object().text("startedAt", random.time())))
        .raw("lastState", object())
        .raw("ready", true)
        .raw("restartCount", random.below(5))
        .text("image", &image)
        .text("imageID", &image)
        .text("containerID", format!("containerd://{}", random.hex(64)))
        .raw("started", true)
}

fn metadata(name: &str, owned: &Object, random: &mut Random) -> Object {
    let suffix = random.hex(10);
    let (labels, annotations) = (labels(name, random), annotations(random));
    let written = object().raw("annotations", &annotations).text("generateName", "").raw("labels", &labels);
    let managers = [("kube-controller-manager", object().raw("metadata", written).raw("spec", owned))];
    object()
        .text("name", format!("{name}-{suffix}-{}", random.hex(5)))
        .text("generateName", format!("{name}-{suffix}-"))
        .text("namespace", "production")
        .text("uid", random.uid())
        .text("resourceVersion", (100_000_000 + random.below(800_000_000)).to_string())
        .text("creationTimestamp", random.time())
        .raw("labels", labels)
        .raw("annotations", annotations)
        .raw("ownerReferences", list([owner(&format!("{name}-{suffix}"), random)]))
        .raw("managedFields", managed_fields("v1", &managers, random))
}

fn annotations(random: &mut Random) -> Object {
    object()
        .text("checksum/config", random.hex(64))
        .text("kubectl.kubernetes.io/restartedAt", random.time())
        .text("prometheus.io/path", "/metrics")
        .text("prometheus.io/port", "9090")
        .text("prometheus.io/scrape", "true")
}

fn owner(name: &str, random: &mut Random) -> Object {
    object()
        .text("apiVersion", "apps/v1")
        .text("kind", "ReplicaSet")
        .text("name", name)
        .text("uid", random.uid())
        .raw("controller", true)
        .raw("blockOwnerDeletion", true)
}

fn volumes(random: &mut Random) -> String {
    let config = object().text("name", format!("server-config-{}", random.hex(5))).raw("defaultMode", 420);
    let volume = |name: &str, kind: &str, source: Object| object().text("name", name).raw(kind, source);
    list([
        volume("config", "configMap", config),
        volume("cache", "emptyDir", object().text("medium", "Memory").text("sizeLimit", "64Mi")),
        volume("host-logs", "hostPath", object().text("path", "/var/log/pods").text("type", "Directory")),
        volume("kube-api-access", "projected", api_access()),
    ])
}

fn api_access() -> Object {
    let token = object().raw("expirationSeconds", 3607).text("path", "token");
    let certificate = object().text("key", "ca.crt").text("path", "ca.crt");
    let namespace = object().text("path", "namespace").with(field("metadata.namespace"));
    let sources = [
        object().raw("serviceAccountToken", token),
        object().raw("configMap", object().text("name", "kube-root-ca.crt").raw("items", list([certificate]))),
        object().raw("downwardAPI", object().raw("items", list([namespace]))),
    ];
    object().raw("sources", list(sources)).raw("defaultMode", 420)
}

fn affinity(name: &str) -> Object {
    let architecture =
        object().text("key", "kubernetes.io/arch").text("operator", "In").raw("values", texts(["amd64"]));
    let terms = list([object().raw("matchExpressions", list([architecture]))]);
    let node = object().raw("requiredDuringSchedulingIgnoredDuringExecution", object().raw("nodeSelectorTerms", terms));
    let term = object().raw("labelSelector", selector(name)).text("topologyKey", "kubernetes.io/hostname");
    let weighted = object().raw("weight", 100).raw("podAffinityTerm", term);
    let apart = object().raw("preferredDuringSchedulingIgnoredDuringExecution", list([weighted]));
    object().raw("nodeAffinity", node).raw("podAntiAffinity", apart)
}

fn tolerations() -> String {
    list(["not-ready", "unreachable"].map(|state| {
        object()
            .text("key", format!("node.kubernetes.io/{state}"))
            .text("operator", "Exists")
            .text("effect", "NoExecute")
            .raw("tolerationSeconds", 300)
    }))
}

fn spread(name: &str) -> Object {
    object()
        .raw("maxSkew", 1)
        .text("topologyKey", "topology.kubernetes.io/zone")
        .text("whenUnsatisfiable", "ScheduleAnyway")
        .raw("labelSelector", selector(name))
}

/// Returns a selector of the pods of a workload.
pub fn selector(name: &str) -> Object {
    object().raw("matchLabels", object().text("app.kubernetes.io/name", name))
}
