//! Counts of comparisons, and reports of differences.

use std::any::Any;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::panic::{self, AssertUnwindSafe};

use super::difference::difference;

/// Maximum number of failing cases shown.
const SHOWN: usize = 20;

/// The failures and the number of comparisons of one case.
#[derive(Default)]
pub(crate) struct Findings {
    pub(crate) comparisons: usize,
    pub(crate) skipped: usize,
    /// The positions at which results of an older release differ.
    older: Vec<String>,
    problems: Vec<String>,
}

impl Findings {
    /// Checks that both sides have the same bytes.
    pub(crate) fn equal(&mut self, what: &str, expected: &[u8], found: &[u8]) {
        self.comparisons += 1;
        if expected != found {
            self.problems.push(format!("{what} differs {}", difference(expected, found)));
        }
    }

    /// Adds the positions at which a result of an older release differs.
    pub(crate) fn older(&mut self, places: Vec<String>) {
        self.comparisons += 1;
        self.older.extend(places);
    }

    pub(crate) fn check(&mut self, right: bool, problem: impl FnOnce() -> String) {
        self.comparisons += 1;
        if !right {
            self.problems.push(problem());
        }
    }
}

/// The counts that a test requires of its data.
#[derive(Clone, Copy)]
pub(crate) struct Required {
    /// The variable that selects other data, for which nothing is required.
    pub(crate) unless: &'static str,
    pub(crate) cases: usize,
    pub(crate) comparisons: usize,
    /// The exact number of cases that differ from upstream on purpose.
    pub(crate) deviations: usize,
    /// The exact kinds that are not registered.
    pub(crate) unknown: &'static [&'static str],
    /// The exact positions at which results of an older release differ, with the number of differences.
    pub(crate) older: &'static [(&'static str, usize)],
}

impl Required {
    /// Requires a minimum number of cases and comparisons, none of which differs on purpose.
    pub(crate) const fn new(unless: &'static str, cases: usize, comparisons: usize) -> Self {
        Required { unless, cases, comparisons, deviations: 0, unknown: &[], older: &[] }
    }

    pub(crate) const fn deviations(self, deviations: usize) -> Self {
        Required { deviations, ..self }
    }

    pub(crate) const fn unknown(self, unknown: &'static [&'static str]) -> Self {
        Required { unknown, ..self }
    }

    pub(crate) const fn older(self, older: &'static [(&'static str, usize)]) -> Self {
        Required { older, ..self }
    }

    fn is_known(self) -> bool {
        std::env::var_os(self.unless).is_none()
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
    older: BTreeMap<String, usize>,
    kinds: BTreeSet<String>,
    unknown: BTreeSet<String>,
    failures: Vec<String>,
}

impl Tally {
    pub(crate) fn new(folder: impl Into<String>) -> Self {
        Tally { folder: folder.into(), ..Tally::default() }
    }

    /// Records a kind that the scheme lacks, and whose cases are skipped.
    pub(crate) fn unknown_kind(&mut self, kind: impl Into<String>) {
        self.unknown.insert(kind.into());
    }

    /// Runs one case. A panic is a failure like any other.
    pub(crate) fn case(&mut self, kind: &str, place: &str, check: impl FnOnce(&mut Findings)) {
        self.add(kind, place, run(check));
    }

    /// Runs a case that differs from upstream on purpose.
    pub(crate) fn deviation(&mut self, kind: &str, place: &str, reason: &str, check: impl FnOnce(&mut Findings)) {
        let mut findings = run(check);
        match findings.problems.is_empty() {
            true => findings.problems.push(format!("is the same as upstream's, which is denied: {reason}")),
            false => findings.problems.clear(),
        }
        self.deviations += 1;
        self.add(kind, place, findings);
    }

    /// Adds the findings of a case.
    pub(crate) fn found(&mut self, kind: &str, place: &str, findings: Findings) {
        self.add(kind, place, findings);
    }

    fn add(&mut self, kind: &str, place: &str, findings: Findings) {
        self.cases += 1;
        self.comparisons += findings.comparisons;
        self.skipped += findings.skipped;
        for place in findings.older {
            *self.older.entry(format!("{kind} {place}")).or_default() += 1;
        }
        self.kinds.insert(kind.to_string());
        match findings.problems.is_empty() {
            true => self.equal += 1,
            false => self.failures.push(format!("{place}\n    {}", findings.problems.join("\n    "))),
        }
    }

    /// Prints the counts.
    ///
    /// # Panics
    ///
    /// Panics if a case failed, or fewer were run than `required`.
    pub(crate) fn finish(self, required: Required) {
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
        // Without the default groups, fewer kinds are registered.
        if cfg!(feature = "default") && required.is_known() {
            self.check(required);
        }
    }

    fn check(self, required: Required) {
        let Required { cases, comparisons, deviations, .. } = required;
        let Tally { folder, unknown, .. } = &self;
        assert!(self.cases >= cases, "{folder}: {} cases run, expected at least {cases}", self.cases);
        let compared = self.comparisons;
        assert!(compared >= comparisons, "{folder}: {compared} comparisons, expected at least {comparisons}");
        assert_eq!(self.deviations, deviations, "{folder}: cases that differ on purpose");
        let unknown: Vec<&str> = unknown.iter().map(String::as_str).collect();
        assert_eq!(unknown, required.unknown, "{folder}: kinds not registered");
        let older: Vec<_> = self.older.iter().map(|(place, count)| (place.as_str(), *count)).collect();
        let text = || older.iter().map(|(place, count)| format!("    ({place:?}, {count}),\n")).collect::<String>();
        assert!(older == required.older, "{folder}: places where results of an older release differ:\n{}", text());
        assert_eq!(self.skipped, 0, "{folder}: targets not registered");
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
