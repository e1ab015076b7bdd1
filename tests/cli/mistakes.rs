//! Mistakes and losses in documents: positions, messages, and the output written nevertheless.

use super::support::{Folder, GADGET, OLD, lines, run, words};

#[test]
fn a_mistake_in_a_list_has_its_place_in_the_file() {
    let list = r#"{"kind": "List", "apiVersion": "v1", "items": [
  {"kind": "Deployment", "apiVersion": "apps/v1", "spec": {"replicas": 1}},
  {"kind": "Deployment", "apiVersion": "apps/v1", "spec": {"replicas": "1"}}
]}"#;
    let answer = run(&["convert", "-o", "yaml"], list);
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
    run(&["convert", "-o", "yaml"], list).check(
        1,
        "<stdin>:7:15: document 1: error: items[0]: spec.replicas: expected int32, found string\n\
         7 |     replicas: x\n  |               ^\n",
    );
}

#[test]
fn what_is_lost_is_said_and_strict_refuses_it() {
    let input = OLD.replace("metadata:\n  name: web", "metadata:\n  name: web\n  colour: red\n  name: web2");
    let answer = run(&["convert", "-o", "yaml"], &input);
    assert_eq!(lines(answer.text(), "name: web2"), ["  name: web2"]);
    answer.check(
        0,
        "<stdin>:5:3: document 1: warning: unknown field \"metadata.colour\"\n\
         <stdin>:6:3: document 1: warning: key \"name\" already set in map\n",
    );
    let answer = run(&["convert", "-o", "yaml", "--strict"], &input);
    assert!(answer.out.is_empty());
    answer.check(
        1,
        "<stdin>:5:3: document 1: error: unknown field \"metadata.colour\"\n\
         5 |   colour: red\n  |   ^\n\
         <stdin>:6:3: document 1: error: key \"name\" already set in map\n\
         6 |   name: web2\n  |   ^\n",
    );
}

#[test]
fn json_says_what_is_there_twice() {
    let input = r#"{"kind":"Deployment","apiVersion":"apps/v1","spec":{"replicas":1,"replicas":2}}"#;
    run(&["decode"], input).check(0, "<stdin>:1:66: document 1: warning: duplicate field \"spec.replicas\"\n");
    for command in ["convert -o yaml", "decode", "encode"] {
        let answer = run(&[&words(command)[..], &["--strict"]].concat(), input);
        let error = "<stdin>:1:66: document 1: error: duplicate field \"spec.replicas\"\n1 | ";
        assert!(answer.code == 1 && answer.out.is_empty() && answer.err.starts_with(error), "{}", answer.err);
    }
}

#[test]
fn every_mistake_of_a_document_is_said_and_the_others_are_written() {
    let wrong = OLD.replace("metadata:\n  name: web\nspec:\n", "metadata: web\nspec:\n  paused: maybe\n");
    let answer = run(&["convert", "-o", "yaml"], format!("{GADGET}---\n# why?\n{wrong}---\n{OLD}"));
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
    let message = format!(
        "{path}:5:24: document 2: error: spec.replicas: expected int32, found string; write the number without quotes\n"
    );
    answer.check(1, &format!("{message}5 |   \"spec\": {{\"replicas\": \"2\"}}\n  | {}^\n", " ".repeat(23)));
}

