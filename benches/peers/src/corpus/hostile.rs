//! ConfigMaps with shapes that are expensive to read, each in three sizes. If cost is linear, all three have the same
//! speed in MB/s.

use std::fmt::Write;

use super::Corpus;
use super::json::{Object, list, object, text};

/// Returns all shapes in all sizes.
pub(crate) fn hostile() -> Vec<Corpus> {
    let sizes = [1, 2, 4];
    let shape = |name: &'static str, make: fn(usize) -> (Object, Object), largest: usize| {
        sizes.map(move |parts| {
            let size = largest * parts / 4;
            let (given, json) = make(size);
            Corpus { name: format!("{name}-{size}"), given: vec![given.to_string()], json: vec![json.to_string()] }
        })
    };
    // The root, metadata, managedFields and its item add four levels; upstream accepts 10,000.
    let shapes = [
        shape("levels", levels, 9_996),
        shape("string", string, 10_000_000),
        shape("keys", keys, 100_000),
        shape("escapes", escapes, 1_000_000),
    ];
    shapes.into_iter().flatten().collect()
}

fn config_map() -> Object {
    object().text("kind", "ConfigMap").text("apiVersion", "v1")
}

/// Returns nested objects.
fn levels(count: usize) -> (Object, Object) {
    let fields = format!("{}{{}}{}", "{\"f:a\":".repeat(count - 1), "}".repeat(count - 1));
    let entry = object().text("manager", "m").text("fieldsType", "FieldsV1").raw("fieldsV1", fields);
    let map = config_map().raw("metadata", object().text("name", "levels").raw("managedFields", list([entry])));
    (map.clone(), map)
}

/// Returns one string of a number of bytes.
fn string(bytes: usize) -> (Object, Object) {
    let map = named("string").raw("data", object().text("text", "a quiet line ".repeat(bytes / 13)));
    (map.clone(), map)
}

/// Returns a number of keys in reverse order, which encoders must sort.
fn keys(count: usize) -> (Object, Object) {
    let member = |index: usize| format!("\"key-{index:06}\":\"{index}\"");
    let data = |members: Vec<String>| format!("{{{}}}", members.join(","));
    let reversed = data((0..count).rev().map(member).collect());
    (named("keys").raw("data", reversed), named("keys").raw("data", data((0..count).map(member).collect())))
}

/// Returns a number of bytes that are all escapes, few of which are written as escapes again.
fn escapes(bytes: usize) -> (Object, Object) {
    let all = ["\\n", "\\\"", "\\u00e9", "\\ud83d\\ude00", "\\u003c", "\\/"];
    let count = bytes / all.concat().len();
    let mut given = String::new();
    write!(given, "\"{}\"", all.concat().repeat(count)).expect("writing to a String cannot fail");
    let written = text(&"\n\"\u{e9}\u{1f600}</".repeat(count));
    let map = |text: String| named("escapes").raw("data", object().raw("text", text));
    (map(given), map(written))
}

fn named(name: &str) -> Object {
    config_map().raw("metadata", object().text("name", name))
}
