//! What is asked of the Scheme for every object: nanoseconds, not bytes a second.

use std::hint::black_box;
use std::time::Duration;

use apimachinery::apis::apps::v1::Deployment;
use apimachinery::schema::GroupVersionKind;
use apimachinery::scheme::Scheme;

use crate::measure;

/// How often a pass asks, so that reading the clock costs nothing beside it.
const CALLS: u32 = 10_000;

/// The name of each question, and the median time of one.
#[must_use]
pub fn medians(scheme: &Scheme, rounds: usize) -> [(&'static str, Duration); 3] {
    let gvk = GroupVersionKind::new("apps", "v1", "Deployment");
    let deployment = Deployment::default();
    [
        ("scheme-recognize", median(rounds, || scheme.recognizes(black_box(&gvk)))),
        ("scheme-new", median(rounds, || scheme.new_object(black_box(&gvk)))),
        ("scheme-kinds", median(rounds, || scheme.object_kinds(black_box(&deployment)).map(|found| found.kinds.len()))),
    ]
}

fn median<R>(rounds: usize, ask: impl Fn() -> R) -> Duration {
    let pass = || (0..CALLS).for_each(|_| drop(black_box(ask())));
    measure::median((0..rounds).map(|_| measure::time(pass)).collect()) / CALLS
}
