//! The `lint` command.

use serde_json::{Value, json};

use super::support::{Folder, GADGET, OLD, run};

const MIXED: &str = "\
# what a chart of 2018 says
apiVersion: extensions/v1beta1
kind: Deployment
metadata: {name: web, namespace: shop}
spec: {template: {metadata: {labels: {app: web}}, spec: {containers: [{name: web, image: nginx}]}}}
---
apiVersion: v1
kind: List
items:
- apiVersion: v1
  kind: Secret
- apiVersion: batch/v1beta1
  kind: CronJob
  metadata: {name: backup}
- apiVersion: apps/v1beta2
  kind: StatefulSet
  metadata: {name: db}
";

/// Returns line, status, replacement and kind of every finding.
fn findings(value: &Value) -> Vec<(i64, &str, &str, &str)> {
    let list = value.as_array().expect("a list").iter();
    list.map(|finding| {
        (
            finding["line"].as_i64().unwrap_or_default(),
            finding["status"].as_str().expect("a status"),
            finding["replacement"]["apiVersion"].as_str().unwrap_or_default(),
            finding["kind"].as_str().expect("a kind"),
        )
    })
    .collect()
}

fn lint(text: &str, arguments: &[&str]) -> (i32, Value) {
    let answer = run(&[&["lint", "-o", "json"], arguments].concat(), text);
    (answer.code, answer.json())
}

#[test]
fn a_finding_says_all_that_is_known() {
    let (code, found) = lint(OLD, &[]);
    assert_eq!(code, 4);
    let expected = json!([{
        "file": "<stdin>", "document": 1, "line": 1,
        "apiVersion": "extensions/v1beta1", "kind": "Deployment", "name": "web",
        "status": "removed", "introduced": "1.1", "deprecated": "1.8", "removed": "1.16",
        "replacement": {"apiVersion": "apps/v1", "kind": "Deployment"},
        "message": "extensions/v1beta1 Deployment web was removed in 1.16, use apps/v1 Deployment",
        "command": "apimachinery convert -",
    }]);
    assert_eq!(found, expected);
}

#[test]
fn people_get_a_line_and_a_command() {
    let folder = Folder::new("lint-text");
    let file = folder.file("old.yaml", MIXED);
    let answer = run(&["lint", "-f", &file], "");
    assert_eq!((answer.code, &*answer.err), (4, ""));
    let expected = format!(
        "{file}:2: document 1: extensions/v1beta1 Deployment shop/web was removed in 1.16, use apps/v1 Deployment
{file}:12: document 2: batch/v1beta1 CronJob backup was removed in 1.25, use batch/v1 CronJob
{file}:15: document 2: apps/v1beta2 StatefulSet db was removed in 1.16, use apps/v1 StatefulSet
  apimachinery convert --in-place {file}
"
    );
    assert_eq!(answer.text(), expected);
}

#[test]
fn code_scanning_reads_sarif() {
    let folder = Folder::new("lint-sarif");
    let file = folder.file("my 100%.yaml", MIXED);
    let answer = run(&["lint", &file, "--target", "1.22", "-o", "sarif"], "");
    assert_eq!((answer.code, &*answer.err), (4, ""));
    let log = answer.json();
    assert_eq!((&log["version"], &log["runs"][0]["tool"]["driver"]["name"]), (&json!("2.1.0"), &json!("apimachinery")));
    let rules = log["runs"][0]["tool"]["driver"]["rules"].as_array().expect("rules");
    let results = log["runs"][0]["results"].as_array().expect("results");
    let brief = |result: &Value| {
        assert!(rules.iter().any(|rule| rule["id"] == result["ruleId"]), "{result}");
        let place = &result["locations"][0]["physicalLocation"];
        assert!(place["artifactLocation"]["uri"].as_str().expect("a URI").ends_with("/my%20100%25.yaml"), "{place}");
        (result["ruleId"].clone(), result["level"].clone(), place["region"]["startLine"].clone())
    };
    let found: Vec<_> = results.iter().map(brief).collect();
    let expected = [("removed", "error", 2), ("deprecated", "warning", 12), ("removed", "error", 15)];
    assert_eq!(found, expected.map(|(rule, level, line)| (rule.into(), level.into(), line.into())));
    let text = results[0]["message"]["text"].as_str().expect("a message");
    let help = format!("\nTo convert it, run: apimachinery convert --in-place '{file}' --target 1.22");
    assert!(text.ends_with(&help), "{text}");
    let nothing = run(&["lint", "-o", "sarif"], GADGET).json();
    assert_eq!(nothing["runs"][0]["results"], json!([]));
}

