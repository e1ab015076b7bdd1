//! What the program says, on standard error.

use std::fmt::Display;
use std::io::{self, Write};

use super::documents::Document;
use super::excerpt::excerpt;
use super::findings::{Finding, Findings, Severity};
use super::position::Position;
use super::source::Source;

/// Finding a place in a large document takes time.
const MOST_EXCERPTS: usize = 20;

/// Tells what came up, and remembers whether something failed.
#[derive(Default)]
pub(super) struct Console {
    failed: bool,
}

impl Console {
    pub(super) fn has_failed(&self) -> bool {
        self.failed
    }

    /// Reports what cannot be read or written.
    pub(super) fn fail(&mut self, name: &str, error: &dyn Display) {
        self.failed = true;
        say(&format!("{name}: error: {error}"));
    }

    pub(super) fn warn(&mut self, name: &str, message: &str) {
        say(&format!("{name}: warning: {message}"));
    }

    /// Reports all that came up in a document. An error always has a line if there are lines; a
    /// warning only if it is known.
    pub(super) fn report(&mut self, source: &Source, document: &Document<'_>, findings: &Findings) {
        self.failed |= findings.has_failed();
        let first_line = if findings.has_failed() { document.first_line() } else { None };
        let mut excerpts = 0..MOST_EXCERPTS;
        for finding in findings.iter() {
            let is_error = finding.severity == Severity::Error;
            let at = finding.at.or(first_line.filter(|_| is_error));
            let excerpt = finding.at.filter(|_| is_error && excerpts.next().is_some());
            say(&text(source, document, finding, at, excerpt));
        }
    }
}

/// Says one thing. Nobody is left to tell if standard error is closed.
pub(super) fn say(text: &str) {
    drop(writeln!(io::stderr(), "{}", text.trim_end()));
}

fn text(
    source: &Source,
    document: &Document<'_>,
    finding: &Finding,
    at: Option<Position>,
    shown: Option<Position>,
) -> String {
    let place = at.map(|at| at.within(document.start)).map(|at| format!("{}:{}: ", at.line, at.column));
    let excerpt = shown.zip(document.text()).and_then(|(at, text)| excerpt(text, at, document.start.line));
    let word = if finding.severity == Severity::Error { "error" } else { "warning" };
    format!(
        "{}:{}document {}: {word}: {}\n{}",
        source.name,
        place.as_deref().unwrap_or(" "),
        document.number,
        finding.message,
        excerpt.unwrap_or_default()
    )
}
