//! CPU times measured in rounds: in each, every candidate of every operation has one turn, so that a busy machine
//! affects all alike, and no candidate finds its objects in the caches.

use std::time::{Duration, Instant};

use crate::candidate::Candidate;

/// Minimum number of rounds, regardless of the time.
const MIN_ROUNDS: usize = 3;

/// Maximum number of rounds; more do not change the result.
const MAX_ROUNDS: usize = 501;

/// Returns the median time of each candidate, over as many rounds as fit into the budget.
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
