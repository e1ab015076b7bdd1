//! Findings: errors, warnings and losses in a document.

use super::messages::plain;
use super::position::MarkExt;
use crate::serializer;
use crate::wire::mark::Mark;

/// The maximum number of findings kept for each severity, and of lines in each finding.
pub(super) const MAX_FINDINGS: usize = 100;

/// Findings in the order in which they were added.
#[derive(Debug, Default)]
pub(super) struct Findings(Vec<Finding>, Counts);

/// The number of findings added for each severity, and of those not kept.
#[derive(Debug, Default)]
struct Counts {
    added: [usize; 4],
    omitted: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Finding {
    pub(super) severity: Severity,
    /// The position in the document, if known.
    pub(super) at: Option<Mark>,
    pub(super) message: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Severity {
    /// A note, or a loss that strict decoding accepts, as upstream does.
    Warning,
    /// A part of the document is lost: a warning, or an error in strict mode.
    Loss,
    /// Nothing is lost, but strict decoding rejects the document, as upstream does.
    Refusal,
    /// The document is not written.
    Error,
}

impl Findings {
    pub(super) fn warn(&mut self, message: impl Into<String>) {
        self.add(Severity::Warning, None, message);
    }

    /// Adds a loss that is not an error in strict mode.
    pub(super) fn warn_at(&mut self, at: Option<Mark>, message: impl Into<String>) {
        self.add(Severity::Warning, at, message);
    }

    pub(super) fn lose(&mut self, at: Option<Mark>, message: impl Into<String>) {
        self.add(Severity::Loss, at, message);
    }

    /// Adds a finding that only strict mode reports.
    pub(super) fn refuse_if_strict(&mut self, at: Option<Mark>, message: impl Into<String>) {
        self.add(Severity::Refusal, at, message);
    }

    pub(super) fn fail(&mut self, at: Option<Mark>, message: impl Into<String>) {
        self.add(Severity::Error, at, message);
    }

    /// Adds each mistake of a decoder or encoder separately.
    pub(super) fn fail_with(&mut self, error: &serializer::Error) {
        for (at, message) in error.mistakes() {
            self.fail(at, plain(&message));
        }
    }

    /// Returns the value of a result, or adds its error.
    pub(super) fn check<T>(&mut self, result: Result<T, serializer::Error>) -> Option<T> {
        result.map_err(|error| self.fail_with(&error)).ok()
    }

    /// Returns true if the document must not be written.
    pub(super) fn has_failed(&self) -> bool {
        self.0.iter().any(|finding| finding.severity == Severity::Error)
    }

    /// Changes losses and refusals to errors.
    pub(super) fn make_strict(&mut self) {
        for finding in &mut self.0 {
            if matches!(finding.severity, Severity::Loss | Severity::Refusal) {
                finding.severity = Severity::Error;
            }
        }
    }

    /// Sets the position of findings without one.
    pub(super) fn set_missing_positions(&mut self, position: impl FnOnce() -> Mark) {
        if self.0.iter().any(|finding| finding.at.is_none()) {
            let position = position();
            self.0.iter_mut().for_each(|finding| finding.at = finding.at.or(Some(position)));
        }
    }

    /// Adds the findings in the part `name`, which starts at `start`.
    pub(super) fn add_part(&mut self, part: Findings, name: &str, start: Mark) {
        self.add_all(part, |finding| Finding {
            at: finding.at.map(|at| at.within(start)),
            message: format!("{name}: {}", finding.message),
            ..finding
        });
    }

    /// Adds other findings in the same text.
    pub(super) fn append(&mut self, more: Findings) {
        self.add_all(more, |finding| finding);
    }

    /// Returns the number of findings that are not kept.
    pub(super) fn omitted(&self) -> usize {
        self.1.omitted
    }

    /// Returns the findings to report.
    pub(super) fn iter(&self) -> impl Iterator<Item = &Finding> {
        self.0.iter().filter(|finding| finding.severity != Severity::Refusal)
    }

    fn add(&mut self, severity: Severity, at: Option<Mark>, message: impl Into<String>) {
        if self.count(severity) {
            self.0.push(Finding { severity, at, message: cut(message.into()) });
        }
    }

    fn add_all(&mut self, more: Findings, change: impl Fn(Finding) -> Finding) {
        for finding in more.0 {
            if self.count(finding.severity) {
                self.0.push(change(finding));
            }
        }
        self.1.omitted += more.1.omitted;
    }

    /// Counts a finding. Returns false if too many of its severity were added.
    fn count(&mut self, severity: Severity) -> bool {
        let Counts { added, omitted } = &mut self.1;
        added[severity as usize] += 1;
        let is_kept = added[severity as usize] <= MAX_FINDINGS;
        *omitted += usize::from(!is_kept);
        is_kept
    }
}

/// Truncates a text to its first lines. An error of the YAML reader has one line per repeated key.
fn cut(mut text: String) -> String {
    let Some((end, _)) = text.match_indices('\n').nth(MAX_FINDINGS) else { return text };
    let more = text[end + 1..].lines().count();
    text.truncate(end);
    text + &format!("\n  and {} more", grouped(more))
}

/// Formats a number with commas between thousands.
pub(super) fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let groups: Vec<_> = digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy).collect();
    groups.join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn some_findings_of_each_severity_are_kept() {
        let mut findings = Findings::default();
        (0..150).for_each(|number| findings.warn(number.to_string()));
        let mut part = Findings::default();
        (0..120).for_each(|number| part.fail(None, number.to_string()));
        findings.add_part(part, "items[0]", Mark::START);
        assert_eq!((findings.iter().count(), findings.omitted()), (200, 70));
        assert!(findings.has_failed());
        assert_eq!(findings.iter().last().map(|finding| finding.message.as_str()), Some("items[0]: 99"));
    }

    #[test]
    fn long_texts_are_cut() {
        let lines = |count: usize| (0..count).map(|number| number.to_string()).collect::<Vec<_>>().join("\n");
        assert_eq!(cut(lines(101)), lines(101));
        assert_eq!(cut(lines(1_335)), lines(101) + "\n  and 1,234 more");
        assert_eq!(
            [grouped(0), grouped(999), grouped(41_873), grouped(1_000_000)],
            ["0", "999", "41,873", "1,000,000"]
        );
    }
}
