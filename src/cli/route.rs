//! Where an object goes: which version it is converted to, if any.

use std::iter;

use crate::schema::{GroupVersion, GroupVersionKind};
use crate::scheme::{KindInfo, Scheme};

/// A replacement may itself be replaced; no kind of Kubernetes was more than three times.
const MOST_REPLACEMENTS: usize = 16;

/// What a command does with objects.
#[derive(Clone, Debug)]
pub(super) enum Step {
    /// Each stays what it is.
    Keep,
    /// Each is converted: to the version that was asked for, or to the one of today.
    Convert { asked: Option<GroupVersion> },
}

/// What happens to an object.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Route {
    /// It is written again as it was, and why.
    Pass(String),
    /// It is decoded and encoded.
    Keep,
    /// It is converted.
    To(GroupVersion),
}

impl Step {
    /// The route of an object of kind `gvk`; `is_alone` if no other comes in.
    ///
    /// # Errors
    ///
    /// If the object has none.
    pub(super) fn route(&self, scheme: &Scheme, gvk: &GroupVersionKind, is_alone: bool) -> Result<Route, String> {
        let Some(info) = scheme.info(gvk) else {
            return Ok(Route::Pass(format!("unknown kind {}, passed through{}", name(gvk), hint(scheme, gvk))));
        };
        match self {
            Step::Keep => Ok(Route::Keep),
            Step::Convert { asked: None } => Ok(newest(scheme, gvk).map_or_else(|| no_newer(info), Route::To)),
            Step::Convert { asked: Some(asked) } => match scheme.info(&asked.with_kind(gvk.kind.clone())) {
                Some(_) => Ok(Route::To(asked.clone())),
                None if is_alone => Err(not_in(scheme, gvk, asked)),
                None => Ok(Route::Pass(format!("{}, passed through", not_in(scheme, gvk, asked)))),
            },
        }
    }
}

/// Why nothing can be converted to `asked`: a version that its group does not have.
pub(super) fn complaint(scheme: &Scheme, asked: &GroupVersion) -> Option<String> {
    if scheme.is_version_registered(asked) || !scheme.is_group_registered(&asked.group) {
        return None;
    }
    let versions = scheme.prioritized_versions_for_group(&asked.group);
    Some(format!("there is no version {asked}; there are {}", listed(versions)))
}

/// The version of today: the first one in which the kind's own group serves it, else the first
/// served one in the row of its replacements.
fn newest(scheme: &Scheme, gvk: &GroupVersionKind) -> Option<GroupVersion> {
    let served = |version: &GroupVersion| scheme.info(&version.with_kind(gvk.kind.clone())).is_some_and(is_served);
    let own = scheme.versions_for_group_kind(&gvk.group_kind()).into_iter().find(served);
    own.or_else(|| {
        let replacements = iter::successors(scheme.info(gvk), |info| replacement(scheme, info));
        let served = replacements.take(MOST_REPLACEMENTS).find(|info| is_served(info))?;
        // Conversion keeps the kind's name.
        (gvk.kind == served.kind).then(|| GroupVersion::new(served.group, served.version))
    })
}

/// True if the newest release known serves the kind.
pub(super) fn is_served(info: &KindInfo) -> bool {
    info.served && info.lifecycle.removed.is_empty()
}

/// A list has the life cycle of its items, whose replacement is theirs.
fn replacement(scheme: &Scheme, info: &KindInfo) -> Option<&'static KindInfo> {
    let (group, version, kind) = info.lifecycle.replacement?;
    let version = GroupVersion::new(group, version);
    let list = || scheme.info(&version.with_kind(format!("{kind}List")));
    if info.list { list() } else { scheme.info(&version.with_kind(kind)) }
}

fn no_newer(info: &KindInfo) -> Route {
    let removed = match info.lifecycle.removed {
        "" => String::new(),
        release => format!(" (removed in {release})"),
    };
    let replaced = match info.lifecycle.replacement {
        None => "nothing replaces".to_string(),
        Some((group, version, kind)) => {
            format!("{}, which is no conversion, replaces", name(&GroupVersionKind::new(group, version, kind)))
        }
    };
    let kind = name(&info.group_version_kind());
    Route::Pass(format!("{replaced} {kind}{removed}, passed through"))
}

fn not_in(scheme: &Scheme, gvk: &GroupVersionKind, asked: &GroupVersion) -> String {
    let mut versions: Vec<_> = scheme.kinds().filter(|info| info.kind == gvk.kind).map(version_of).collect();
    versions.dedup();
    format!("{asked} has no kind {}, which is in {}", gvk.kind, listed(versions))
}

/// What may have been meant by a kind that nobody knows, if its group is one of ours, or left out.
fn hint(scheme: &Scheme, gvk: &GroupVersionKind) -> String {
    if !gvk.group.is_empty() && !scheme.is_group_registered(&gvk.group) {
        return String::new();
    }
    let same = scheme.kinds().filter(|info| gvk.kind == info.kind);
    let group_first = |info: &&KindInfo| gvk.group != info.group;
    let mut same: Vec<_> = same.collect();
    same.sort_by_key(group_first);
    if !same.is_empty() {
        return format!("; {} is in {}", gvk.kind, listed(same.into_iter().map(version_of)));
    }
    let meant = scheme.kinds().find(|info| gvk.kind.eq_ignore_ascii_case(info.kind));
    meant.map_or_else(String::new, |info| format!("; did you mean {}?", info.kind))
}

fn version_of(info: &KindInfo) -> GroupVersion {
    GroupVersion::new(info.group, info.version)
}

/// `apps/v1 Deployment`
fn name(gvk: &GroupVersionKind) -> String {
    format!("{} {}", gvk.api_version(), gvk.kind)
}

fn listed(versions: impl IntoIterator<Item = GroupVersion>) -> String {
    versions.into_iter().map(|version| version.to_string()).collect::<Vec<_>>().join(", ")
}
