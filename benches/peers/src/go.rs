//! Kubernetes' own code as a peer: the program of `conformance/`, which works through the same documents when it is
//! told to. The build makes it where Go is installed.

use std::cell::RefCell;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use crate::check::{same, text};
use crate::counts::Usage;

/// The running program. It has one thread, as everything else here has.
pub(crate) struct Go {
    documents: usize,
    child: Child,
    pipes: RefCell<(ChildStdin, BufReader<ChildStdout>)>,
}

impl Go {
    /// Starts the program with documents of compact JSON; `None` if there is none, or it does not take them.
    pub(crate) fn start(documents: &[String]) -> Option<Self> {
        let mut command = Command::new(option_env!("PEERS_GO")?);
        command.arg("bench").env("GOMAXPROCS", "1");
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().ok()?;
        let pipes = (child.stdin.take()?, BufReader::new(child.stdout.take()?));
        let go = Go { documents: documents.len(), child, pipes: RefCell::new(pipes) };
        go.say(&documents.len().to_string());
        // Blanks between tokens are all alike in JSON, and a line is a document here.
        documents.iter().for_each(|document| go.say(&document.replace('\n', " ")));
        (go.answer() == "ready").then_some(go)
    }

    /// Lets it do a work on all documents once, and returns how much time of a CPU that took.
    ///
    /// # Panics
    ///
    /// If it fails.
    pub(crate) fn pass(&self, work: &str) -> Duration {
        self.say(work);
        Duration::from_nanos(self.answer().parse().expect("the program did it"))
    }

    /// What it takes of memory.
    ///
    /// # Panics
    ///
    /// If it fails.
    pub(crate) fn usage(&self, work: &str) -> Usage {
        self.say(&format!("usage {work}"));
        let answer = self.answer();
        let mut numbers = answer.split(' ').map(|number| number.parse().expect("a number"));
        Usage { allocations: numbers.next().expect("allocations"), bytes: numbers.next().expect("bytes") }
    }

    /// Whether what a work writes is `expected`.
    pub(crate) fn writes<T: AsRef<[u8]>>(&self, work: &str, expected: &[T]) -> Result<(), String> {
        self.say(&format!("result {work}"));
        let results: Vec<String> = (0..self.documents).map(|_| self.answer()).collect();
        results.iter().zip(expected).try_for_each(|(line, expected)| {
            let bytes = text(STANDARD.decode(line))?;
            same(inside(&bytes, expected.as_ref().len()), expected.as_ref())
        })
    }

    fn answer(&self) -> String {
        let mut answer = String::new();
        // Who ended says nothing; that is no answer to anything.
        let _ = self.pipes.borrow_mut().1.read_line(&mut answer);
        answer.trim_end().to_owned()
    }

    fn say(&self, line: &str) {
        let mut pipes = self.pipes.borrow_mut();
        // Who ended does not listen, and its missing answer says so.
        let _ = pipes.0.write_all(line.as_bytes()).and_then(|()| pipes.0.write_all(b"\n"));
    }
}

/// What stands in the envelope of Protobuf, which has two empty fields behind it, or in front of a line's end.
fn inside(bytes: &[u8], length: usize) -> &[u8] {
    let end = if bytes.starts_with(b"k8s\0") { bytes.len() - 4 } else { bytes.trim_ascii_end().len().max(length) };
    &bytes[end.saturating_sub(length)..end.min(bytes.len())]
}

impl Drop for Go {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
