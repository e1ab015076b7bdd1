//! Golden tests of the generated code.
//!
//! `golden/<case>/api-defs` contains a few definitions and `golden/<case>/expected` all files generated from them; the
//! test compares folders. `golden_runs.rs` compiles and runs the expected files, so that wrong code is not accepted by
//! mistake.
//!
//! `BLESS=1 cargo test --test codegen golden` rewrites the expected files.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{fs, io};

use apimachinery::codegen::Config;

use super::bless::blesses;

const ROOT: &str = "tests/golden";

/// The files of a folder: content by relative path.
type Folder = BTreeMap<String, String>;

#[test]
fn the_text_is_as_expected() {
    let bless = blesses();
    let mut differences = Vec::new();
    for case in cases() {
        let expected = Path::new(ROOT).join(&case).join("expected");
        let (wanted, made) = (read(&expected), generate(&case));
        if bless {
            accept(&expected, &wanted, &made);
        } else {
            differences.extend(differing(&case, &wanted, &made));
        }
    }
    assert!(
        differences.is_empty(),
        "{}\n\nTo accept what is generated now: BLESS=1 cargo test --test codegen golden",
        differences.join("\n")
    );
}

#[test]
fn the_same_definitions_give_the_same_text() {
    for case in cases() {
        assert!(generate(&case) == generate(&case), "{case}: the second run differs from the first");
    }
}

#[test]
fn a_difference_is_seen() {
    let folder = |files: &[(&str, &str)]| -> Folder {
        files.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect()
    };
    let wanted = folder(&[("a.rs", "1\n2\n3"), ("gone.rs", ""), ("same.rs", "=")]);
    let made = folder(&[("a.rs", "1\nx\n3"), ("new.rs", ""), ("same.rs", "=")]);
    let expected = [
        "case/expected/a.rs:2 differs\n    expected: 2\n   generated: x",
        "case/expected/gone.rs is no longer generated",
        "case/expected/new.rs is missing",
    ];
    assert_eq!(differing("case", &wanted, &made), expected);
}

fn cases() -> Vec<String> {
    let entries = fs::read_dir(ROOT).expect("the folder of cases");
    let folders = entries.map(|entry| entry.expect("a case").path());
    let folders = folders.filter(|path| path.join("api-defs").is_dir());
    let mut names: Vec<String> =
        folders.map(|path| path.file_name().expect("a name").to_string_lossy().into_owned()).collect();
    names.sort();
    assert!(!names.is_empty(), "no case in {ROOT}");
    names
}

fn generate(case: &str) -> Folder {
    let config = Config::new(format!("{ROOT}/{case}/api-defs"));
    let model = config.load().unwrap_or_else(|error| panic!("{case}:\n{error}"));
    config.generate(&model).into_iter().map(|file| (file.path, file.text)).collect()
}

fn read(folder: &Path) -> Folder {
    let files = files_below(folder).unwrap_or_default();
    let text = |path: &Path| fs::read_to_string(path).expect("a readable file").replace("\r\n", "\n");
    files.iter().map(|path| (relative(folder, path), text(path))).collect()
}

fn files_below(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() { files.extend(files_below(&path)?) } else { files.push(path) }
    }
    files.sort();
    Ok(files)
}

fn relative(folder: &Path, path: &Path) -> String {
    path.strip_prefix(folder).expect("a file below").to_string_lossy().replace('\\', "/")
}

fn differing(case: &str, wanted: &Folder, made: &Folder) -> Vec<String> {
    let paths: std::collections::BTreeSet<&String> = wanted.keys().chain(made.keys()).collect();
    let verdicts = paths.into_iter().filter_map(|path| {
        let verdict = match (wanted.get(path), made.get(path)) {
            (Some(wanted), Some(made)) => first_difference(wanted, made)?,
            (Some(_), None) => " is no longer generated".to_owned(),
            (None, _) => " is missing".to_owned(),
        };
        Some(format!("{case}/expected/{path}{verdict}"))
    });
    verdicts.collect()
}

fn first_difference(wanted: &str, made: &str) -> Option<String> {
    if wanted == made {
        return None;
    }
    let (mut wanted, mut made) = (wanted.lines(), made.lines());
    (1..).find_map(|line| match (wanted.next(), made.next()) {
        (None, None) => Some(" differs in how it ends".to_owned()),
        (wanted, made) if wanted == made => None,
        (wanted, made) => {
            let show = |line: Option<&str>| line.unwrap_or("(end of file)").to_owned();
            Some(format!(":{line} differs\n    expected: {}\n   generated: {}", show(wanted), show(made)))
        }
    })
}

fn accept(folder: &Path, wanted: &Folder, made: &Folder) {
    for path in wanted.keys().filter(|path| !made.contains_key(*path)) {
        fs::remove_file(folder.join(path)).expect("the old file can be removed");
    }
    for (path, text) in made {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().expect("a file has a folder")).expect("the folder can be created");
        fs::write(path, text).expect("a file can be written");
    }
}
