//! The program: its contract with scripts and people, tested on the program itself.

#![cfg(feature = "cli")]

use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

const OLD: &str = "\
apiVersion: extensions/v1beta1
kind: Deployment
metadata:
  name: web
spec:
  template:
    metadata:
      labels: {app: web}
    spec:
      containers:
      - {name: web, image: nginx}
";

const GADGET: &str = "apiVersion: example.com/v1\nkind: Gadget\nspec:\n  mode: 0644\n  enabled: yes\n";

/// What the program answered.
struct Answer {
    code: i32,
    out: Vec<u8>,
    err: String,
}

impl Answer {
    fn text(&self) -> &str {
        std::str::from_utf8(&self.out).expect("text")
    }

    /// The output, of a run without a single message.
    fn clean(&self) -> &str {
        assert_eq!((self.code, &*self.err), (0, ""));
        self.text()
    }

    #[track_caller]
    fn check(&self, code: i32, err: &str) {
        assert_eq!((self.code, &*self.err), (code, err));
    }

    fn json(&self) -> Value {
        serde_json::from_slice(&self.out).expect("JSON")
    }
}

fn program(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_apimachinery"));
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn run(arguments: &[&str], input: impl AsRef<[u8]>) -> Answer {
    let mut child = program(arguments).spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("piped");
    let input = input.as_ref().to_vec();
    // A command that is not understood ends without reading.
    let writer = std::thread::spawn(move || stdin.write_all(&input).ok());
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("the input is written");
    let err = String::from_utf8(output.stderr).expect("messages are text");
    Answer { code: output.status.code().expect("an exit code"), out: output.stdout, err }
}

/// A directory of this test alone, gone when it ends.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("cli-{name}"));
        drop(fs::remove_dir_all(&path));
        fs::create_dir_all(&path).expect("a directory");
        Folder(path)
    }

    fn file(&self, name: &str, text: &str) -> String {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a directory");
        fs::write(&path, text).expect("a file");
        path.display().to_string()
    }

    fn path(&self) -> String {
        self.0.display().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.0));
    }
}

fn kind(kind: &str, name: &str) -> String {
    format!("apiVersion: example.com/v1\nkind: {kind}\nmetadata:\n  name: {name}\n")
}

/// The lines of a stream of documents that begin with `name`.
fn lines<'a>(text: &'a str, name: &str) -> Vec<&'a str> {
    text.lines().filter(|line| line.trim_start().starts_with(name)).collect()
}

