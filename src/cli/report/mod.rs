//! Messages on standard error: reports about documents, and the console that prints them.

mod excerpt;
mod redact;

use std::fmt::Display;
use std::path::PathBuf;

use self::excerpt::excerpts;
use super::findings::{Finding, Findings, MAX_FINDINGS, Severity, grouped};
use super::input::documents::{Content, Document};
use super::input::source;
use super::messages::hint;
use super::position::MarkExt;
use super::terminal::{self, Progress};
use crate::wire::mark::Mark;

/// Prints messages, and records whether something failed.
#[derive(Default)]
pub(super) struct Console {
    failed: bool,
    progress: Option<Progress>,
}

impl Console {
    pub(super) fn has_failed(&self) -> bool {
        self.failed
    }

    /// Starts to show progress for these files, if standard error is a terminal.
    pub(super) fn watch(&mut self, files: &[PathBuf]) {
        self.progress = Progress::on_terminal(|| files.iter().map(|path| source::size(path)).sum());
    }

    /// Advances the progress by a number of bytes.
    pub(super) fn advance(&mut self, bytes: usize) {
        if let Some(progress) = &mut self.progress {
            progress.advance(bytes);
        }
    }

    /// Reports a file that cannot be read or written.
    pub(super) fn fail(&mut self, name: &str, error: &dyn Display) {
        self.failed = true;
        self.print(&[format!("{name}: error: {error}")]);
    }

    pub(super) fn warn(&mut self, name: &str, message: &str) {
        self.print(&[format!("{name}: warning: {message}")]);
    }

    /// Prints a line that is about no file.
    pub(super) fn note(&mut self, text: &str) {
        self.print(&[text.to_string()]);
    }

    /// Prints the report about a document of the file `name`; `before` is the number of documents in earlier chunks.
    pub(super) fn report(&mut self, name: &str, before: usize, report: &Report) {
        self.failed |= report.has_failed;
        self.print(&report.lines(name, before));
    }

    fn print(&mut self, lines: &[String]) {
        if let (Some(progress), false) = (&mut self.progress, lines.is_empty()) {
            progress.clear();
        }
        lines.iter().for_each(|line| terminal::print_line(line));
    }
}

/// The maximum number of excerpts, because finding a position in a large document takes time.
const MAX_EXCERPTS: usize = 20;

/// All messages about a document, without the name of the file.
#[derive(Debug)]
pub(super) struct Report {
    /// The document's number, if it has one.
    number: Option<usize>,
    messages: Vec<Message>,
    /// The number of messages that are not shown.
    omitted: usize,
    pub(super) has_failed: bool,
}

#[derive(Debug)]
struct Message {
    /// The position in the file.
    at: Option<Mark>,
    is_error: bool,
    text: String,
    /// The line at the position, and the caret below it.
    excerpt: Option<[String; 2]>,
}

impl Report {
    /// Creates a report. In texts, errors always have a line; warnings have one only if it is known.
    pub(super) fn new(document: &Document<'_>, findings: &Findings) -> Report {
        let has_failed = findings.has_failed();
        let first_line = if has_failed { document.first_line() } else { None };
        let has_lines = !matches!(document.content, Content::Stored(_));
        let (mut shown, omitted) = shown(findings);
        shown.sort_by_key(|finding| (finding.at.is_none(), finding.at.map(|at| (at.line, at.column))));
        let places = shown.iter().filter_map(|finding| finding.at.filter(|_| finding.severity == Severity::Error));
        let places: Vec<_> = places.take(MAX_EXCERPTS).collect();
        let mut excerpts = excerpts(document.text().unwrap_or_default(), &places, document.start.line).into_iter();
        let messages = shown.iter().map(|finding| {
            let is_error = finding.severity == Severity::Error;
            let at = finding.at.filter(|_| has_lines).or(first_line.filter(|_| is_error));
            let excerpt = if is_error && finding.at.is_some() { excerpts.next().flatten() } else { None };
            Message { at: at.map(|at| at.within(document.start)), is_error, text: text(document, finding), excerpt }
        });
        Report { number: document.number, messages: messages.collect(), omitted, has_failed }
    }

    /// Returns the position and the text of each error.
    pub(super) fn errors(&self) -> impl Iterator<Item = (Option<Mark>, &str)> {
        self.messages.iter().filter(|message| message.is_error).map(|message| (message.at, &*message.text))
    }

    /// Returns the lines of all messages about a document of the file `name`, not yet escaped. `before` is the number
    /// of documents in earlier chunks of the file.
    pub(super) fn lines(&self, name: &str, before: usize) -> Vec<String> {
        let part = self.number.map(|number| format!("document {}: ", before + number)).unwrap_or_default();
        let mut lines = Vec::new();
        for message in &self.messages {
            let place = message.at.map_or_else(|| " ".to_string(), |at| format!("{}:{}: ", at.line, at.column));
            let word = if message.is_error { "error" } else { "warning" };
            lines.push(format!("{name}:{place}{part}{word}: {}", message.text));
            lines.extend(message.excerpt.iter().flatten().cloned());
        }
        if self.omitted > 0 {
            lines.push(format!("{name}: {part}and {} more", grouped(self.omitted)));
        }
        lines
    }
}

/// Returns the findings to report and the number of omitted ones. If there are too many, errors have priority.
fn shown(findings: &Findings) -> (Vec<&Finding>, usize) {
    let is_error = |finding: &&Finding| finding.severity == Severity::Error;
    let mut errors = findings.iter().filter(is_error).count().min(MAX_FINDINGS);
    let mut others = MAX_FINDINGS - errors;
    let mut omitted = findings.omitted();
    let shown = findings.iter().filter(|finding| {
        let left = if is_error(finding) { &mut errors } else { &mut others };
        let is_shown = *left > 0;
        *left -= usize::from(is_shown);
        omitted += usize::from(!is_shown);
        is_shown
    });
    (shown.collect(), omitted)
}

/// Returns the message, with a hint if it is an error with a position.
fn text(document: &Document<'_>, finding: &Finding) -> String {
    let help = finding.at.zip(document.text()).filter(|_| finding.severity == Severity::Error);
    let help = help.and_then(|(at, text)| hint(text, at, &finding.message));
    help.map_or_else(|| finding.message.clone(), |help| format!("{}; {help}", finding.message))
}
