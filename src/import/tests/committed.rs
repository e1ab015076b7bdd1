//! Tests that importing the facts yields the definitions in the repository.

use std::path::{Path, PathBuf};
use std::{fs, io};

use flate2::read::GzDecoder;

use super::Case;
use crate::import::{Options, Report, run};

#[test]
fn importing_again_changes_nothing() {
    let case = Case::new("{}", "");
    let facts = |name: &str| unpacked(name, &case.root);
    let out = case.root.join("committed");
    copy(Path::new("api-defs"), &out);
    let report = run(&Options {
        facts: ["k8s-1.36.json", "k8s-legacy.json"].map(facts).to_vec(),
        served: facts("served-1.36.json"),
        release: "1.36.3".to_owned(),
        out,
        kinds: None,
    });
    let Report { written, removed, unchanged, .. } = report.unwrap_or_else(|error| panic!("{error}"));
    assert_eq!((written, removed), (Vec::new(), Vec::new()));
    assert!(unchanged > 0);
}

/// Unpacks a file of facts into a folder.
fn unpacked(name: &str, folder: &Path) -> PathBuf {
    let packed = fs::File::open(format!("tests/facts/{name}.gz")).expect("the facts are part of the repository");
    let path = folder.join(name);
    let mut file = fs::File::create(&path).expect("the temporary folder is writable");
    io::copy(&mut GzDecoder::new(packed), &mut file).expect("the file is valid gzip");
    path
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("the temporary folder is writable");
    for entry in fs::read_dir(from).expect("the folder is readable") {
        let path = entry.expect("the entry is readable").path();
        let target = to.join(path.file_name().expect("an entry has a name"));
        match path.is_dir() {
            true => copy(&path, &target),
            false => drop(fs::copy(&path, &target).expect("the temporary folder is writable")),
        }
    }
}
