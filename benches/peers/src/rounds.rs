//! CPU time by rounds: in each, every candidate of every work has its turn, so that a busy machine slows all alike, and
//! nobody finds its objects in the caches because nothing else was done since.

use std::time::{Duration, Instant};

use crate::candidate::Candidate;

/// Rounds that are made however long they take.
const MIN_ROUNDS: usize = 3;

/// More rounds change nothing.
const MAX_ROUNDS: usize = 501;

/// The median time of each candidate's passes, in rounds until the budget is spent.
pub(crate) fn medians(candidates: &[&Candidate<'_>], budget: Duration) -> Vec<Duration> {
    let mut times = vec![Vec::new(); candidates.len()];
    let start = Instant::now();
    for round in 0..MAX_ROUNDS {
        if round >= MIN_ROUNDS && start.elapsed() > budget {
            break;
        }
        for (candidate, times) in candidates.iter().zip(&mut times) {
            times.push((candidate.pass)());
        }
    }
    times.into_iter().map(median).collect()
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}
