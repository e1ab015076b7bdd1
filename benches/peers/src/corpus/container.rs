//! Containers with environment, probes, resources and mounts.

use super::json::{Object, list, object, texts};
use super::random::Random;

/// Returns a container as a chart defines it, completed by the API server.
pub fn container(name: &str, variables: usize, random: &mut Random) -> Object {
    let args = "exec /usr/bin/server --config=/etc/config/server.yaml && echo \"done\"";
    let started = image(name, random).raw("command", texts(["/bin/sh", "-c"])).raw("args", texts([args]));
    let serving = started.raw("ports", list([port("http", 8080), port("metrics", 9090)]));
    let probed = equipped(serving, variables, random)
        .raw("livenessProbe", probe("/healthz", random))
        .raw("readinessProbe", probe("/readyz", random));
    let sleep = object().raw("exec", object().raw("command", texts(["sleep", "5"])));
    completed(probed.raw("lifecycle", object().raw("preStop", sleep)))
}

/// Returns a sidecar container without probes and ports.
pub fn sidecar(name: &str, variables: usize, random: &mut Random) -> Object {
    let args = texts(["--config=/etc/config/shipper.yaml"]);
    completed(equipped(image(name, random).raw("args", args), variables, random))
}

fn image(name: &str, random: &mut Random) -> Object {
    object().text("name", name).text("image", format!("registry.example.com/shop/{name}@sha256:{}", random.hex(64)))
}

fn equipped(container: Object, variables: usize, random: &mut Random) -> Object {
    container
        .raw("env", list((0..variables).map(|index| variable(index, random))))
        .raw("resources", resources(random))
        .raw("volumeMounts", mounts())
}

/// Adds the defaults of the API server and the fields after them.
fn completed(container: Object) -> Object {
    container
        .text("terminationMessagePath", "/dev/termination-log")
        .text("terminationMessagePolicy", "File")
        .text("imagePullPolicy", "IfNotPresent")
        .raw("securityContext", security())
}

fn port(name: &str, number: i32) -> Object {
    object().text("name", name).raw("containerPort", number).text("protocol", "TCP")
}

fn variable(index: usize, random: &mut Random) -> Object {
    let name = random.pick(&["DATABASE", "CACHE", "QUEUE", "TRACING", "FEATURE"]);
    let variable = object().text("name", format!("{name}_SETTING_{index}"));
    match index % 4 {
        0 => variable.text("value", format!("postgres://{name}.shop.svc.cluster.local:5432/{}", random.hex(6))),
        1 => variable.text("value", if random.below(2) == 0 { "true" } else { "false" }),
        2 => variable.raw("valueFrom", secret_key(random)),
        _ => variable.raw("valueFrom", field("metadata.name")),
    }
}

fn secret_key(random: &mut Random) -> Object {
    let key = object().text("name", format!("credentials-{}", random.hex(5))).text("key", "password");
    object().raw("secretKeyRef", key)
}

/// Returns a reference to a field of the pod.
pub fn field(path: &str) -> Object {
    object().raw("fieldRef", object().text("apiVersion", "v1").text("fieldPath", path))
}

fn resources(random: &mut Random) -> Object {
    let amounts = |random: &mut Random| {
        let (cpu, memory) = (50 * (1 + random.below(19)), 64 << random.below(4));
        object().text("cpu", format!("{cpu}m")).text("memory", format!("{memory}Mi"))
    };
    object().raw("limits", amounts(random)).raw("requests", amounts(random))
}

fn mounts() -> String {
    let mount = |name: &str, path: &str| object().text("name", name).text("mountPath", path);
    list([
        mount("config", "/etc/config"),
        mount("cache", "/var/cache/server"),
        object()
            .text("name", "kube-api-access")
            .raw("readOnly", true)
            .text("mountPath", "/var/run/secrets/kubernetes.io/serviceaccount"),
    ])
}

fn probe(path: &str, random: &mut Random) -> Object {
    object()
        .raw("httpGet", object().text("path", path).raw("port", "\"http\"").text("scheme", "HTTP"))
        .raw("initialDelaySeconds", 5 + random.below(20))
        .raw("timeoutSeconds", 1 + random.below(4))
        .raw("periodSeconds", 10)
        .raw("successThreshold", 1)
        .raw("failureThreshold", 3)
}

fn security() -> Object {
    object()
        .raw("capabilities", object().raw("drop", texts(["ALL"])))
        .raw("runAsUser", 65532)
        .raw("runAsNonRoot", true)
        .raw("readOnlyRootFilesystem", true)
        .raw("allowPrivilegeEscalation", false)
}
