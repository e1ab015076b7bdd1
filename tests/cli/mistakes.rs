//! Mistakes and losses in documents: where they are, what is said, what is written nevertheless.

use super::support::{Folder, GADGET, OLD, lines, run};

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
fn broken_storage_bytes_fail_by_name() {
    let packed = run(&["encode"], OLD).out;
    let answer = run(&["decode"], &packed[..packed.len() - 9]);
    assert!(answer.out.is_empty());
    assert_eq!(answer.code, 1);
    assert!(answer.err.starts_with("<stdin>: document 1: error: "), "{}", answer.err);
    assert_eq!(run(&["decode"], b"k8s\0").code, 1);
}
