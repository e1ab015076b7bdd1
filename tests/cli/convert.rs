//! The `convert` command: target versions, inputs, and objects of unknown kinds.

use super::support::{GADGET, OLD, lines, run, words};

#[test]
fn converts_to_the_version_of_today() {
    let answer = run(&["convert", "-o", "yaml"], OLD);
    let text = answer.clean();
    assert!(text.starts_with("apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  labels:\n    app: web\n"), "{text}");
    assert!(text.contains("\n  selector:\n    matchLabels:\n      app: web\n"), "{text}");
    assert!(text.ends_with("status: {}\n"), "{text}");
}

#[test]
fn converts_to_the_version_asked_for() {
    for version in ["apps/v1", "apps/v1beta1", "apps/v1beta2", "extensions/v1beta1"] {
        let answer = run(&["convert", "-f", "-", "--output-version", version, "-o", "json"], OLD);
        assert!(answer.clean().ends_with("    \"status\": {}\n}\n"), "{}", answer.text());
        assert_eq!(answer.json()["apiVersion"], version);
    }
}

#[test]
fn a_release_chooses_a_version_that_holds_the_content() {
    let scaler = |version: &str, spec: &str| {
        format!(
            "apiVersion: {version}\nkind: HorizontalPodAutoscaler\nmetadata: {{name: web}}\nspec: {{maxReplicas: 3{spec}}}\n"
        )
    };
    let pods = ", metrics: [{type: Pods, pods: {metricName: rps, targetAverageValue: 10}}]";
    let cpu = ", metrics: [{type: Resource, resource: {name: cpu, targetAverageUtilization: 80}}]";
    for (version, spec, target, expected) in [
        ("autoscaling/v2beta1", pods, "1.22", "autoscaling/v2beta2"),
        ("autoscaling/v2beta1", cpu, "1.22", "autoscaling/v1"),
        ("autoscaling/v2beta1", pods, "1.23", "autoscaling/v2"),
        ("autoscaling/v2beta1", pods, "1.21", "autoscaling/v2beta1"),
        ("autoscaling/v1", "", "1.36", "autoscaling/v1"),
    ] {
        let answer = run(&["convert", "--target", target, "-o", "json"], scaler(version, spec));
        assert_eq!(answer.json()["apiVersion"], expected, "{version}{spec} in {target}: {}", answer.err);
        assert_eq!(answer.code, 0);
        let edited = run(&["convert", "-q", "--target", target], scaler(version, spec));
        assert!(edited.clean().starts_with(&format!("apiVersion: {expected}\n")), "{}", edited.text());
    }
    let answer = run(&["convert", "-o", "yaml", "--target", "1.7"], "apiVersion: batch/v1\nkind: CronJob\n");
    let reason = "batch/v1 CronJob is not available before 1.21 and has no successor, passed through";
    answer.check(0, &format!("<stdin>: document 1: warning: {reason}\n"));
    assert_eq!(run(&["convert", "-o", "yaml", "--target", "1.22", "--output-version", "apps/v1"], OLD).code, 2);
}

#[test]
fn paths_need_no_option() {
    let folder = super::support::Folder::new("convert-paths");
    let [one, two] = ["one", "two"].map(|name| folder.file(&format!("{name}.yaml"), OLD));
    let expected = run(&["convert", "-o", "yaml", "-f", &one, &two], "");
    for arguments in [&[&*one, &two][..], &[&*one, "-f", &two], &["-f", &*two, "--", &*one]] {
        let answer = run(&[&["convert", "-o", "yaml"], arguments].concat(), "");
        assert_eq!(answer.clean(), expected.clean(), "{arguments:?}");
    }
}

#[test]
fn every_conversion_goes_by_way_of_the_hub() {
    let input = OLD.replace("      containers:", "      serviceAccountName: shop\n      containers:");
    let answer = run(&["convert", "-o", "yaml", "--output-version", "extensions/v1beta1"], input);
    assert_eq!(lines(answer.clean(), "serviceAccount").len(), 2, "{}", answer.text());
}

