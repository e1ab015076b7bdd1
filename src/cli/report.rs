//! What is said of a document.

use super::documents::{Content, Document};
use super::excerpt::excerpt;
use super::findings::{Finding, Findings, Severity};
use super::position::Position;

/// Finding a place in a large document takes time.
const MOST_EXCERPTS: usize = 20;

/// All that came up in a document, but for the name of the file.
#[derive(Debug)]
pub(super) struct Report {
    /// The document's number, if it has one.
    number: Option<usize>,
    messages: Vec<Message>,
    pub(super) has_failed: bool,
}

#[derive(Debug)]
struct Message {
    /// Where in the file.
    at: Option<Position>,
    is_error: bool,
    text: String,
    /// The line there.
    excerpt: Option<String>,
}

impl Report {
    /// An error always has a line if there are lines; a warning only if it is known.
    pub(super) fn new(document: &Document<'_>, findings: &Findings) -> Report {
        let has_failed = findings.has_failed();
        let first_line = if has_failed { document.first_line() } else { None };
        let has_lines = !matches!(document.content, Content::Stored(_));
        let mut excerpts = 0;
        let messages = findings.iter().map(|finding| {
            let is_error = finding.severity == Severity::Error;
            let at = finding.at.filter(|_| has_lines).or(first_line.filter(|_| is_error));
            let excerpt = if is_error && excerpts < MOST_EXCERPTS { place(document, finding) } else { None };
            excerpts += usize::from(excerpt.is_some());
            Message { at: at.map(|at| at.within(document.start)), is_error, text: finding.message.clone(), excerpt }
        });
        Report { number: document.number, messages: messages.collect(), has_failed }
    }

    /// The messages about a document of the file `name`, before which so many others come that have no
    /// part in its number; empty if nothing came up.
    pub(super) fn text(&self, name: &str, before: usize) -> String {
        let part = self.number.map(|number| format!("document {}: ", before + number)).unwrap_or_default();
        let mut lines = String::new();
        for message in &self.messages {
            let place = message.at.map_or_else(|| " ".to_string(), |at| format!("{}:{}: ", at.line, at.column));
            let word = if message.is_error { "error" } else { "warning" };
            lines += format!("{name}:{place}{part}{word}: {}", message.text).trim_end();
            lines.push('\n');
            lines += message.excerpt.as_deref().unwrap_or_default();
        }
        lines
    }
}

/// Shows the place in the text, if there is one.
fn place(document: &Document<'_>, finding: &Finding) -> Option<String> {
    let (at, text) = finding.at.zip(document.text())?;
    excerpt(text, at, document.start.line)
}
