//! Documents read and written by the program: texts, streams, storage bytes, files and folders.

use std::path::Path;

use serde_json::Value;

use super::support::{Folder, GADGET, OLD, kind, lines, run};

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
    assert_eq!(run(&["convert", "-o", "yaml"], &packed.out).clean(), run(&["convert", "-o", "yaml"], OLD).clean());
}

#[test]
fn values_of_any_form_are_decoded() {
    let gadget = run(&["encode", "-o", "cbor"], GADGET);
    gadget.check(0, "<stdin>: document 1: warning: unknown kind example.com/v1 Gadget, passed through\n");
    assert!(gadget.out.starts_with(b"\xd9\xd9\xf7\xa3\x44kind\x46Gadget\x44spec"));
    // Some tools append a line feed to a value.
    let value = [&gadget.out[..], b"\n"].concat();
    assert_eq!(run(&["decode"], value).text(), run(&["decode"], GADGET).text());
    let (value, error) = (&gadget.out[..gadget.out.len() - 1], "<stdin>: document 1: error: unable to determine ");
    assert!(run(&["decode"], value).err.starts_with(error));

    run(&["decode"], b"k8s:enc:aesgcm:v1:g:\x01\x02\x03")
        .check(1, "<stdin>: document 1: error: the value is encrypted: provider aesgcm v1, key \"g\"\n");
}

#[test]
fn items_of_stored_lists_are_converted() {
    let items = OLD.replace('\n', "\n  ");
    let list = format!("apiVersion: v1\nkind: List\nitems:\n- {}", items.trim_end());
    for format in ["cbor", "pb"] {
        let stored = run(&["encode", "-o", format], &list);
        assert_eq!((stored.code, &*stored.err), (0, ""), "{format}");
        let (of_stored, of_text) =
            (run(&["convert", "-o", "json"], &stored.out), run(&["convert", "-o", "json"], &list));
        assert_eq!(of_stored.json()["items"][0]["apiVersion"], "apps/v1", "{format}");
        assert_eq!(of_stored.json()["items"], of_text.json()["items"], "{format}");
    }
}

#[test]
fn wrapped_values_are_decoded() {
    // The same object as base64 of CBOR and of JSON, and an encrypted value.
    let (cbor, json) =
        ("2dn3okRraW5kRFNoaXBKYXBpVmVyc2lvbkd4LmlvL3Yx", "eyJraW5kIjoiU2hpcCIsImFwaVZlcnNpb24iOiJ4LmlvL3YxIn0=");
    let ship = "apiVersion: x.io/v1\nkind: Ship\n";
    let both = format!("{ship}---\n{ship}");
    assert_eq!(run(&["decode"], format!("{cbor}\n")).text(), ship);
    assert_eq!(run(&["decode"], format!("{cbor}\n{json}\n")).text(), both);
    let pairs = format!(r#"{{"value":"{cbor}"}},{{"value":"{json}"}},{{"value":"azhzOmVuYzprbXM6djI6YWJvdmU6AQ=="}}"#);
    let answer = run(&["decode"], format!(r#"{{"header":{{}},"kvs":[{pairs}]}}"#));
    assert_eq!(answer.text(), both);
    let error = "<stdin>: document 3: error: the value is encrypted: provider kms v2, plugin \"above\"\n";
    assert!(answer.err.ends_with(error), "{}", answer.err);
}

#[test]
fn objects_are_stored_in_the_version_of_kubernetes() {
    let stored = run(&["encode", "--storage"], OLD);
    let decoded = run(&["decode", "-o", "json"], &stored.out).json();
    assert_eq!((&decoded["apiVersion"], &decoded["spec"]["replicas"]), (&"apps/v1".into(), &1.into()));
}

#[test]
fn encoded_documents_come_apart_again() {
    let other = OLD.replace("name: web", "name: other");
    let both = format!("{OLD}---\n{other}");
    for format in ["pb", "json", "cbor"] {
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
    let answer = run(&["convert", "-o", "yaml"], &input);
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
    let flat = run(&["convert", "-o", "yaml", "-f", &folder.path()], "");
    assert_eq!(lines(flat.text(), "kind:"), ["kind: A", "kind: B", "kind: C"]);
    let deep = run(&["convert", "-o", "yaml", "-R", "-f", &folder.path()], "");
    assert_eq!(lines(deep.text(), "kind:"), ["kind: A", "kind: B", "kind: C", "kind: D"]);
    let file = format!("{}/b.yml", folder.path());
    let both = run(&["convert", "-o", "yaml", "-f", &file, &folder.path()], "");
    assert_eq!(lines(both.text(), "kind:"), ["kind: B", "kind: A", "kind: B", "kind: C"]);
}

#[test]
fn files_that_cannot_be_read_do_not_stop_the_others() {
    let folder = Folder::new("missing");
    let [missing, there] = [format!("{}/missing.yaml", folder.path()), folder.file("there.yaml", OLD)];
    let answer = run(&["convert", "-o", "yaml", "-f", &missing, "-f", &there], "");
    assert!(answer.text().starts_with("apiVersion: apps/v1\n"));
    assert_eq!(answer.code, 1);
    assert!(answer.err.starts_with(&format!("{missing}: error: ")), "{}", answer.err);

    let empty = folder.file("empty/notes.txt", "");
    let empty = Path::new(&empty).parent().expect("a folder").display().to_string();
    let answer = run(&["convert", "-o", "yaml", "-f", &empty], "");
    answer.check(1, &format!("{empty}: error: no .yaml, .yml or .json file in this directory\n"));
}

#[test]
fn nothing_comes_out_of_nothing() {
    let answer = run(&["convert", "-o", "yaml"], "# nothing\n---\n");
    assert!(answer.out.is_empty());
    answer.check(0, "<stdin>: warning: no documents\n");
}

#[test]
fn objects_come_out_as_kyaml() {
    let answer = run(&["decode", "-o", "kyaml"], format!("{OLD}---\n{GADGET}"));
    let text = answer.text();
    assert!(text.starts_with("---\n{\n  kind: \"Deployment\",\n  apiVersion: \"extensions/v1beta1\",\n"), "{text}");
    assert!(text.contains("        containers: [{\n          name: \"web\",\n"), "{text}");
    let gadget = "---\n{\n  apiVersion: \"example.com/v1\",\n  kind: \"Gadget\",\n  spec: {\n    enabled: true,\n    mode: 420,\n  },\n}\n";
    assert!(text.ends_with(gadget), "{text}");
    assert_eq!(
        run(&["convert", "-o", "yaml"], text).text(),
        run(&["convert", "-o", "yaml"], format!("{OLD}---\n{GADGET}")).text()
    );
}
