//! The command that takes in a release of Kubernetes: facts, definitions, recorded results, tests and the report.
//!
//! It stops at the first step that needs a person, writes what is missing to the report as a task list, and continues
//! from there when it is run again. A run without changes upstream changes nothing.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::Options;

mod edit;

/// A repository and the release that is taken in.
struct Import {
    root: PathBuf,
    /// The release, such as `1.37.2`.
    release: String,
    /// The release of the existing facts.
    previous: String,
    /// The Markdown text of the report.
    report: String,
}

/// Takes in a release, such as `1.37` or `1.37.2`, and returns the path of the report.
///
/// # Errors
///
/// Returns the step that needs a person. The report contains its messages.
pub(crate) fn run(root: &Path, release: &str) -> Result<PathBuf, String> {
    let release = resolve(release)?;
    let versions = fs::read_to_string(root.join("tests/facts/versions.txt")).map_err(|error| error.to_string())?;
    let previous = edit::newest(&versions).ok_or("tests/facts/versions.txt has no releases")?.to_owned();
    let mut import = Import { root: root.to_owned(), release, previous, report: String::new() };
    let outcome = import.steps();
    if let Err(step) = &outcome {
        let _ = write!(import.report, "\n## Open\n\n{step}");
    }
    let path = root.join("target/release-report.md");
    fs::create_dir_all(root.join("target"))
        .and_then(|()| fs::write(&path, &import.report))
        .map_err(|error| error.to_string())?;
    outcome.map(|()| path)
}

/// Returns the newest patch release of a minor release.
fn resolve(release: &str) -> Result<String, String> {
    if release.split('.').count() == 3 {
        return Ok(release.to_owned());
    }
    let version = format!("k8s.io/kubernetes@v{release}");
    let found = output(Command::new("go").args(["list", "-m", "-f", "{{.Version}}", &version]).current_dir("/"))?;
    Ok(found.trim().trim_start_matches('v').to_owned())
}

impl Import {
    fn steps(&mut self) -> Result<(), String> {
        let has_removed_kinds = self.facts()?;
        self.texts(has_removed_kinds)?;
        crate::run(&self.options())
            .map_err(|error| tasks("Answer the questions of the importer", &error.to_string()))?;
        self.record()?;
        self.cargo("Answer the questions of the generator", &["build"], false)?;
        for test in [["--test", "codegen"], ["--test", "catalog"]] {
            // The first run writes the files, the second one checks everything else.
            let _ = self.cargo("", &[&["test"][..], &test].concat(), true);
        }
        let tests = ["catalog", "codegen", "conformance", "rules", "tidy"].map(|test| ["--test", test]).concat();
        let arguments = [&["test", "--no-fail-fast"][..], &tests].concat();
        self.cargo("Explain or fix the failing tests", &arguments, false)
    }

    /// Makes the facts. Returns true if the release lacks kinds of the previous one.
    fn facts(&mut self) -> Result<bool, String> {
        let facts = self.root.join("tests/facts");
        let [types, legacy, served] = ["types", "legacy", "served"].map(|name| facts.join(format!("{name}.json.gz")));
        let new = self.root.join("target/types.json.gz");
        let before = fs::read(&legacy).unwrap_or_default();
        let report = self.root.join("target/changes.md");
        let (release, previous) = (self.release.clone(), self.previous.clone());
        self.go(&["types", "-release", &release, "-out", &text(&new)])?;
        if edit::minor(&release) != edit::minor(&previous) {
            self.go(&[
                "legacy",
                "-release",
                &previous,
                "-old",
                &text(&types),
                "-new",
                &text(&new),
                "-out",
                &text(&legacy),
            ])?;
        }
        self.go(&["report", "-from", &previous, "-release", &release, "-out", &text(&report)])?;
        fs::rename(&new, &types).map_err(|error| error.to_string())?;
        self.go(&["served", "-release", &release, "-out", &text(&served)])?;
        self.go(&["versions", "-release", &release, "-out", &text(&facts.join("versions.txt"))])?;
        self.go(&["groups", "-release", &release, "-out", &text(&self.root.join("conformance/groups.go"))])?;
        self.report = fs::read_to_string(&report).map_err(|error| error.to_string())?;
        Ok(fs::read(&legacy).unwrap_or_default() != before)
    }

