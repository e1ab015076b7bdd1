//! Kustomizations and patches. The folder `kustomize` contains a base with two overlays, and what they become;
//! `BLESS=1` rewrites it.

use std::fs;
use std::path::Path;

use serde_json::Value;

use super::support::{Folder, run};

const INPUT: &str = "tests/cli/kustomize/in";
const OUTPUT: &str = "tests/cli/kustomize/out";

/// Returns the paths of all files below a folder, relative to it.
fn names(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).expect("a folder") {
            let path = entry.expect("an entry").path();
            match path.is_dir() {
                true => folders.push(path),
                false => found.push(path.strip_prefix(folder).expect("below").display().to_string()),
            }
        }
    }
    found.sort();
    found
}

fn text(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).expect("a text")
}

#[test]
fn bases_overlays_and_patches_are_converted_together() {
    let folder = Folder::new("kustomize");
    let answer = run(&["convert", "-R", INPUT, "-q", "--output-dir", &folder.path()], "");
    assert_eq!(answer.code, 0, "{}", answer.err);
    let omitted = "patches[3].patch[2].value.pathType was \"ImplementationSpecific\" by default, and a patch";
    assert!(answer.err.contains(omitted) && answer.err.lines().count() == 1, "{}", answer.err);
    let output = Path::new(OUTPUT);
    if std::env::var_os("BLESS").is_some() {
        drop(fs::remove_dir_all(output));
        for name in names(&folder.0) {
            fs::create_dir_all(output.join(&name).parent().expect("a folder")).expect("a folder");
            fs::copy(folder.0.join(&name), output.join(&name)).expect("a copy");
        }
    }
    assert_eq!(names(&folder.0), names(output));
    for name in names(output) {
        assert_eq!(text(&folder.0, &name), text(output, &name), "{name}");
    }
    // A second run changes nothing, and neither kustomizations nor patches are mistaken for objects.
    let again = run(&["convert", "-R", &folder.path(), "--check"], "");
    assert_eq!((again.code, again.text()), (0, ""), "{}", again.err);
    assert!(again.err.ends_with(" 0 refused\n") && again.err.starts_with("0 converted"), "{}", again.err);
}

#[test]
fn edits_of_selectors_and_paths_are_listed() {
    let answer = run(&["convert", "-R", INPUT, "-q", "--check", "--report", "json"], "");
    assert_eq!(answer.code, 3);
    let entries = answer.json();
    let entries: Vec<&Value> = entries.as_array().expect("a list").iter().collect();
    let of = |name: &str| -> Vec<(i64, &str)> {
        let own = entries.iter().filter(|entry| entry["file"].as_str().is_some_and(|file| file.ends_with(name)));
        own.map(|entry| (entry["line"].as_i64().expect("a line"), entry["message"].as_str().expect("a message")))
            .collect()
    };
    let found = of("production/kustomization.yaml");
    assert!(found.contains(&(13, "patches[1].target.version is changed from v2beta1 to v2")), "{found:?}");
    assert!(found.contains(&(15, "patches[2].target.group is changed from extensions to apps")), "{found:?}");
    let path = "/spec/rules/0/http/paths/0/backend";
    let renamed = format!("patches[3].patch[0].path is changed from {path}/serviceName to {path}/service/name");
    assert!(found.contains(&(26, &renamed)), "{found:?}");
    assert_eq!(of("production/replicas.yaml"), [(1, "extensions/v1beta1 becomes apps/v1")]);
    let diff = run(&["convert", "-R", INPUT, "-q", "--diff"], "");
    assert!(diff.text().contains("\n+    version: v2   # the old API\n"), "{}", diff.text());
}

const DEPLOYMENT: &str =
    "apiVersion: extensions/v1beta1\nkind: Deployment\nmetadata: {name: web}\nspec:\n  replicas: 3\n";

#[test]
fn patches_are_named_on_the_command_line() {
    let folder = Folder::new("kustomize-named");
    let patch = folder.file("patch.yaml", DEPLOYMENT);
    let job = folder.file("job.yaml", "apiVersion: batch/v1beta1\nkind: CronJob\nspec: {schedule: daily}\n");
    let expected = DEPLOYMENT.replace("extensions/v1beta1", "apps/v1");
    for arguments in [&["convert", "-q", "--patches", &*patch][..], &["convert", "-q", &patch, "--patches", &patch]] {
        assert_eq!(run(arguments, "").clean(), expected);
    }
    let answer = run(&["convert", "-q", "-i", &job, "--patches", &patch], "");
    assert_eq!((answer.code, &*fs::read_to_string(patch).expect("a text")), (0, &*expected));
}

