//! The content and the size of the published package.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;
use std::{env, fs};

use super::complain;

/// The maximum size of all files in the package, before compression. The registry limits the compressed archive to
/// 10 MB.
const LIMIT: u64 = 6_000_000;

/// The folders of the package. All their files are in it, except for those in `LEFT_OUT`.
const FOLDERS: [&str; 5] = ["api-defs", "docs", "examples", "src", "templates"];

/// Files of these folders that users do not need.
const LEFT_OUT: [&str; 3] = ["api-defs/internal.schema.json", "api-defs/kinds.txt", "api-defs/version.schema.json"];

/// Other files of the package. Cargo adds the lock file and the original manifest.
const FILES: [&str; 9] = [
    "CHANGELOG.md",
    "Cargo.lock",
    "Cargo.toml",
    "Cargo.toml.orig",
    "KINDS.md",
    "LICENSE-APACHE",
    "LICENSE-MIT",
    "README.md",
    "build.rs",
];

/// Returns the files that Cargo would publish.
fn packaged() -> BTreeSet<String> {
    let cargo = env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let mut command = Command::new(cargo);
    command.args(["package", "--list", "--allow-dirty", "--offline"]).current_dir(env!("CARGO_MANIFEST_DIR"));
    let output = command.output().expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("paths are text");
    text.lines().map(|line| line.replace('\\', "/")).filter(|line| line != ".cargo_vcs_info.json").collect()
}

/// Adds the files below a folder, as relative paths.
fn add(folder: &str, files: &mut BTreeSet<String>) {
    for entry in fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)).expect("a folder of the repository") {
        let entry = entry.expect("a readable entry");
        let path = format!("{folder}/{}", entry.file_name().to_string_lossy());
        match entry.path().is_dir() {
            true => add(&path, files),
            false => _ = files.insert(path),
        }
    }
}

#[test]
fn the_package_contains_what_users_need() {
    let mut expected: BTreeSet<String> = FILES.map(str::to_owned).into();
    FOLDERS.iter().for_each(|folder| add(folder, &mut expected));
    for path in LEFT_OUT {
        assert!(expected.remove(path), "{path} does not exist");
    }
    let packaged = packaged();
    let missing = expected.difference(&packaged).map(|path| format!("{path} is missing"));
    let more = packaged.difference(&expected).map(|path| format!("{path} is not needed"));
    complain("the package contains what users need", &missing.chain(more).collect::<Vec<_>>());
}

#[test]
fn the_package_is_small() {
    let length = |path: &String| {
        let found = fs::metadata(Path::new(env!("CARGO_MANIFEST_DIR")).join(path));
        found.map_or(0, |found| found.len())
    };
    let size: u64 = packaged().iter().map(length).sum();
    assert!(size > LIMIT / 4, "{size} bytes: files are missing");
    assert!(size <= LIMIT, "the package has {size} bytes, more than {LIMIT}");
}
