//! `convert --level`, `--fix` and `--explain`: which values are added, and what is listed.

use serde_json::{Value, json};

use super::support::{GADGET, OLD, run};

const DEFINITION: &str = "\
apiVersion: apiextensions.k8s.io/v1beta1
kind: CustomResourceDefinition
metadata: {name: foos.example.com}
spec:
  group: example.com
  version: v1
  scope: Namespaced
  names: {plural: foos, kind: Foo}
";

/// An object whose edit is impossible, because both paths share the text of the backend.
const SHARED: &str = "\
apiVersion: networking.k8s.io/v1beta1
kind: Ingress
metadata: {name: web}
spec:
  rules:
  - http: {paths: [{path: /a, backend: &shop {serviceName: shop, servicePort: 80}}, {path: /b, backend: *shop}]}
";

#[test]
fn adopted_defaults_are_not_written_but_listed() {
    let answer = run(&["convert", "-q", "--level", "adopt"], OLD);
    let expected = OLD
        .replace("extensions/v1beta1", "apps/v1")
        .replace("spec:\n  template", "spec:\n  selector:\n    matchLabels:\n      app: web\n  template");
    assert_eq!((answer.code, answer.text()), (0, &*expected));
    let adopted = |path: &str| format!("<stdin>: document 1: warning: accepts the default of apps/v1: {path}\n");
    let expected = [
        "metadata.labels: {\"app\":\"web\"} is no longer set",
        "spec.progressDeadlineSeconds: 2147483647 becomes 600",
        "spec.revisionHistoryLimit: 2147483647 becomes 10",
        "spec.strategy.rollingUpdate.maxSurge: 1 becomes \"25%\"",
        "spec.strategy.rollingUpdate.maxUnavailable: 1 becomes \"25%\"",
    ];
    assert_eq!(answer.err, expected.map(adopted).concat());
    assert_eq!(run(&["convert", "-q", "--level", "adopt"], answer.text()).clean(), answer.text());

    let answer = run(&["convert", "-q", "--level", "adopt", "--check", "--report", "json"], OLD);
    assert_eq!((answer.code, &*answer.err), (3, ""));
    let entries = answer.json();
    let entry = &entries.as_array().expect("a list")[3];
    assert_eq!(
        (&entry["rule"], &entry["line"], &entry["document"], &entry["default"]),
        (
            &json!("default-adopted"),
            &json!(1),
            &json!(1),
            &json!({"path": "spec.progressDeadlineSeconds", "before": "2147483647", "after": "600"})
        )
    );
}

#[test]
fn required_values_are_written_at_every_level() {
    for (text, required) in [
        (DEFINITION, "served: true"),
        (
            "apiVersion: admissionregistration.k8s.io/v1beta1\nkind: MutatingWebhookConfiguration\n\
             metadata: {name: a}\nwebhooks:\n- {name: a.b.c, clientConfig: {}}\n",
            "admissionReviewVersions: [v1beta1]",
        ),
        (
            "apiVersion: certificates.k8s.io/v1beta1\nkind: CertificateSigningRequest\nmetadata: {name: a}\n\
             spec: {request: aGk=}\n",
            "signerName: kubernetes.io/legacy-unknown",
        ),
        (
            "apiVersion: policy/v1beta1\nkind: PodDisruptionBudget\nmetadata: {name: a}\nspec: {selector: {}}\n",
            "pdb.kubernetes.io/deprecated-v1beta1-empty-selector-match",
        ),
    ] {
        for level in ["exact", "adopt", "full"] {
            let answer = run(&["convert", "-q", "--level", level], text);
            assert_eq!(answer.code, 0, "{}", answer.err);
            assert!(answer.text().contains(required), "{level}: {}", answer.text());
        }
    }
    let answer = run(&["convert", "-q", "--level", "adopt"], DEFINITION);
    assert!(!answer.text().contains("preserveUnknownFields"), "{}", answer.text());
}

