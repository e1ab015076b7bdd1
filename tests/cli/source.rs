//! `convert -o source`: edited texts, their destinations, the list of edits, and the summary.

use std::fs;

use serde_json::{Value, json};

use super::support::{Folder, GADGET, OLD, run};

/// An object whose edit is a single line.
const JOBS: &str =
    "# jobs\napiVersion: batch/v1beta1   # old\nkind: CronJob\nmetadata: {name: db}\nspec: {schedule: daily}\n";

/// An object that an edit cannot convert, because both paths share the text of the backend.
const SHARED: &str = "\
apiVersion: networking.k8s.io/v1beta1
kind: Ingress
metadata: {name: web}
spec:
  rules:
  - http: {paths: [{path: /a, backend: &shop {serviceName: shop, servicePort: 80}}, {path: /b, backend: *shop}]}
";

fn new(text: &str) -> String {
    text.replace("batch/v1beta1", "batch/v1")
}

#[test]
fn the_text_is_edited_and_everything_else_is_copied() {
    let gadget = format!("\u{feff}{GADGET}").replace('\n', "\r\n");
    for text in [
        JOBS.to_string(),
        gadget.clone(),
        format!("{gadget}---\r\n{}", JOBS.replace('\n', "\r\n")),
        format!("---\n# only a comment\n---\n{JOBS}--- # next\n{GADGET}\n\n---\n"),
        JOBS.trim_end().to_string(),
        r#"{"apiVersion": "batch/v1beta1", "kind": "CronJob", "metadata": {"name": "db"}}   {"kind": "Gadget", "apiVersion": "example.com/v1"}"#
            .into(),
        "{\"apiVersion\": \"batch/v1beta1\",\n\t\"kind\": \"CronJob\", \"metadata\":{\"name\":\"db\"}}\n---\n".to_string() + JOBS,
    ] {
        let answer = run(&["convert", "-q"], &text);
        assert_eq!(answer.clean(), new(&text));
        assert_eq!(run(&["convert", "-q"], answer.text()).clean(), answer.text());
    }
}

#[test]
fn utf16_stays_utf16() {
    let utf16 = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<_>>();
    let text = format!("\u{feff}{JOBS}# é\u{1f600}\n");
    let answer = run(&["convert", "-q"], utf16(&text));
    assert_eq!((answer.code, &*answer.err), (0, ""));
    assert_eq!(answer.out, utf16(&new(&text)));
}

#[test]
fn a_document_that_fails_is_copied() {
    let text = format!("{JOBS}---\n{SHARED}---\nkind: [\n---\n{JOBS}");
    let answer = run(&["convert"], &text);
    assert_eq!((answer.code, answer.text()), (1, &*new(&text)));
    let refusal = answer.err.lines().next().expect("a message");
    assert!(refusal.starts_with("<stdin>:12:"), "{refusal}");
    assert!(refusal.contains("document 2: error: ") && refusal.contains("-o yaml"), "{refusal}");
    assert!(answer.err.contains("document 3: error: yaml: "), "{}", answer.err);
    assert!(answer.err.ends_with("\n2 converted, 0 unchanged, 2 refused\n"), "{}", answer.err);
}

#[test]
fn all_mistakes_of_a_document_are_reported() {
    let text = "apiVersion: apps/v1beta2\nkind: StatefulSet\nspec:\n  replicas: x\n  template: 5\n";
    let answer = run(&["convert"], text);
    assert_eq!((answer.code, answer.text()), (1, text));
    assert!(answer.err.contains("<stdin>:4:13: ") && answer.err.contains("<stdin>:5:13: "), "{}", answer.err);
}

#[test]
fn what_an_api_server_refuses_is_a_warning() {
    let text = "apiVersion: apiextensions.k8s.io/v1beta1\nkind: CustomResourceDefinition\nmetadata: {name: a.example.com}\n\
                spec: {group: example.com, version: v1, scope: Cluster, names: {plural: a, kind: A}}\n";
    for output in ["source", "yaml"] {
        let answer = run(&["convert", "-o", output], text);
        assert_eq!(answer.code, 0);
        let refused =
            "warning: the API server will refuse spec.preserveUnknownFields: must be false; set it to false, ";
        assert!(answer.err.contains(refused), "{}", answer.err);
        assert!(
            answer.err.contains("spec.versions[0].schema.openAPIV3Schema: each version needs a schema; "),
            "{}",
            answer.err
        );
        let strict = run(&["convert", "--strict", "-o", output], text);
        assert_eq!((strict.code, strict.text()), (1, if output == "source" { text } else { "" }));
        // An object that already has this version was accepted by a server, or will be refused whatever happens here.
        assert!(!run(&["convert", "-o", output], answer.text()).err.contains("will refuse"));
    }
}

#[test]
fn a_field_that_no_version_has_stays_and_is_reported() {
    let text = JOBS.replace("daily", "daily, sched: 1");
    let answer = run(&["convert", "-q"], &text);
    assert_eq!((answer.code, answer.text()), (0, &*new(&text)));
    assert!(
        answer.err.ends_with("warning: unknown field \"spec.sched\", which both versions ignore\n"),
        "{}",
        answer.err
    );
}

