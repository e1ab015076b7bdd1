//! Runs the program on a text or on files.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

pub(crate) const OLD: &str = "\
apiVersion: extensions/v1beta1
kind: Deployment
metadata:
  name: web
spec:
  template:
    metadata:
      labels: {app: web}
    spec:
      containers:
      - {name: web, image: nginx}
";

pub(crate) const GADGET: &str = "apiVersion: example.com/v1\nkind: Gadget\nspec:\n  mode: 0644\n  enabled: yes\n";

/// The exit code, output and messages of a run.
pub(crate) struct Answer {
    pub(crate) code: i32,
    pub(crate) out: Vec<u8>,
    pub(crate) err: String,
}

impl Answer {
    pub(crate) fn text(&self) -> &str {
        std::str::from_utf8(&self.out).expect("text")
    }

    /// Returns the output, and checks that nothing else was printed.
    pub(crate) fn clean(&self) -> &str {
        assert_eq!((self.code, &*self.err), (0, ""));
        self.text()
    }

    #[track_caller]
    pub(crate) fn check(&self, code: i32, err: &str) {
        // Unless the expected text contains positions, messages are compared without them; `mistakes` tests the
        // positions.
        let said = if err.contains(">: document ") { without_places(&self.err) } else { self.err.clone() };
        assert_eq!((self.code, &*said), (code, err));
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.out).expect("JSON")
    }
}

/// Removes line, column and excerpt from messages.
pub(crate) fn without_places(messages: &str) -> String {
    let is_excerpt = |line: &&str| {
        line.split_once(" | ").is_some_and(|(number, _)| number.trim().chars().all(|c| c.is_ascii_digit()))
    };
    let without_place = |line: &str| match line.split_once(": document ") {
        Some((start, rest)) => {
            format!("{}: document {rest}\n", start.trim_end_matches(|c: char| c.is_ascii_digit() || c == ':'))
        }
        None => format!("{line}\n"),
    };
    messages.lines().filter(|line| !is_excerpt(line)).map(without_place).collect()
}

pub(crate) fn program(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_apimachinery"));
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

pub(crate) fn run(arguments: &[&str], input: impl AsRef<[u8]>) -> Answer {
    let mut child = program(arguments).spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("piped");
    let input = input.as_ref().to_vec();
    // Writing fails if the program rejects its arguments before it reads the input.
    let writer = std::thread::spawn(move || stdin.write_all(&input).ok());
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("the input is written");
    let err = String::from_utf8(output.stderr).expect("messages are text");
    Answer { code: output.status.code().expect("an exit code"), out: output.stdout, err }
}

/// Returns the words of a command line.
pub(crate) fn words(command: &str) -> Vec<&str> {
    command.split(' ').collect()
}

/// A temporary directory for one test, removed when dropped.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("cli-{name}"));
        drop(fs::remove_dir_all(&path));
        fs::create_dir_all(&path).expect("a directory");
        Folder(path)
    }

    pub(crate) fn file(&self, name: &str, text: &str) -> String {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a directory");
        fs::write(&path, text).expect("a file");
        path.display().to_string()
    }

    pub(crate) fn path(&self) -> String {
        self.0.display().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.0));
    }
}

pub(crate) fn kind(kind: &str, name: &str) -> String {
    format!("apiVersion: example.com/v1\nkind: {kind}\nmetadata:\n  name: {name}\n")
}

/// Returns the lines of a stream of documents that begin with `name`.
pub(crate) fn lines<'a>(text: &'a str, name: &str) -> Vec<&'a str> {
    text.lines().filter(|line| line.trim_start().starts_with(name)).collect()
}
