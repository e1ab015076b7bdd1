//! What was found about one candidate of one work.

use serde::{Deserialize, Serialize};

/// A row of the results; in JSON an object on a line of its own.
#[derive(Clone, Default, Serialize, Deserialize)]
pub(crate) struct Row {
    pub(crate) work: String,
    pub(crate) corpus: String,
    pub(crate) candidate: String,
    /// The median time of an object.
    pub(crate) ns_per_object: Option<f64>,
    /// Nothing where there are no bytes.
    pub(crate) mb_per_s: Option<f64>,
    pub(crate) allocations: Option<f64>,
    pub(crate) bytes: Option<f64>,
    /// Why the candidate was not timed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) failed: Option<String>,
}

impl Row {
    /// Whether both are about the same.
    pub(crate) fn is_beside(&self, other: &Row) -> bool {
        (&self.work, &self.corpus, &self.candidate) == (&other.work, &other.corpus, &other.candidate)
    }

    /// How many times as fast as the first of `rows` that was timed.
    pub(crate) fn speed(&self, rows: &[Row]) -> Option<f64> {
        Some(rows.iter().find_map(|row| row.ns_per_object)? / self.ns_per_object?)
    }
}

/// One decimal is more than the measurement knows.
pub(crate) fn rounded(number: f64) -> f64 {
    (number * 10.0).round() / 10.0
}