    /// Changes the release in the files that name it.
    fn texts(&self, has_removed_kinds: bool) -> Result<(), String> {
        let (previous, release) = (&self.previous, &self.release);
        self.edit("src/apis/mod.rs", |text| edit::constant(text, release))?;
        self.edit("conformance/go.mod", |text| edit::modules(text, previous, release))?;
        self.edit("tests/conformance/data.rs", |text| edit::golden(text, previous, release, has_removed_kinds))
    }

    fn edit(&self, path: &str, change: impl Fn(&str) -> String) -> Result<(), String> {
        let path = self.root.join(path);
        let result = fs::read_to_string(&path).and_then(|text| match change(&text) {
            changed if changed == text => Ok(()),
            changed => fs::write(&path, changed),
        });
        result.map_err(|error| format!("{}: {error}", path.display()))
    }

    fn options(&self) -> Options {
        let facts = |name: &str| self.root.join("tests/facts").join(name);
        Options {
            facts: vec![facts("types.json.gz"), facts("legacy.json.gz")],
            served: facts("served.json.gz"),
            versions: facts("versions.txt"),
            out: self.root.join("api-defs"),
            kinds: None,
            accepted: Vec::new(),
        }
    }

    /// Records the results of the new release that the repository holds.
    fn record(&self) -> Result<(), String> {
        let folder = self.root.join("conformance");
        let program = self.root.join("target/conformance-go");
        let go = |arguments: &[&str]| output(Command::new("go").args(arguments).current_dir(&folder)).map(drop);
        go(&["mod", "tidy"])?;
        go(&["build", "-o", &text(&program), "."])?;
        let run = |arguments: &[&str]| output(Command::new(&program).args(arguments).current_dir(&folder)).map(drop);
        run(&["complete", "objects.txt", "lists.txt"])?;
        run(&["rules", "-out", "../tests/rules"])?;
        run(&["cbor-objects", "../tests/conformance/recorded/cbor/objects.jsonl.gz"])?;
        for name in ["cases", "decode"] {
            fs::remove_dir_all(self.root.join("tests/conformance").join(name)).map_err(|error| error.to_string())?;
        }
        let cases = |list: &str, options: &[&str]| {
            let kinds = fs::read_to_string(folder.join(list)).map_err(|error| error.to_string())?;
            let kinds: Vec<&str> = kinds.split_whitespace().collect();
            run(&[&["cases", "-out", "../tests/conformance"][..], options, &kinds].concat())
        };
        cases("objects.txt", &["-seed", "10", "-decode", "4"])?;
        cases("lists.txt", &["-seed", "12", "-cases", "1", "-decode", "2"])
    }

    fn go(&self, arguments: &[&str]) -> Result<(), String> {
        fs::create_dir_all(self.root.join("target")).map_err(|error| error.to_string())?;
        let mut command = Command::new("go");
        command.args(["run", "."]).args(arguments).current_dir(self.root.join("tools/release/facts"));
        output(&mut command).map(drop)
    }

    fn cargo(&self, title: &str, arguments: &[&str], blesses: bool) -> Result<(), String> {
        let mut command = Command::new("cargo");
        command.args(arguments).current_dir(&self.root);
        if blesses {
            command.env("BLESS", "1");
        }
        output(&mut command).map(drop).map_err(|messages| tasks(title, &messages))
    }
}

fn text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

/// Runs a command and returns its output.
///
/// # Errors
///
/// Everything that a failing command printed.
fn output(command: &mut Command) -> Result<String, String> {
    let output = command.output().map_err(|error| format!("{command:?}: {error}"))?;
    let [out, err] = [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    if output.status.success() { Ok(out) } else { Err(format!("{command:?}\n{out}{err}")) }
}

/// Returns a task list: one task for each error or failing test, and all messages below.
fn tasks(title: &str, messages: &str) -> String {
    let is_task = |line: &&str| line.trim_start().starts_with("error") || line.ends_with("... FAILED");
    let tasks: String = messages.lines().filter(is_task).map(|line| format!("- [ ] {}\n", line.trim())).collect();
    format!("{title}:\n\n{tasks}\n```text\n{}\n```\n", messages.trim_end())
}
