//! What comes up while a document is worked on.

use super::position::Position;
use super::wording::plain;
use crate::serializer;

/// Everything that came up, in order.
#[derive(Debug, Default)]
pub(super) struct Findings(Vec<Finding>);

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Finding {
    pub(super) severity: Severity,
    /// Where in the document, if that is known.
    pub(super) at: Option<Position>,
    pub(super) message: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Severity {
    /// Something to know, or a loss that strict decoding accepts, as upstream does.
    Warning,
    /// Something of the document is lost: a warning, or in strict mode an error.
    Loss,
    /// The document is not written.
    Error,
}

impl Findings {
    pub(super) fn warn(&mut self, message: impl Into<String>) {
        self.add(Severity::Warning, None, message);
    }

    /// Adds a loss that is no error in strict mode.
    pub(super) fn warn_at(&mut self, at: Option<Position>, message: impl Into<String>) {
        self.add(Severity::Warning, at, message);
    }

    pub(super) fn lose(&mut self, at: Option<Position>, message: impl Into<String>) {
        self.add(Severity::Loss, at, message);
    }

    pub(super) fn fail(&mut self, at: Option<Position>, message: impl Into<String>) {
        self.add(Severity::Error, at, message);
    }

    /// Every mistake of a decoder or encoder by itself.
    pub(super) fn fail_with(&mut self, error: &serializer::Error) {
        for (at, message) in error.mistakes() {
            self.fail(at.map(Position::from), plain(&message));
        }
    }

    /// The value of a result, if it is one.
    pub(super) fn check<T>(&mut self, result: Result<T, serializer::Error>) -> Option<T> {
        result.map_err(|error| self.fail_with(&error)).ok()
    }

    /// True if the document is not to be written.
    pub(super) fn has_failed(&self) -> bool {
        self.0.iter().any(|finding| finding.severity == Severity::Error)
    }

    /// What is lost counts as an error from now on.
    pub(super) fn make_strict(&mut self) {
        for finding in &mut self.0 {
            if finding.severity == Severity::Loss {
                finding.severity = Severity::Error;
            }
        }
    }

    /// Adds what came up in the part `name`, which starts at `start`.
    pub(super) fn add_part(&mut self, part: Findings, name: &str, start: Position) {
        self.0.extend(part.0.into_iter().map(|finding| Finding {
            at: finding.at.map(|at| at.within(start)),
            message: format!("{name}: {}", finding.message),
            ..finding
        }));
    }

    /// Adds what came up elsewhere in the same text.
    pub(super) fn append(&mut self, more: Findings) {
        self.0.extend(more.0);
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Finding> {
        self.0.iter()
    }

    fn add(&mut self, severity: Severity, at: Option<Position>, message: impl Into<String>) {
        self.0.push(Finding { severity, at, message: message.into() });
    }
}
