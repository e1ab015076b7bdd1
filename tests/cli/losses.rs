//! Values dropped by a conversion: reported as warnings with path and reason, rejected with `--strict`.

use super::support::run;

const REQUEST: &str = "\
apiVersion: certificates.k8s.io/v1beta1
kind: PodCertificateRequest
metadata: {name: a}
spec:
  signerName: example.com/signer
  unverifiedUserAnnotations: {a: b}
";

#[track_caller]
fn check(input: &str, version: &str, path: &str, reason: &str) {
    let arguments = ["convert", "-o", "yaml", "--output-version", version];
    let answer = run(&arguments, input);
    let says = |word: &str| format!("{word}: field \"{path}\" is lost in the conversion: {reason}\n");
    assert_eq!((answer.code, answer.err.matches(&says("warning")).count()), (0, 1), "{}", answer.err);
    assert!(!answer.out.is_empty());
    let answer = run(&[&arguments[..], &["--strict"]].concat(), input);
    assert!(answer.code == 1 && answer.err.contains(&says("error")), "{}", answer.err);
    assert!(answer.out.is_empty());
}

#[test]
fn dropped_fields_are_named_with_the_reason_of_the_definitions() {
    let reason = "v1alpha1 has no annotations for the signer";
    check(REQUEST, "certificates.k8s.io/v1alpha1", "spec.unverifiedUserAnnotations", reason);
}

#[test]
fn items_of_a_list_have_their_index() {
    let item = REQUEST.replace('\n', "\n  ");
    let list = format!("apiVersion: v1\nkind: List\nitems:\n- {}\n", item.trim_end());
    let answer = run(&["convert", "-o", "yaml", "--output-version", "certificates.k8s.io/v1alpha1"], list);
    assert!(answer.err.contains("items[0]: field \"spec.unverifiedUserAnnotations\" is lost"), "{}", answer.err);
}

#[test]
fn nothing_is_said_of_what_was_not_set() {
    let input = REQUEST.replace("  unverifiedUserAnnotations: {a: b}\n", "");
    let converted =
        run(&["convert", "-o", "yaml", "--strict", "--output-version", "certificates.k8s.io/v1alpha1"], input);
    assert!(converted.clean().contains("signerName: example.com/signer"));
}

#[test]
fn functions_by_hand_report_what_they_drop() {
    let hpa = |version: &str, metric: &str| {
        format!(
            "apiVersion: autoscaling/{version}\nkind: HorizontalPodAutoscaler\nspec:\n  maxReplicas: 2\n  \
             scaleTargetRef: {{kind: Deployment, name: a}}\n  metrics:\n  - {metric}\n"
        )
    };
    let reason = "Kubernetes converts v2beta1 without the name of the container";
    let path = "spec.metrics[0].containerResource.container";
    let target = "target: {type: Utilization, averageUtilization: 5}";
    let new = format!("{{type: ContainerResource, containerResource: {{name: cpu, container: app, {target}}}}}");
    check(&hpa("v2", &new), "autoscaling/v2beta1", path, reason);
    let old = "{type: ContainerResource, containerResource: {name: cpu, container: app, targetAverageUtilization: 5}}";
    check(&hpa("v2beta1", old), "autoscaling/v2", path, reason);

    let unreadable = "apiVersion: autoscaling/v1\nkind: HorizontalPodAutoscaler\nmetadata:\n  annotations:\n    \
                      autoscaling.alpha.kubernetes.io/metrics: '[{'\n";
    let path = "metadata.annotations[autoscaling.alpha.kubernetes.io/metrics]";
    check(unreadable, "autoscaling/v2", path, "the annotation cannot be parsed");
}

#[test]
fn second_names_that_differ_are_a_loss_in_the_own_version_too() {
    let node = "apiVersion: v1\nkind: Node\nspec: {podCIDR: 10.0.0.0/24, podCIDRs: [10.0.1.0/24, 10.0.2.0/24]}\n";
    check(node, "v1", "spec.podCIDRs", "it differs from podCIDR, which takes precedence");
}

#[test]
fn ignored_parts_of_envelopes_are_reported() {
    let pod = b"apiVersion: v1\nkind: Pod\nmetadata: {name: a}\n";
    let stored = run(&["encode", "-o", "pb"], pod).out;
    let without_texts = stored.strip_suffix(b"\x1a\0\x22\0").expect("an envelope ends with two empty texts");
    let check = |end: &[u8], expected: &[&str]| {
        let envelope = [without_texts, end].concat();
        // Two of them, which are separated correctly.
        for (input, files) in [(envelope.clone(), 1), (envelope.repeat(2), 2)] {
            let answer = run(&["decode"], &input[..]);
            assert_eq!((answer.code, answer.err.lines().count()), (0, files * expected.len()), "{}", answer.err);
            for field in expected {
                let line = format!("warning: {field} of the Protobuf envelope is ignored");
                assert_eq!(answer.err.matches(&line).count(), files, "{}", answer.err);
            }
            let code = run(&["decode", "--strict"], &input[..]).code;
            assert_eq!(code, i32::from(!expected.is_empty()));
        }
    };
    check(b"\x1a\0\x22\0", &[]);
    check(b"\x22\x23application/vnd.kubernetes.protobuf", &[]);
    check(b"\x1a\x04gzip\x22\x10application/json", &["contentEncoding \"gzip\"", "contentType \"application/json\""]);
    check(b"\x1a\x04\x1b[2J", &["contentEncoding \"\\x1b[2J\""]);
    check(
        b"\x2a\x01a\x30\x01\x30\x02\x9d\x06abcd",
        &[5, 6, 99].map(|n| format!("unknown field number {n}")).each_ref().map(String::as_str),
    );
    check(b"\x0a\x03\x1a\x01a", &["unknown field number 3 in typeMeta"]);
}

#[test]
fn invalid_utf16_is_reported_like_invalid_utf8() {
    let utf16 = |text: &str| -> Vec<u8> {
        let unit = |unit: u16| if unit == u16::from(b'?') { 0xd800 } else { unit };
        [0xfeff].into_iter().chain(text.encode_utf16().map(unit)).flat_map(u16::to_le_bytes).collect()
    };
    let json = |value: &str| format!(r#"{{"apiVersion":"v1","kind":"ConfigMap","data":{{"a":"{value}"}}}}"#);
    assert!(run(&["convert", "-o", "json"], utf16(&json("b"))).clean().contains(r#""a": "b""#));
    let answer = run(&["convert", "-o", "json"], utf16(&json("b?")));
    assert_eq!((answer.code, answer.err.matches("U+FFFD").count()), (0, 1), "{}", answer.err);
    let answer = run(&["convert", "-o", "yaml"], utf16("apiVersion: v1\nkind: ConfigMap\ndata: {a: b?}\n"));
    assert!(answer.code == 1 && answer.err.contains(":3:"), "{}", answer.err);
    let answer = run(&["convert", "-o", "yaml"], [&utf16("apiVersion: v1\nkind: ConfigMap\n")[..], b"a"].concat());
    assert_eq!(answer.code, 1, "{}", answer.err);
}
