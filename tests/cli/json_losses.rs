//! Losses in JSON documents that are not errors.

use super::support::run;

const GADGET: &str = r#"{"apiVersion":"example.com/v1","kind":"Gadget","spec":{"b":{"x":1,"\u0078":2}}}"#;
const REVISION: &str = r#"{"apiVersion":"apps/v1","kind":"ControllerRevision","revision":1,"data":{"a":1,"a":2}}"#;

const COMMANDS: [&str; 6] =
    ["convert -o yaml", "convert -o json", "decode", "decode -o kyaml", "encode -o json", "encode -o cbor"];

/// Runs each command with and without `--strict`, and checks its exit codes and messages.
fn check(json: &str, strict_code: i32, expected: &str) {
    for command in COMMANDS {
        let arguments: Vec<_> = command.split(' ').collect();
        for (arguments, code) in [(arguments.clone(), 0), ([&arguments[..], &["--strict"]].concat(), strict_code)] {
            let answer = run(&arguments, json);
            assert_eq!(answer.code, code, "{arguments:?} {json}: {}", answer.err);
            assert!(answer.err.contains(expected), "{arguments:?} {json}: {}", answer.err);
        }
    }
}

#[test]
fn repeated_keys_of_custom_resources_are_refused_in_strict_mode() {
    check(GADGET, 1, "spec.b.x");
    check(&format!(r#"{{"apiVersion":"v1","kind":"List","items":[{GADGET}]}}"#), 1, "spec.b.x");
    check(r#"{"apiVersion":"v1","kind":"List","metadata":{},"items":[],"metadata":{}}"#, 1, "metadata");
}

#[test]
fn repeated_keys_of_raw_values_are_reported() {
    check(REVISION, 0, "warning: duplicate field \"data.a\"; the last one counts");
    let known =
        run(&["convert", "-o", "yaml"], r#"{"apiVersion":"v1","kind":"Pod","spec":{"hostname":"a","hostname":"b"}}"#);
    assert_eq!(known.err.matches("duplicate field").count(), 1, "{}", known.err);
}

#[test]
fn invalid_unicode_is_reported() {
    let half = r#"{"apiVersion":"v1","kind":"ConfigMap","data":{"a":"x\ud800"}}"#;
    check(half, 0, "half of a surrogate pair in \"data.a\" becomes U+FFFD");
    let bytes = b"{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"data\":{\"a\":\"\xff\"}}";
    let answer = run(&["convert", "-o", "yaml"], bytes);
    assert!(answer.err.contains(":1:52: document 1: warning: bytes that are not UTF-8"), "{}", answer.err);
}

#[test]
fn numbers_that_yaml_changes_are_reported_and_secret_ones_not_shown() {
    let json = r#"{"apiVersion":"example.com/v1","kind":"Gadget","spec":[9007199254740993.0],"data":{"a":18446744073709551616}}"#;
    let answer = run(&["decode"], json);
    assert!(
        answer.err.contains("number 9007199254740993.0 in \"spec[0]\" becomes 9.007199254740992e+15"),
        "{}",
        answer.err
    );
    assert!(
        answer.err.contains("a number in \"data.a\"") && !answer.err.contains("18446744073709551616"),
        "{}",
        answer.err
    );
    assert!(!run(&["decode", "-o", "json"], json).err.contains("becomes"));
    let yaml = "apiVersion: v1\nkind: Secret\nstringData: {a: 18446744073709551616}\n";
    assert!(!run(&["decode"], yaml).err.contains("18446744073709551616"));
}

#[test]
fn times_beyond_the_year_9999_are_reported() {
    let pod = "apiVersion: v1\nkind: Pod\nmetadata: {creationTimestamp: \"9999-12-31T23:59:59-23:00\"}\n";
    let answer = run(&["decode"], pod);
    let expected = "the time in \"metadata.creationTimestamp\" becomes 10000-01-01T22:59:59Z, which cannot be read";
    assert!(answer.err.contains(expected), "{}", answer.err);
}