#[test]
fn bytes_are_not_edited() {
    let stored = run(&["encode"], OLD).out;
    let answer = run(&["convert"], &stored);
    assert_eq!((answer.code, answer.out.len()), (1, 0));
    assert!(
        answer.err.contains("binary input cannot be edited; print the complete object with `-o yaml`"),
        "{}",
        answer.err
    );
}

#[test]
fn several_files_are_one_stream() {
    let folder = Folder::new("source-stream");
    let open = folder.file("a.yaml", JOBS.trim_end());
    let jobs = folder.file("b.yaml", &format!("\u{feff}{JOBS}"));
    let json = folder
        .file("c.json", "{\"apiVersion\": \"batch/v1beta1\", \"kind\": \"CronJob\", \"metadata\": {\"name\": \"db\"}}");
    assert_eq!(run(&["convert", "-q", &open, &jobs], "").clean(), format!("{0}---\n{0}", new(JOBS)));
    let answer = run(&["convert", "-q", &open, &json, &jobs], "");
    assert_eq!((answer.code, answer.text()), (1, &*format!("{0}---\n{0}", new(JOBS))));
    assert!(
        answer.err.starts_with(&format!("{json}: error: JSON and YAML files cannot be in one stream; ")),
        "{}",
        answer.err
    );
    let answer = run(&["convert", "-R", "-q", &folder.path()], "");
    assert!(answer.text().starts_with(&format!("# Source: {open}\n# jobs\n")), "{}", answer.text());
    assert!(answer.text().contains(&format!("\n---\n# Source: {jobs}\n# jobs\n")), "{}", answer.text());
}

#[test]
fn in_place_writes_the_files_that_change() {
    let folder = Folder::new("source-in-place");
    let [jobs, gadget] = [folder.file("jobs.yaml", JOBS), folder.file("gadget.yaml", GADGET)];
    let mixed = folder.file("mixed.yaml", &format!("{SHARED}---\n{JOBS}"));
    let before = fs::metadata(&gadget).expect("a file").modified().expect("a time");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(&jobs, fs::Permissions::from_mode(0o640)).expect("permissions");
    }
    let answer = run(&["convert", "-i", &folder.path()], "");
    assert_eq!((answer.code, answer.out.len()), (1, 0));
    assert!(answer.err.ends_with("2 converted, 1 unchanged, 1 refused\n"), "{}", answer.err);
    let text = |path: &str| fs::read_to_string(path).expect("a file");
    assert_eq!([text(&jobs), text(&gadget)], [new(JOBS), GADGET.to_string()]);
    assert_eq!(text(&mixed), format!("{SHARED}---\n{}", new(JOBS)));
    assert_eq!(fs::metadata(&gadget).expect("a file").modified().expect("a time"), before);
    assert_eq!(fs::read_dir(&folder.0).expect("a folder").count(), 3, "no temporary file is left");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(fs::metadata(&jobs).expect("a file").permissions().mode() & 0o777, 0o640);
    }
}

#[cfg(unix)]
#[test]
fn links_keep_their_targets() {
    let folder = Folder::new("source-link");
    let target = folder.file("below/jobs.yaml", JOBS);
    let link = folder.0.join("link.yaml");
    std::os::unix::fs::symlink("below/jobs.yaml", &link).expect("a link");
    assert_eq!(run(&["convert", "-qi", &link.display().to_string()], "").clean(), "");
    assert!(fs::symlink_metadata(&link).expect("a link").is_symlink());
    assert_eq!(fs::read_to_string(target).expect("a file"), new(JOBS));
}

#[test]
fn a_directory_receives_all_files() {
    let folder = Folder::new("source-directory");
    folder.file("in/a/jobs.yaml", JOBS);
    folder.file("in/gadget.yaml", GADGET);
    let single = folder.file("single.yaml", JOBS);
    let (input, output) = (folder.0.join("in").display().to_string(), folder.0.join("out"));
    let answer = run(&["convert", "-q", "-R", &input, &single, "--output-dir", &output.display().to_string()], "");
    assert_eq!(answer.clean(), "");
    let text = |path: &str| fs::read_to_string(output.join(path)).expect("a file");
    assert_eq!([text("a/jobs.yaml"), text("gadget.yaml"), text("single.yaml")], [new(JOBS), GADGET.into(), new(JOBS)]);
}

#[test]
fn a_diff_shows_the_edits() {
    let folder = Folder::new("source-diff");
    let file = folder.file("jobs.yaml", JOBS);
    let answer = run(&["convert", "-q", "--diff", &file], "");
    let name = file.trim_start_matches('/');
    let expected = format!(
        "--- a/{name}\n+++ b/{name}\n@@ -1,5 +1,5 @@\n # jobs\n-apiVersion: batch/v1beta1   # old\n\
        +apiVersion: batch/v1   # old\n kind: CronJob\n metadata: {{name: db}}\n spec: {{schedule: daily}}\n"
    );
    assert_eq!((answer.code, answer.text(), &*answer.err), (3, &*expected, ""));
    assert_eq!(fs::read_to_string(&file).expect("a file"), JOBS);
    let answer = run(&["convert", "-q", "--diff"], GADGET);
    assert_eq!(answer.clean(), "");
}