#[test]
fn unknown_kinds_keep_their_values() {
    let warning = "<stdin>: document 1: warning: unknown kind example.com/v1 Gadget, passed through\n";
    for command in ["convert -o yaml", "decode"] {
        let answer = run(&words(command), GADGET);
        assert_eq!(answer.text(), "apiVersion: example.com/v1\nkind: Gadget\nspec:\n  enabled: true\n  mode: 420\n");
        answer.check(0, warning);
    }
    let answer = run(&["encode", "-o", "json"], GADGET);
    assert_eq!(
        answer.text(),
        "{\"apiVersion\":\"example.com/v1\",\"kind\":\"Gadget\",\"spec\":{\"enabled\":true,\"mode\":420}}\n"
    );
    let answer = run(&["convert", "-o", "json"], r#"{"kind":"Gadget","apiVersion":"example.com/v1","n":1.50}"#);
    assert!(answer.text().ends_with("    \"n\": 1.50\n}\n"), "{}", answer.text());
}

#[test]
fn unknown_kinds_have_no_protobuf() {
    let answer = run(&["encode"], GADGET);
    assert!(answer.out.is_empty());
    answer.check(
        1,
        "<stdin>: document 1: error: unknown kind example.com/v1 Gadget, which cannot be encoded as Protobuf\n",
    );
}

#[test]
fn near_misses_are_explained() {
    let answer = run(&["convert", "-o", "yaml"], OLD.replace("extensions/v1beta1", "apps/v1beta3"));
    assert!(answer.text().starts_with("apiVersion: apps/v1beta3\n"));
    let versions = "apps/v1, apps/v1beta2, apps/v1beta1, extensions/v1beta1";
    let warning = format!(
        "<stdin>: document 1: warning: unknown kind apps/v1beta3 Deployment, passed through; Deployment is in {versions}\n"
    );
    answer.check(0, &warning);
    let answer = run(&["convert", "-o", "yaml"], OLD.replace("kind: Deployment", "kind: deployment"));
    assert!(answer.err.ends_with("passed through; did you mean Deployment?\n"), "{}", answer.err);
    // The kinds of unregistered groups are unknown, so no similar name is suggested.
    for group in ["example.com", "apps.example.com"] {
        let text = OLD.replace("extensions/v1beta1", &format!("{group}/v1")).replace("Deployment", "deployment");
        let answer = run(&["convert", "-o", "yaml"], text);
        assert!(!answer.err.contains("did you mean"), "{}", answer.err);
    }
}

#[test]
fn a_version_without_the_kind_is_an_error_for_a_document_alone() {
    let asked = ["convert", "-o", "yaml", "--output-version", "batch.example.com/v1"];
    let answer = run(&asked, OLD);
    assert!(answer.out.is_empty());
    let reason = "batch.example.com/v1 has no kind Deployment, which is in \
                  apps/v1, apps/v1beta2, apps/v1beta1, extensions/v1beta1";
    answer.check(1, &format!("<stdin>:2:7: document 1: error: {reason}\n2 | kind: Deployment\n  |       ^\n"));

    let answer = run(&asked, format!("{OLD}---\n{GADGET}"));
    assert_eq!(lines(answer.text(), "apiVersion:"), ["apiVersion: extensions/v1beta1", "apiVersion: example.com/v1"]);
    assert!(!answer.text().contains("imagePullPolicy"), "passed through as it was");
    assert_eq!(answer.code, 0);
    assert!(answer.err.starts_with(&format!("<stdin>:2:7: document 1: warning: {reason}, passed through\n")));
}

#[test]
fn a_version_that_its_group_has_not_is_wrong_usage() {
    let answer = run(&["convert", "-o", "yaml", "--output-version", "apps/v1beta3"], OLD);
    assert_eq!((answer.code, answer.out.len()), (2, 0));
    let expected = "error: unknown version apps/v1beta3: expected one of apps/v1, apps/v1beta2, apps/v1beta1\n";
    assert!(answer.err.starts_with(expected), "{}", answer.err);
    for wrong in ["a/b/c", "", "apps/", "apps/__internal"] {
        let answer = run(&["convert", "-o", "yaml", "--output-version", wrong], OLD);
        assert_eq!(answer.code, 2, "{wrong}");
        assert!(answer.err.contains("expected GROUP/VERSION"), "{}", answer.err);
    }
}

#[test]
fn the_items_of_a_list_are_converted() {
    let indented = |document: &str| document.replace('\n', "\n  ").trim_end().to_string();
    let list = format!("apiVersion: v1\nkind: List\nitems:\n- {}\n- {}\n", indented(OLD), indented(GADGET));
    let answer = run(&["convert", "-o", "json"], &list);
    answer.check(0, "<stdin>: document 1: warning: items[1]: unknown kind example.com/v1 Gadget, passed through\n");
    let value = answer.json();
    assert_eq!(value["kind"], "List");
    assert_eq!(value["items"][0]["apiVersion"], "apps/v1");
    assert_eq!(value["items"][0]["spec"]["template"]["spec"]["containers"][0]["imagePullPolicy"], "Always");
    assert_eq!(value["items"][1]["spec"]["mode"], 420);
    assert_eq!(value["items"].as_array().map(Vec::len), Some(2));
}

#[test]
fn the_example_becomes_an_application_of_today() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/manifests/shop-2018.yaml");
    let answer = run(&["convert", "-o", "yaml", "-f", path, "--strict"], "");
    assert_eq!(answer.code, 0, "{}", answer.err);
    assert_eq!(answer.text().matches("apiVersion: apps/v1\nkind: Deployment\n").count(), 4);
    assert_eq!(lines(answer.text(), "kind: Deployment").len(), 5, "four and the autoscaler's reference");
    assert!(answer.text().contains("defaultMode: 256"));
    for kind in ["networking.k8s.io/v1\nkind: Ingress\n", "autoscaling/v2\nkind: HorizontalPodAutoscaler\n"] {
        assert!(answer.text().contains(kind), "{}", answer.text());
    }
    let unknown: Vec<_> =
        answer.err.lines().filter_map(|line| line.split_once("warning: ")).map(|(_, why)| why).collect();
    assert_eq!(unknown, ["unknown kind monitoring.coreos.com/v1 ServiceMonitor, passed through"]);
}

