//! Output of the program: safe for terminals and CI logs, and without the values of Secrets.

use super::support::{Answer, Folder, run};

const SECRET: &str = "hunter2SECRETmarker";

/// Characters that must not reach a terminal or the log of a CI system.
const HOSTILE: &str =
    "\u{1b}[31m\r\n::error file=a::\u{7}\u{7f}\u{85}\u{9b}\u{202e}\u{2066}\u{2028}\u{200b}\u{feff}##[error]";

#[track_caller]
fn check_text(text: &str, context: &str) {
    let is_safe = |c: char| c == '\n' || !(c.is_control() || "\u{202e}\u{2066}\u{2028}\u{200b}\u{feff}".contains(c));
    assert!(text.chars().all(is_safe), "{context}: {text:?}");
    assert!(!text.contains("##["), "{context}: {text}");
    assert!(text.lines().all(|line| !line.trim_start().starts_with("::")), "{context}: {text}");
    assert!(!text.contains(SECRET), "{context}: {text}");
}

#[track_caller]
fn check(answer: &Answer, context: &str) {
    check_text(&answer.err, context);
}

/// All commands that read objects or texts.
const COMMANDS: [&[&str]; 11] = [
    &["convert", "-o", "yaml"],
    &["convert", "-o", "yaml", "--strict"],
    &["convert", "-o", "yaml", "--output-version", "v1"],
    &["decode", "--strict", "-o", "json"],
    &["encode"],
    &["encode", "--storage", "-o", "cbor"],
    &["lint"],
    &["lint", "-o", "json"],
    &["yaml-to-json"],
    &["yaml-to-json", "--strict"],
    &["json-to-yaml"],
];

/// Runs all commands on the document. Reports of `lint` are checked as messages.
fn check_all(document: &str) {
    for command in COMMANDS {
        let answer = run(command, document);
        check(&answer, &format!("{command:?} {document:?}"));
        if command[0] == "lint" {
            check_text(answer.text(), &format!("{command:?} {document:?}"));
        }
    }
}

/// Returns the hostile text as a JSON string and as a YAML string.
fn quoted() -> String {
    let escape = |c: char| match c {
        ' '..='~' => c.to_string(),
        _ => format!("\\u{:04x}", u32::from(c)),
    };
    format!("\"{}\"", HOSTILE.chars().map(escape).collect::<String>())
}

#[test]
fn names_from_the_input_are_escaped() {
    let hostile = quoted();
    for document in [
        format!("apiVersion: v1\nkind: {hostile}\n"),
        format!("apiVersion: {hostile}\nkind: Pod\n"),
        format!("apiVersion: example.com/{hostile}\nkind: Pod\n"),
        format!("apiVersion: v1\nkind: Pod\n{hostile}: 1\nspec: {{{hostile}: 1}}\n"),
        format!("apiVersion: v1\nkind: Pod\nmetadata: {{labels: {{{hostile}: [1]}}, creationTimestamp: {hostile}}}\n"),
        format!("apiVersion: v1\nkind: Pod\nmetadata: {{labels: {{{hostile}: a, {hostile}: b}}}}\n"),
        format!("apiVersion: batch/v1beta1\nkind: CronJob\nmetadata: {{name: {hostile}, namespace: {hostile}}}\n"),
        format!("apiVersion: v1\nkind: List\nitems:\n- {{apiVersion: v1, kind: {hostile}}}\n- {{{hostile}: 1}}\n"),
        format!("{{\"apiVersion\": \"v1\", \"kind\": \"Pod\", {hostile}: {hostile}, {hostile}: [}}"),
        format!("a: *{HOSTILE}\n"),
        format!("{HOSTILE}: [\n"),
        format!("--- {HOSTILE}\na: 1\n"),
        format!("? {{{hostile}: 1}}\n: {hostile}\n"),
        format!("apiVersion: v1\nkind: Pod\nspec: {{containers: [{{resources: {{limits: {{cpu: {hostile}}}}}}}]}}\n"),
    ] {
        check_all(&document);
    }
}