#[test]
fn a_suspected_patch_gets_no_defaults() {
    let answer = run(&["convert", "-q"], DEPLOYMENT);
    assert_eq!((answer.code, answer.text()), (0, &*DEPLOYMENT.replace("extensions/v1beta1", "apps/v1")));
    assert!(
        answer.err.contains("warning: this looks like a patch") && answer.err.contains("`--patches`"),
        "{}",
        answer.err
    );
    // An object that needs no conversion may be what it wants.
    assert_eq!(run(&["convert", "-q"], answer.text()).clean(), answer.text());
}

/// Writes a kustomization and returns its path, and the messages of converting it.
fn refused(name: &str, kustomization: &str) -> String {
    let folder = Folder::new(name);
    let path = folder.file("kustomization.yaml", kustomization);
    let answer = run(&["convert", "-q", &path], "");
    assert_eq!((answer.code, answer.text()), (1, kustomization), "{}", answer.err);
    answer.err
}

#[test]
fn paths_without_a_single_place_are_refused() {
    let messages = refused(
        "kustomize-refused",
        "\
patches:
- target: {group: autoscaling, version: v2beta1, kind: HorizontalPodAutoscaler}
  patch: |-
    - op: add
      path: /spec/metrics/0/resource/targetAverageUtilization
      value: 60
    - op: move
      from: /spec/metrics/0/resource/targetAverageValue
      path: /spec/metrics/1/resource/targetAverageValue
- target: {group: apiextensions.k8s.io, version: v1beta1, kind: CustomResourceDefinition}
  patch: |-
    - op: remove
      path: /spec/validation
",
    );
    assert!(messages.contains("autoscaling/v2 needs spec.metrics[0].resource.target.type"), "{messages}");
    assert!(messages.contains("in another list, at spec.versions[0].schema"), "{messages}");
    assert!(messages.contains("kustomization.yaml:3:"), "{messages}");
    let messages =
        refused("kustomize-selector", "patches:\n- path: a.yaml\n  target: {group: extensions, version: v1beta1}\n");
    assert!(messages.contains(":3:") && messages.contains("different versions"), "{messages}");
}

#[test]
fn kustomizations_without_a_version_are_no_objects() {
    let folder = Folder::new("kustomize-old");
    let text = "# old\nresources: [web.yaml]\n";
    let path = folder.file("kustomization.yaml", text);
    assert_eq!(run(&["convert", &path, "-q"], "").clean(), text);
    folder.file("web.yaml", "apiVersion: v1\nkind: Secret\nmetadata: {name: a}\n");
    let answer = run(&["convert", "-R", &folder.path(), "-q"], "");
    assert!(answer.clean().contains("kustomization.yaml\n# old\nresources: [web.yaml]\n---\n"));
}

/// Converts a kustomization and the files next to it in place, and returns the new text of each, and the messages.
fn converted(name: &str, files: &[(&str, &str)]) -> (Vec<String>, String) {
    let folder = Folder::new(name);
    files.iter().for_each(|(name, text)| drop(folder.file(name, text)));
    let answer = run(&["convert", "-q", "-i", "-R", &folder.path()], "");
    assert_eq!(answer.code, 0, "{}", answer.err);
    (files.iter().map(|(name, _)| text(&folder.0, name)).collect(), answer.err)
}

#[test]
fn replacements_and_patches_can_have_their_own_files() {
    let (texts, messages) = converted(
        "kustomize-files",
        &[
            (
                "Kustomization",
                "replacements:\n- path: names.yaml\npatches:\n- path: ports.yaml\nconfigurations:\n- names.yaml\n",
            ),
            (
                "names.yaml",
                "- source: {kind: Service, name: web}\n  targets:\n  - select: {kind: Ingress}\n    fieldPaths:\n    \
                 - spec.backend.serviceName   # the default\n    - spec.rules.*.http.paths.[path=/].backend.serviceName\n",
            ),
            ("ports.yaml", "- {op: remove, path: /spec/backend}\n"),
        ],
    );
    assert!(texts[1].contains("    - spec.defaultBackend.service.name   # the default\n"), "{}", texts[1]);
    assert!(texts[1].contains("    - spec.rules.*.http.paths.[path=/].backend.service.name\n"), "{}", texts[1]);
    assert_eq!(texts[2], "- {op: remove, path: /spec/backend}\n");
    assert!(
        messages.contains("ports.yaml: document 1: warning: not converted, because no kustomization"),
        "{messages}"
    );
    assert!(messages.contains("Kustomization: document 1: warning: the files under `configurations`"), "{messages}");
}

