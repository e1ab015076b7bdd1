//! Parts of a document that are lost or changed before it is decoded.

use super::support::run;

const UNREAD: &str = "text after the end of the document is ignored: write \"---\" before it to make it a document";

const POD: &str = "apiVersion: v1\nkind: Pod\n";

#[test]
fn text_behind_the_end_of_a_document_is_reported_or_refused() {
    for (text, at, strict) in [
        (format!("{POD}...\n{POD}"), "4:1: document 1: ", ""),
        (format!("---\n{POD}... # end\n\n  }}}} no YAML\n---\n{POD}"), "6:3: document 1: ", "one is left"),
        ("{apiVersion: v1, kind: Pod}\nspec: {}\n".to_string(), "2:1: document 1: ", ""),
        (
            format!("{POD}---\n{{\"apiVersion\": \"v1\", \"kind\": \"Pod\"}}\n...\nx"),
            "6:1: document 2: ",
            "one is left",
        ),
        (format!("apiVersion: example.com/v1\nkind: Gadget\n...\n{POD}"), "4:1: document 1: ", ""),
    ] {
        for command in ["convert -o yaml", "decode", "encode -o json", "encode -o cbor"] {
            let arguments: Vec<_> = command.split(' ').collect();
            let answer = run(&arguments, &text);
            assert_eq!(answer.code, 0);
            assert!(answer.err.contains(&format!("<stdin>:{at}warning: {UNREAD}\n")), "{command} {}", answer.err);
            assert_eq!(answer.err.matches("is ignored").count(), 1, "{}", answer.err);
            let answer = run(&[&arguments[..], &["--strict"]].concat(), &text);
            assert_eq!((answer.code, answer.out.is_empty()), (1, strict.is_empty()), "{command} {text}");
            assert!(answer.err.contains(&format!("<stdin>:{at}error: {UNREAD}\n")), "{}", answer.err);
        }
        assert!(run(&["lint"], &text).err.contains(&format!("{at}warning: {UNREAD}\n")), "{text}");
    }
}

#[test]
fn comments_and_directives_behind_the_end_are_no_loss() {
    for text in ["...\n# end\n\n...\n", "...\n%YAML 1.1\n---\napiVersion: v1\nkind: Pod\n...\n"] {
        let answer = run(&["decode", "--strict"], format!("{POD}{text}"));
        assert!(!answer.clean().is_empty());
    }
}

