//! One-to-one correspondence of recorded rules and tests.

use std::collections::BTreeSet;
use std::fs;

use super::files::{areas, folder, recorded};

/// The areas, with the number of rules and the minimum number of cases.
const RECORDED: [(&str, usize, usize); 19] = [
    ("codecs", 28, 727),
    ("convert", 6, 39),
    ("gates", 1, 136),
    ("json", 29, 263),
    ("kyaml", 7, 202),
    ("labels", 4, 101),
    ("leaves", 15, 294),
    ("legacyscheme", 16, 8322),
    ("protobuf", 21, 95),
    ("quantity", 23, 3783),
    ("query", 12, 81),
    ("replication", 2, 31),
    ("schema", 9, 239),
    ("scheme", 15, 292),
    ("signers", 1, 1650),
    ("streams", 13, 115),
    ("unstructured", 25, 417),
    ("untyped", 19, 145),
    ("yaml", 33, 329),
];

/// Returns the tests of an area that read cases: name of the function, area and rule.
fn readers(area: &str) -> Vec<(String, String, String)> {
    let text = fs::read_to_string(folder().join(format!("{area}.rs"))).unwrap_or_default();
    let mut found = Vec::new();
    for test in text.split("#[test]").skip(1) {
        let name = between(test, "fn ", "(").expect("a test is a function");
        for call in test.split("cases(\"").skip(1) {
            let mut words = call.split('"');
            let asked = words.next().unwrap_or_default();
            let rule = words.nth(1).unwrap_or_default();
            found.push((name.to_owned(), asked.to_owned(), rule.to_owned()));
        }
    }
    found
}

fn between<'a>(text: &'a str, before: &str, after: &str) -> Option<&'a str> {
    text.split_once(before)?.1.split_once(after).map(|(found, _)| found)
}

fn modules() -> Vec<String> {
    let entries = fs::read_dir(folder()).expect("the folder of rules");
    let names = entries.map(|entry| entry.expect("a readable entry").file_name().to_string_lossy().into_owned());
    names.filter_map(|name| name.strip_suffix(".rs").map(str::to_owned)).filter(|name| name != "main").collect()
}

#[test]
fn every_recorded_rule_has_a_test_of_its_name() {
    let mut complaints = Vec::new();
    for area in areas() {
        let tested: BTreeSet<String> = readers(&area).into_iter().map(|(test, _, _)| test).collect();
        let rules: BTreeSet<String> = recorded(&area).into_iter().map(|case| case.rule).collect();
        complaints.extend(rules.difference(&tested).map(|rule| format!("{area}.rs has no test {rule}")));
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn every_test_reads_the_rule_of_its_name() {
    let mut complaints = Vec::new();
    for area in modules() {
        for (test, asked, rule) in readers(&area) {
            if (&asked, &rule) != (&area, &test) {
                complaints.push(format!("{area}.rs: the test {test} reads the rule {rule} of {asked}"));
            }
        }
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn every_area_is_mounted() {
    let root = fs::read_to_string(folder().join("main.rs")).expect("tests/rules/main.rs");
    let missing: Vec<String> = modules().into_iter().filter(|area| !root.contains(&format!("\nmod {area};"))).collect();
    assert!(missing.is_empty(), "tests/rules/main.rs does not mount {}", missing.join(", "));
}

#[test]
fn every_area_has_all_its_cases() {
    assert!(areas().iter().eq(RECORDED.map(|(area, ..)| area).iter()), "{:?}", areas());
    for (area, rules, at_least) in RECORDED {
        let cases = recorded(area);
        let found: BTreeSet<&str> = cases.iter().map(|case| &*case.rule).collect();
        assert_eq!(found.len(), rules, "{area}: rules");
        assert!(cases.len() >= at_least, "{area}: {} cases, expected at least {at_least}", cases.len());
    }
}
