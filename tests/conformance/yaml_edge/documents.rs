//! Conversions of whole documents in both directions, lax and strict.

use std::fmt::Display;

use apimachinery::yaml::{self, json_to_yaml};
use serde_json::Value;

use super::{Edge, Files, outcome, text};
use crate::tally::Findings;

pub(super) fn run(edge: &mut Edge, files: &Files) {
    for (path, input) in files {
        if let Some(name) = path.strip_suffix(".yaml").filter(|name| !name.contains('/')) {
            edge.case("documents", name, |findings| check_reading(findings, files, name, input));
        }
        if let Some(name) = path.strip_suffix(".json").filter(|name| name.starts_with("emit/")) {
            let topic = name.trim_start_matches("emit/");
            edge.case("emission", topic, |findings| check(findings, "YAML", files, name, "yaml", json_to_yaml(input)));
        }
    }
}

fn check_reading(findings: &mut Findings, files: &Files, name: &str, input: &[u8]) {
    check(findings, "JSON", files, name, "json", yaml::to_json(input));
    let Ok(yaml::Parsed { warnings, .. }) = yaml::to_json_strict(input) else { return };
    let expected = files.get(&format!("{name}.strict-error")).map(Vec::as_slice).unwrap_or_default();
    let found = yaml::Error::strict(&warnings).map(|error| error.to_string()).unwrap_or_default();
    findings.equal("the strict error", trimmed(expected), found.as_bytes());
}

/// Compares with the file of that suffix next to the input, or with its error file.
fn check<E: Display>(
    findings: &mut Findings,
    what: &str,
    files: &Files,
    name: &str,
    end: &str,
    found: Result<String, E>,
) {
    let expected = match (files.get(&format!("{name}.{end}")), files.get(&format!("{name}.error"))) {
        (Some(result), None) => Ok(&result[..]),
        (None, Some(error)) => Err(trimmed(error)),
        _ => panic!("a case has a result or an error"),
    };
    outcome(findings, what, expected, found.map_err(|error| error.to_string()));
}

/// Removes the final line break of an error file.
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
