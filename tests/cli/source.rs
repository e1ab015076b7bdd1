//! `convert -o source`: edited texts, their destinations, the list of edits, and the summary.

use std::fs;

use serde_json::{Value, json};

use super::support::{Folder, GADGET, OLD, run};

/// An object whose edit is a single line.
const SETS: &str =
    "# sets\napiVersion: apps/v1beta2   # old\nkind: StatefulSet\nmetadata: {name: db}\nspec: {replicas: 3}\n";

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
    text.replace("apps/v1beta2", "apps/v1")
}

#[test]
fn the_text_is_edited_and_everything_else_is_copied() {
    let gadget = format!("\u{feff}{GADGET}").replace('\n', "\r\n");
    for text in [
        SETS.to_string(),
        gadget.clone(),
        format!("{gadget}---\r\n{}", SETS.replace('\n', "\r\n")),
        format!("---\n# only a comment\n---\n{SETS}--- # next\n{GADGET}\n\n---\n"),
        SETS.trim_end().to_string(),
        r#"{"apiVersion": "apps/v1beta2", "kind": "StatefulSet"}   {"kind": "Gadget", "apiVersion": "example.com/v1"}"#
            .into(),
        "{\"apiVersion\": \"apps/v1beta2\",\n\t\"kind\": \"StatefulSet\"}\n---\n".to_string() + SETS,
    ] {
        let answer = run(&["convert", "-q"], &text);
        assert_eq!(answer.clean(), new(&text));
        assert_eq!(run(&["convert", "-q"], answer.text()).clean(), answer.text());
    }
}

#[test]
fn utf16_stays_utf16() {
    let utf16 = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<_>>();
    let text = format!("\u{feff}{SETS}# é\u{1f600}\n");
    let answer = run(&["convert", "-q"], utf16(&text));
    assert_eq!((answer.code, &*answer.err), (0, ""));
    assert_eq!(answer.out, utf16(&new(&text)));
}

#[test]
fn a_document_that_fails_is_copied() {
    let text = format!("{SETS}---\n{SHARED}---\nkind: [\n---\n{SETS}");
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
    let open = folder.file("a.yaml", SETS.trim_end());
    let sets = folder.file("b.yaml", &format!("\u{feff}{SETS}"));
    let json = folder.file("c.json", "{\"apiVersion\": \"apps/v1beta2\", \"kind\": \"StatefulSet\"}");
    assert_eq!(run(&["convert", "-q", &open, &sets], "").clean(), format!("{0}---\n{0}", new(SETS)));
    let answer = run(&["convert", "-q", &open, &json, &sets], "");
    assert_eq!((answer.code, answer.text()), (1, &*format!("{0}---\n{0}", new(SETS))));
    assert!(
        answer.err.starts_with(&format!("{json}: error: JSON and YAML files cannot be in one stream; ")),
        "{}",
        answer.err
    );
    let answer = run(&["convert", "-R", "-q", &folder.path()], "");
    assert!(answer.text().starts_with(&format!("# Source: {open}\n# sets\n")), "{}", answer.text());
    assert!(answer.text().contains(&format!("\n---\n# Source: {sets}\n# sets\n")), "{}", answer.text());
}

#[test]
fn in_place_writes_the_files_that_change() {
    let folder = Folder::new("source-in-place");
    let [sets, gadget] = [folder.file("sets.yaml", SETS), folder.file("gadget.yaml", GADGET)];
    let mixed = folder.file("mixed.yaml", &format!("{SHARED}---\n{SETS}"));
    let before = fs::metadata(&gadget).expect("a file").modified().expect("a time");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(&sets, fs::Permissions::from_mode(0o640)).expect("permissions");
    }
    let answer = run(&["convert", "-i", &folder.path()], "");
    assert_eq!((answer.code, answer.out.len()), (1, 0));
    assert!(answer.err.ends_with("2 converted, 1 unchanged, 1 refused\n"), "{}", answer.err);
    let text = |path: &str| fs::read_to_string(path).expect("a file");
    assert_eq!([text(&sets), text(&gadget)], [new(SETS), GADGET.to_string()]);
    assert_eq!(text(&mixed), format!("{SHARED}---\n{}", new(SETS)));
    assert_eq!(fs::metadata(&gadget).expect("a file").modified().expect("a time"), before);
    assert_eq!(fs::read_dir(&folder.0).expect("a folder").count(), 3, "no temporary file is left");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(fs::metadata(&sets).expect("a file").permissions().mode() & 0o777, 0o640);
    }
}

