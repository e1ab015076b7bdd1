//! Edge cases of YAML and JSON with the results of the Go code: texts, scalars, typed objects and streams.
//!
//! The README of their folder describes the origin of the cases.

mod documents;
mod streams;
mod typed;

use serde_json::Value;

use super::data::{self, Files};
use super::tally::{Findings, Required, Tally};

/// The cases that differ from upstream on purpose, with the reasons.
const DEVIATIONS: &[(&str, &str)] = &[
    (
        "documents: enc-invalid-far-after",
        "the whole input is checked; Go's reader stops before the bad byte behind the document",
    ),
    (
        "streams: marker-with-content",
        "the framer checks separators as the reader does; upstream's drops what stands behind them",
    ),
    (
        "typed: dup-slice-shrinks-then-grows",
        "what a list had behind its end is gone; Go finds it in the array below the slice",
    ),
];

pub(crate) fn run(files: &Files) {
    let mut edge = Edge { tally: Tally::new("yaml-edge") };
    documents::run(&mut edge, files);
    table(&mut edge, files, "scalars", "document", documents::check_scalar);
    table(&mut edge, files, "streams", "name", streams::check);
    typed::run(&mut edge, files);
    edge.tally.finish(Required::new("APIMACHINERY_YAML_EDGE", 757, 1133).deviations(3));
}

struct Edge {
    tally: Tally,
}

impl Edge {
    /// Runs a case. Cases listed as deviations must differ.
    fn case(&mut self, topic: &str, name: &str, check: impl FnOnce(&mut Findings)) {
        let place = format!("{topic}: {name}");
        match DEVIATIONS.iter().find(|(deviation, _)| *deviation == place) {
            Some((_, reason)) => self.tally.deviation(topic, &place, reason, check),
            None => self.tally.case(topic, &place, check),
        }
    }
}

/// Runs the cases of a table, named by one of their members.
fn table(edge: &mut Edge, files: &Files, topic: &str, name: &str, check: fn(&mut Findings, &Value)) {
    for case in lines(files, topic) {
        edge.case(topic, text(&case[name]), |findings| check(findings, &case));
    }
}

fn lines(files: &Files, table: &str) -> Vec<Value> {
    let lines = data::lines_of(&files[&format!("tables/{table}.jsonl")]);
    lines.iter().map(|line| serde_json::from_str(line).expect("a line is JSON")).collect()
}

fn text(value: &Value) -> &str {
    value.as_str().expect("the member is a string")
}

/// Compares a text or an error with the expected one.
fn outcome(findings: &mut Findings, what: &str, expected: Result<&[u8], &[u8]>, found: Result<String, String>) {
    match (expected, found) {
        (Ok(expected), Ok(found)) => findings.equal(what, expected, found.as_bytes()),
        (Err(expected), Err(found)) => findings.equal(&format!("{what}, the error"), expected, found.as_bytes()),
        (Err(expected), Ok(_)) => findings
            .check(false, || format!("{what} succeeds, where upstream fails: {}", String::from_utf8_lossy(expected))),
        (Ok(_), Err(found)) => findings.check(false, || format!("{what} fails: {found}")),
    }
}