#[test]
fn every_group_leads_to_the_version_of_today() {
    for (version, kind, expected) in [
        ("extensions/v1beta1", "Ingress", "networking.k8s.io/v1"),
        ("extensions/v1beta1", "NetworkPolicy", "networking.k8s.io/v1"),
        ("extensions/v1beta1", "DaemonSet", "apps/v1"),
        ("apps/v1beta2", "ControllerRevision", "apps/v1"),
        ("v1", "Event", "v1"),
        ("events.k8s.io/v1beta1", "Event", "events.k8s.io/v1"),
        ("autoscaling/v1", "HorizontalPodAutoscaler", "autoscaling/v2"),
        ("autoscaling/v2beta1", "HorizontalPodAutoscaler", "autoscaling/v2"),
        ("batch/v2alpha1", "CronJob", "batch/v1"),
        ("policy/v1beta1", "PodDisruptionBudget", "policy/v1"),
        ("policy/v1beta1", "Eviction", "policy/v1"),
        ("certificates.k8s.io/v1beta1", "CertificateSigningRequest", "certificates.k8s.io/v1"),
        ("certificates.k8s.io/v1alpha1", "ClusterTrustBundle", "certificates.k8s.io/v1"),
        ("flowcontrol.apiserver.k8s.io/v1beta1", "FlowSchema", "flowcontrol.apiserver.k8s.io/v1"),
        ("storage.k8s.io/v1alpha1", "VolumeAttachment", "storage.k8s.io/v1"),
        ("scheduling.k8s.io/v1alpha1", "PriorityClass", "scheduling.k8s.io/v1"),
        ("rbac.authorization.k8s.io/v1alpha1", "Role", "rbac.authorization.k8s.io/v1"),
        ("discovery.k8s.io/v1alpha1", "EndpointSlice", "discovery.k8s.io/v1"),
        ("resource.k8s.io/v1alpha3", "DeviceClass", "resource.k8s.io/v1"),
        ("coordination.k8s.io/v1alpha1", "LeaseCandidate", "coordination.k8s.io/v1beta1"),
        ("apiregistration.k8s.io/v1beta1", "APIService", "apiregistration.k8s.io/v1"),
        ("node.k8s.io/v1alpha1", "RuntimeClass", "node.k8s.io/v1"),
    ] {
        let text = format!("apiVersion: {version}\nkind: {kind}\nmetadata:\n  name: a\n");
        let answer = run(&["convert", "-o", "json"], &text);
        assert_eq!(
            (answer.code, &answer.json()["apiVersion"]),
            (0, &expected.into()),
            "{version} {kind} {}",
            answer.err
        );
    }
    for (version, kind) in [("extensions/v1beta1", "PodSecurityPolicy"), ("settings.k8s.io/v1alpha1", "PodPreset")] {
        let answer = run(&["convert", "-o", "yaml"], format!("apiVersion: {version}\nkind: {kind}\n"));
        assert!(answer.err.contains("has no successor, passed through"), "{}", answer.err);
    }
}
