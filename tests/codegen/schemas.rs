//! Comparison of the JSON Schemas in `api-defs` with the ones that the generator produces.
//!
//! `BLESS=1 cargo test --test codegen schemas` rewrites them. `tests/editor` validates definitions with them.

use std::fs;
use std::path::Path;

use apimachinery::codegen::schemas;

use super::bless::blesses;

const FOLDER: &str = "api-defs";

#[test]
fn the_schemas_are_current() {
    for schema in schemas() {
        let path = Path::new(FOLDER).join(&schema.path);
        if blesses() {
            fs::write(&path, &schema.text).expect("the schema is written");
        }
        let committed = fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n");
        assert!(committed == schema.text, "{} is old: BLESS=1 cargo test --test codegen schemas", path.display());
    }
}

/// Collects all keys of a schema.
fn keys(schema: &serde_json::Value, found: &mut Vec<String>) {
    match schema {
        serde_json::Value::Object(members) => {
            let properties = members.get("properties").and_then(serde_json::Value::as_object);
            found.extend(properties.into_iter().flat_map(|properties| properties.keys().cloned()));
            members.values().for_each(|value| keys(value, found));
        }
        serde_json::Value::Array(items) => items.iter().for_each(|item| keys(item, found)),
        _ => {}
    }
}

#[test]
fn the_manual_names_every_key() {
    let manual = fs::read_to_string(Path::new(FOLDER).join("README.md")).expect("the manual");
    for schema in schemas() {
        let mut found = Vec::new();
        keys(&serde_json::from_str(&schema.text).expect("JSON"), &mut found);
        assert!(found.len() > 20, "{}: {found:?}", schema.path);
        let missing: Vec<_> = found.iter().filter(|key| !names(&manual, key)).collect();
        assert!(missing.is_empty(), "{FOLDER}/README.md does not name {missing:?}");
    }
}

/// True if the manual contains the key, as code or before a colon.
fn names(manual: &str, key: &str) -> bool {
    manual.contains(&format!("`{key}`")) || manual.contains(&format!("{key}:"))
}

#[test]
fn definitions_by_hand_name_their_schema() {
    let folders = fs::read_dir(FOLDER).expect("the definitions").map(|entry| entry.expect("an entry").path());
    let files =
        folders.filter_map(|folder| fs::read_dir(folder).ok()).flatten().map(|entry| entry.expect("an entry").path());
    for file in files.filter(|file| file.extension().is_some_and(|extension| extension == "yaml")) {
        let text = fs::read_to_string(&file).expect("a readable file");
        let schema = if file.ends_with("internal.yaml") { "internal" } else { "version" };
        let line = format!("# yaml-language-server: $schema=../{schema}.schema.json");
        let said = text.lines().next().is_some_and(|first| first == line || first.starts_with("# @generated"));
        assert!(said, "{}: the first line is not `{line}`", file.display());
    }
}