#[test]
fn github_annotates_lines() {
    let text = "apiVersion: batch/v1beta1\nkind: CronJob\nmetadata: {name: \"50%\\n::error::x\"}\n";
    let answer = run(&["lint", "-o", "github", "--target", "1.22"], text);
    assert_eq!((answer.code, &*answer.err), (3, ""));
    assert_eq!(
        answer.text(),
        "::warning file=<stdin>,line=1,title=deprecated::batch/v1beta1 CronJob 50%25\\n::error::x is deprecated since 1.21 \
         and removed in 1.25, use batch/v1 CronJob%0ATo convert it, run: apimachinery convert - --target 1.22\n"
    );
}

#[test]
fn the_target_decides() {
    let at = |target: &str| lint(MIXED, &["--target", target]).1;
    let deployment = |status| (2, status, "apps/v1", "Deployment");
    let set = |status| (15, status, "apps/v1", "StatefulSet");
    let cron_job = |status| (12, status, "batch/v1", "CronJob");
    assert_eq!(findings(&at("1.36")), [deployment("removed"), cron_job("removed"), set("removed")]);
    assert_eq!(findings(&at("v1.22.17")), [deployment("removed"), cron_job("deprecated"), set("removed")]);
    assert_eq!(findings(&at("1.15")), [deployment("deprecated"), set("deprecated")]);
    // Release 1.8 lacks apps/v1, and 1.7 also lacks apps/v1beta2.
    assert_eq!(findings(&at("1.8")), [(2, "deprecated", "apps/v1beta2", "Deployment")]);
    assert_eq!(findings(&at("1.7")), [(12, "future", "", "CronJob"), (15, "future", "apps/v1beta1", "StatefulSet")]);
}

#[test]
fn the_exit_code_is_that_of_the_worst_finding() {
    let deployment = "apiVersion: extensions/v1beta1\nkind: Deployment\n---\n";
    let cron_job = "apiVersion: batch/v1beta1\nkind: CronJob\n---\n";
    for (text, target, code) in [
        (String::new() + deployment + cron_job, "1.36", 4),
        (String::new() + deployment + cron_job, "1.21", 4),
        (String::new() + cron_job, "1.21", 3),
        (String::new() + cron_job, "1.7", 4),
        (String::new() + cron_job + "a: [", "1.21", 1),
        (String::new() + deployment + "a: [", "1.21", 1),
    ] {
        assert_eq!(run(&["lint", "--target", target], &text).code, code, "{target}: {text}");
    }
}

#[test]
fn nothing_to_find_is_0_and_says_nothing() {
    for target in ["1.9", "1.36"] {
        let (code, found) = lint("apiVersion: apps/v1\nkind: Deployment\n", &["--target", target]);
        assert_eq!((code, found), (0, json!([])), "{target}");
    }
    assert_eq!(run(&["lint"], "apiVersion: apps/v1\nkind: Deployment\n").clean(), "");
}

#[test]
fn what_has_no_successor_has_no_command() {
    for version in ["policy/v1beta1", "extensions/v1beta1"] {
        let (code, found) = lint(&format!("apiVersion: {version}\nkind: PodSecurityPolicy\n"), &[]);
        assert_eq!((code, &found[0]["command"], &found[0]["replacement"]), (4, &Value::Null, &Value::Null));
        let message = found[0]["message"].as_str().expect("a text");
        assert!(message.ends_with("; use Pod Security Admission or an admission webhook"), "{message}");
    }
}

#[test]
fn what_is_no_known_object_is_not_checked() {
    let text = format!("{GADGET}---\nreplicas: 3\n");
    run(&["lint"], text).check(
        0,
        "<stdin>: document 1: warning: unknown kind example.com/v1 Gadget, not checked\n\
         <stdin>: document 2: warning: no apiVersion and kind, not checked\n",
    );
    let answer = run(&["lint"], "a: [\n");
    assert_eq!((answer.code, answer.out.len()), (1, 0));
    assert!(answer.err.contains("error: yaml"), "{}", answer.err);
    assert_eq!(run(&["lint", "--target", "new"], "").code, 2);
}

