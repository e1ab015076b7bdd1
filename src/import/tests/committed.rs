//! The definitions in the repository are what the importer makes of the facts.

use std::fs;
use std::path::Path;

use super::Case;
use crate::import::{Options, Report, run};

#[test]
fn importing_again_changes_nothing() {
    let facts = Path::new("../shared/facts");
    if !facts.is_dir() {
        return eprintln!("importing again: no facts; ../shared/facts is not there");
    }
    let case = Case::new("{}", "");
    let out = case.root.join("committed");
    copy(Path::new("api-defs"), &out);
    let report = run(&Options {
        facts: ["k8s-1.36.json", "k8s-legacy.json"].map(|name| facts.join(name)).to_vec(),
        served: facts.join("served-1.36.json"),
        release: "1.36.3".to_owned(),
        out,
        kinds: None,
    });
    let Report { written, removed, unchanged, .. } = report.unwrap_or_else(|error| panic!("{error}"));
    assert_eq!((written, removed), (Vec::new(), Vec::new()));
    assert!(unchanged > 0);
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("the temporary folder is writable");
    for entry in fs::read_dir(from).expect("a folder of the package") {
        let path = entry.expect("a readable entry").path();
        let target = to.join(path.file_name().expect("an entry has a name"));
        match path.is_dir() {
            true => copy(&path, &target),
            false => drop(fs::copy(&path, &target).expect("the temporary folder is writable")),
        }
    }
}
