//! Uses of the Scheme for every object, measured as time instead of bytes per second.

use std::convert::Infallible;

use apimachinery::schema::GroupVersionKind;
use apimachinery::scheme::Scheme;

use super::Work;
use crate::candidate::{Candidate, each, of_go};
use crate::go::Go;

/// Number of calls in a pass, as in the Go program.
const CALLS: usize = 10_000;

pub(super) fn all<'a>(kind: GroupVersionKind, scheme: &'a Scheme, go: Option<&'a Go>) -> [Work<'a>; 2] {
    let asked: &[(); CALLS] = &[(); CALLS];
    let again = kind.clone();
    let work = |name, ours: Candidate<'a>| {
        let candidates = of_go(go, name, |_| Ok(())).into_iter().chain([ours]).collect();
        Work { name, bytes: 0, objects: CALLS, candidates }
    };
    let known = |_, is_known: bool| is_known.then_some(()).ok_or_else(|| "unknown".to_owned());
    let recognize = move |(): &()| Ok::<_, Infallible>(scheme.recognizes(&kind));
    let new = move |(): &()| scheme.new_object(&again);
    [
        work("scheme-recognize", each("apimachinery", asked, recognize, known)),
        work("scheme-new", each("apimachinery", asked, new, |_, _| Ok(()))),
    ]
}
