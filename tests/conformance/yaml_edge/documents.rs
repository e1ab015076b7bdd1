//! Whole documents from text to text, plainly and strictly, in both directions.

use std::fmt::Display;
use std::fs;
use std::path::Path;

use apimachinery::yaml;
use serde_json::Value;

use super::{Edge, data, outcome, text};
use crate::tally::Findings;

pub(super) fn run(edge: &mut Edge, folder: &Path) {
    for path in data::files(folder, ".yaml") {
        edge.case("documents", &name(&path), |findings| check_reading(findings, &path));
    }
    for path in data::files(&folder.join("emit"), ".json") {
        edge.case("emission", &name(&path), |findings| {
            let found = yaml::json_to_yaml(&read(&path).expect("the file was listed"));
            check(findings, "YAML", &path, "yaml", found);
        });
    }
}

fn name(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

fn read(path: &Path) -> Option<Vec<u8>> {
    fs::read(path).ok()
}

fn check_reading(findings: &mut Findings, path: &Path) {
    let input = read(path).expect("the file was listed");
    check(findings, "JSON", path, "json", yaml::to_json(&input));
    let Ok((_, warnings)) = yaml::to_json_strict(&input) else { return };
    let expected = read(&path.with_extension("strict-error")).unwrap_or_default();
    let found = yaml::Error::strict(&warnings).map(|error| error.to_string()).unwrap_or_default();
    findings.equal("the strict error", trimmed(&expected), found.as_bytes());
}

/// Compares with the file of that end beside the input, or that of the error.
fn check<E: Display>(findings: &mut Findings, what: &str, path: &Path, end: &str, found: Result<String, E>) {
    let result = read(&path.with_extension(end));
    let error = read(&path.with_extension("error"));
    let expected = match (&result, &error) {
        (Some(result), None) => Ok(&result[..]),
        (None, Some(error)) => Err(trimmed(error)),
        _ => panic!("a case has a result or an error"),
    };
    outcome(findings, what, expected, found.map_err(|error| error.to_string()));
}

/// The files of errors end in a line break.
fn trimmed(error: &[u8]) -> &[u8] {
    error.strip_suffix(b"\n").unwrap_or(error)
}

pub(super) fn check_scalar(findings: &mut Findings, case: &Value) {
    let expected = match case.get("json") {
        Some(json) => Ok(text(json).as_bytes()),
        None => Err(text(&case["error"]).as_bytes()),
    };
    let found = yaml::to_json(text(&case["document"]).as_bytes());
    outcome(findings, "JSON", expected, found.map_err(|error| error.to_string()));
}