#[test]
fn converts_to_the_version_of_today() {
    let answer = run(&["convert"], OLD);
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
fn every_conversion_goes_by_way_of_the_hub() {
    let input = OLD.replace("      containers:", "      serviceAccountName: shop\n      containers:");
    let answer = run(&["convert", "--output-version", "extensions/v1beta1"], input);
    assert_eq!(lines(answer.clean(), "serviceAccount").len(), 2, "{}", answer.text());
}

#[test]
fn decodes_without_defaults() {
    let input = OLD.replace("spec:\n  template", "spec:\n  replicas: 0x10\n  template");
    let answer = run(&["decode"], input);
    let text = answer.clean();
    assert!(text.starts_with("apiVersion: extensions/v1beta1\nkind: Deployment\n"), "{text}");
    assert!(text.contains("\n  replicas: 16\n  strategy: {}\n"), "{text}");
    assert!(!text.contains("revisionHistoryLimit"), "{text}");
}

#[test]
fn storage_bytes_decode_to_the_same_text() {
    let packed = run(&["encode"], OLD);
    assert_eq!((packed.code, &*packed.err), (0, ""));
    assert!(packed.out.starts_with(b"k8s\0\n"));
    assert_eq!(run(&["decode"], &packed.out).clean(), run(&["decode"], OLD).clean());
    assert_eq!(run(&["convert"], &packed.out).clean(), run(&["convert"], OLD).clean());
}

#[test]
fn encoded_documents_come_apart_again() {
    let other = OLD.replace("name: web", "name: other");
    let both = format!("{OLD}---\n{other}");
    for format in ["pb", "json"] {
        let packed = run(&["encode", "-o", format], &both);
        assert_eq!((packed.code, &*packed.err), (0, ""));
        assert_eq!(run(&["decode"], &packed.out).clean(), run(&["decode"], &both).clean(), "{format}");
    }
}

#[test]
fn json_is_stored_on_a_line() {
    let answer = run(&["encode", "-o", "json"], OLD);
    let text = answer.clean();
    assert!(text.starts_with(r#"{"kind":"Deployment","apiVersion":"extensions/v1beta1","metadata":{"name":"web"},"#));
    assert_eq!(text.find('\n'), Some(text.len() - 1));
}

#[test]
fn as_many_documents_come_out_in_order() {
    let input = format!(
        "# nothing but a comment\n---\n{}---\n{OLD}--- # and one more\n{}---\n",
        kind("One", "a"),
        kind("Two", "b")
    );
    let answer = run(&["convert"], &input);
    assert_eq!(lines(answer.text(), "kind:"), ["kind: One", "kind: Deployment", "kind: Two"]);
    assert_eq!(lines(answer.text(), "---").len(), 2);
    answer.check(
        0,
        "<stdin>: document 1: warning: unknown kind example.com/v1 One, passed through\n\
         <stdin>: document 3: warning: unknown kind example.com/v1 Two, passed through\n",
    );
    let answer = run(&["convert", "-o", "json"], &input);
    let values: Vec<Value> =
        serde_json::Deserializer::from_slice(&answer.out).into_iter().collect::<Result<_, _>>().expect("JSON");
    let kinds: Vec<_> = values.iter().map(|value| value["kind"].as_str().expect("a kind")).collect();
    assert_eq!(kinds, ["One", "Deployment", "Two"]);
}

#[test]
fn json_values_follow_one_another() {
    let one = run(&["decode", "-o", "json"], OLD);
    let stream = [one.clean(), r#"{"kind":"Gadget","apiVersion":"example.com/v1"}"#, one.clean()].concat();
    let answer = run(&["decode", "-o", "json"], stream);
    let gadget = "{\n    \"kind\": \"Gadget\",\n    \"apiVersion\": \"example.com/v1\"\n}\n";
    assert_eq!(answer.text(), [one.text(), gadget, one.text()].concat());
    answer.check(0, "<stdin>: document 2: warning: unknown kind example.com/v1 Gadget, passed through\n");
}

#[test]
fn unknown_kinds_keep_their_values() {
    let warning = "<stdin>: document 1: warning: unknown kind example.com/v1 Gadget, passed through\n";
    for command in ["convert", "decode"] {
        let answer = run(&[command], GADGET);
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
        "<stdin>:1:1: document 1: error: unknown kind example.com/v1 Gadget, which cannot be encoded as Protobuf\n",
    );
}

#[test]
fn near_misses_are_explained() {
    let answer = run(&["convert"], OLD.replace("extensions/v1beta1", "apps/v1beta3"));
    assert!(answer.text().starts_with("apiVersion: apps/v1beta3\n"));
    let versions = "apps/v1, apps/v1beta2, apps/v1beta1, extensions/v1beta1";
    let warning = format!(
        "<stdin>: document 1: warning: unknown kind apps/v1beta3 Deployment, passed through; Deployment is in {versions}\n"
    );
    answer.check(0, &warning);
    let answer = run(&["convert"], OLD.replace("kind: Deployment", "kind: deployment"));
    assert!(answer.err.ends_with("passed through; did you mean Deployment?\n"), "{}", answer.err);
}

#[test]
fn a_version_without_the_kind_is_an_error_for_a_document_alone() {
    let asked = ["convert", "--output-version", "batch.example.com/v1"];
    let answer = run(&asked, OLD);
    assert!(answer.out.is_empty());
    let reason = "batch.example.com/v1 has no kind Deployment, which is in \
                  apps/v1, apps/v1beta2, apps/v1beta1, extensions/v1beta1";
    answer.check(1, &format!("<stdin>:1:1: document 1: error: {reason}\n"));

    let answer = run(&asked, format!("{OLD}---\n{GADGET}"));
    assert_eq!(lines(answer.text(), "apiVersion:"), ["apiVersion: extensions/v1beta1", "apiVersion: example.com/v1"]);
    assert!(!answer.text().contains("imagePullPolicy"), "passed through as it was");
    assert_eq!(answer.code, 0);
    assert!(answer.err.starts_with(&format!("<stdin>: document 1: warning: {reason}, passed through\n")));
}

#[test]
fn a_version_that_its_group_has_not_is_wrong_usage() {
    let answer = run(&["convert", "--output-version", "apps/v1beta3"], OLD);
    assert_eq!((answer.code, answer.out.len()), (2, 0));
    let expected = "error: there is no version apps/v1beta3; there are apps/v1, apps/v1beta2, apps/v1beta1\n";
    assert!(answer.err.starts_with(expected), "{}", answer.err);
    for wrong in ["a/b/c", "", "apps/", "apps/__internal"] {
        let answer = run(&["convert", "--output-version", wrong], OLD);
        assert_eq!(answer.code, 2, "{wrong}");
        assert!(answer.err.contains("write GROUP/VERSION"), "{}", answer.err);
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
fn a_mistake_in_a_list_has_its_place_in_the_file() {
    let list = r#"{"kind": "List", "apiVersion": "v1", "items": [
  {"kind": "Deployment", "apiVersion": "apps/v1", "spec": {"replicas": 1}},
  {"kind": "Deployment", "apiVersion": "apps/v1", "spec": {"replicas": "1"}}
]}"#;
    let answer = run(&["convert"], list);
    assert!(answer.out.is_empty());
    let column = r#"  {"kind": "Deployment", "apiVersion": "apps/v1", "spec": {"replicas": ""#.len();
    assert!(
        answer.err.starts_with(&format!("<stdin>:3:{column}: document 1: error: items[1]: spec.replicas: ")),
        "{}",
        answer.err
    );
    assert_eq!(answer.code, 1);
}

#[test]
fn a_mistake_in_a_list_has_its_place_in_yaml() {
    let list =
        "kind: List\napiVersion: v1\nitems:\n- kind: Deployment\n  apiVersion: apps/v1\n  spec:\n    replicas: x\n";
    run(&["convert"], list).check(
        1,
        "<stdin>:7:15: document 1: error: items[0]: spec.replicas: expected int32, found string\n\
         7 |     replicas: x\n  |               ^\n",
    );
}

#[test]
fn what_is_lost_is_said_and_strict_refuses_it() {
    let input = OLD.replace("metadata:\n  name: web", "metadata:\n  name: web\n  colour: red\n  name: web2");
    let answer = run(&["convert"], &input);
    assert_eq!(lines(answer.text(), "name: web2"), ["  name: web2"]);
    answer.check(
        0,
        "<stdin>:6:3: document 1: warning: key \"name\" already set in map\n\
         <stdin>:5:3: document 1: warning: unknown field \"metadata.colour\"\n",
    );
    let answer = run(&["convert", "--strict"], &input);
    assert!(answer.out.is_empty());
    answer.check(
        1,
        "<stdin>:6:3: document 1: error: key \"name\" already set in map\n\
         6 |   name: web2\n  |   ^\n\
         <stdin>:5:3: document 1: error: unknown field \"metadata.colour\"\n\
         5 |   colour: red\n  |   ^\n",
    );
}

#[test]
fn json_says_what_is_there_twice() {
    let input = r#"{"kind":"Deployment","apiVersion":"apps/v1","spec":{"replicas":1,"replicas":2}}"#;
    run(&["decode"], input).check(0, "<stdin>:1:66: document 1: warning: duplicate field \"spec.replicas\"\n");
    for command in ["convert", "decode", "encode"] {
        let answer = run(&[command, "--strict"], input);
        let error = "<stdin>:1:66: document 1: error: duplicate field \"spec.replicas\"\n1 | ";
        assert!(answer.code == 1 && answer.out.is_empty() && answer.err.starts_with(error), "{}", answer.err);
    }
}

#[test]
fn every_mistake_of_a_document_is_said_and_the_others_are_written() {
    let wrong = OLD.replace("metadata:\n  name: web\nspec:\n", "metadata: web\nspec:\n  paused: maybe\n");
    let answer = run(&["convert"], format!("{GADGET}---\n# why?\n{wrong}---\n{OLD}"));
    assert_eq!(lines(answer.text(), "kind:"), ["kind: Gadget", "kind: Deployment"]);
    assert_eq!(answer.code, 1);
    assert_eq!(answer.err.matches("document 2: error: ").count(), 2, "{}", answer.err);
    let metadata = "<stdin>:10:11: document 2: error: metadata: expected object, found string\n10 | metadata: web\n";
    assert!(answer.err.contains(metadata), "{}", answer.err);
    let paused = "<stdin>:12:11: document 2: error: spec.paused: expected bool, found string\n12 |   paused: maybe\n";
    assert!(answer.err.contains(paused), "{}", answer.err);
}

#[test]
fn mistakes_in_json_are_shown() {
    let folder = Folder::new("positions");
    let text = "{\"kind\": \"Deployment\", \"apiVersion\": \"apps/v1\"}\n{\n  \"kind\": \"Deployment\",\n  \
                \"apiVersion\": \"apps/v1\",\n  \"spec\": {\"replicas\": \"2\"}\n}\n";
    let path = folder.file("wrong.json", text);
    let answer = run(&["decode", &path], "");
    assert!(answer.text().starts_with("apiVersion: apps/v1\n"));
    let message = format!("{path}:5:24: document 2: error: spec.replicas: expected int32, found string\n");
    answer.check(1, &format!("{message}5 |   \"spec\": {{\"replicas\": \"2\"}}\n  | {}^\n", " ".repeat(23)));
}

#[test]
fn malformed_documents_do_not_spoil_their_neighbours() {
    let answer = run(&["convert"], format!("{OLD}---\nspec: [1\nkind: Deployment\n---\n{OLD}"));
    assert_eq!(lines(answer.text(), "kind:").len(), 2);
    assert_eq!(answer.code, 1);
    assert!(answer.err.contains(": document 2: error: yaml: did not find expected ',' or ']'\n"), "{}", answer.err);
    assert!(answer.err.starts_with("<stdin>:14:"), "{}", answer.err);

    let answer = run(&["decode"], r#"{"kind":"A","apiVersion":"v1"} {"kind" "B"} {"kind":"C","apiVersion":"v1"}"#);
    assert_eq!(lines(answer.text(), "kind:"), ["kind: A", "kind: C"]);
    let message = "couldn't get version/kind; json parse error: invalid character '\"' after object key";
    assert!(answer.err.contains(&format!("<stdin>:1:40: document 2: error: {message}\n")), "{}", answer.err);
}

#[test]
fn documents_say_what_they_are() {
    for (input, message) in [
        ("a: 1\n", "Object 'Kind' is missing; a document says both its apiVersion and its kind"),
        ("kind: Pod\n", "Object 'apiVersion' is missing; a document says both its apiVersion and its kind"),
        ("kind: Pod\napiVersion: a/b/c\n", "apiVersion \"a/b/c\" is no GROUP/VERSION"),
    ] {
        run(&["convert"], input).check(1, &format!("<stdin>:1:1: document 1: error: {message}\n"));
    }
    assert_eq!(run(&["convert"], "- 1\n").code, 1);
}

#[test]
fn yaml_may_look_like_json() {
    let answer = run(&["decode"], "{apiVersion: example.com/v1, kind: Gadget, mode: 010}");
    assert_eq!(answer.text(), "apiVersion: example.com/v1\nkind: Gadget\nmode: 8\n");
    let json = r#"{"apiVersion": "example.com/v1", "kind": "Gadget"}"#;
    let answer = run(&["decode"], format!("{json}\n---\n{json}\n"));
    assert_eq!(lines(answer.text(), "kind:").len(), 2);
}

#[test]
fn text_may_be_utf16() {
    let units: Vec<u8> = format!("\u{feff}{GADGET}").encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert_eq!(run(&["decode"], units).text(), run(&["decode"], GADGET).text());
}

#[test]
fn directories_give_their_manifests_by_name() {
    let folder = Folder::new("directory");
    folder.file("b.yml", &kind("B", "b"));
    folder.file("a.yaml", &kind("A", "a"));
    folder.file("c.json", r#"{"kind":"C","apiVersion":"example.com/v1"}"#);
    folder.file("notes.txt", "not a manifest");
    folder.file("deep/d.yaml", &kind("D", "d"));
    let flat = run(&["convert", "-f", &folder.path()], "");
    assert_eq!(lines(flat.text(), "kind:"), ["kind: A", "kind: B", "kind: C"]);
    let deep = run(&["convert", "-R", "-f", &folder.path()], "");
    assert_eq!(lines(deep.text(), "kind:"), ["kind: A", "kind: B", "kind: C", "kind: D"]);
    let file = format!("{}/b.yml", folder.path());
    let both = run(&["convert", "-f", &file, &folder.path()], "");
    assert_eq!(lines(both.text(), "kind:"), ["kind: B", "kind: A", "kind: B", "kind: C"]);
}

#[test]
fn files_that_cannot_be_read_do_not_stop_the_others() {
    let folder = Folder::new("missing");
    let [missing, there] = [format!("{}/missing.yaml", folder.path()), folder.file("there.yaml", OLD)];
    let answer = run(&["convert", "-f", &missing, "-f", &there], "");
    assert!(answer.text().starts_with("apiVersion: apps/v1\n"));
    assert_eq!(answer.code, 1);
    assert!(answer.err.starts_with(&format!("{missing}: error: ")), "{}", answer.err);

    let empty = folder.file("empty/notes.txt", "");
    let empty = Path::new(&empty).parent().expect("a folder").display().to_string();
    let answer = run(&["convert", "-f", &empty], "");
    answer.check(1, &format!("{empty}: error: no .yaml, .yml or .json file in this directory\n"));
}

#[test]
fn nothing_comes_out_of_nothing() {
    let answer = run(&["convert"], "# nothing\n---\n");
    assert!(answer.out.is_empty());
    answer.check(0, "<stdin>: warning: no documents\n");
}

#[test]
fn lists_all_kinds() {
    let answer = run(&["kinds", "-o", "json"], "");
    answer.clean();
    let kinds = answer.json();
    let find = |group: &str, version: &str| {
        let found = kinds.as_array().expect("a list").iter();
        let mut found =
            found.filter(|kind| kind["kind"] == "Deployment" && kind["group"] == group && kind["version"] == version);
        found.next().expect("a Deployment").clone()
    };
    let new = find("apps", "v1");
    assert_eq!(
        (&new["resource"], &new["served"], &new["shortNames"][0]),
        (&"deployments".into(), &true.into(), &"deploy".into())
    );
    assert_eq!((&new["namespaced"], &new["removed"]), (&true.into(), &Value::Null));
    let old = find("extensions", "v1beta1");
    assert_eq!((&old["removed"], &old["served"]), (&"1.16".into(), &false.into()));
    assert_eq!(old["replacement"], serde_json::json!({"group": "apps", "version": "v1", "kind": "Deployment"}));

    let table = run(&["kinds"], "");
    let text = table.clean();
    assert!(text.starts_with("APIVERSION"), "{text}");
    assert_eq!(text.lines().count(), 1 + kinds.as_array().map_or(0, Vec::len));
    assert!(!text.lines().any(|line| line.ends_with(' ')));
}

#[test]
fn any_yaml_becomes_json_and_any_json_yaml() {
    let folder = Folder::new("translate");
    let yaml = "b: {v9: 0644, v10: yes}\na:\n- ~\n- 'x: <y>'\n";
    let json = r#"{"a":[null,"x: \u003cy\u003e"],"b":{"v10":true,"v9":420}}"#;
    assert_eq!(run(&["yaml-to-json"], yaml).clean(), json);
    assert_eq!(run(&["yaml-to-json", "-", "--strict"], yaml).clean(), json);
    let back = run(&["json-to-yaml", &folder.file("values.json", json)], "");
    assert_eq!(back.clean(), "a:\n- null\n- 'x: <y>'\nb:\n  v9: 420\n  v10: true\n");
    assert_eq!(run(&["yaml-to-json"], "").clean(), "null");
    assert_eq!(run(&["json-to-yaml"], "\"\"").clean(), "\"\"\n");
}

#[test]
fn objects_come_out_as_kyaml() {
    let answer = run(&["decode", "-o", "kyaml"], format!("{OLD}---\n{GADGET}"));
    let text = answer.text();
    assert!(text.starts_with("---\n{\n  kind: \"Deployment\",\n  apiVersion: \"extensions/v1beta1\",\n"), "{text}");
    assert!(text.contains("        containers: [{\n          name: \"web\",\n"), "{text}");
    let gadget = "---\n{\n  apiVersion: \"example.com/v1\",\n  kind: \"Gadget\",\n  spec: {\n    enabled: true,\n    mode: 420,\n  },\n}\n";
    assert!(text.ends_with(gadget), "{text}");
    assert_eq!(run(&["convert"], text).text(), run(&["convert"], format!("{OLD}---\n{GADGET}")).text());
}

#[test]
fn a_text_that_is_no_yaml_fails_with_its_place() {
    let text = "a: 1\nb: [1\nc: 2\n";
    let answer = run(&["yaml-to-json"], text);
    assert!(answer.out.is_empty());
    answer.check(1, "<stdin>:3:1: error: yaml: line 2: did not find expected ',' or ']'\n3 | c: 2\n  | ^\n");
    let folder = Folder::new("no-yaml");
    let path = folder.file("wrong.json", r#"{"a": "\/"}"#);
    let message = format!("{path}:1:1: error: yaml: found unknown escape character\n1 | {{\"a\": \"\\/\"}}\n  | ^\n");
    run(&["json-to-yaml", &path], "").check(1, &message);
    run(&["yaml-to-json"], b"\xff\xfea\0b")
        .check(1, "<stdin>:1:1: error: yaml: incomplete UTF-16 character\n1 | ab\n  | ^\n");
    run(&["yaml-to-json"], "a: .inf").check(1, "<stdin>:1:1: error: json: unsupported value: +Inf\n");
    let answer = run(&["json-to-yaml", &folder.path()], "");
    assert!(answer.code == 1 && answer.err.starts_with(&format!("{}: error: ", folder.path())), "{}", answer.err);
}

#[test]
fn keys_that_are_there_twice_are_said_or_refused() {
    let text = "a: 1\nb:\n  c: 1\n  c: 2\na: 3\n";
    let answer = run(&["yaml-to-json"], text);
    assert_eq!(answer.text(), r#"{"a":3,"b":{"c":2}}"#);
    answer.check(
        0,
        "<stdin>:4:3: warning: key \"c\" already set in map\n<stdin>:5:1: warning: key \"a\" already set in map\n",
    );
    let answer = run(&["yaml-to-json", "--strict"], text);
    assert!(answer.out.is_empty());
    let message =
        "yaml: unmarshal errors:\n  line 4: key \"c\" already set in map\n  line 5: key \"a\" already set in map";
    answer.check(1, &format!("<stdin>:4:3: error: {message}\n4 |   c: 2\n  |   ^\n"));
}

#[test]
fn documents_behind_the_first_are_counted() {
    for (text, more) in [
        ("a: 1\n---\n", None),
        ("a: 1\n...\n# end\n", None),
        ("a: 1\n---\nb: 2", Some("one more is not")),
        ("a: 1\n...\nb: 2\n", Some("one more is not")),
        ("a: 1\n--- |\n  x\n---\n--- {b: 2}\n", Some("2 more are not")),
        ("{a: 1} b", Some("one more is not")),
        ("a: 1\n---\n[\n---\n\"", Some("2 more are not")),
    ] {
        for command in ["yaml-to-json", "json-to-yaml"] {
            let answer = run(&[command], text);
            assert_eq!(answer.text().trim_end().replace(['{', '}', '"', ' '], ""), "a:1", "{text}");
            let warning = more.map(|more| format!("<stdin>: warning: only the first document is read, {more}\n"));
            answer.check(0, &warning.unwrap_or_default());
        }
    }
}

#[test]
fn what_comes_later_says_so() {
    for arguments in [&["lint", "-f", "x.yaml"][..], &["lint", "--help"]] {
        let answer = run(arguments, OLD);
        assert_eq!((answer.code, answer.out.len()), (2, 0), "{arguments:?}");
        assert!(answer.err.contains("comes with a later release"), "{}", answer.err);
    }
    let answer = run(&["encode", "-o", "cbor"], OLD);
    assert_eq!((answer.code, answer.out.len()), (2, 0));
    assert!(answer.err.contains("CBOR comes with a later release"), "{}", answer.err);
    run(&["decode"], b"\xd9\xd9\xf7\xa0").check(1, "<stdin>: document 1: error: CBOR comes with a later release\n");
}

#[test]
fn wrong_usage_is_2() {
    for arguments in [
        &[][..],
        &["conver"],
        &["convert", "-o", "xml"],
        &["convert", "-f"],
        &["decode", "a", "b"],
        &["json-to-yaml", "--strict"],
    ] {
        let answer = run(arguments, "");
        assert_eq!((answer.code, answer.out.len()), (2, 0), "{arguments:?}");
        assert!(!answer.err.is_empty());
    }
}

#[test]
fn help_is_data() {
    for arguments in [&["--help"][..], &["convert", "--help"], &["decode", "-h"], &["--version"]] {
        assert!(!run(arguments, "").clean().is_empty());
    }
    assert!(run(&["convert", "--help"], "").text().contains("apimachinery convert -f shop.yaml"));
}

#[test]
fn broken_storage_bytes_fail_by_name() {
    let packed = run(&["encode"], OLD).out;
    let answer = run(&["decode"], &packed[..packed.len() - 9]);
    assert!(answer.out.is_empty());
    assert_eq!(answer.code, 1);
    assert!(answer.err.starts_with("<stdin>: document 1: error: "), "{}", answer.err);
    assert_eq!(run(&["decode"], b"k8s\0").code, 1);
}

#[test]
fn a_reader_that_has_seen_enough_is_no_failure() {
    let input = format!("{OLD}---\n").repeat(2_000);
    let mut child = program(&["convert"]).spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("piped");
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let mut start = [0; 20];
    child.stdout.take().expect("piped").read_exact(&mut start).expect("some output");
    assert_eq!(&start, b"apiVersion: apps/v1\n");
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("no panic").expect("the input is read whole");
    assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0));
}

#[test]
fn the_example_becomes_an_application_of_today() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/manifests/shop-2018.yaml");
    let answer = run(&["convert", "-f", path, "--strict"], "");
    assert_eq!(answer.code, 0, "{}", answer.err);
    assert_eq!(answer.text().matches("apiVersion: apps/v1\nkind: Deployment\n").count(), 4);
    assert_eq!(lines(answer.text(), "kind: Deployment").len(), 5, "four and the autoscaler's reference");
    assert!(answer.text().contains("defaultMode: 256"));
    let unknown: Vec<_> = answer.err.lines().filter_map(|line| line.split_once("warning: unknown kind ")).collect();
    assert_eq!(unknown.len(), answer.err.lines().count(), "{}", answer.err);
    let unknown: Vec<_> = unknown.iter().map(|(_, kind)| kind.trim_end_matches(", passed through")).collect();
    let expected = [
        "extensions/v1beta1 Ingress",
        "autoscaling/v2beta1 HorizontalPodAutoscaler",
        "monitoring.coreos.com/v1 ServiceMonitor",
    ];
    assert_eq!(unknown, expected);
}