#[test]
fn everything_is_written_at_the_full_level() {
    let complete = run(&["convert", "-o", "yaml"], OLD);
    let edited = run(&["convert", "-q", "--level", "full"], OLD);
    assert!(edited.clean().contains("      - {name: web, image: nginx, "), "{}", edited.text());
    for level in ["exact", "full"] {
        assert_eq!(run(&["convert", "-o", "yaml", "--level", level], edited.text()).clean(), complete.clean());
    }
    assert_eq!(run(&["convert", "-q", "--level", "full"], edited.text()).clean(), edited.text());
    assert_eq!(run(&["convert", "-q", "--level", "full"], complete.text()).clean(), complete.text());
    // Objects of current versions are completed, too; kinds without defaults stay.
    let current = run(&["convert", "-q", "--level", "full"], "apiVersion: v1\nkind: Service\nmetadata: {name: a}\n");
    assert!(current.clean().contains("sessionAffinity: None"), "{}", current.text());
    assert_eq!(run(&["convert", "-q", "--level", "full"], GADGET).clean(), GADGET);
}

#[test]
fn minimal_objects_are_printed_anew() {
    let answer = run(&["convert"], SHARED);
    assert!(answer.err.contains("print the object anew with `-o yaml --level exact`\n"), "{}", answer.err);
    let answer = run(&["convert", "-o", "yaml", "--level", "exact"], SHARED);
    let expected = "\
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata:
  name: web
spec:
  rules:
  - http:
      paths:
      - backend:
          service:
            name: shop
            port:
              number: 80
        path: /a
        pathType: ImplementationSpecific
      - backend:
          service:
            name: shop
            port:
              number: 80
        path: /b
        pathType: ImplementationSpecific
";
    assert_eq!(answer.clean(), expected);

    // The same values as in the edited text, in every format, and for binary input.
    let edited = run(&["convert", "-q"], OLD);
    let json = run(&["convert", "-o", "json", "--level", "exact"], OLD);
    let anew = run(&["yaml-to-json"], edited.text()).clean().parse::<Value>().expect("JSON");
    assert_eq!(json.json(), anew);
    let list = format!("apiVersion: v1\nkind: List\nitems:\n- {}", OLD.trim_end().replace('\n', "\n  "));
    let list = run(&["convert", "-o", "json", "--level", "exact"], list + "\n");
    assert_eq!(list.json()["items"][0], anew);
    let stored = run(&["encode"], OLD).out;
    let adopted = run(&["convert", "-o", "json", "--level", "adopt"], stored);
    assert_eq!(adopted.json()["spec"]["selector"], anew["spec"]["selector"]);
    assert_eq!(adopted.json()["spec"]["revisionHistoryLimit"], Value::Null);

    // A version that is served and not deprecated stays, as in the text.
    let current = "apiVersion: autoscaling/v1\nkind: HorizontalPodAutoscaler\nmetadata:\n  name: '\u{2028}'\n";
    let answer = run(&["convert", "-o", "yaml", "--level", "exact"], current);
    assert_eq!(answer.clean(), current);
    assert_eq!(
        run(&["convert", "-o", "yaml", "--level", "exact"], GADGET).text(),
        run(&["convert", "-o", "yaml"], GADGET).text()
    );
}

#[test]
fn fixes_are_applied_and_listed() {
    let answer = run(&["convert", "-q", "--fix"], DEFINITION);
    let expected = DEFINITION.replace("v1beta1", "v1").replace(
        "  version: v1\n",
        "  versions:\n  - name: v1\n    served: true\n    storage: true\n    schema:\n      openAPIV3Schema:\n        \
             type: object\n        x-kubernetes-preserve-unknown-fields: true\n",
    );
    assert_eq!((answer.code, answer.text()), (0, &*expected));
    let messages: Vec<_> = answer.err.lines().collect();
    assert_eq!(
        messages,
        [
            "<stdin>: document 1: warning: fixed spec.preserveUnknownFields: it is no longer set; must not be true in \
             the new version",
            "<stdin>: document 1: warning: fixed spec.versions[0].schema: {\"openAPIV3Schema\":{\"type\":\"object\",\
             \"x-kubernetes-preserve-unknown-fields\":true}} is set; each version needs a schema",
        ]
    );
    assert_eq!(run(&["convert", "--strict", "-q", "--fix"], DEFINITION).code, 0);
    let printed = run(&["convert", "-o", "yaml", "--fix"], DEFINITION);
    assert!(printed.text().contains("x-kubernetes-preserve-unknown-fields: true"), "{}", printed.text());
    assert!(printed.text().contains("storedVersions"), "complete: {}", printed.text());
    let answer = run(&["convert", "--check", "-q", "--fix", "--report", "json"], DEFINITION);
    let entries = answer.json();
    let rules: Vec<_> = entries.as_array().expect("a list").iter().map(|entry| entry["rule"].clone()).collect();
    assert_eq!(rules, ["api-version", "field-added", "fixed"]);
    let answer = run(&["convert", "--check", "-q", "--report", "json"], DEFINITION);
    let entries = answer.json();
    let invalid: Vec<_> =
        entries.as_array().expect("a list").iter().filter(|entry| entry["rule"] == "invalid").collect();
    assert_eq!(invalid.len(), 2, "{entries}");
    assert_eq!((&invalid[0]["value"]["path"], &invalid[0]["line"]), (&json!("spec.preserveUnknownFields"), &json!(1)));
}

