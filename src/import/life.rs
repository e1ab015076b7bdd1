//! The life cycle of a kind: what the facts say, and what Kubernetes' own rule adds to it.

use super::facts::{Facts, Kind, numbers};
use super::place::Place;

/// How many releases a version that is not stable stays after each step, unless its kind says more.
const STEP: u32 = 3;

/// Releases in which a kind came and went.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Life {
    /// First release.
    pub(crate) introduced: Option<String>,
    /// First release that warns.
    pub(crate) deprecated: Option<String>,
    /// First release without it.
    pub(crate) removed: Option<String>,
}

impl Life {
    /// A kind of an alpha or beta version is deprecated three releases after it came, and removed three later, unless
    /// it says so itself. It is gone at the latest with the first release whose types lack it.
    pub(crate) fn of(facts: &Facts, kind: &Kind, place: &Place) -> Life {
        let later = |release: Option<&String>, steps| release.and_then(|release| behind(release, steps));
        let is_dated = place.version.contains("alpha") || place.version.contains("beta");
        let after = |release| later(release, STEP).filter(|_| is_dated);
        // Some say when the API came that they are a part of.
        let came = [kind.introduced.as_ref(), facts.first_seen(kind)].into_iter().flatten();
        let came = came.max_by_key(|release| numbers(release));
        let deprecated = kind.deprecated.clone().or_else(|| after(came));
        let removed = kind.removed.clone().or_else(|| after(deprecated.as_ref()));
        let gone = later(kind.last_seen.as_ref(), 1);
        let removed = [removed, gone].into_iter().flatten().min_by_key(|release| numbers(release));
        let is_in_time = |release: &String| removed.as_ref().is_none_or(|removed| numbers(release) < numbers(removed));
        Life {
            introduced: came.or(kind.first_seen.as_ref()).cloned(),
            deprecated: deprecated.filter(is_in_time),
            removed,
        }
    }
}

/// The release so many after another one: `1.22` and 3 are `1.25`.
fn behind(release: &str, steps: u32) -> Option<String> {
    let (major, minor) = release.split_once('.')?;
    Some(format!("{major}.{}", minor.parse::<u32>().ok()?.checked_add(steps)?))
}