#[test]
fn a_check_lists_the_edits() {
    let folder = Folder::new("source-check");
    let file = folder.file("jobs.yaml", &format!("{GADGET}---\n{JOBS}"));
    let answer = run(&["convert", "--check", &file], "");
    let expected = format!("{file}:8: document 2: batch/v1beta1 becomes batch/v1\n");
    assert_eq!((answer.code, answer.text()), (3, &*expected));
    assert_eq!(answer.err, "1 converted, 1 unchanged, 0 refused\n");
    assert_eq!(run(&["convert", "-q", "--check"], GADGET).clean(), "");
}

#[test]
fn a_report_has_one_entry_per_edit_and_refusal() {
    let folder = Folder::new("source-report");
    let file = folder.file("all.yaml", &format!("{SHARED}---\n{OLD}"));
    let answer = run(&["convert", "--check", "--report", "json", &file], "");
    assert_eq!(answer.code, 1);
    let entries = answer.json();
    let rules: Vec<_> = entries.as_array().expect("a list").iter().map(|entry| entry["rule"].clone()).collect();
    assert_eq!(rules[..2], [json!("refused"), json!("api-version")]);
    assert!(rules[2..].iter().all(|rule| rule == "field-added") && rules.len() > 4, "{rules:?}");
    let added = |path: &str| {
        let is_of =
            |entry: &&Value| entry["changes"].as_array().expect("a list").iter().any(|change| change["new"] == path);
        entries.as_array().expect("a list").iter().find(is_of).unwrap_or_else(|| panic!("{path} in {entries}"))
    };
    let message = added("spec.progressDeadlineSeconds")["message"].as_str().expect("a text");
    assert!(message.contains("the default was 2147483647 and is now 600"), "{message}");

    let answer = run(&["convert", "--check", "--report", "sarif", &file], "");
    let log = answer.json();
    let results = log["runs"][0]["results"].as_array().expect("a list");
    assert_eq!(results.len(), rules.len());
    let text = fs::read_to_string(&file).expect("a file");
    let fixes = results.iter().filter(|result| result["fixes"].is_array());
    let replacements: Vec<_> =
        fixes.map(|result| &result["fixes"][0]["artifactChanges"][0]["replacements"][0]).collect();
    assert_eq!(replacements.len(), rules.len() - 1);
    assert_eq!(fixed(&text, &replacements), run(&["convert", "-q", &file], "").text());

    let answer = run(&["convert", "-q", "--report", "github"], JOBS);
    assert_eq!(answer.text(), new(JOBS));
    assert_eq!(answer.err, "::warning file=<stdin>,line=2,title=api-version::batch/v1beta1 becomes batch/v1\n");
}

/// Applies the replacements of a SARIF log.
fn fixed(text: &str, replacements: &[&Value]) -> String {
    let offset = |line: &Value, column: &Value| {
        let [line, column] = [line, column].map(|number| number.as_u64().expect("a number") as usize - 1);
        let start: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
        start + text[start..].chars().take(column).map(char::len_utf8).sum::<usize>()
    };
    let mut fixed = text.to_string();
    for replacement in replacements.iter().rev() {
        let region = &replacement["deletedRegion"];
        let start = offset(&region["startLine"], &region["startColumn"]);
        let end = offset(&region["endLine"], &region["endColumn"]);
        fixed.replace_range(start..end, replacement["insertedContent"]["text"].as_str().expect("a text"));
    }
    fixed
}

#[test]
fn only_possible_combinations_are_accepted() {
    for arguments in [
        &["-i"][..],
        &["--output-dir", "out"],
        &["-i", "--diff", "a.yaml"],
        &["--report", "json"],
        &["--report", "sarif", "--diff"],
        &["--report", "text", "-o", "yaml"],
    ] {
        let answer = run(&[&["convert"], arguments].concat(), JOBS);
        assert_eq!((answer.code, answer.out.len()), (2, 0), "{arguments:?}: {}", answer.err);
    }
}

#[test]
fn complete_objects_have_the_same_destinations() {
    let folder = Folder::new("source-complete");
    let [jobs, wrong] = [folder.file("jobs.yaml", JOBS), folder.file("wrong.yaml", &format!("{JOBS}---\n- 1\n"))];
    let answer = run(&["convert", "-o", "yaml", "-i", &folder.path()], "");
    assert_eq!((answer.code, answer.out.len()), (1, 0));
    let text = |path: &str| fs::read_to_string(path).expect("a file");
    assert_eq!(text(&jobs), run(&["convert", "-o", "yaml"], JOBS).text());
    assert_eq!(text(&wrong), format!("{JOBS}---\n- 1\n"));
    assert!(answer.err.contains(&format!("{wrong}: warning: not written")), "{}", answer.err);
}