#[test]
fn schemas_keep_all_fields_after_a_fix() {
    let schema = "  validation:
    openAPIV3Schema:   # the root
      required: [spec]
      properties:
        metadata: {type: object}
        spec:
          type: object
          properties:
            free: {description: anything}
            items: {type: array}
            named: {type: object, additionalProperties: {type: object}}
            count: {type: integer}
";
    let text = format!("{}{schema}", DEFINITION.replace("example.com", "example.k8s.io"));
    let answer = run(&["convert", "-q", "--fix"], &text);
    assert_eq!(answer.code, 0, "{}", answer.err);
    assert!(!answer.err.contains("will refuse"), "{}", answer.err);
    let json = run(&["yaml-to-json"], answer.text()).clean().parse::<Value>().expect("JSON");
    let open = json!({"x-kubernetes-preserve-unknown-fields": true});
    let schema = &json["spec"]["versions"][0]["schema"]["openAPIV3Schema"];
    assert_eq!(
        *schema,
        json!({
            "type": "object",
            "required": ["spec"],
            "properties": {
                "metadata": {"type": "object"},
                "spec": {
                    "type": "object",
                    "properties": {
                        "free": {"description": "anything", "x-kubernetes-preserve-unknown-fields": true},
                        "items": {"type": "array", "items": open},
                        "named": {
                            "type": "object",
                            "additionalProperties": {"type": "object", "x-kubernetes-preserve-unknown-fields": true},
                        },
                        "count": {"type": "integer"},
                    },
                    "x-kubernetes-preserve-unknown-fields": true,
                },
            },
            "x-kubernetes-preserve-unknown-fields": true,
        })
    );
    assert_eq!(json["metadata"]["annotations"]["api-approved.kubernetes.io"], "unapproved, no approval is known");
    // A definition that drops unknown fields keeps doing so.
    let pruning = run(&["convert", "-q", "--fix"], text + "  preserveUnknownFields: false\n");
    assert!(!pruning.text().contains("type: integer}\n            x-"), "{}", pruning.text());
    assert_eq!(pruning.text().matches("preserve-unknown-fields").count(), 2, "{}", pruning.text());
}

#[test]
fn explanations_are_comments() {
    let answer = run(&["convert", "-q", "--explain"], OLD);
    for line in [
        "  labels:  # default of extensions/v1beta1; apps/v1 has none\n",
        "  selector:  # default of extensions/v1beta1; apps/v1 requires it\n",
        "  revisionHistoryLimit: 2147483647  # default of extensions/v1beta1; apps/v1 has 10\n",
    ] {
        assert!(answer.clean().contains(line), "{}", answer.text());
    }
    assert_eq!(run(&["convert", "-q", "--explain"], answer.text()).clean(), answer.text());
    assert_eq!(uncommented(answer.text()), run(&["convert", "-q"], OLD).clean());

    // A line that has a comment already keeps it.
    let flow = "apiVersion: apps/v1beta1\r\nkind: Deployment\r\nmetadata: {name: a, labels: {a: b}}\r\n\
                spec: {template: {metadata: {labels: {a: b}}, spec: {containers: [{name: a, image: b}]}}}   # end\r\n";
    let answer = run(&["convert", "-q", "--explain"], flow);
    let expected = "apiVersion: apps/v1\r\nkind: Deployment\r\nmetadata: {name: a, labels: {a: b}}\r\n\
                    # selector: default of apps/v1beta1; apps/v1 requires it, \
                    revisionHistoryLimit: default of apps/v1beta1; apps/v1 has 10\r\n\
                    spec: {selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}, \
                    spec: {containers: [{name: a, image: b}]}}, \
                    revisionHistoryLimit: 2}   # end\r\n";
    assert_eq!(answer.clean(), expected);
    // JSON has no comments.
    let json = run(&["convert", "-o", "json", "--level", "exact"], OLD.replace("apps/v1", "apps/v1beta2"));
    let json = json.clean().replace("apps/v1", "apps/v1beta1");
    assert_eq!(run(&["convert", "-q", "--explain"], &json).clean(), run(&["convert", "-q"], &json).clean());
}

