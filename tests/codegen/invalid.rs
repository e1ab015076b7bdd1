//! Error messages for every kind of invalid definitions.
//!
//! `invalid/<mistake>/api-defs` contains definitions with a single mistake, and `expected.txt` next to it the complete
//! message. `BLESS=1 cargo test --test codegen invalid` rewrites the messages.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::thread;

use apimachinery::codegen::{Config, Error, Mistake};

use super::bless::blesses;

fn cases() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/invalid");
    let entries = fs::read_dir(folder).expect("the folder of cases").map(|entry| entry.expect("an entry").path());
    let mut cases: Vec<_> = entries.filter(|path| path.is_dir()).collect();
    cases.sort();
    cases
}

fn name(case: &Path) -> String {
    case.file_name().expect("a folder has a name").to_string_lossy().into_owned()
}

fn load(case: &Path) -> Error {
    let config = Config::new(case.join("api-defs"));
    let sources = case.join("src");
    let model = if sources.exists() { config.sources(sources).load() } else { config.load() };
    model.err().unwrap_or_else(|| panic!("{}: nothing is wrong with it", name(case)))
}

fn check(case: &Path) {
    let error = load(case);
    let codes: BTreeSet<_> = error.mistakes().iter().map(|mistake| mistake.code().to_owned()).collect();
    assert_eq!(codes, BTreeSet::from([name(case)]), "{error}");
    for mistake in error.mistakes() {
        assert!(says_what_to_write(mistake), "{}", mistake.text());
    }
    let text = error.to_string().replace(&format!("{}/", case.display()), "");
    let expected = case.join("expected.txt");
    if blesses() {
        fs::write(&expected, &text).expect("the message is written");
    }
    let expected = fs::read_to_string(&expected).unwrap_or_default();
    assert_eq!(text, expected, "{}: run with BLESS=1 if the new message is the better one", name(case));
}

/// True if the message of a mistake contains a remedy. The message of `wrong-type` is a remedy itself, and those of
/// `proto` come from protoc.
fn says_what_to_write(mistake: &Mistake) -> bool {
    let said = [" = help: ", "did you mean `"].iter().any(|words| mistake.text().contains(words));
    said || matches!(mistake.code(), "wrong-type" | "proto")
}

#[test]
fn every_mistake_is_shown_as_expected() {
    let cases = cases();
    assert!(!cases.is_empty());
    let threads = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for part in cases.chunks(cases.len().div_ceil(threads)) {
            scope.spawn(|| part.iter().for_each(|case| check(case)));
        }
    });
}

/// Collects the codes of mistakes that the source of the generator mentions.
fn codes_in(folder: &Path, codes: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).expect("a folder of the generator") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            codes_in(&path, codes);
        } else {
            let text = fs::read_to_string(&path).expect("a file of the generator");
            let calls = text.split("error(").skip(1).filter_map(|call| call.trim_start().strip_prefix('"'));
            codes.extend(calls.filter_map(|call| call.split_once("\",").map(|(code, _)| code.to_owned())));
        }
    }
}

#[test]
fn every_mistake_has_a_case() {
    let mut codes = BTreeSet::new();
    for stage in ["load", "resolve", "functions"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/codegen").join(stage);
        codes_in(&folder, &mut codes);
    }
    codes.retain(|code| code.bytes().all(|b| b.is_ascii_lowercase() || b == b'-'));
    let cases: BTreeSet<_> = cases().iter().map(|case| name(case)).collect();
    assert_eq!(codes, cases);
}