#[cfg(unix)]
#[test]
fn file_names_are_escaped_also_at_the_start_of_a_line() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    use std::process::{Command, Stdio};

    let folder = Folder::new("names");
    let names: [&[u8]; 5] = [
        b"::error file=x::\x1b.yaml",
        b"  ::warning::.json",
        b"a\n::error::\r.yml",
        b"##[error]\xff\x9b.yaml",
        b"'$(x)\\\x07.yaml",
    ];
    let old = "apiVersion: batch/v1beta1\nkind: CronJob\nspec: {schedule: [1]}\n";
    for name in names {
        std::fs::write(folder.0.join(OsStr::from_bytes(name)), old).expect("a file");
    }
    for command in COMMANDS {
        let is_plain = matches!(command[0], "convert" | "lint");
        for name in names.into_iter().map(Some).chain([None]) {
            let mut program = Command::new(env!("CARGO_BIN_EXE_apimachinery"));
            program.args(command).current_dir(&folder.0).stdin(Stdio::null());
            program.args(is_plain.then_some("-f")).arg(OsStr::from_bytes(name.unwrap_or(b".")));
            let output = program.output().expect("the program runs");
            let messages = String::from_utf8(output.stderr).expect("messages are text");
            check_text(&messages, &format!("{command:?} {name:?}"));
            if command[0] == "lint" {
                check_text(&String::from_utf8(output.stdout).expect("text"), &format!("{command:?} {name:?}"));
            }
        }
    }
    // The command in the report of lint reads the file.
    let command = format!(
        "{} lint -f ./*.yaml ./*.yml | sed -n 's/^  //p' | sed 's#^apimachinery#\"$PROGRAM\"#' > run.sh; \
                           bash -e run.sh > /dev/null 2> run.txt; grep -c 'No such file' run.txt",
        "\"$PROGRAM\""
    );
    let output = Command::new("bash")
        .args(["-c", &command])
        .env("PROGRAM", env!("CARGO_BIN_EXE_apimachinery"))
        .current_dir(&folder.0)
        .output()
        .expect("bash runs");
    let script = std::fs::read_to_string(folder.0.join("run.sh")).expect("a script");
    assert_eq!(script.lines().count(), 4, "{script}");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "0\n", "{script}");
}

#[test]
fn lint_prints_valid_json_that_is_safe() {
    let name = quoted();
    let document =
        format!("apiVersion: batch/v1beta1\nkind: CronJob\nmetadata: {{name: {name}, namespace: \"\\u009b##[a\"}}\n");
    let answer = run(&["lint", "-o", "json"], document);
    check_text(answer.text(), "lint");
    let found = answer.json();
    assert_eq!(found[0]["name"], HOSTILE);
    assert_eq!(found[0]["namespace"], "\u{9b}##[a");
}

#[test]
fn arguments_in_usage_errors_are_escaped() {
    for arguments in [
        &["con\u{1b}[31mvert\n::error::x"][..],
        &["convert", "-o", HOSTILE.trim_matches('\0')],
        &["convert", "-o", "yaml", "--output-version", "\n::error::x/y/z\u{202e}"],
        &["convert", "-o", "yaml", "--output-version", "apps/v\n::error::"],
        &["lint", "--target", "1\r\n::error::"],
        &["decode", "a", "\n::error::b"],
        &["--bad\u{9b}\n::error::"],
    ] {
        let answer = run(arguments, "");
        assert_eq!(answer.code, 2, "{arguments:?}: {}", answer.err);
        check(&answer, &format!("{arguments:?}"));
    }
}

