//! `apimachinery convert`, compared with kubectl's.
//!
//! Our program writes one document for each input document, and kubectl wraps several in a list, so only the objects
//! are compared.

use std::io::Write;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use super::support::{cases, text};

/// Converts documents with the program and returns the objects, or an error if it fails.
fn converted(case: &Value) -> Value {
    let mut command = Command::new(env!("CARGO_BIN_EXE_apimachinery"));
    command.args(["convert", "-o", "json"]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    if !text(&case[0]).is_empty() {
        command.args(["--output-version", text(&case[0])]);
    }
    let mut program = command.spawn().expect("the program starts");
    let documents: Vec<&str> = case[1].as_array().expect("documents").iter().map(text).collect();
    let mut input = program.stdin.take().expect("a pipe");
    // Writing fails if the program rejects its arguments before it reads the input.
    let _ = input.write_all(documents.join("\n").as_bytes());
    drop(input);
    let answer = program.wait_with_output().expect("the program ends");
    if !answer.status.success() {
        return json!({ "err": true });
    }
    let found = serde_json::Deserializer::from_slice(&answer.stdout).into_iter::<Value>();
    objects(json!(found.collect::<Result<Vec<_>, _>>().expect("JSON")))
}

/// Returns the objects of kubectl's outcome. If the group of an object lacks the requested version, kubectl returns an
/// empty list, where our program reports an error.
fn theirs(mut outcome: Value) -> Value {
    match outcome.get_mut("ok").map(Value::take) {
        None => json!({ "err": true }),
        Some(list) if list["kind"] == "List" && list["items"].is_null() => json!({ "err": true }),
        Some(list) if list["kind"] == "List" => objects(list["items"].clone()),
        Some(object) => objects(json!([object])),
    }
}

/// Returns objects, with lists replaced by their items.
fn objects(list: Value) -> Value {
    let Value::Array(objects) = list else { return json!({ "err": true }) };
    let flat = objects.into_iter().flat_map(|mut object| match object["kind"] == "List" {
        true => object["items"].as_array_mut().map(std::mem::take).unwrap_or_default(),
        false => vec![object],
    });
    json!({ "ok": flat.collect::<Vec<_>>() })
}

/// Converts upstream's outcomes to our form, in which `ok` is a list.
fn adapted(outcome: Value) -> Value {
    if outcome["ok"].is_array() || outcome["err"] == true { outcome } else { theirs(outcome) }
}

#[test]
fn without_a_version_it_is_the_preferred_one() {
    cases("convert", "without_a_version_it_is_the_preferred_one").adapted(adapted).compare(converted);
}

#[test]
fn with_a_version_it_is_that_one() {
    cases("convert", "with_a_version_it_is_that_one").adapted(adapted).compare(converted);
}

#[test]
fn several_objects_are_all_converted() {
    cases("convert", "several_objects_are_all_converted").adapted(adapted).compare(converted);
}

#[test]
fn items_of_lists_are_converted_each() {
    const DIFFER: &[(&str, &str)] = &[
        (
            r#"["",["{\"apiVersion\":\"v1\",\"kind\":\"List\",\"items\":[]}"]]"#,
            "an empty list stays what it is: as many documents out as in",
        ),
        (
            r#"["",["{\"apiVersion\":\"v1\",\"kind\":\"ConfigMapList\",\"items\":[{\"metadata\":{\"name\":\"a\"}},{\"metadata\":{\"name\":\"b\"}}]}"]]"#,
            "a list of one kind is an object of its own, and stays one",
        ),
    ];
    cases("convert", "items_of_lists_are_converted_each").adapted(adapted).compare_but(DIFFER, converted);
}

#[test]
fn unknown_kinds() {
    const WHY: &str = "what we do not know passes through with a warning";
    const DIFFER: &[(&str, &str)] = &[
        (r#"["",["{\"apiVersion\":\"example.com/v1\",\"kind\":\"Gadget\",\"metadata\":{\"name\":\"g\"}}"]]"#, WHY),
        (
            r#"["apps/v1",["{\"apiVersion\":\"example.com/v1\",\"kind\":\"Gadget\",\"metadata\":{\"name\":\"g\"}}"]]"#,
            WHY,
        ),
    ];
    cases("convert", "unknown_kinds").adapted(adapted).compare_but(DIFFER, converted);
}

#[test]
fn versions_that_are_none_are_refused() {
    cases("convert", "versions_that_are_none_are_refused").adapted(adapted).compare(converted);
}
