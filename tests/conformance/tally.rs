//! Counts what was compared, shows what differs.

use std::any::Any;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::panic::{self, AssertUnwindSafe};

use super::difference::difference;

/// At most so many failing cases are shown.
const SHOWN: usize = 20;

/// What one case found wrong, and how many comparisons it made.
#[derive(Default)]
pub(crate) struct Findings {
    pub(crate) comparisons: usize,
    pub(crate) skipped: usize,
    problems: Vec<String>,
}

impl Findings {
    /// Both sides must be the same bytes.
    pub(crate) fn equal(&mut self, what: &str, expected: &[u8], found: &[u8]) {
        self.comparisons += 1;
        if expected != found {
            self.problems.push(format!("{what} differs {}", difference(expected, found)));
        }
    }

    pub(crate) fn check(&mut self, right: bool, problem: impl FnOnce() -> String) {
        self.comparisons += 1;
        if !right {
            self.problems.push(problem());
        }
    }
}

/// The results of a folder.
#[derive(Default)]
pub(crate) struct Tally {
    folder: String,
    cases: usize,
    equal: usize,
    comparisons: usize,
    skipped: usize,
    deviations: usize,
    kinds: BTreeSet<String>,
    unknown: BTreeSet<String>,
    failures: Vec<String>,
}

impl Tally {
    pub(crate) fn new(folder: impl Into<String>) -> Self {
        Tally { folder: folder.into(), ..Tally::default() }
    }

    /// A kind that the scheme has not, and whose cases are left out.
    pub(crate) fn unknown_kind(&mut self, kind: impl Into<String>) {
        self.unknown.insert(kind.into());
    }

    /// Runs one case; a panic is a failure like any other.
    pub(crate) fn case(&mut self, kind: &str, place: &str, check: impl FnOnce(&mut Findings)) {
        self.add(kind, place, run(check));
    }

    /// Runs a case that is to come out in another way than upstream's, on purpose.
    pub(crate) fn deviation(&mut self, kind: &str, place: &str, reason: &str, check: impl FnOnce(&mut Findings)) {
        let mut findings = run(check);
        match findings.problems.is_empty() {
            true => findings.problems.push(format!("is the same as upstream's, which is denied: {reason}")),
            false => findings.problems.clear(),
        }
        self.deviations += 1;
        self.add(kind, place, findings);
    }

    /// Takes what a case found.
    pub(crate) fn found(&mut self, kind: &str, place: &str, findings: Findings) {
        self.add(kind, place, findings);
    }

    fn add(&mut self, kind: &str, place: &str, findings: Findings) {
        self.cases += 1;
        self.comparisons += findings.comparisons;
        self.skipped += findings.skipped;
        self.kinds.insert(kind.to_string());
        match findings.problems.is_empty() {
            true => self.equal += 1,
            false => self.failures.push(format!("{place}\n    {}", findings.problems.join("\n    "))),
        }
    }

    /// Says what was run.
    ///
    /// # Panics
    ///
    /// If a case failed, or none was run.
    pub(crate) fn finish(self) {
        eprintln!(
            "{}: {} cases of {} kinds run, {} equal ({} comparisons), {} of them different on purpose, {} kinds not registered, {} targets not registered",
            self.folder,
            self.cases,
            self.kinds.len(),
            self.equal,
            self.comparisons,
            self.deviations,
            self.unknown.len(),
            self.skipped,
        );
        assert!(self.cases > 0, "{}: no case of a registered kind", self.folder);
        assert!(self.failures.is_empty(), "{}", self.failure_text());
    }

    fn failure_text(&self) -> String {
        let mut text = format!("{}: {} of {} cases fail\n", self.folder, self.failures.len(), self.cases);
        for failure in self.failures.iter().take(SHOWN) {
            let _ = writeln!(text, "  {failure}");
        }
        text
    }
}

fn run(check: impl FnOnce(&mut Findings)) -> Findings {
    let mut findings = Findings::default();
    if let Err(panic) = panic::catch_unwind(AssertUnwindSafe(|| check(&mut findings))) {
        findings.problems.push(format!("panicked: {}", message(&*panic)));
    }
    findings
}

fn message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("without a message")
}
