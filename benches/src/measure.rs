//! Time by rounds: in each, every candidate has its turn, so that a busy machine slows all alike.

use std::time::{Duration, Instant};

use crate::works::Work;

/// The median time of a pass, for each candidate in order.
#[must_use]
pub fn medians(work: &Work<'_>, rounds: usize) -> Vec<Duration> {
    let mut times = vec![Vec::with_capacity(rounds); work.candidates.len()];
    for _ in 0..rounds {
        for (candidate, times) in work.candidates.iter().zip(&mut times) {
            times.push(time(&candidate.pass));
        }
    }
    times.into_iter().map(median).collect()
}

/// How long one call takes.
pub fn time(pass: impl Fn()) -> Duration {
    let start = Instant::now();
    pass();
    start.elapsed()
}

/// The middle of `times`.
///
/// # Panics
///
/// If there are none.
#[must_use]
pub fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}