/// Returns documents that contain a secret value and are invalid or unusual in different ways.
fn secrets() -> Vec<String> {
    let s = SECRET;
    let mut documents = vec![
        // Without a kind, without a version, with names in another case, and with the kind at the end.
        format!("apiVersion: v1\ndata: {{p: {s}}}\n"),
        format!("kind: Secret\nstringData: {{p: {s}}}\n"),
        format!("apiVersion: v1\nkind: secret\nstringData:\n  p: {s}\n  p: {s}\n"),
        format!("stringData:\n  p: {s}\n  x: [{s}]\napiVersion: v1\nkind: Secret\n"),
        format!("apiVersion: v1\nkind: [{s}]\n"),
        // Wrong types and encodings.
        format!("apiVersion: v1\nkind: Secret\ndata:\n  p: {s}!\n  q: [{s}]\n  r: {{a: {s}}}\n"),
        format!("apiVersion: v1\nkind: Secret\ndata: {s}\nstringData: [{s}]\n"),
        format!("apiVersion: v1\nkind: Secret\ndata: {{p: [1, \"{s}\", 2]}}\n"),
        format!("apiVersion: v1\nkind: Secret\nstringData: {{p: {s}, p: {s}, q: 1}}\nbogus: {{x: {s}}}\n"),
        format!("apiVersion: v1\nkind: Secret\nStringData: {{p: {s}, q: {s}}}\n"),
        format!("apiVersion: v1\nkind: Secret\nstringData: {{p: !!int {s}, q: !!float \"{s}\", r: !!binary {s}}}\n"),
        format!("apiVersion: v1\nkind: Secret\nstringData: {{p: !!timestamp {s}, ? [{s}] : {s}, ~: {s}}}\n"),
        format!("apiVersion: v1\nkind: Secret\nstringData:\n  ? {{a: {s}}}\n  : {s}\n"),
        format!("apiVersion: v1\nkind: Secret\nstringData:\n  p: *{s}\n"),
        format!("apiVersion: v1\nkind: Secret\nstringData:\n  p: &{s} [*{s}]\n"),
        format!("apiVersion: v1\nkind: Secret\nstringData:\n  <<: {s}\n"),
        format!("apiVersion: v1\nkind: Secret\nstringData:\n  p: !{s} a\n  q: !x!{s} a\n"),
        // Syntax errors.
        format!("apiVersion: v1\nkind: Secret\nstringData:\n  p: {s}\n  q: [{s}\n"),
        format!("apiVersion: v1\nkind: Secret\nstringData:\n  p: \"{s}\n"),
        format!("apiVersion: v1\nkind: Secret\nstringData:\n  p: {s}: {s}\n"),
        format!("apiVersion: v1\nkind: Secret\nstringData:\n  p: \"{s}\" {s}\n"),
        format!("apiVersion: v1\nkind: Secret\nstringData:\n  p {s}\n  q: a\n"),
        format!("apiVersion: v1\nkind: Secret\nstringData:\n\tp: {s}\n"),
        format!("apiVersion: v1\nkind: Secret\nstringData:\n  p: |\n  {s}\n q: 1\n"),
        format!("apiVersion: v1\nkind: Secret\nstringData:\n  p: \"a\n  {s}: \\q {s}\"\n"),
        format!("apiVersion: v1\nkind: Secret\nstringData: {{p: \"a\n  {s}: b\", bogus: {s}}}\nspec: 1\n"),
        format!("apiVersion: v1\nkind: Secret\nstringData: {{p: @{s}, q: %{s}}}\n"),
        format!("apiVersion: v1\nkind: Secret\nstringData: {{p: {{{{ .Values.{s} }}}}}}\n"),
        format!("--- {s}\napiVersion: v1\nkind: Secret\n"),
        format!("apiVersion: v1\nkind: Secret\n...\n{s}\n---\n{s}\n"),
        format!("{s}\n"),
        format!("- {s}\n"),
        // JSON.
        format!("{{\"apiVersion\":\"v1\",\"data\":{{\"p\":\"{s}\"}}}}"),
        format!("{{\"apiVersion\":\"v1\",\"kind\":\"Secret\",\"data\":{{\"p\":\"{s}!\",\"q\":[\"{s}\"],\"r\":{{\"{s}x\":1}}}}}}")
            .replace(&format!("\"{s}x\":1"), "\"x\":1"),
        format!("{{\"kind:\"Secret\",\"stringData\":{{\"p\":\"{s}\",\"q\":\"{s}\"}},\"apiVersion\":\"v1\"}}"),
        format!("{{\"kind\":\"Secret\",\"apiVersion\":\"v1\",\"stringData\":{{\"p\":\"{s}\" \"q\":\"{s}\"}}}}"),
        format!("{{\"kind\":\"Secret\",\"apiVersion\":\"v1\",\"stringData\":{{\"p\":\"{s}\n{s}\": \"q\"}}}}"),
        format!("{{\"kind\":\"Secret\",\"apiVersion\":\"v1\",\"stringData\":{{\"p\":{s}}}}}"),
        format!("{{\"kind\":\"Secret\",\"apiVersion\":\"v1\",\"stringData\":{{\"p\":\"\\q{s}\"}}}}"),
        format!("{{\"kind\":\"Secret\",\"apiVersion\":\"v1\",\"stringData\":{{\"p\":\"{s}\"}}}} {s}"),
        format!("{{\"header\":{{}},\"kvs\":[{{\"value\":\"{s}\"}}]}}"),
        format!("{{\"header\":{{}},\"kvs\":[{{\"value\":\"{s}\"}}"),
    ];
    let wrong = format!(
        "apiVersion: v1\nkind: Secret\nstringData: {{p: {s}, p: {s}}}\ndata: {{q: [{s}], r: \"{s}*\"}}\nbogus: {s}\n"
    );
    let item = wrong.replace('\n', "\n  ");
    let item = item.trim_end();
    documents.push(format!("apiVersion: v1\nkind: List\nitems:\n- {item}\n- {s}\n"));
    documents.push(format!("apiVersion: v1\nkind: SecretList\nitems:\n- {item}\n- {s}\n"));
    documents.push(format!("apiVersion: example.com/v1\nkind: Safe\nspec:\n- {item}\n  x: [\n"));
    let applied = format!("{{\"kind\":\"Secret\",\"data\":{{\"p\":\"{s}\"}}}}");
    let annotation = "kubectl.kubernetes.io/last-applied-configuration";
    for value in [format!("'{applied}'"), applied.clone(), format!("'{applied}' x"), format!("|\n  {applied}")] {
        documents.push(format!(
            "apiVersion: v1\nkind: Secret\nmetadata:\n  annotations: {{{annotation}: {value}}}\n  labels: [{s}]\n"
        ));
        documents.push(format!(
            "apiVersion: v1\nkind: Secret\nmetadata:\n  annotations:\n    {annotation}: {value}\n    a: [\n"
        ));
    }
    documents
}

#[test]
fn values_of_secrets_are_never_printed() {
    for document in secrets() {
        check_all(&document);
    }
}

#[test]
fn a_broken_stored_secret_is_not_printed() {
    let document = format!("apiVersion: v1\nkind: Secret\nstringData: {{p: {SECRET}}}\n");
    for format in ["pb", "cbor", "json"] {
        let stored = run(&["encode", "-o", format], &document).out;
        for end in 0..stored.len() {
            check(&run(&["decode"], &stored[..end]), format);
        }
        let mut changed = stored.clone();
        for at in 0..stored.len() {
            changed[at] ^= 0x41;
            check(&run(&["decode", "--strict"], &changed), format);
            changed[at] = stored[at];
        }
    }
}