#[test]
fn texts_of_patches_keep_their_style() {
    let patch = "apiVersion: extensions/v1beta1\\nkind: Ingress\\nspec: {backend: {serviceName: a}}\\n";
    let (texts, _) = converted(
        "kustomize-styles",
        &[(
            "kustomization.yml",
            &format!(
                "patches:\r\n- target: {{kind: Ingress, version: v1beta1}}   # old\r\n  patch: |-\r\n\r\n      \
                 - op: remove   # gone\r\n        path: /spec/backend/servicePort\r\n      - op: copy\r\n        \
                 from: /spec/backend/serviceName\r\n        path: /metadata/annotations/a~1b\r\n- patch: \"{patch}\"\r\n\
                 - target: {{kind: Ingress}}\r\n  patch: '[{{\"op\": \"remove\", \"path\": \"/spec/backend\"}}]'\r\n"
            ),
        )],
    );
    let new = patch.replace("extensions/v1beta1", "networking.k8s.io/v1");
    let new = new.replace("{backend: {serviceName: a}}", "{defaultBackend: {service: {name: a}}}");
    assert_eq!(
        texts[0],
        format!(
            "patches:\r\n- target: {{kind: Ingress, version: v1}}   # old\r\n  patch: |-\r\n\r\n      \
             - op: remove   # gone\r\n        path: /spec/defaultBackend/service/port\r\n      - op: copy\r\n        \
             from: /spec/defaultBackend/service/name\r\n        path: /metadata/annotations/a~1b\r\n- patch: \"{new}\"\r\n\
             - target: {{kind: Ingress}}\r\n  patch: '[{{\"op\": \"remove\", \"path\": \"/spec/defaultBackend\"}}]'\r\n"
        )
    );
}

#[test]
fn a_patch_can_be_older_than_its_selector() {
    let selector = "patches:\n- path: patch.json\n  target: {group: networking.k8s.io, version: v1, kind: Ingress}\n";
    let patch = r#"[{"op": "add", "path": "/spec/rules/0/http/paths/0/backend/servicePort", "value": "http"}]"#;
    let (texts, _) = converted("kustomize-older", &[("kustomization.yaml", selector), ("patch.json", patch)]);
    let expected =
        r#"[{"op": "add", "path": "/spec/rules/0/http/paths/0/backend/service/port", "value": {"name": "http"}}]"#;
    assert_eq!(texts, [selector, expected]);
}

#[test]
fn a_patch_has_the_kind_of_its_selector() {
    let (texts, messages) = converted(
        "kustomize-selected",
        &[
            (
                "kustomization.yaml",
                "patches:\n- path: ingress.yaml\n  target: {kind: Ingress, group: extensions, version: v1beta1}\n\
                 - target: {kind: HorizontalPodAutoscaler, version: v2beta.*}   # all of them\n  patch: |-\n    \
                 kind: not-important\n    metadata: {name: not-important}\n    spec:\n      metrics:\n      \
                 - resource: {name: cpu, targetAverageUtilization: 60}   # percent\n        type: Resource\n\
                 - target: {name: web}\n  patch: '{\"spec\": {\"backend\": {\"serviceName\": \"web\"}}}'\n",
            ),
            ("ingress.yaml", "# no kind\r\nspec:\r\n  backend:   # moved\r\n    serviceName: web\r\n"),
        ],
    );
    assert_eq!(messages, "");
    assert_eq!(
        texts[0],
        "patches:\n- path: ingress.yaml\n  target: {kind: Ingress, group: networking.k8s.io, version: v1}\n\
         - target: {kind: HorizontalPodAutoscaler, version: v2}   # all of them\n  patch: |-\n    \
         kind: not-important\n    metadata: {name: not-important}\n    spec:\n      metrics:\n      - resource: \
         {name: cpu, target: {type: Utilization, averageUtilization: 60}}   # percent\n        type: Resource\n\
         - target: {name: web}\n  patch: '{\"spec\": {\"defaultBackend\": {\"service\": {\"name\": \"web\"}}}}'\n"
    );
    assert_eq!(texts[1], "# no kind\r\nspec:\r\n  defaultBackend:\r\n    service:   # moved\r\n      name: web\r\n");
    let messages = refused(
        "kustomize-ambiguous",
        "patches:\n- target: {kind: Ingress}\n  patch: \"spec: {backend: {serviceName: web, servicPort: 80}}\"\n",
    );
    assert!(messages.contains("no version of the selected objects has all fields of the patch"), "{messages}");
}

