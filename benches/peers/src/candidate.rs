//! Candidates for an operation, with the checks of their results.

use std::fmt::Display;
use std::hint::black_box;
use std::rc::Rc;
use std::time::Duration;

use cpu_time::ThreadTime;

use crate::counts::{self, Usage};
use crate::go::Go;
use crate::sweep::sweep;

/// One object in this number, and at least one, is processed untimed before a pass: fetching code and tables into the
/// caches is not part of the cost of an object. No object is used twice in a pass, unless it is the only one. The Go
/// program does the same.
const AHEAD: usize = 10;

/// The time for which a single object is repeated, because reading the clock takes a microsecond.
const WINDOW: Duration = Duration::from_micros(500);

/// A candidate that performs an operation on all objects of a corpus.
pub(crate) struct Candidate<'a> {
    pub(crate) name: &'static str,
    /// Checks the results. A candidate that fails is not timed.
    pub(crate) check: Box<dyn Fn() -> Result<(), String> + 'a>,
    /// Performs the operation once on all objects and returns its CPU time, extrapolated from the timed objects.
    pub(crate) pass: Box<dyn Fn() -> Duration + 'a>,
    /// Returns the memory usage of an object.
    pub(crate) usage: Box<dyn Fn() -> Usage + 'a>,
}

/// Creates a candidate that performs `work` on each of `items` and drops the result. `check` receives each result once,
/// with the index of the item.
pub(crate) fn each<'a, T, R, E: Display>(
    name: &'static str,
    items: &'a [T],
    work: impl Fn(&'a T) -> Result<R, E> + 'a,
    check: impl Fn(usize, R) -> Result<(), String> + 'a,
) -> Candidate<'a> {
    let work = Rc::new(work);
    let (checked, counted) = (Rc::clone(&work), Rc::clone(&work));
    let check = move || {
        items.iter().enumerate().try_for_each(|(index, item)| {
            let result = checked(item).map_err(|error| error.to_string())?;
            check(index, result)
        })
    };
    let pass = move || {
        let each = |items: &'a [T]| items.iter().for_each(|item| drop(black_box(work(black_box(item)))));
        let time = |items: &'a [T], repeats: u32| {
            let start = ThreadTime::now();
            (0..repeats).for_each(|_| each(items));
            start.elapsed() / repeats
        };
        sweep();
        match items.split_at((items.len() / AHEAD).max(1)) {
            (only, []) => time(only, repeats(time(only, 1))),
            (ahead, rest) => {
                each(ahead);
                time(rest, 1).mul_f64(items.len() as f64 / rest.len() as f64)
            }
        }
    };
    let usage = move || counts::usage(items, |item| counted(item));
    Candidate { name, check: Box::new(check), pass: Box::new(pass), usage: Box::new(usage) }
}

/// Returns the number of repetitions of a single object that took `first`.
fn repeats(first: Duration) -> u32 {
    (WINDOW.as_nanos() / first.as_nanos().max(1)).clamp(1, 1_000) as u32
}

/// Like [`each`], for items that may be unavailable.
pub(crate) fn each_of<'a, T, R, E: Display>(
    name: &'static str,
    items: &'a Result<Vec<T>, String>,
    work: impl Fn(&'a T) -> Result<R, E> + 'a,
    check: impl Fn(usize, R) -> Result<(), String> + 'a,
) -> Candidate<'a> {
    match items {
        Ok(items) => each(name, items, work, check),
        Err(problem) => each(name, &[()], move |()| Err::<R, _>(problem), check),
    }
}

/// Returns the candidate for the Go program, if it runs. Its results are compared with `same`.
pub(crate) fn of_go<'a>(
    go: Option<&'a Go>,
    work: &'static str,
    same: impl Fn(&Go) -> Result<(), String> + 'a,
) -> Option<Candidate<'a>> {
    go.map(|go| Candidate {
        name: "go",
        check: Box::new(move || same(go)),
        pass: Box::new(move || go.pass(work)),
        usage: Box::new(move || go.usage(work)),
    })
}