#[test]
fn storage_bytes_are_checked_too() {
    let stored = run(&["encode"], OLD).out;
    let answer = run(&["lint", "-o", "json"], stored);
    assert_eq!((answer.code, &answer.json()[0]["name"]), (4, &"web".into()));
}

/// Runs the command for the file, after which nothing is found.
#[test]
fn the_command_puts_it_right() {
    let folder = Folder::new("lint-fix");
    for target in ["1.36", "1.22", "1.15", "1.8"] {
        let file = folder.file("my shop's.yaml", MIXED);
        let found = run(&["lint", "-f", &file, "-o", "json", "--target", target], "").json();
        let command = found[0]["command"].as_str().expect("a command");
        let program = env!("CARGO_BIN_EXE_apimachinery").replace('\'', "'\\''");
        let command = command.replacen("apimachinery", &format!("'{program}'"), 1);
        let shell = std::process::Command::new("sh").args(["-c", &command]).output().expect("a shell");
        assert!(shell.status.success(), "{command}: {}", String::from_utf8_lossy(&shell.stderr));
        assert_eq!(run(&["lint", "-f", &file, "--target", target], "").clean(), "", "{target}");
    }
}

/// Returns a manifest with every kind.
fn everything() -> String {
    let kinds = run(&["kinds", "-o", "json"], "").json();
    let manifest = |kind: &Value| {
        let [group, version, name] = ["group", "version", "kind"].map(|key| kind[key].as_str().expect("a text"));
        let slash = if group.is_empty() { "" } else { "/" };
        format!("---\napiVersion: {group}{slash}{version}\nkind: {name}\nmetadata: {{}}\n")
    };
    kinds.as_array().expect("a list").iter().filter(|kind| kind["list"] == false).map(manifest).collect()
}

/// After the conversion, no finding has a command, and the removed kinds that remain are those without a command
/// before.
#[test]
fn convert_puts_everything_right_that_has_a_command() {
    let folder = Folder::new("lint-everything");
    let file = folder.file("all.yaml", &everything());
    let found = run(&["lint", "-f", &file, "-o", "json"], "").json();
    let list = |found: &Value| found.as_array().expect("a list").clone();
    let gone = |found: &[Value]| {
        let gone = found.iter().filter(|found| found["status"] == "removed" && found["command"].is_null());
        gone.map(|found| format!("{} {}", found["apiVersion"], found["kind"])).collect::<Vec<_>>()
    };
    let all = list(&found);
    let commands: Vec<_> = all.iter().filter_map(|found| found["command"].as_str()).collect();
    assert!(commands.len() > 60, "{}", commands.len());
    assert!(
        commands.iter().all(|command| *command == format!("apimachinery convert --in-place {file}")),
        "{commands:?}"
    );

    let answer = run(&["convert", "-f", &file], "");
    // Kinds without a successor are errors.
    let errors = answer.err.lines().filter(|line| line.contains(": error: "));
    assert_eq!((answer.code, errors.count()), (1, gone(&all).len()), "{}", answer.err);
    let rest = list(&run(&["lint", "-o", "json"], answer.text()).json());
    assert!(rest.iter().all(|found| found["command"].is_null()), "{rest:?}");
    assert_eq!(gone(&rest), gone(&all));
    assert_eq!(gone(&rest).len(), rest.iter().filter(|found| found["status"] == "removed").count());
}

#[test]
fn a_replacement_that_a_later_release_has_is_announced() {
    let text = "apiVersion: storagemigration.k8s.io/v1alpha1\nkind: StorageVersionMigration\nmetadata: {name: a}\n";
    let (code, found) = lint(text, &["--target", "1.33"]);
    let message = "storagemigration.k8s.io/v1alpha1 StorageVersionMigration a is deprecated since 1.33 and removed in 1.35, \
        and nothing replaces it yet";
    assert_eq!((code, &found[0]["message"]), (3, &json!(message)));
    let (_, found) = lint(text, &["--target", "1.36"]);
    assert_eq!(found[0]["replacement"]["apiVersion"], "storagemigration.k8s.io/v1beta1");
}
