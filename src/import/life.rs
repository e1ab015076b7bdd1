//! The life cycle of a kind: the releases in the facts, completed by Kubernetes' default rule.

use super::facts::{Facts, Kind, numbers};
use super::place::Place;

/// The number of releases until an alpha or beta version is deprecated, and again until it is removed, unless the kind
/// specifies other releases.
const STEP: u32 = 3;

/// The releases that introduced, deprecated and removed a kind.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Life {
    /// The first release with the kind.
    pub(crate) introduced: Option<String>,
    /// The first release in which the kind is deprecated.
    pub(crate) deprecated: Option<String>,
    /// The first release without the kind.
    pub(crate) removed: Option<String>,
}

impl Life {
    /// Determines the life cycle of a kind. Unless specified otherwise, a kind of an alpha or beta version is
    /// deprecated three releases after it was introduced, and removed three releases later. It is removed at the latest
    /// in the first release whose types do not contain it.
    pub(crate) fn of(facts: &Facts, kind: &Kind, place: &Place) -> Life {
        let later = |release: Option<&String>, steps| release.and_then(|release| behind(release, steps));
        let is_dated = place.version.contains("alpha") || place.version.contains("beta");
        let after = |release| later(release, STEP).filter(|_| is_dated);
        // For some kinds, `introduced` is the release of the API that contains them, so the later release is correct.
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

/// Returns the release `steps` minor releases after `release`: for `1.22` and 3, this is `1.25`.
fn behind(release: &str, steps: u32) -> Option<String> {
    let (major, minor) = release.split_once('.')?;
    Some(format!("{major}.{}", minor.parse::<u32>().ok()?.checked_add(steps)?))
}
