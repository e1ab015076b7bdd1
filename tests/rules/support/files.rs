//! Files of recorded cases.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use flate2::read::GzDecoder;
use serde_json::Value;

/// One line of a file: an input with the result of Kubernetes that demonstrates a rule.
pub(crate) struct Recorded {
    pub(crate) rule: String,
    pub(crate) input: Value,
    pub(crate) output: Value,
}

/// Returns the folder `tests/rules`.
pub(crate) fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rules")
}

/// Returns the areas that have a file.
pub(crate) fn areas() -> Vec<String> {
    let entries = fs::read_dir(folder()).expect("the folder of rules");
    let names = entries.map(|entry| entry.expect("a readable entry").file_name().to_string_lossy().into_owned());
    let area = |name: String| name.strip_suffix(".gz").unwrap_or(&name).strip_suffix(".jsonl").map(str::to_owned);
    let mut found: Vec<String> = names.filter_map(area).collect();
    found.sort();
    found
}

/// Returns all recorded lines of an area, in order; empty if it has no file.
pub(crate) fn recorded(area: &str) -> Vec<Recorded> {
    text(area).lines().map(parse).collect()
}

fn text(area: &str) -> String {
    let plain = folder().join(format!("{area}.jsonl"));
    if let Ok(text) = fs::read_to_string(&plain) {
        return text;
    }
    let mut text = String::new();
    if let Ok(file) = fs::File::open(plain.with_extension("jsonl.gz")) {
        GzDecoder::new(file).read_to_string(&mut text).expect("gzipped text");
    }
    text
}

fn parse(line: &str) -> Recorded {
    let mut case: Value = serde_json::from_str(line).expect("a line is JSON");
    let rule = case["rule"].as_str().expect("a line names its rule").to_owned();
    Recorded { rule, input: case["in"].take(), output: case["out"].take() }
}