/// Removes the comments that explain values.
fn uncommented(text: &str) -> String {
    let lines = text.lines().map(|line| line.split_once("  # default of ").map_or(line, |(line, _)| line));
    lines.map(|line| format!("{line}\n")).collect()
}

#[test]
fn annotations_with_old_content_are_reported() {
    let text = "\
apiVersion: apps/v1beta2
kind: Deployment
metadata:
  name: x
  annotations:
    kubectl.kubernetes.io/last-applied-configuration: '{\"password\": \"hunter2\"}'
spec:
  selector: {matchLabels: {app: web}}
  template:
    metadata:
      labels: {app: web}
      annotations:
        pod.beta.kubernetes.io/init-containers: '[{\"name\":\"a\",\"image\":\"b\"}]'
    spec:
      containers: [{name: web, image: web}]
";
    let answer = run(&["convert", "-q"], text);
    assert_eq!((answer.code, answer.text()), (0, &*text.replace("v1beta2", "v1")));
    let messages: Vec<_> = answer.err.lines().collect();
    assert_eq!(
        messages,
        ["<stdin>: document 1: warning: metadata.annotations[\"kubectl.kubernetes.io/last-applied-configuration\"] \
             contains the old version, with which the next `kubectl apply` compares the object; drop it with --fix",]
    );
    let answer = run(&["convert", "-q", "--fix"], text);
    assert!(!answer.text().contains("last-applied") && !answer.err.contains("hunter2"), "{}", answer.err);
    assert!(answer.err.contains("warning: fixed metadata.annotations: it is no longer set; "), "{}", answer.err);
}

#[test]
fn removed_kinds_fail_unless_the_release_serves_them() {
    let text = "apiVersion: policy/v1beta1\nkind: PodSecurityPolicy\nmetadata: {name: a}\n";
    let answer = run(&["convert"], text);
    assert_eq!((answer.code, answer.text()), (1, text));
    let error =
        "<stdin>:1:1: document 1: error: policy/v1beta1 PodSecurityPolicy was removed in 1.25 and has no successor";
    assert!(answer.err.starts_with(error), "{}", answer.err);
    assert!(answer.err.ends_with("0 converted, 0 unchanged, 1 refused\n"), "{}", answer.err);
    assert_eq!(run(&["convert", "-q", "--target", "1.24"], text).clean(), text);
    let printed = run(&["convert", "-o", "yaml"], text);
    assert_eq!(printed.code, 0, "complete objects are passed through: {}", printed.err);
}

#[test]
fn each_item_of_a_list_has_its_own_version() {
    let item = |name: &str, metric: &str| {
        format!(
            "- apiVersion: autoscaling/v2beta1\n  kind: HorizontalPodAutoscaler\n  metadata: {{name: {name}}}\n  spec: \
             {{maxReplicas: 3, scaleTargetRef: {{kind: Deployment, name: a}}, metrics: [{metric}]}}\n"
        )
    };
    let pods = item("pods", "{type: Pods, pods: {metricName: hits, targetAverageValue: 9}}");
    let cpu = item("cpu", "{type: Resource, resource: {name: cpu, targetAverageUtilization: 80}}");
    let text = format!("apiVersion: v1\nkind: List\nitems:\n{pods}{cpu}");
    let answer = run(&["convert", "-q", "--target", "1.22"], &text);
    let versions: Vec<_> = answer.clean().lines().filter(|line| line.starts_with("- apiVersion")).collect();
    assert_eq!(versions, ["- apiVersion: autoscaling/v2beta2", "- apiVersion: autoscaling/v1"]);
}

#[test]
fn comments_need_an_edited_text() {
    let answer = run(&["convert", "--explain", "-o", "yaml"], OLD);
    assert_eq!((answer.code, answer.out.len()), (2, 0));
    assert!(answer.err.contains("--explain needs -o source"), "{}", answer.err);
}
