//! The Kubernetes code as a peer: the program of `conformance/`, which performs the same operations on the same
//! documents. The build script compiles it if Go is installed.

use std::cell::RefCell;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use crate::check::{same, text};
use crate::counts::Usage;

/// The running program. It has one thread, like the other candidates.
pub(crate) struct Go {
    documents: usize,
    child: Child,
    pipes: RefCell<(ChildStdin, BufReader<ChildStdout>)>,
}

impl Go {
    /// Starts the program with documents in compact JSON. Returns `None` if it is missing or rejects them.
    pub(crate) fn start(documents: &[String]) -> Option<Self> {
        let mut command = Command::new(option_env!("PEERS_GO")?);
        command.arg("bench").env("GOMAXPROCS", "1");
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().ok()?;
        let pipes = (child.stdin.take()?, BufReader::new(child.stdout.take()?));
        let go = Go { documents: documents.len(), child, pipes: RefCell::new(pipes) };
        go.say(&documents.len().to_string());
        // Line feeds between tokens can be replaced, and each document must be one line.
        documents.iter().for_each(|document| go.say(&document.replace('\n', " ")));
        (go.answer() == "ready").then_some(go)
    }

    /// Performs an operation once on all documents and returns the CPU time.
    ///
    /// # Panics
    ///
    /// Panics if the program fails.
    pub(crate) fn pass(&self, work: &str) -> Duration {
        self.say(work);
        Duration::from_nanos(self.answer().parse().expect("the program returned a result"))
    }

    /// Returns the memory usage of an operation.
    ///
    /// # Panics
    ///
    /// Panics if the program fails.
    pub(crate) fn usage(&self, work: &str) -> Usage {
        self.say(&format!("usage {work}"));
        let answer = self.answer();
        let mut numbers = answer.split(' ').map(|number| number.parse().expect("a number"));
        Usage { allocations: numbers.next().expect("allocations"), bytes: numbers.next().expect("bytes") }
    }

    /// Checks that the output of an operation equals `expected`.
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
        // An empty answer means that the program ended.
        let _ = self.pipes.borrow_mut().1.read_line(&mut answer);
        answer.trim_end().to_owned()
    }

    fn say(&self, line: &str) {
        let mut pipes = self.pipes.borrow_mut();
        // If the program ended, its answer is missing.
        let _ = pipes.0.write_all(line.as_bytes()).and_then(|()| pipes.0.write_all(b"\n"));
    }
}

/// Returns the content of a Protobuf envelope, which has two empty fields at its end, or of a line.
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
