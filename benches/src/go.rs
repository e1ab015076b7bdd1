//! sigs.k8s.io/yaml as a peer: the program of `conformance/`, which works through the same documents
//! when it is told to.

use std::cell::RefCell;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::Deserialize;
use serde_json::value::RawValue;

/// The running program. It has one thread, as everything else here has.
pub struct Go {
    /// What it made of each document.
    pub answers: Vec<Answer>,
    child: Child,
    pipes: RefCell<(ChildStdin, BufReader<ChildStdout>)>,
}

/// What Go made of a document.
#[derive(Deserialize)]
pub struct Answer {
    /// The object as JSON.
    pub json: Box<RawValue>,
    /// The object as YAML.
    pub yaml: String,
}

impl Go {
    /// Starts the program that `APIMACHINERY_GO` names, with documents of one type of object; `None`
    /// if it names none.
    ///
    /// # Panics
    ///
    /// If the program does not take the documents.
    #[must_use]
    pub fn start(objects: &str, documents: &[String]) -> Option<Self> {
        let program = std::env::var_os("APIMACHINERY_GO")?;
        let mut command = Command::new(program);
        command.args(["yaml-bench", objects]).env("GOMAXPROCS", "1");
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the program runs");
        let input = child.stdin.take().expect("its input is ours");
        let output = BufReader::new(child.stdout.take().expect("its output is ours"));
        let mut go = Go { answers: Vec::new(), child, pipes: RefCell::new((input, output)) };
        go.say(&documents.len().to_string());
        for document in documents {
            let answer = go.ask(&STANDARD.encode(document));
            go.answers.push(serde_json::from_str(&answer).expect("an answer is JSON"));
        }
        Some(go)
    }

    /// Lets it do its work, `decode` or `encode`, on all documents once.
    ///
    /// # Panics
    ///
    /// If it fails.
    pub fn pass(&self, work: &str) {
        assert_eq!(self.ask(work), "done\n");
    }

    fn ask(&self, line: &str) -> String {
        self.say(line);
        let mut answer = String::new();
        self.pipes.borrow_mut().1.read_line(&mut answer).expect("the program answers");
        answer
    }

    fn say(&self, line: &str) {
        self.pipes.borrow_mut().0.write_all(format!("{line}\n").as_bytes()).expect("the program listens");
    }
}

impl Drop for Go {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
