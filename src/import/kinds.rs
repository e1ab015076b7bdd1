//! The selection file, written by hand, which lists the kinds to import.

use std::fmt;
use std::path::Path;

use super::output;
use super::place::Place;
use super::problem::{Error, Problems};

/// A line of the selection file, such as `apps/v1 Deployment`.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Wanted {
    /// The group and version.
    pub(crate) place: Place,
    /// The name of a kind, or of a type that no kind contains.
    pub(crate) kind: String,
    /// The position for messages, such as `kinds.txt:7`.
    pub(crate) line: String,
}

impl fmt::Display for Wanted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.place.api_version(), self.kind)
    }
}

/// Reads the selection file. Comments start with `#`.
pub(crate) fn read(path: &Path) -> Result<Vec<Wanted>, Error> {
    let mut problems = Problems::default();
    let text = problems.ok(path.display(), std::fs::read_to_string(path)).unwrap_or_default();
    let wanted = parse(&text, &output::name(path), &mut problems);
    problems.check()?;
    Ok(wanted)
}

fn parse(text: &str, file: &str, problems: &mut Problems) -> Vec<Wanted> {
    let mut wanted: Vec<Wanted> = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let place = format!("{file}:{}", number + 1);
        let words: Vec<&str> = line.split('#').next().unwrap_or_default().split_whitespace().collect();
        match words[..] {
            [] => {}
            [api_version, kind] => {
                wanted.push(Wanted { place: split(api_version), kind: kind.to_owned(), line: place })
            }
            _ => problems.add(place, format!("invalid line `{}`: expected `<group>/<version> <Kind>`", line.trim())),
        }
    }
    twice(&wanted, problems);
    wanted
}

fn split(api_version: &str) -> Place {
    let (group, version) = api_version.split_once('/').unwrap_or(("", api_version));
    Place { group: group.to_owned(), version: version.to_owned() }
}

fn twice(wanted: &[Wanted], problems: &mut Problems) {
    for (index, this) in wanted.iter().enumerate() {
        let same = |other: &&Wanted| other.place == this.place && other.kind == this.kind;
        if let Some(first) = wanted[..index].iter().find(same) {
            problems.add(&this.line, format!("`{this}` is already listed at {}", first.line));
        }
    }
}