#[cfg(unix)]
#[test]
fn links_keep_their_targets() {
    let folder = Folder::new("source-link");
    let target = folder.file("below/sets.yaml", SETS);
    let link = folder.0.join("link.yaml");
    std::os::unix::fs::symlink("below/sets.yaml", &link).expect("a link");
    assert_eq!(run(&["convert", "-qi", &link.display().to_string()], "").clean(), "");
    assert!(fs::symlink_metadata(&link).expect("a link").is_symlink());
    assert_eq!(fs::read_to_string(target).expect("a file"), new(SETS));
}

#[test]
fn a_directory_receives_all_files() {
    let folder = Folder::new("source-directory");
    folder.file("in/a/sets.yaml", SETS);
    folder.file("in/gadget.yaml", GADGET);
    let single = folder.file("single.yaml", SETS);
    let (input, output) = (folder.0.join("in").display().to_string(), folder.0.join("out"));
    let answer = run(&["convert", "-q", "-R", &input, &single, "--output-dir", &output.display().to_string()], "");
    assert_eq!(answer.clean(), "");
    let text = |path: &str| fs::read_to_string(output.join(path)).expect("a file");
    assert_eq!([text("a/sets.yaml"), text("gadget.yaml"), text("single.yaml")], [new(SETS), GADGET.into(), new(SETS)]);
}

#[test]
fn a_diff_shows_the_edits() {
    let folder = Folder::new("source-diff");
    let file = folder.file("sets.yaml", SETS);
    let answer = run(&["convert", "-q", "--diff", &file], "");
    let name = file.trim_start_matches('/');
    let expected = format!(
        "--- a/{name}\n+++ b/{name}\n@@ -1,5 +1,5 @@\n # sets\n-apiVersion: apps/v1beta2   # old\n\
        +apiVersion: apps/v1   # old\n kind: StatefulSet\n metadata: {{name: db}}\n spec: {{replicas: 3}}\n"
    );
    assert_eq!((answer.code, answer.text(), &*answer.err), (3, &*expected, ""));
    assert_eq!(fs::read_to_string(&file).expect("a file"), SETS);
    let answer = run(&["convert", "-q", "--diff"], GADGET);
    assert_eq!(answer.clean(), "");
}

#[test]
fn a_check_lists_the_edits() {
    let folder = Folder::new("source-check");
    let file = folder.file("sets.yaml", &format!("{GADGET}---\n{SETS}"));
    let answer = run(&["convert", "--check", &file], "");
    let expected = format!("{file}:8: document 2: apps/v1beta2 becomes apps/v1\n");
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

    let answer = run(&["convert", "-q", "--report", "github"], SETS);
    assert_eq!(answer.text(), new(SETS));
    assert_eq!(answer.err, "::warning file=<stdin>,line=2,title=api-version::apps/v1beta2 becomes apps/v1\n");
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
        let answer = run(&[&["convert"], arguments].concat(), SETS);
        assert_eq!((answer.code, answer.out.len()), (2, 0), "{arguments:?}: {}", answer.err);
    }
}

#[test]
fn complete_objects_have_the_same_destinations() {
    let folder = Folder::new("source-complete");
    let [sets, wrong] = [folder.file("sets.yaml", SETS), folder.file("wrong.yaml", &format!("{SETS}---\n- 1\n"))];
    let answer = run(&["convert", "-o", "yaml", "-i", &folder.path()], "");
    assert_eq!((answer.code, answer.out.len()), (1, 0));
    let text = |path: &str| fs::read_to_string(path).expect("a file");
    assert_eq!(text(&sets), run(&["convert", "-o", "yaml"], SETS).clean());
    assert_eq!(text(&wrong), format!("{SETS}---\n- 1\n"));
    assert!(answer.err.contains(&format!("{wrong}: warning: not written")), "{}", answer.err);
}