#[test]
fn malformed_documents_do_not_spoil_their_neighbours() {
    let answer = run(&["convert", "-o", "yaml"], format!("{OLD}---\nspec: [1\nkind: Deployment\n---\n{OLD}"));
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
        ("a: 1\n", "Object 'Kind' is missing; a document must have an apiVersion and a kind"),
        ("kind: Pod\n", "Object 'apiVersion' is missing; a document must have an apiVersion and a kind"),
        ("kind: Pod\napiVersion: a/b/c\n", "invalid apiVersion \"a/b/c\": expected GROUP/VERSION, such as apps/v1"),
    ] {
        run(&["convert", "-o", "yaml"], input).check(1, &format!("<stdin>: document 1: error: {message}\n"));
    }
    assert_eq!(run(&["convert", "-o", "yaml"], "- 1\n").code, 1);
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
fn messages_say_what_helps() {
    let spec = |line: &str| format!("apiVersion: apps/v1\nkind: Deployment\nspec:\n  {line}\n");
    let secret = |line: &str| format!("apiVersion: v1\nkind: Secret\n{line}\n");
    for (document, help) in [
        (spec("replicas: {{ .Values.replicas }}"), "render a Helm template first, for example with `helm template`"),
        (spec("replicas: \"{{ .n }}\""), "render a Helm template first, for example with `helm template`"),
        (spec("replicas: ${REPLICAS}"), "substitute variables first, for example with `envsubst`"),
        (spec("replicas: '3'"), "write the number without quotes"),
        (spec("paused: \"true\""), "write the value without quotes"),
        (spec("template: {spec: {nodeName: 80}}"), "write the value in quotes"),
        (secret("data: {password: hunter2}"), "`data` contains base64; write plain text under `stringData`"),
        (secret("\ta: 1"), "indent with spaces, not tabs"),
        (spec("replicas: a: b"), "write text that contains `: ` in quotes, and check the indentation"),
    ] {
        let answer = run(&["convert", "-o", "yaml"], &document);
        let message = answer.err.lines().next().unwrap_or_default();
        assert!(answer.code == 1 && message.ends_with(&format!("; {help}")), "{document}: {message}");
    }
    for command in ["convert -o yaml", "decode", "encode", "lint", "yaml-to-json", "json-to-yaml"] {
        let answer = run(&words(command), b"\x1f\x8b\x08\0\0\0\0\0\0\x03");
        let message = "error: the input is compressed with gzip; decompress it first, for example with `gunzip -c`\n";
        assert!(answer.code == 1 && answer.err.ends_with(message), "{command}: {}", answer.err);
    }
}

#[test]
fn unknown_kinds_and_items_have_their_place() {
    let gadget = "kind: Gadget\n  apiVersion: example.com/v1";
    let list = format!("apiVersion: v1\nkind: List\nitems:\n- {gadget}\n- a: 1\n");
    let answer = run(&["convert", "-o", "yaml"], &list);
    assert!(answer.err.starts_with("<stdin>:4:9: document 1: warning: items[0]: unknown kind "), "{}", answer.err);
    assert!(
        answer.err.contains("<stdin>:6:3: document 1: error: items[1]: Object 'Kind' is missing"),
        "{}",
        answer.err
    );
    let json = "{\"apiVersion\":\"v1\",\"kind\":\"List\",\"items\":[\n  {\"kind\":\"Gadget\",\"apiVersion\":\"x.io/v1\"},\n  {}]}";
    let answer = run(&["convert", "-o", "yaml"], json);
    assert!(answer.err.starts_with("<stdin>:2:11: document 1: warning: items[0]: unknown kind "), "{}", answer.err);
    assert!(answer.err.contains("<stdin>:3:3: document 1: error: items[1]: "), "{}", answer.err);
}

#[test]
fn dropped_fields_and_wrong_types_come_together_in_order() {
    let input = "apiVersion: apps/v1\nkind: Deployment\nspec:\n  bogus: 1\n  replicas: x\n  other: 2\n  paused: 1\n";
    let answer = run(&["convert", "-o", "yaml", "--strict"], input);
    let places: Vec<_> =
        answer.err.lines().filter_map(|line| line.strip_prefix("<stdin>:")?.split_once(": ")).collect();
    let expected = [("4:3", "bogus"), ("5:13", "replicas"), ("6:3", "other"), ("7:11", "paused")];
    assert_eq!(places.len(), 4, "{}", answer.err);
    for ((place, message), (at, name)) in places.iter().zip(expected) {
        assert!(*place == at && message.contains(name) && message.contains("error: "), "{}", answer.err);
    }
    let answer = run(&["convert", "-o", "yaml"], input);
    assert_eq!((answer.err.matches("warning: unknown field").count(), answer.code), (2, 1), "{}", answer.err);
}
