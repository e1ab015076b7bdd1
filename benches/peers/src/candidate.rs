//! Who does a work, and how it is seen to do the same as the others.

use std::fmt::Display;
use std::hint::black_box;
use std::rc::Rc;
use std::time::Duration;

use cpu_time::ThreadTime;

use crate::counts::{self, Usage};
use crate::go::Go;
use crate::sweep::sweep;

/// One object in so many goes ahead untimed, but at least one: code and tables that are fetched into the caches again, once a pass,
/// are no part of what an object takes. No object is used twice in a pass, unless it is the only one. The program of Go does all this, too.
const AHEAD: usize = 10;

/// An only object is done as often as would take so much time at the pace of the first: the clock itself takes a microsecond.
const WINDOW: Duration = Duration::from_micros(500);

/// Someone who does a work on all objects of a corpus.
pub(crate) struct Candidate<'a> {
    pub(crate) name: &'static str,
    /// Says what is wrong with the results; who fails is not timed.
    pub(crate) check: Box<dyn Fn() -> Result<(), String> + 'a>,
    /// Does the work once; says how much time of a CPU that took, as if each object took the mean of those that are timed.
    pub(crate) pass: Box<dyn Fn() -> Duration + 'a>,
    /// What an object takes of memory.
    pub(crate) usage: Box<dyn Fn() -> Usage + 'a>,
}

/// A candidate that does `work` on each of `items` and drops the result, which `check` sees first, once, with the
/// item's index.
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

/// How often an only object is timed that took so long once.
fn repeats(first: Duration) -> u32 {
    (WINDOW.as_nanos() / first.as_nanos().max(1)).clamp(1, 1_000) as u32
}

/// As [`each`], of items that another candidate of the same type could not even make.
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

/// The program of Go, if it runs; what it writes is `same` as what is expected.
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
