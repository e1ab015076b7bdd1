//! The steps of `docs/tutorial.md` that do not compile anything: files, messages of the build and generated code.
//!
//! `tests/tutorial` runs all commands of the page with cargo.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use apimachinery::codegen::Config;

use super::steps::{follow, prints, steps};

/// A new empty folder, which is removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("apimachinery-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).expect("a folder can be created");
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Runs the generator, writes its files to `generated`, and returns its message.
fn build(folder: &Path, generated: Option<&Path>) -> String {
    let config = Config::new(folder.join("api-defs")).sources(folder.join("src"));
    match config.load() {
        Ok(model) => {
            for file in config.generate(&model) {
                let Some(path) = generated.map(|generated| generated.join(&file.path)) else { continue };
                fs::create_dir_all(path.parent().expect("a file has a folder")).expect("a folder");
                // The header contains the path of the definitions.
                let text = file.text.replace(&format!("{}/", folder.display()), "");
                fs::write(path, text).expect("a file can be written");
            }
            String::new()
        }
        Err(error) => error.to_string().replace(&format!("{}/", folder.display()), ""),
    }
}

/// Runs a command of the page. Returns what it prints, or `None` if it compiles the crate.
fn run(folder: &Path, command: &str) -> Option<String> {
    match command {
        "cargo build" => Some(build(folder, None)),
        "APIMACHINERY_GENERATED_DIR=generated cargo build" => {
            Some(build(folder, Some(&folder.join("generated/backups"))))
        }
        _ if command.starts_with("cargo ") || command == "cat beta.yaml" => None,
        _ => {
            let output = Command::new("sh").args(["-c", command]).current_dir(folder).output().expect("a shell");
            Some(String::from_utf8(output.stdout).expect("text"))
        }
    }
}

#[test]
#[cfg(unix)]
fn the_tutorial_shows_what_happens() {
    let folder = Folder::new("tutorial");
    let page = fs::read_to_string("docs/tutorial.md").expect("the page");
    let (mut messages, mut excerpts) = (0, 0);
    for (line, step) in steps(&page) {
        excerpts += usize::from(matches!(step, super::steps::Step::Excerpt(..)));
        let Some((command, shown)) = follow(&folder.0, line, step) else { continue };
        let Some(printed) = run(&folder.0, &command) else { continue };
        messages += usize::from(!shown.is_empty());
        assert!(prints(&shown, &printed, true), "docs/tutorial.md:{line}: `{command}` prints\n{printed}");
    }
    assert!(messages >= 3 && excerpts >= 2, "{messages} messages and {excerpts} excerpts");
}

#[test]
fn a_difference_in_the_output_is_seen() {
    let shown = |lines: &[&str]| lines.iter().map(|line| (*line).to_owned()).collect::<Vec<_>>();
    let check = |lines: &[&str], printed, whole, expected| {
        assert_eq!(prints(&shown(lines), printed, whole), expected, "{lines:?} {printed:?} {whole}");
    };
    check(&["a", "b"], "a\nb\n", true, true);
    check(&["a", "b"], "a\nc\n", true, false);
    check(&["a", "b"], "a\nb\nc\n", true, false);
    check(&["a", "b"], "0\na\nb\nc\n", false, true);
    check(&["a", "b"], "a\nc\nb\n", false, false);
    check(&["a", "…", "d"], "a\nb\nc\nd\n", true, true);
    check(&["a", "…", "d"], "a\nb\nc\nd\ne\n", true, false);
    check(&["a", "…", "c"], "a\nc\nd\nc", true, true);
    check(&["a; …"], "a; b", true, true);
    check(&["a; …"], "a, b", true, false);
    check(&[], "", true, true);
    check(&[], "a", true, false);
    check(&["a"], "", false, false);
}
