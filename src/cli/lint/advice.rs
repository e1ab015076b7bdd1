//! Advice for kinds that a release lacks or has deprecated.

use std::iter;

use crate::cli::route::{newest, replacements, successor};
use crate::schema::{GroupVersion, GroupVersionKind, Release, Stage};
use crate::scheme::{KindInfo, Scheme};

/// The stage of a kind in a release, and its replacement.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Advice {
    /// The stage; never `Current`.
    pub(super) stage: Stage,
    /// The kind to use instead.
    pub(super) replacement: Option<GroupVersionKind>,
    /// Set if `convert` can convert to the replacement; contains the version to pass to it if that is not its default.
    pub(super) conversion: Option<Option<GroupVersion>>,
    /// The warning for users of the kind, or of its replacement; may be empty.
    pub(super) warning: &'static str,
    /// True if a later release contains the replacement.
    pub(super) comes_later: bool,
}

/// Returns `None` if the release serves the kind and has not deprecated it.
pub(super) fn advice(scheme: &Scheme, info: &KindInfo, target: Release) -> Option<Advice> {
    let stage = info.lifecycle.stage(target);
    if stage == Stage::Current {
        return None;
    }
    let gvk = info.group_version_kind();
    let stands = |wanted: Stage| move |info: &KindInfo| info.served && info.lifecycle.stage(target) == wanted;
    let current = successor(scheme, &gvk, stands(Stage::Current));
    // A deprecated version is better than one that is not available.
    let version =
        current.or_else(|| successor(scheme, &gvk, stands(Stage::Deprecated)).filter(|_| stage != Stage::Deprecated));
    let conversion =
        version.clone().map(|version| Some(version).filter(|version| newest(scheme, &gvk).as_ref() != Some(version)));
    let named = version.map(|version| version.with_kind(gvk.kind.clone()));
    let row = || replacements(scheme, &gvk);
    let is_current = |info: &&KindInfo| stands(Stage::Current)(info);
    let mut warnings = iter::once(info.lifecycle.warning).chain(row().map(|info| info.lifecycle.warning));
    Some(Advice {
        stage,
        replacement: named.or_else(|| row().find(is_current).map(KindInfo::group_version_kind)),
        conversion,
        warning: warnings.find(|warning| !warning.is_empty()).unwrap_or_default(),
        comes_later: row().any(|info| info.lifecycle.stage(target) == Stage::Future),
    })
}
