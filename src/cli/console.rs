//! What the program says, on standard error.

use std::fmt::Display;
use std::io::{self, Write};

use super::documents::Document;
use super::excerpt::excerpt;
use super::findings::{Finding, Findings, Severity};
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
        let part = document.number.map(|number| format!("document {number}: ")).unwrap_or_default();
        let mut excerpts = 0;
        for finding in findings.iter() {
            let is_error = finding.severity == Severity::Error;
            let at = finding.at.or(first_line.filter(|_| is_error));
            let place = at.map(|at| at.within(document.start)).map(|at| format!("{}:{}: ", at.line, at.column));
            let place = place.as_deref().unwrap_or(" ");
            let word = if is_error { "error" } else { "warning" };
            say(&format!("{}:{place}{part}{word}: {}", source.name, finding.message));
            if is_error && excerpts < MOST_EXCERPTS {
                excerpts += show(document, finding);
            }
        }
    }
}

/// Says one thing. Nobody is left to tell if standard error is closed.
pub(super) fn say(text: &str) {
    drop(writeln!(io::stderr(), "{}", text.trim_end()));
}

/// Shows the place in the text, if there is one; the number of excerpts shown.
fn show(document: &Document<'_>, finding: &Finding) -> usize {
    let Some((at, text)) = finding.at.zip(document.text()) else { return 0 };
    excerpt(text, at, document.start.line).map_or(0, |excerpt| {
        say(&excerpt);
        1
    })
}