#[test]
fn regular_expressions_select_kinds() {
    let (texts, messages) = converted(
        "kustomize-expressions",
        &[(
            "kustomization.yaml",
            "patches:\n- path: a.yaml\n  target: {group: extensions, kind: Deploy.*, name: .*}\n\
             - path: b.yaml\n  target: {group: apps|extensions, version: 'v1(beta[12])?', kind: (Stateful|Daemon)Set}\n\
             - target: {kind: Ing.*, name: web-.*}\n  patch: |\n    - {op: remove, path: /spec/backend/serviceName}\n\
             - target: {kind: .*}\n  patch: |\n    - {op: add, path: /spec/replicas, value: 2}\n",
        )],
    );
    assert_eq!(messages, "");
    assert_eq!(
        texts[0],
        "patches:\n- path: a.yaml\n  target: {group: apps, kind: Deploy.*, name: .*}\n\
         - path: b.yaml\n  target: {group: apps|extensions, version: 'v1(beta[12])?', kind: (Stateful|Daemon)Set}\n\
         - target: {kind: Ing.*, name: web-.*}\n  patch: |\n    - {op: remove, path: /spec/defaultBackend/service/name}\n\
         - target: {kind: .*}\n  patch: |\n    - {op: add, path: /spec/replicas, value: 2}\n"
    );
    let messages = refused(
        "kustomize-expression",
        "patches:\n- path: a.yaml\n  target: {group: extensions, kind: .*}\n\
         - path: b.yaml\n  target: {group: extensions, kind: '(?i)ingress'}\n",
    );
    assert!(messages.contains(":3:") && messages.contains("different versions"), "{messages}");
    assert!(messages.contains(":5:") && messages.contains("unknown regular expression \"(?i)ingress\""), "{messages}");
}

#[test]
fn patches_get_no_defaults_in_any_format() {
    let folder = Folder::new("kustomize-formats");
    let selector = "  target: {group: extensions, version: v1beta1, kind: Ingress}\n";
    folder.file("kustomization.yaml", &format!("patches:\n- path: a.yaml\n- path: b.json\n{selector}"));
    folder.file("a.yaml", &format!("{DEPLOYMENT}  template:\n    spec:\n      containers:\n      - $patch: replace\n"));
    folder.file("b.json", r#"[{"op": "replace", "path": "/spec/backend/serviceName", "value": "a\u2028b"}]"#);
    let expected = serde_json::json!({
        "apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "web"},
        "spec": {"replicas": 3, "template": {"spec": {"containers": [{"$patch": "replace"}]}}},
    });
    for level in ["exact", "adopt", "full"] {
        let print = |name: &str| {
            let answer = run(&["convert", "-o", "json", "--level", level, &format!("{}/{name}", folder.path())], "");
            answer.clean();
            answer.json()
        };
        assert_eq!(print("a.yaml"), expected, "{level}");
        assert_eq!(print("b.json")[0]["path"], "/spec/defaultBackend/service/name");
        assert_eq!(print("b.json")[0]["value"], "a\u{2028}b");
        let target = serde_json::json!({"group": "networking.k8s.io", "version": "v1", "kind": "Ingress"});
        assert_eq!(print("kustomization.yaml")["patches"][1]["target"], target);
    }
    let named = run(&["convert", "-o", "json", "--patches", &folder.file("c.yaml", DEPLOYMENT)], "");
    named.clean();
    assert_eq!(named.json()["spec"], serde_json::json!({"replicas": 3}));
    let suspected = run(&["convert", "-o", "yaml"], DEPLOYMENT);
    assert!(suspected.err.contains("this looks like a patch") && suspected.err.contains("defaults are added"));
    let suspected = run(&["convert", "-o", "json", "--level", "exact"], DEPLOYMENT);
    assert_eq!(suspected.json()["spec"], serde_json::json!({"replicas": 3}));
}

#[test]
fn json_patches_are_not_checked() {
    let folder = Folder::new("kustomize-lint");
    folder.file("kustomization.yaml", "patches:\n- path: a.json\n  target: {kind: Ingress}\n");
    folder.file("a.json", r#"[{"op": "remove", "path": "/spec/backend"}]"#);
    folder.file("b.yaml", DEPLOYMENT);
    let answer = run(&["lint", &folder.path()], "");
    assert_eq!((answer.code, answer.err.contains("a.json")), (4, false), "{}", answer.err);
}