#[test]
fn only_the_first_document_is_translated_and_the_rest_is_told() {
    let text = "a: 1\n...\nb: 2\n---\nc: 3\n";
    let more = "<stdin>: warning: only the first document is read, one more is ignored\n";
    let answer = run(&["yaml-to-json"], text);
    assert_eq!(answer.text(), r#"{"a":1}"#);
    answer.check(0, &format!("<stdin>:3:1: warning: {UNREAD}\n{more}"));
    let answer = run(&["yaml-to-json", "--strict"], text);
    assert!(answer.out.is_empty());
    answer.check(1, &format!("<stdin>:3:1: error: {UNREAD}\n{more}"));
}

#[test]
fn a_key_that_overrides_a_merged_one_is_refused_by_strict_decoding_alone() {
    let text = "apiVersion: v1\nkind: ConfigMap\ndata: &a {a: b}\nbinaryData: {<<: *a, a: YQ==}\n";
    assert!(run(&["decode"], text).clean().contains("a: YQ==\n"));
    let answer = run(&["decode", "--strict"], text);
    let message =
        "<stdin>:4:22: document 1: error: key \"a\" already set in map by the merge key \"<<\", which strict decoding";
    assert!(answer.code == 1 && answer.out.is_empty() && answer.err.starts_with(message), "{}", answer.err);

    let text = "a: &a {x: 1}\nb:\n  <<: [*a, {x: 3}]\n  x: 2\n";
    assert_eq!(run(&["yaml-to-json"], text).clean(), r#"{"a":{"x":1},"b":{"x":2}}"#);
    let answer = run(&["yaml-to-json", "--strict"], text);
    assert!(answer.out.is_empty() && answer.code == 1);
    for part in [
        "<stdin>:1:8: error: key \"x\" already set in map by",
        "<stdin>:4:3: error: key \"x\" already set in map by",
        "the merge key \"<<\"",
    ] {
        assert!(answer.err.contains(part), "{}", answer.err);
    }
}

#[test]
fn keys_lost_by_merging_are_reported() {
    let answer = run(&["yaml-to-json"], "a: &a {x: 1}\nb: {x: 2, <<: *a}\nc: {<<: {z: 1, z: 2}}\n");
    assert_eq!(answer.text(), r#"{"a":{"x":1},"b":{"x":1},"c":{"z":2}}"#);
    let overridden = "key \"x\" already set in map, and the merge key \"<<\" after it overrides it: write \"<<\" before \
                      the keys that override others";
    let repeated = "key \"z\" already set in map";
    answer.check(0, &format!("<stdin>:2:5: warning: {overridden}\n<stdin>:3:16: warning: {repeated}\n"));
    let answer = run(&["yaml-to-json"], "1: a\n'1': b\n");
    let same = "key \"1\" is repeated in JSON, where all keys are strings; the last one counts";
    answer.check(0, &format!("<stdin>:1:1: warning: {same}\n"));
}

#[test]
fn numbers_of_yaml_that_change_are_reported_and_never_refused() {
    let text = "apiVersion: example.com/v1\nkind: Gadget\nsizes:\n- {max: 18446744073709551616}\n- [0.5, 0x10000000000000000]\n";
    for arguments in [["decode", "--strict"], ["yaml-to-json", "--strict"]] {
        let answer = run(&arguments, text);
        assert_eq!(answer.code, 0);
        for part in [
            "<stdin>:4:9: ",
            "warning: number 18446744073709551616 in \"sizes[0].max\" becomes 18446744073709552000; quote it",
            "<stdin>:5:9: ",
            "warning: number 0x10000000000000000 in \"sizes[1][1]\" becomes the text \"0x10000000000000000\"; quote it",
        ] {
            assert!(answer.err.contains(part), "{}", answer.err);
        }
    }
    let claim = "apiVersion: v1\nkind: ResourceQuota\nspec: {hard: {memory: 18446744073709551617}}\n";
    let answer = run(&["decode", "--strict"], claim);
    assert_eq!((answer.code, answer.err.matches("becomes 18446744073709552000").count()), (0, 1), "{}", answer.err);
}

#[test]
fn repeated_keys_and_changed_numbers_of_json_are_told_when_it_becomes_yaml() {
    let text = "{\"b\": [{\"a\": 1,\n\"\\u0061\": -0.0}], \"c\": 18446744073709551616}";
    let answer = run(&["json-to-yaml"], text);
    assert_eq!(answer.text(), "b:\n- a: -0\nc: 1.8446744073709552e+19\n");
    let changed = "<stdin>:2:11: warning: number -0.0 in \"b[0].a\" becomes -0, which is the integer 0; quote it to keep it \
                   as it is\n<stdin>:2:24: warning: number 18446744073709551616 in \"c\" becomes 1.8446744073709552e+19; \
                   quote it to keep it as it is\n";
    answer.check(0, &format!("<stdin>:2:1: warning: key \"a\" already set in map\n{changed}"));
    let answer = run(&["json-to-yaml", "--strict"], text);
    assert!(answer.out.is_empty() && answer.code == 1, "{}", answer.err);
    assert!(answer.err.contains("<stdin>:2:1: error: key \"a\" already set in map"), "{}", answer.err);
    assert_eq!(run(&["json-to-yaml", "--strict"], r#"{"a":1}"#).clean(), "a: 1\n");
    assert_eq!(run(&["json-to-yaml", "--strict"], r#"{"a":1} {"b":2}"#).code, 1);
}
