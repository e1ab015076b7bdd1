//! Follows `docs/tutorial.md`: writes its files, runs its commands with cargo, and compares what they print.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

#[path = "../../support/tutorial.rs"]
mod steps;

use steps::{follow, prints, steps};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the repository")
}

/// Creates the folder of the reader's crate, next to a link to this repository. The results of an earlier run are
/// removed, except for compiled dependencies.
fn folder() -> PathBuf {
    let base = std::env::temp_dir().join("apimachinery-tutorial");
    let folder = base.join("backups");
    fs::create_dir_all(&folder).expect("a folder can be created");
    for entry in fs::read_dir(&folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_file() {
            fs::remove_file(path).expect("a file can be removed");
        } else if !path.ends_with("target") {
            fs::remove_dir_all(path).expect("a folder can be removed");
        }
    }
    let link = base.join("apimachinery");
    let _ = fs::remove_file(&link);
    std::os::unix::fs::symlink(root(), link).expect("a link can be created");
    // The same versions of dependencies as in other tests.
    fs::copy(root().join("tests/downstream/Cargo.lock"), folder.join("Cargo.lock")).expect("a file can be copied");
    folder
}

/// Runs a command and returns what it prints, first the standard output. Variables that cargo sets for this test would
/// change the result.
fn run(folder: &Path, command: &str) -> String {
    let mut shell = Command::new("sh");
    shell.args(["-c", command]).current_dir(folder);
    for (name, _) in std::env::vars_os() {
        let text = name.to_string_lossy();
        if (text.starts_with("CARGO") && text != "CARGO_HOME") || text.starts_with("APIMACHINERY") || text == "OUT_DIR" {
            shell.env_remove(&name);
        }
    }
    let output = shell.output().expect("a shell");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    text(output.stdout) + &text(output.stderr)
}

#[test]
fn the_tutorial_works() {
    let folder = folder();
    let page = fs::read_to_string(root().join("docs/tutorial.md")).expect("the page");
    let mut commands = 0;
    for (line, step) in steps(&page) {
        let Some((command, shown)) = follow(&folder, line, step) else { continue };
        let printed = run(&folder, &command);
        commands += 1;
        let is_build = command.contains("cargo build");
        if is_build && shown.is_empty() {
            assert!(printed.contains("Finished"), "docs/tutorial.md:{line}: `{command}` prints\n{printed}");
            continue;
        }
        // Cargo indents the messages of build scripts.
        let printed = if is_build { printed.replace("\n  ", "\n") } else { printed };
        let whole = !command.starts_with("cargo build") && !command.starts_with("cargo test");
        assert!(prints(&shown, &printed, whole), "docs/tutorial.md:{line}: `{command}` prints\n{printed}");
    }
    assert!(commands > 10, "{commands} commands");
}
