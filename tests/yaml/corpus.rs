//! Initial documents from the repository, and from other folders if they exist.

use std::fs;
use std::path::Path;

use serde_json::Value;

use super::data;

/// Maximum length of a document; a longer one would take the time of many.
const LONGEST: usize = 2000;

/// Number of consecutive lines taken from a long document.
const WINDOW: usize = 25;

/// Returns all documents, long ones in parts.
///
/// # Panics
///
/// Panics if the documents of the repository are missing.
pub(crate) fn documents() -> Vec<Vec<u8>> {
    let mut found = recorded_documents();
    for target in ["decode", "events", "reader", "stream"] {
        found.extend(files(&Path::new("fuzz/seeds").join(format!("yaml_{target}")), ""));
    }
    if let Some(suite) = data::yaml_suite() {
        let texts = data::files(&suite.join("data"), ".js").into_iter().flat_map(|path| data::suite_texts(&path));
        found.extend(texts.map(|(_, text)| text.into_bytes()));
    }
    let golden = data::golden().unwrap_or_default().into_values().flatten();
    found.extend(golden.filter(|(name, _)| name.ends_with(".yaml")).flat_map(|(_, text)| windows(&text)));
    found.retain(|document| document.len() <= LONGEST);
    found
}

/// The recorded documents, none of them long: the same in every clone.
///
/// # Panics
///
/// If they are gone.
pub(crate) fn recorded_documents() -> Vec<Vec<u8>> {
    let mut found = members(&data::lines(Path::new("tests/rules/yaml.jsonl")), &["in"]);
    assert!(found.len() > 200, "tests/rules/yaml.jsonl has {} documents", found.len());
    let edge = data::yaml_edge();
    found.extend(members(&data::lines_of(&edge["tables/scalars.jsonl"]), &["document"]));
    let whole = edge.into_iter().filter(|(name, _)| name.ends_with(".yaml") && !name.contains('/'));
    found.extend(whole.map(|(_, text)| text));
    found.retain(|document| document.len() <= LONGEST);
    found
}

fn files(folder: &Path, end: &str) -> Vec<Vec<u8>> {
    data::files(folder, end).iter().filter_map(|path| fs::read(path).ok()).collect()
}

/// Returns members of the lines of a table, if they are strings.
fn members(lines: &[String], members: &[&str]) -> Vec<Vec<u8>> {
    let cases = lines.iter().map(|line| serde_json::from_str::<Value>(line).expect("a line is JSON"));
    cases
        .flat_map(|case| members.iter().filter_map(|name| Some(case[name].as_str()?.into())).collect::<Vec<_>>())
        .collect()
}

fn windows(text: &[u8]) -> Vec<Vec<u8>> {
    let lines: Vec<&[u8]> = text.split_inclusive(|byte| *byte == b'\n').collect();
    lines.chunks(WINDOW).map(<[_]>::concat).collect()
}
