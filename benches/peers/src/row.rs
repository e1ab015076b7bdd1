//! The result of one candidate of one operation.

use serde::{Deserialize, Serialize};

/// A row of the results; in JSON an object on its own line.
#[derive(Clone, Default, Serialize, Deserialize)]
pub(crate) struct Row {
    pub(crate) work: String,
    pub(crate) corpus: String,
    pub(crate) candidate: String,
    /// The median time for an object in nanoseconds.
    pub(crate) ns_per_object: Option<f64>,
    /// Speed in MB/s; unset for operations without bytes.
    pub(crate) mb_per_s: Option<f64>,
    pub(crate) allocations: Option<f64>,
    pub(crate) bytes: Option<f64>,
    /// The reason why the candidate was not timed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) failed: Option<String>,
}

impl Row {
    /// True if both rows belong to the same operation.
    pub(crate) fn is_beside(&self, other: &Row) -> bool {
        (&self.work, &self.corpus, &self.candidate) == (&other.work, &other.corpus, &other.candidate)
    }

    /// Returns the speed relative to the first of `rows` that was timed.
    pub(crate) fn speed(&self, rows: &[Row]) -> Option<f64> {
        Some(rows.iter().find_map(|row| row.ns_per_object)? / self.ns_per_object?)
    }
}

/// Rounds to one decimal, which is more than the precision of the measurement.
pub(crate) fn rounded(number: f64) -> f64 {
    (number * 10.0).round() / 10.0
}
