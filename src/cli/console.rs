//! What the program says, on standard error.

use std::fmt::Display;
use std::io::{self, Write};

use super::documents::Document;
use super::excerpt::excerpt;
use super::findings::{Finding, Findings, Severity};
use super::source::Source;

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

    /// Reports all that came up in a document.
    pub(super) fn report(&mut self, source: &Source, document: &Document<'_>, findings: &Findings) {
        self.failed |= findings.has_failed();
        for finding in findings.iter() {
            say(&text(source, document, finding));
        }
    }
}

/// Says one thing. Nobody is left to tell if standard error is closed.
pub(super) fn say(text: &str) {
    drop(writeln!(io::stderr(), "{}", text.trim_end()));
}

/// An error always says a line if there are lines; a warning only if it has one.
fn text(source: &Source, document: &Document<'_>, finding: &Finding) -> String {
    let is_error = finding.severity == Severity::Error;
    let at = finding.at.or_else(|| document.first_line().filter(|_| is_error));
    let place = at.map(|at| at.within(document.start)).map(|at| format!("{}:{}: ", at.line, at.column));
    let excerpt = finding.at.zip(document.text()).filter(|_| is_error);
    let excerpt = excerpt.and_then(|(at, text)| excerpt_of(document, text, at));
    format!(
        "{}:{}document {}: {}: {}\n{}",
        source.name,
        place.as_deref().unwrap_or(" "),
        document.number,
        if is_error { "error" } else { "warning" },
        finding.message,
        excerpt.unwrap_or_default()
    )
}

fn excerpt_of(document: &Document<'_>, text: &[u8], at: super::position::Position) -> Option<String> {
    excerpt(text, at, document.start.line)
}
